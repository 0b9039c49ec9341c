"""How a run of the lab shows itself: a bar that moves on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from aucopt.cli.command import SECONDS_BETWEEN_LINES
from aucopt.cli.duration import spell_duration
from aucopt.lab import State, Unit

MOST_NAMED = 4


class Live:
    """Shows the states of a run.

    Parameters
    ----------
    quiet : bool
        Show nothing.
    """

    def __init__(self, quiet: bool) -> None:
        from rich.console import Console

        self._quiet = quiet
        self._console = Console(stderr=True, quiet=quiet)
        self._said = -SECONDS_BETWEEN_LINES
        self._stage = ""

    @contextmanager
    def shown(self) -> Iterator["Live"]:
        """Keep the bar on the terminal, if there is one, while a run goes on."""
        from rich.progress import BarColumn, Progress, TextColumn

        if not self._console.is_terminal:
            yield self
            return
        columns = (BarColumn(bar_width=30), TextColumn("{task.description}"))
        self._bar = Progress(*columns, console=self._console, transient=True)
        with self._bar:
            self._task = self._bar.add_task("starting", total=None)
            yield self

    def __call__(self, state: State) -> None:
        """Show a state."""
        from rich.markup import escape

        line = describe_state(state)
        if self._console.is_terminal:
            running = name_units(state.running)
            text = f"{escape(line)}\n[dim]{escape(running)}[/dim]" if running else escape(line)
            total = state.done + state.left
            self._bar.update(self._task, completed=state.done, total=total, description=text)
            return
        # A log of each state would bury what matters: new kinds of work, then a line now and then.
        due = state.stage != self._stage or time.monotonic() - self._said >= SECONDS_BETWEEN_LINES
        if due and not self._quiet:
            self._stage, self._said = state.stage, time.monotonic()
            running = name_units(state.running)
            print(f"{line}; {running}" if running else line, file=sys.stderr, flush=True)


def describe_state(state: State) -> str:
    """Return a state as one line."""
    total = state.done + state.left
    parts = [f"{state.done:,} of {total:,} units"]
    if state.stage != "running":
        return ", ".join([*parts, state.doing])
    if state.failed:
        parts.append(f"{state.failed:,} not done")
    if state.rate:
        parts.append(f"{state.rate:.3g} a second" if state.rate >= 1 else f"{60 * state.rate:.3g} a minute")
    if state.seconds_left is not None:
        parts.append(f"about {spell_duration(state.seconds_left)} left")
    return ", ".join(parts)


def name_units(units: tuple[Unit, ...]) -> str:
    """Return what runs, as far as it fits a line."""
    named = [f"{unit.method} on {unit.dataset}, trial {unit.trial}" for unit in units[:MOST_NAMED]]
    more = [f"{len(units) - MOST_NAMED} more"] if len(units) > MOST_NAMED else []
    return "; ".join(named + more)

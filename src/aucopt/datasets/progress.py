"""Bars and clocks on stderr for what takes a while; on terminals only, unless told otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def show_work(text: str, progress: bool | None) -> Iterator[None]:
    """Show a running clock beside a text."""
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    with _bar(progress, SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()) as bar:
        bar.add_task(text, total=None)
        yield


class TransferBar:
    """A bar of bytes as pooch wants it: told the total, if known, when a try begins, then what has come."""

    def __init__(self, bar: Any, text: str) -> None:
        self._bar = bar
        self._task = bar.add_task(text, total=None)

    @property
    def total(self) -> float | None:
        """Bytes in all; setting it begins anew."""
        return self._bar.tasks[self._task].total

    @total.setter
    def total(self, total: int) -> None:
        self._bar.update(self._task, completed=0, total=total or None)

    def update(self, n: int) -> None:
        """More bytes have come; the last part of a file counts as a whole one."""
        self._bar.update(self._task, advance=n)

    def reset(self) -> None:
        """Count from zero."""
        self._bar.update(self._task, completed=0)

    def close(self) -> None:
        """Leave the bar as it is: whoever opened it closes it."""


@contextmanager
def show_transfer(text: str, progress: bool | None) -> Iterator[TransferBar]:
    """Show a bar of bytes, which the block fills."""
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with _bar(progress, *columns, TimeRemainingColumn()) as bar:
        yield TransferBar(bar, text)


def _bar(progress: bool | None, *columns: Any) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    shown = console.is_terminal if progress is None else progress
    console.quiet = not shown  # rich 13.0 ends even a bar that is not shown with a line
    return Progress(*columns, console=console, disable=not shown, transient=console.is_terminal)

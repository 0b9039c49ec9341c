"""What all commands share: how they are declared, how they fail, and the live line of a search."""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from aucopt.words.numbers import show_auc, show_bound, show_gap

if TYPE_CHECKING:
    import numpy as np

    from aucopt.analysis.rows import Rows
    from aucopt.exact.objective.base import Objective
    from aucopt.exact.solution.parts import Progress
    from aucopt.exact.solution.solution import Solution


# Of a log: where there is no terminal, each line stays.
SECONDS_BETWEEN_LINES = 30.0
# Arguments of the library as options of the command.
_OPTIONS = (
    (r"""solver=["'](\w+)["']""", r"--solver \1"),
    (r"""(--solver \w+) or ["'](\w+)["']""", r"\1 or \2"),
    (r"\bcertify=True", "--certificate"),
    (r"\btime_limit\b", "--time-limit"),
    (r"\bmax_gap\b", "--max-gap"),
    (r"\bmemory_limit\b", "--memory-limit"),
    (r"\bscheduler=", "--scheduler"),
    (r"^k must be", "--size must be"),
    (r"^include names", "--include names"),
)
_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}
_COMPILING = "compiling, once: the first run takes 10 to 30 s longer, which time limits do not include"


class CommandError(Exception):
    """A failure whose message is all that a user needs."""


def as_command_error(error: ValueError) -> CommandError:
    """What the library refused, with options of the command instead of arguments of Python.

    Examples
    --------
    >>> from aucopt.cli.command import as_command_error
    >>> print(as_command_error(ValueError('certify=True needs more: use solver="cone" and a time_limit.')))
    --certificate needs more: use --solver cone and a --time-limit.
    """
    message = str(error)
    for pattern, option in _OPTIONS:
        message = re.sub(pattern, option, message)
    return CommandError(message)


def new_parser(
    commands: Any,
    name: str,
    run: Callable[[argparse.Namespace], None],
    *,
    help: str,
    description: str,
    examples: Sequence[str],
) -> argparse.ArgumentParser:
    """Declare a command; its help ends with examples."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=description,
        epilog=show_examples(examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def show_examples(examples: Sequence[str]) -> str:
    """The end of a help text."""
    return "\n".join([f"example{'s' if len(examples) > 1 else ''}:", *(f"  {line}" for line in examples)])


def count_jobs(text: str) -> int:
    """Read an option of threads or processes, -1 for all cores."""
    value = int(text)
    if value == 0:
        raise argparse.ArgumentTypeError("must be a positive number, or -1 for all processors")
    return value


def count_bytes(text: str) -> int:
    """Read an option of memory: bytes, or a number with kB, MB, GB or TB.

    Examples
    --------
    >>> from aucopt.cli.command import count_bytes
    >>> count_bytes("1.5GB"), count_bytes("200")
    (1500000000, 200)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?([a-z]*)", text.strip().lower())
    if found is None or found[2] not in _UNITS:
        raise argparse.ArgumentTypeError(
            f"{text} is not a size; write bytes, or a number with kB, MB, GB or TB"
        )
    return int(float(found[1]) * _UNITS[found[2]])


def add_scheduler_option(parser: argparse.ArgumentParser) -> None:
    """Declare where else work may be done."""
    parser.add_argument("--scheduler", metavar="ADDRESS", help="run on the Dask cluster of this scheduler")


class LogLine:
    """What is being done, for a log: a line now and then, and none of what is quick."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def __call__(self, line: str) -> None:
        """Write the line if the last one was long ago."""
        now = time.monotonic()
        if now - self._said >= SECONDS_BETWEEN_LINES:
            self._said = now
            print(line, file=sys.stderr, flush=True)


@contextmanager
def live_line(quiet: bool) -> Iterator[Callable[[str], object]]:
    """A line on the terminal that says what is being done; without a terminal, a line now and then.

    It goes to standard error, so that standard output holds results alone.
    """
    from rich.console import Console
    from rich.markup import escape

    from aucopt.cli.beside import is_compiled

    if not quiet and not sys.stderr.isatty():
        yield LogLine()
        return
    console = Console(stderr=True, quiet=quiet)
    with console.status("starting" if is_compiled() else _COMPILING) as status:
        yield lambda line: status.update(escape(line))


def solve_live(
    rows: "Rows",
    quiet: bool,
    *,
    objective: "str | Objective" = "auc",
    signs: Sequence[int] | None = None,
    starts: "np.ndarray | None" = None,
    max_gap: float = 0.0,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    seed: int = 0,
    certify: bool = False,
    solver: str = "auto",
) -> "Solution":
    """Find the optimum, with a live line on a terminal.

    A search that is interrupted returns what it has; an interrupt before that carries what is proved.
    """
    # Slow to import, and `aucopt --help` needs no solver.
    from aucopt.exact.maximize_objective import maximize
    from aucopt.exact.objective.named import read_objective

    name = read_objective(objective).name
    proved: list[str] = []
    with live_line(quiet) as say:

        def follow(progress: "Progress") -> None:
            bound = show_bound(progress.bound, progress.gap, 6)
            line = f"{name} {show_auc(progress.value, 6)}, bound {bound}, {show_gap(progress.gap)}"
            proved[:] = [f"Proved after {progress.seconds:.1f} s: {line}"]
            say(line)

        try:
            solution = maximize(
                rows,
                rows.y,
                objective,
                sample_weight=rows.weights,
                strata=rows.strata,
                signs=signs,
                starts=starts,
                max_gap=max_gap,
                time_limit=time_limit,
                n_jobs=n_jobs,
                random_state=seed,
                certify=certify,
                solver=solver,
                callback=follow,
            )
        except KeyboardInterrupt:
            raise KeyboardInterrupt(*proved) from None
    return solution

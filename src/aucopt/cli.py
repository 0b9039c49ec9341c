"""The command line, a thin skin: `aucopt demo` does the library's main job on data that come with it.

Exit codes: 0 done, 1 failed (the reason is on stderr), 2 wrong usage, 130 interrupted.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile

import aucopt
from aucopt.datasets import load_toy
from aucopt.exact.maximize import maximize_auc
from aucopt.exact.solution import Progress, Solution
from aucopt.metrics import roc_auc_score

FIGURE = "aucopt-demo.png"
EXAMPLE = """\
example:
  aucopt demo --output figures    solve the toy set of the paper, draw figures/aucopt-demo.png
"""


class CommandError(Exception):
    """A failure whose message is all that a user needs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Examples
    --------
    >>> from aucopt.cli import main
    >>> main(["demo", "--output", "no/such/directory"])
    1
    """
    arguments = _build_parser().parse_args(argv)
    try:
        _demo(arguments.output, arguments.quiet)
    except CommandError as error:
        print(f"aucopt: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt as interrupt:
        print("Interrupted.", *(interrupt.args or ["Nothing is proved yet."]), file=sys.stderr)
        return 130
    return 0


def _build_parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="aucopt",
        description="The linear score with the highest possible AUC, and the proof that none is better.",
        epilog=EXAMPLE,
        formatter_class=raw,
    )
    parser.add_argument("--version", action="version", version=f"aucopt {aucopt.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    demo = commands.add_parser(
        "demo",
        help="solve the toy set of the paper and compare logistic regression with the optimum",
        description=f"Solve the toy set of the paper's Fig. 1, compare logistic regression with the proved\n"
        f"optimum, and draw the AUC of every direction as {FIGURE}.",
        epilog=EXAMPLE,
        formatter_class=raw,
    )
    demo.add_argument(
        "--output", type=Path, default=Path(), metavar="DIR", help="where the figure goes (default: here)"
    )
    demo.add_argument("--quiet", action="store_true", help="print only the path of the figure")
    return parser


def _demo(output: Path, quiet: bool) -> None:
    _check_writable(output)
    # Slow to import, and `aucopt --help` needs neither.
    from sklearn.linear_model import LogisticRegression

    from aucopt.report import plot_profile

    X, y = load_toy()
    solution = _solve(X, y, quiet)
    coef = LogisticRegression().fit(X, y).coef_[0]
    auc = roc_auc_score(y, X @ coef)
    figure = plot_profile(solution, marks={f"logistic regression {auc:.4f}": coef})
    path = output / FIGURE
    try:
        figure.savefig(path)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None
    if quiet:
        print(path)
        return
    print(f"The toy set of Fig. 1: {(y == 1).sum()} positives, {(y == 0).sum()} negatives, 2 columns\n")
    print(f"The best linear score\n{solution}\n")
    below = f"{solution.bound - auc:.4f} below the proved optimum"
    print(f"Logistic regression\nAUC          {auc:.6f}  ({below})\n")
    print(f"The AUC of every direction is drawn in {path}")


def _check_writable(directory: Path) -> None:
    """Fail before the work, not after it."""
    try:
        with TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise CommandError(f"cannot write to {directory}: {error.strerror}") from None


def _solve(X: object, y: object, quiet: bool) -> Solution:
    """Find the optimum, with a live line on a terminal; an interrupt carries what is proved by then."""
    from rich.console import Console

    proved: list[str] = []
    console = Console(quiet=quiet or not sys.stdout.isatty())

    def follow(progress: Progress) -> None:
        line = f"AUC {progress.auc:.6f}, bound {progress.bound:.6f}, gap {progress.gap:.2g}"
        proved[:] = [f"Proved after {progress.seconds:.1f} s: {line}"]
        status.update(line)

    with console.status("the first run compiles the kernels, once") as status:
        try:
            solution = maximize_auc(X, y, callback=follow)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(*proved) from None
    if solution.status == "interrupted":
        raise KeyboardInterrupt(*proved)
    return solution

"""`aucopt demo`: the library's main job on data that come with it."""

import argparse
from pathlib import Path
from typing import Any

from aucopt.cli.command import CommandError, check_writable, new_parser, solve_live
from aucopt.datasets import load_toy
from aucopt.metrics import roc_auc_score

FIGURE = "aucopt-demo.png"
EXAMPLES = ("aucopt demo --output figures    solve the toy set of the paper, draw figures/aucopt-demo.png",)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "demo",
        run,
        help="solve the toy set of the paper and compare logistic regression with the optimum",
        description="Solve the toy set of the paper's Fig. 1, compare logistic regression with the proved\n"
        f"optimum, and draw the AUC of every direction as {FIGURE}.",
        examples=EXAMPLES,
    )
    parser.add_argument(
        "--output", type=Path, default=Path(), metavar="DIR", help="where the figure goes (default: here)"
    )
    parser.add_argument("--quiet", action="store_true", help="print only the path of the figure")


def run(arguments: argparse.Namespace) -> None:
    """Solve, compare, draw."""
    output, quiet = arguments.output, arguments.quiet
    check_writable(output)
    # Slow to import, and `aucopt --help` needs neither.
    from sklearn.linear_model import LogisticRegression

    from aucopt.report import plot_profile

    X, y = load_toy()
    solution = solve_live(X, y, quiet)
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

"""`aucopt demo`: the library's main job on data that come with it."""

import argparse
from pathlib import Path
from typing import Any

from aucopt.cli.command import CommandError, live_line, new_parser, solve_live
from aucopt.cli.files import make_folder, write_whole
from aucopt.cli.reporting import command_line
from aucopt.words.sentences import LOGISTIC

REPORT, FIGURE = "aucopt-demo.html", "aucopt-demo.png"
SECONDS = 10.0  # for the ranges of the weights, at most
EXAMPLES = (f"aucopt demo --output reports    solve the toy set of the paper, write reports/{REPORT}",)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "demo",
        run,
        help="solve the toy set of the paper and compare logistic regression with the optimum",
        description="Solve the toy set of the paper's Fig. 1, compare logistic regression with the proved\n"
        f"optimum, write a report as {REPORT}, and draw the AUC of every direction as\n{FIGURE}.",
        examples=EXAMPLES,
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="where both files go (default: here)",
    )
    parser.add_argument("--quiet", action="store_true", help="print only the paths of the files")


def run(arguments: argparse.Namespace) -> None:
    """Solve, compare, report."""
    output, quiet = arguments.output, arguments.quiet
    make_folder(output)
    # Slow to import, and `aucopt --help` needs none of them.
    from aucopt.analysis.fit import analyse
    from aucopt.analysis.landscape import survey
    from aucopt.analysis.rows import Rows
    from aucopt.cli import describe
    from aucopt.datasets import load_toy
    from aucopt.report.fit.page import fit_page

    X, y = load_toy()
    rows = Rows(X, ("x0", "x1"), y == 1, None, "y", (0, 1))
    solution = solve_live(rows, quiet, n_jobs=-1)
    if solution.status == "interrupted":
        raise KeyboardInterrupt(f"The search was not finished:\n{solution}")
    try:
        with live_line(quiet) as say:
            analysis = analyse(rows, solution, signs=(0, 0), rival=LOGISTIC, n_jobs=-1, say=say)
            if analysis.is_interrupted:
                raise KeyboardInterrupt
            say("drawing")
            page = fit_page(
                analysis,
                survey(analysis, seconds=SECONDS, n_jobs=-1),
                source="the toy set of the paper's Fig. 1",
                command=command_line(arguments),
                settings={"seed": "0"},
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"The search itself was done:\n{solution}") from None
    report, figure = output / REPORT, output / FIGURE
    with write_whole(report) as file:
        file.write(page.to_html())
    try:
        page.illustrations[0].figure.savefig(figure)
    except OSError as error:
        raise CommandError(f"cannot write {figure}: {error.strerror}") from None
    if quiet:
        print(report, figure, sep="\n")
        return
    print(describe.as_text(analysis, [], "The toy set of Fig. 1", None))
    print(f"\nThe AUC of every direction is drawn in {figure}\nReport, to open in a browser: {report}")

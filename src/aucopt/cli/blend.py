"""`aucopt blend`: the blend of model scores with the highest AUC, and its gain over the best of them."""

import argparse
from typing import Any

from aucopt.cli.command import new_parser
from aucopt.cli.describe import as_text
from aucopt.cli.document import as_document, print_document
from aucopt.cli.reporting import verify_command, write_fit
from aucopt.cli.search import add_options, search
from aucopt.lab.rivals import SINGLE

EXAMPLES = (
    "aucopt blend scores.csv --target clicked --save blend.json",
    "aucopt blend scores.csv --target clicked --columns model_a model_b --json",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "blend",
        run,
        help="the blend of model scores with the highest AUC, weights of zero or more",
        description="Find the weights of zero or more that blend the scores of several models to the\n"
        "highest AUC, the bound that proves it, and what the blend gains over the best single model.",
        examples=EXAMPLES,
    )
    add_options(parser, "the scores to blend")


def run(arguments: argparse.Namespace) -> None:
    """Search, report, then print."""
    analysis, notes = search(arguments, None, True, SINGLE)
    paths = write_fit(arguments, analysis, notes)
    if arguments.json:
        print_document(as_document(analysis, notes))
    else:
        check = verify_command(arguments)
        text = as_text(analysis, notes, arguments.data, arguments.save, arguments.certificate, check)
        print(text, *paths, sep="\n")

"""`aucopt blend`: the blend of model scores with the highest AUC, and its gain over the best of them."""

import argparse
from typing import Any

from aucopt.cli.command import new_parser
from aucopt.cli.objectives import OBJECTIVES
from aucopt.cli.search import add_options, run_search
from aucopt.words.sentences import SINGLE

EXAMPLES = (
    "aucopt blend scores.csv --target clicked --save blend.json",
    "aucopt blend scores.csv --target clicked --columns model_a model_b --json",
    "aucopt blend scores.csv --target fraud --objective partial-auc --max-fpr 0.01",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "blend",
        run,
        help="the blend of model scores with the highest AUC, weights of zero or more",
        description="Find the weights of zero or more that blend the scores of several models to the\n"
        "highest AUC, or to the best value of another --objective, the bound that proves it, and what\n"
        "the blend gains over the best single model.",
        examples=EXAMPLES,
    )
    add_options(parser, "the scores to blend", OBJECTIVES)


def run(arguments: argparse.Namespace) -> None:
    """Search, report, then print."""
    run_search(arguments, None, True, SINGLE)

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
        help="find the nonnegative weights that blend model scores to the highest AUC",
        description="Find the nonnegative weights that blend the scores of several models to the highest\n"
        "AUC, or to the best value of another --objective, with a proved bound. Estimate the gain over\n"
        "the best single model on new rows. Use out-of-fold scores: scores of models on their own\n"
        "training rows are misleading.",
        examples=EXAMPLES,
    )
    add_options(parser, "the scores to blend", OBJECTIVES)


def run(arguments: argparse.Namespace) -> None:
    """Search, report, then print."""
    run_search(arguments, None, True, SINGLE)

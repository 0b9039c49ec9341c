"""`aucopt fit`: from a table to the best linear score, what it is worth, and how sure it is."""

import argparse
from typing import Any

from aucopt.cli.command import new_parser
from aucopt.cli.objectives import OBJECTIVES
from aucopt.cli.search import add_options, add_sign_options, run_search

EXAMPLES = (
    "aucopt fit patients.csv --target ill --save model.json --report report.html",
    "aucopt fit patients.csv --target ill --columns age dose --signs age=+,dose=-",
    "aucopt fit patients.csv --target ill --objective sensitivity --at 0.95 --report report.html",
    "aucopt fit patients.csv --target ill --objective partial-auc --max-fpr 0.1",
    "aucopt fit patients.csv --target ill --objective accuracy --cost 5:1",
    "aucopt fit patients.csv --target ill --strata centre",
    "aucopt fit patients.csv --target grade --objective concordance",
    "aucopt fit patients.csv --event died --time months --objective concordance",
    "aucopt fit hospital_a.csv --target ill --validate hospital_b.csv --report report.html",
    "zcat big.csv.gz | aucopt fit - --target y --json --checks 0",
)


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = new_parser(
        commands,
        "fit",
        run,
        help="find the linear score with the highest AUC, or the best value of another objective",
        description="Find the linear score of the columns with the highest AUC, or with the best value of\n"
        "another --objective, and a proved bound. Estimate its value on new rows and the uncertainty of\n"
        "its weights, and compare it with logistic regression (or Cox regression, or another usual\n"
        "method for the outcome).",
        examples=EXAMPLES,
    )
    add_options(parser, "the columns of the score", OBJECTIVES)
    add_sign_options(parser)


def run(arguments: argparse.Namespace) -> None:
    """Search, report, then print."""
    run_search(arguments, arguments.signs, arguments.nonnegative)

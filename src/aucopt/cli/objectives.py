"""The options that say what is maximised, for all commands that search."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aucopt.cli.command import CommandError

if TYPE_CHECKING:
    from aucopt.exact.objective.base import Objective  # slow to import, and `aucopt --help` needs none

# What each objective takes: exactly one of these options.
_TAKES: dict[str, tuple[str, ...]] = {
    "auc": (),
    "partial-auc": ("max_fpr", "min_tpr"),
    "sensitivity": ("at",),
    "specificity": ("at",),
}
_LIMITS = ("at", "max_fpr", "min_tpr")


def add_objective_options(parser: argparse.ArgumentParser) -> None:
    """Declare what is maximised."""
    parser.add_argument(
        "--objective",
        choices=list(_TAKES),
        default="auc",
        help="what is maximised (default: auc). sensitivity --at 0.95: the share of positives found at a "
        "specificity of 0.95; specificity --at 0.95: the share of negatives left alone at a sensitivity of "
        "0.95; partial-auc: the part of the area that --max-fpr or --min-tpr names",
    )
    parser.add_argument(
        "--at",
        type=float,
        metavar="SHARE",
        help="the specificity of --objective sensitivity, the sensitivity of --objective specificity",
    )
    parser.add_argument(
        "--max-fpr",
        type=float,
        metavar="SHARE",
        help="partial-auc: the area up to this false positive rate, above 0 and at most 1",
    )
    parser.add_argument(
        "--min-tpr",
        type=float,
        metavar="SHARE",
        help="partial-auc: the area from this true positive rate up, at least 0 and below 1",
    )


def find_objective(arguments: argparse.Namespace) -> "Objective":
    """The objective that the options name."""
    name = arguments.objective
    given = {limit: getattr(arguments, limit) for limit in _LIMITS if getattr(arguments, limit) is not None}
    takes = _TAKES[name]
    for limit in given:
        if limit not in takes:
            fitting = [other for other, limits in _TAKES.items() if limit in limits]
            raise CommandError(
                f"{_option(limit)} goes with --objective {' or '.join(fitting)}, not with {name}."
            )
    if takes and len(given) != 1:
        options = " or ".join(f"{_option(limit)} SHARE" for limit in takes)
        raise CommandError(f"--objective {name} needs {options}{', not both' if given else ''}.")
    try:
        return _make(name, given)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _make(name: str, given: dict[str, Any]) -> "Objective":
    from aucopt.exact.objective.operating_points import Sensitivity, Specificity
    from aucopt.exact.objective.partial_auc import PartialAUC
    from aucopt.exact.objective.roc import AUC

    makers: dict[str, Callable[..., Objective]] = {
        "auc": AUC,
        "partial-auc": PartialAUC,
        "sensitivity": lambda at: Sensitivity(specificity=at),
        "specificity": lambda at: Specificity(sensitivity=at),
    }
    return makers[name](**given)


def _option(limit: str) -> str:
    return f"--{limit.replace('_', '-')}"

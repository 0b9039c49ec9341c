"""The options that say what is maximised, for all commands that search."""

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from aucopt.cli.command import CommandError

if TYPE_CHECKING:
    from aucopt.exact.objective.base import Objective  # slow to import, and `aucopt --help` needs none


class ObjectiveOptions(NamedTuple):
    """What an objective takes: exactly one of `needs`, and any of `takes`."""

    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


_TAKES = {
    "auc": ObjectiveOptions(takes=("strata", "strata_weight")),
    "partial-auc": ObjectiveOptions(needs=("max_fpr", "min_tpr"), takes=("strata", "strata_weight")),
    "sensitivity": ObjectiveOptions(needs=("at",)),
    "specificity": ObjectiveOptions(needs=("at",)),
    "accuracy": ObjectiveOptions(takes=("cost",)),
    "concordance": ObjectiveOptions(takes=("event", "time", "strata")),
}
OBJECTIVES = tuple(_TAKES)
"""All of them."""
CURVE_OBJECTIVES = ("auc", "partial-auc", "sensitivity", "specificity")
"""Those of the ROC curve."""
_NUMBERS = ("at", "max_fpr", "min_tpr")
# Options that go with some objectives only.
_OWN = (*_NUMBERS, "cost", "event", "time", "strata", "strata_weight")


def add_objective_options(parser: argparse.ArgumentParser, names: Sequence[str] = CURVE_OBJECTIVES) -> None:
    """Declare what is maximised."""
    more = ""
    if "accuracy" in names:
        more = "; accuracy: the share of rows on the right side of the best cut-off, by their --cost"
    if "concordance" in names:
        more += (
            "; concordance: the share of pairs that the score orders as --target does, or --event and --time"
        )
    parser.add_argument(
        "--objective",
        choices=list(names),
        default="auc",
        help="what to maximise (default: auc). sensitivity --at 0.95: the share of positives above the "
        "cut-off at a specificity of 0.95; specificity --at 0.95: the share of negatives below it at a "
        f"sensitivity of 0.95; partial-auc: the part of the area that --max-fpr or --min-tpr names{more}",
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
    if "accuracy" in names:
        parser.add_argument(
            "--cost",
            metavar="MISS:ALARM",
            help="accuracy: what a missed positive and a false alarm cost, such as 5:1; or balanced, where "
            "both classes count alike (default: 1:1)",
        )


def add_outcome_options(parser: argparse.ArgumentParser) -> None:
    """Declare outcomes other than two classes, and strata."""
    parser.add_argument(
        "--event",
        metavar="COLUMN",
        help="concordance of censored times: the column that says whether the event happened, with --time "
        "in place of --target",
    )
    parser.add_argument("--time", metavar="COLUMN", help="the time of the event, or of the last observation")
    parser.add_argument(
        "--strata",
        metavar="COLUMN",
        help="auc, partial-auc and concordance: count pairs of rows with the same value of this column only, "
        "such as matched sets or centres",
    )


def add_strata_weight(parser: argparse.ArgumentParser) -> None:
    """Declare how strata count."""
    parser.add_argument(
        "--strata-weight",
        choices=["pairs", "cases"],
        help="with --strata and the auc or partial-auc: all pairs count alike (default), or all positives",
    )


def find_objective(arguments: argparse.Namespace) -> "Objective":
    """The objective that the options name."""
    name = arguments.objective
    given = {own: getattr(arguments, own) for own in _OWN if getattr(arguments, own, None) is not None}
    options = _TAKES[name]
    for own in given:
        if own not in (*options.needs, *options.takes):
            fitting = [other for other, known in _TAKES.items() if own in (*known.needs, *known.takes)]
            raise CommandError(
                f"{_option(own)} goes with --objective {' or '.join(fitting)}, not with {name}."
            )
    if options.needs and len(named := [own for own in given if own in options.needs]) != 1:
        shares = " or ".join(f"{_option(own)} SHARE" for own in options.needs)
        raise CommandError(f"--objective {name} needs {shares}{', not both' if named else ''}.")
    if "strata_weight" in given and "strata" not in given:
        raise CommandError("--strata-weight needs --strata COLUMN.")
    try:
        return _make(name, given)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _make(name: str, given: dict[str, Any]) -> "Objective":
    from aucopt.exact.objective.accuracy import Accuracy
    from aucopt.exact.objective.concordance import Concordance, StratifiedAUC
    from aucopt.exact.objective.operating_points import Sensitivity, Specificity
    from aucopt.exact.objective.partial_auc import PartialAUC
    from aucopt.exact.objective.roc import AUC
    from aucopt.exact.objective.stratified import StratifiedPartialAUC

    if name != "concordance" and given.pop("strata", None) is not None:
        strata_weight = given.pop("strata_weight", "pairs")
        if name == "auc" or PartialAUC(**given).by_pairs:
            return StratifiedAUC(strata_weight)
        return StratifiedPartialAUC(**given, strata_weight=strata_weight)
    makers: dict[str, Callable[..., Objective]] = {
        "auc": AUC,
        "partial-auc": PartialAUC,
        "sensitivity": lambda at: Sensitivity(specificity=at),
        "specificity": lambda at: Specificity(sensitivity=at),
        "accuracy": lambda cost="1:1": Accuracy(_read_cost(cost)),
        "concordance": lambda **columns: Concordance(),
    }
    return makers[name](**given)


def _read_cost(text: str) -> Any:
    """The costs of both classes, by whether a row is positive."""
    if text == "balanced":
        return text
    try:
        miss, alarm = (float(part) for part in text.split(":"))
    except ValueError:
        raise ValueError(
            f"--cost {text}: write what a missed positive and a false alarm cost, such as 5:1, or balanced."
        ) from None
    return None if miss == alarm == 1 else {False: alarm, True: miss}


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"

"""What the app can maximise: a name for the list, and the number that belongs to it."""

from collections.abc import Callable
from typing import NamedTuple

from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.concordance import Concordance
from aucopt.exact.objective.operating_points import Sensitivity
from aucopt.exact.objective.partial_auc import PartialAUC
from aucopt.exact.objective.roc import AUC


class ObjectiveChoice(NamedTuple):
    """An objective to choose.

    Attributes
    ----------
    title : str
        What it is called in the list.
    make : callable
        The objective for a limit.
    words : str
        The same as options of the command, with {} for the limit; empty for the default.
    limit : str
        What the limit is; empty if there is none.
    default : float
        The limit at first.
    """

    title: str
    make: Callable[[float], Objective]
    words: str = ""
    limit: str = ""
    default: float = 0.0


# Each entry is all that the app knows of an objective: the next one is another line here.
CHOICES = {
    "auc": ObjectiveChoice("AUC", lambda limit: AUC()),
    "partial-auc": ObjectiveChoice(
        "partial AUC",
        lambda limit: PartialAUC(max_fpr=limit),
        "--objective partial-auc --max-fpr {}",
        "up to a false positive rate of",
        0.1,
    ),
    "sensitivity": ObjectiveChoice(
        "sensitivity at a specificity",
        lambda limit: Sensitivity(specificity=limit),
        "--objective sensitivity --at {}",
        "at a specificity of at least",
        0.95,
    ),
    "accuracy": ObjectiveChoice(
        "accuracy (finds the cut-off, too)",
        lambda limit: Accuracy(None if limit == 1 else {False: 1, True: limit}),
        "--objective accuracy --cost {}:1",
        "number of false alarms that are as bad as one missed positive",
        1.0,
    ),
    "concordance": ObjectiveChoice("concordance", lambda limit: Concordance(), "--objective concordance"),
}


def offered(kind: str, *, is_panel: bool = False) -> dict[str, str]:
    """The objectives for an outcome, by name and title.

    Examples
    --------
    >>> from aucopt.app.objectives import offered
    >>> offered("censored")
    {'concordance': 'concordance'}
    """
    if kind != "classes":
        names = ["concordance"]
    else:
        names = [name for name in CHOICES if name != "concordance" and not (is_panel and name == "accuracy")]
    return {name: CHOICES[name].title for name in names}


def read_choice(name: str, limit: float | None) -> Objective:
    """The objective that was chosen.

    Raises
    ------
    ValueError
        If the limit is missing or out of range.

    Examples
    --------
    >>> from aucopt.app.objectives import read_choice
    >>> read_choice("sensitivity", 0.9)
    Sensitivity(specificity=0.9)
    """
    choice = CHOICES[name]
    if choice.limit and limit is None:
        raise ValueError(f"Enter a number: {choice.title} {choice.limit} ...")
    return choice.make(0.0 if limit is None else limit)

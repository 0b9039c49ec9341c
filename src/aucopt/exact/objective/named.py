"""Objectives by their names, and the check of what a user gives as one."""

from typing import Any

from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.concordance import Concordance
from aucopt.exact.objective.operating_points import Sensitivity, Specificity
from aucopt.exact.objective.partial_auc import PartialAUC
from aucopt.exact.objective.roc import AUC

_NAMED: dict[str, Objective] = {"auc": AUC(), "accuracy": Accuracy(), "concordance": Concordance()}
_KINDS = (AUC, PartialAUC, Sensitivity, Specificity, Accuracy)


def read_objective(objective: Any) -> Objective:
    """The objective that a name or an object stands for.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> from aucopt.exact.objective.named import read_objective
    >>> read_objective("auc")
    AUC()
    """
    if isinstance(objective, str) and objective in _NAMED:
        return _NAMED[objective]
    if isinstance(objective, _KINDS):
        return objective
    raise ValueError(
        'objective must be "auc", "concordance", "accuracy", aucopt.PartialAUC(max_fpr=...) or '
        "PartialAUC(min_tpr=...), aucopt.Sensitivity(specificity=...), aucopt.Specificity(sensitivity=...), "
        f"aucopt.Concordance() or aucopt.Accuracy(class_weight=...), not {objective!r}."
    )

"""Objectives of the curve that tests ask for, and what the package calls them."""

from naive_objectives import Asked

import aucopt
from aucopt.exact.objective.base import Objective

ASKED = [
    *(Asked("max_fpr", limit) for limit in ("0.1", "0.3333", "0.5", "0.9")),
    *(Asked("min_tpr", limit) for limit in ("0.1", "0.5", "0.75", "0.95")),
    *(Asked("specificity", limit) for limit in ("0", "0.5", "0.6667", "0.95", "1")),
    *(Asked("sensitivity", limit) for limit in ("0", "0.3", "0.75", "1")),
]


def objective_of(asked: Asked) -> Objective:
    limit = float(asked.limit)
    if asked.kind == "max_fpr":
        return aucopt.PartialAUC(max_fpr=limit)
    if asked.kind == "min_tpr":
        return aucopt.PartialAUC(min_tpr=limit)
    return aucopt.Sensitivity(limit) if asked.kind == "specificity" else aucopt.Specificity(limit)

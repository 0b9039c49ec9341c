"""The cut-off of a score on the rows it was fitted to, and the rates that it has there."""

import numpy as np

from aucopt.analysis.answer import ChosenCut
from aucopt.analysis.rows import Rows
from aucopt.estimators.cuts import cut_for
from aucopt.exact.objective.base import Objective


def place_cut(rows: Rows, objective: Objective, scores: np.ndarray, cut: float | None = None) -> ChosenCut:
    """Cut scores as the objective places it, or where the search found it.

    Examples
    --------
    >>> import aucopt
    >>> import numpy as np
    >>> from aucopt.analysis import Rows
    >>> from aucopt.analysis.cut import place_cut
    >>> rows = Rows(np.arange(4.0)[:, None], ("a",), np.array([0, 1, 0, 1]) == 1, None, "y", (0, 1))
    >>> place_cut(rows, aucopt.Sensitivity(specificity=1), np.arange(4.0))
    ChosenCut(value=2.5, sensitivity=0.5, specificity=1.0)
    """
    weights = np.ones(len(rows.positive)) if rows.weights is None else rows.weights.astype(np.float64)
    used = weights > 0
    given = None if rows.weights is None else rows.weights[used]
    if cut is None:
        cut = cut_for(objective, rows.positive[used], scores[used], given)
    above = scores > cut
    return ChosenCut(
        cut,
        float(np.average(above[rows.positive], weights=weights[rows.positive])),
        float(np.average(~above[~rows.positive], weights=weights[~rows.positive])),
    )

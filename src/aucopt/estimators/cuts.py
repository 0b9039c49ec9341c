"""Where a score is cut that was fitted for an objective: at the objective's own cut-off, or by its rates."""

import numpy as np
import numpy.typing as npt

from aucopt.estimators.scoring import Floats, best_cut
from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.columns import exact_weights, fit_weights


def cut_for(
    objective: Objective,
    positive: npt.NDArray[np.bool_],
    scores: Floats,
    weights: npt.NDArray[np.generic] | None = None,
) -> float:
    """Place the cut that belongs to an objective, for the rule score > cut.

    A sensitivity or a specificity has a cut-off of its own. Any other objective takes the best Youden index
    of those points of the curve that it is about.

    Parameters
    ----------
    objective : Objective
        What the score was fitted for, or is to be judged by.
    positive : (n,) array of bool
        Which rows are positive.
    scores : (n,) array
        Their scores.
    weights : (n,) array, optional
        Their weights, above zero.

    Examples
    --------
    >>> import aucopt
    >>> import numpy as np
    >>> from aucopt.estimators.cuts import cut_for
    >>> positive, scores = np.array([0, 0, 0, 1, 1]) == 1, np.array([1.0, 2.0, 4.0, 3.0, 5.0])
    >>> cut_for(aucopt.Sensitivity(specificity=1.0), positive, scores)
    4.5
    >>> cut_for(aucopt.Specificity(sensitivity=1.0), positive, scores)
    2.5
    """
    if not objective.has_cut_off:
        rows = np.ones(len(positive)) if weights is None else weights.astype(np.float64)
        # By the largest of each class first: a sum of huge weights would overflow.
        for members in (positive, ~positive):
            rows[members] /= rows[members].max()
        return best_cut(positive, scores, rows, allows=objective.allows)
    whole = exact_weights(positive, weights)
    cut = objective.cut_off(scores, fit_weights(whole, whole.ravel())[0])
    if cut is not None:
        return cut.value
    # Where no row can be told apart the limit is kept by all rows on one side.
    accepts_all = objective.exchanged is not None
    return float(np.nextafter(scores.min(), -np.inf) if accepts_all else scores.max())

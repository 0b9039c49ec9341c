"""Where a score is cut that was fitted for an objective: at the objective's own cut-off, or by its rates."""

import numpy as np
import numpy.typing as npt

from aucopt.estimators.parameters import check_number
from aucopt.estimators.scoring import CUTS, Floats, Training, best_cut
from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.columns import exact_weights, fit_weights


def check_threshold(threshold: str | float) -> None:
    """Refuse what is neither a number nor the name of a cut.

    Examples
    --------
    >>> from aucopt.estimators.cuts import check_threshold
    >>> check_threshold("f2")
    Traceback (most recent call last):
    ValueError: threshold must be 'auto', 'balanced_accuracy', 'accuracy', 'f1' or a number, not 'f2'.
    """
    if not isinstance(threshold, str):
        check_number("threshold", threshold)
    elif threshold not in ("auto", *CUTS):
        names = ", ".join(map(repr, ("auto", *CUTS)))
        raise ValueError(f"threshold must be {names} or a number, not {threshold!r}.")


def place_threshold(
    threshold: str | float,
    objective: Objective,
    training: Training,
    scores: Floats,
    intercept: float | None = None,
) -> float:
    """Place the cut that a `threshold` names: "auto" is that of the objective, or of an intercept it found.

    Examples
    --------
    >>> import aucopt
    >>> import numpy as np
    >>> from aucopt.estimators.cuts import place_threshold
    >>> from aucopt.estimators.scoring import Training
    >>> training = Training(np.zeros((2, 1)), np.array([False, True]), np.ones(2), None)
    >>> place_threshold("auto", aucopt.Accuracy(), training, np.array([1.0, 3.0]), intercept=-2.5)
    2.5
    """
    if not isinstance(threshold, str):
        return float(threshold)
    if threshold == "auto":
        if intercept is not None:
            return -intercept
        return cut_for(objective, training.positive, scores, training.given)
    return best_cut(training.positive, scores, training.weights, threshold, training.share)


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

"""Parts of the area under the ROC curve and points on it, for fixed scores, with the ties of the solvers.

Let A be the weight of the negatives above a positive, and W that of all negatives. Up to a false positive
rate a the area is the mean of max(0, aW - A) over the positives, divided by aW; a tie counts as half above.
The sensitivity at specificity 1 - a is the share of the positives with A <= aW; a tie counts as above, since
no cut-off separates equal scores.
"""

from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.metrics.auc import INT64_TOTAL, check_rows
from aucopt.metrics.part import Part, read_part
from aucopt.outcomes import STRATA_WEIGHTS, read_strata


def partial_auc(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    standardized: bool = False,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
    strata: npt.ArrayLike | None = None,
    strata_weight: str = "pairs",
) -> float:
    """Area under a part of the ROC curve, divided by the largest possible area of this part.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_score : array-like of shape (n,)
        Finite scores, higher for rows more likely to be positive.
    max_fpr : float, optional
        The area under the curve up to this false positive rate, which is above 0 and at most 1.
    min_tpr : float, optional
        The area to the right of the curve above this true positive rate, which is at least 0 and below 1.
        Give either this or `max_fpr`.
    standardized : bool, default=False
        Whether to return McClish's standardised value, which is 0.5 for an uninformative score and 1 for a
        perfect one, as scikit-learn's ``roc_auc_score(max_fpr=)`` does.
    sample_weight : array-like of shape (n,), optional
        Nonnegative weights of the rows. Rates are shares of the total weight of a class.
    pos_label : label, optional
        The label of the positive class. The default is the larger label.
    strata : array-like of shape (n,), optional
        Each stratum has its own ROC curve, to which the limit applies; the value is the weighted mean over
        strata. Strata without a positive or a negative row are left out.
    strata_weight : {"pairs", "cases"}
        Whether strata are weighted by their number of pairs of a positive and a negative row, or by their
        number of positive rows.

    Returns
    -------
    float

    Notes
    -----
    The area equals that of scikit-learn unless the limit falls within a group of tied rows of both classes:
    scikit-learn then interpolates linearly within the group, which gives a larger area. Limits are read as
    exact decimals: 0.1 is one tenth.

    Examples
    --------
    >>> from aucopt import partial_auc
    >>> y, score = [0, 0, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.7, 0.5, 0.8]
    >>> partial_auc(y, score, max_fpr=0.5)
    0.75
    >>> partial_auc(y, score, max_fpr=0.5, standardized=True)
    0.8333333333333334
    """
    part = read_part(max_fpr=max_fpr, min_tpr=min_tpr)
    positive, scores, weights = check_rows(y_true, y_score, sample_weight, pos_label)
    if strata is None and strata_weight == "pairs":
        share = value_of(part, positive, scores, weights)
    else:
        share = _mean_of_strata(part, positive, scores, weights, strata, strata_weight)
    if standardized:
        half = part.room / 2
        share = (1 + (share - half) / (1 - half)) / 2
    return float(share)


def sensitivity_at(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    specificity: float,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
) -> float:
    """Highest sensitivity at a given specificity.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As in `partial_auc`.
    specificity : float
        The least share of negatives that must be at or below the cut-off, from 0 to 1.

    Returns
    -------
    float
        The share of positives above the best such cut-off. A row is predicted positive if its score is
        greater than the cut-off, so that equal scores are treated alike.

    Examples
    --------
    >>> from aucopt import sensitivity_at
    >>> sensitivity_at([0, 0, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.7, 0.5, 0.8], specificity=0.9)
    0.5
    """
    part = read_part(specificity=specificity)
    return float(value_of(part, *check_rows(y_true, y_score, sample_weight, pos_label)))


def specificity_at(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    sensitivity: float,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
) -> float:
    """Highest specificity at a given sensitivity.

    Parameters
    ----------
    y_true, y_score, sample_weight, pos_label
        As in `partial_auc`.
    sensitivity : float
        The least share of positives that must be above the cut-off, from 0 to 1.

    Returns
    -------
    float
        The share of negatives at or below the best such cut-off.

    Examples
    --------
    >>> from aucopt import specificity_at
    >>> specificity_at([0, 0, 0, 0, 1, 1], [0.1, 0.2, 0.3, 0.7, 0.5, 0.8], sensitivity=1.0)
    0.75
    """
    part = read_part(sensitivity=sensitivity)
    return float(value_of(part, *check_rows(y_true, y_score, sample_weight, pos_label)))


def _mean_of_strata(
    part: Part,
    positive: npt.NDArray[np.bool_],
    scores: npt.NDArray[Any],
    weights: npt.NDArray[Any] | None,
    strata: npt.ArrayLike | None,
    strata_weight: str,
) -> Fraction | float:
    """The mean of the values of strata that have a pair."""
    if strata_weight not in STRATA_WEIGHTS:
        raise ValueError(f'strata_weight must be "pairs" or "cases", not {strata_weight!r}.')
    if strata is None:
        raise ValueError(f"strata_weight={strata_weight!r} needs strata.")
    stratum = read_strata(strata, len(scores))
    if weights is None:
        weights = np.ones(len(scores), dtype=np.int64)
    exact = weights.dtype.kind != "f"
    order = np.argsort(stratum, kind="stable")
    value, whole = Fraction(0), Fraction(0)
    for rows in np.split(order, np.flatnonzero(np.diff(stratum[order])) + 1):
        mine, weight = positive[rows], weights[rows]
        sizes = [int(s) if exact else float(s) for s in (weight[mine].sum(), weight[~mine].sum())]
        if not all(sizes):
            continue
        counts = Fraction(sizes[0]) * (Fraction(sizes[1]) if strata_weight == "pairs" else 1)
        value += counts * Fraction(value_of(part, mine, scores[rows], weight))
        whole += counts
    if not whole:
        raise ValueError("No two rows can be compared within a stratum: no pair has an order that is known.")
    return value / whole


class Sides(NamedTuple):
    """The class that is summed over beside the other: weights, and for each row what of the other is above.

    `above` and `tied` are weights of the other class strictly above a row, and level with it.
    """

    weight: npt.NDArray[Any]
    above: npt.NDArray[Any]
    tied: npt.NDArray[Any]
    of_others: Any


def value_of(
    part: Part, positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any], weights: npt.NDArray[Any] | None
) -> Fraction | float:
    """The value of checked scores; exact for integer weights."""
    return share_of(part, see_sides(part, positive, scores, weights))


def see_sides(
    part: Part, positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any], weights: npt.NDArray[Any] | None
) -> Sides:
    """What of the other class is above each row of the class that a part sums over."""
    weights = np.ones(scores.size, dtype=np.int64) if weights is None else weights
    # Heights from the top down, or from the bottom up where the classes are exchanged.
    height = np.unique(scores, return_inverse=True)[1].reshape(-1)
    mine = positive != part.exchanged
    from_best = height if part.exchanged else height.max() - height
    if weights.dtype.kind == "i" and 2 * float(weights.sum(dtype=np.float64)) ** 2 >= INT64_TOTAL:
        weights = weights.astype(object)
    level = np.zeros(from_best.max() + 1, dtype=weights.dtype)
    np.add.at(level, from_best[~mine], weights[~mine])
    before = np.cumsum(level) - level
    at = from_best[mine]
    return Sides(weights[mine], before[at], level[at], level.sum())


def share_of(part: Part, sides: Sides) -> Fraction | float:
    """The value of a part of the curve: exact for integer weights."""
    weight, above, tied, of_others = sides
    exact = weight.dtype.kind != "f"
    limit = part.room * Fraction(int(of_others) if exact else float(of_others))
    if not part.is_area:
        inside = above + tied <= (floor(limit) if exact else float(limit))
        within = weight[inside].sum()
        return Fraction(int(within), int(weight.sum())) if exact else float(within / weight.sum())
    # Twice what is above, so that half a tie is an integer.
    twice = 2 * above + tied
    inside = twice <= ceil(2 * limit) - 1 if exact else twice < float(2 * limit)
    within, taken = weight[inside].sum(), (weight[inside] * twice[inside]).sum()
    if exact:
        return (2 * limit * int(within) - int(taken)) / (2 * limit * int(weight.sum()))
    return float((within - taken / float(2 * limit)) / weight.sum())

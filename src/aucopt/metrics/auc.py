"""AUC, pair counts and the ROC curve: the conventions of scikit-learn, at the cost of a sort.

AUC = (R + T/2) / N: of the N pairs of a positive and a negative, R are right (the positive scores higher) and
T tied. With weights a pair counts the product of its two. Counts are integers as long as the weights are.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.inputs import check_scores, check_weights, encode_labels
from aucopt.kernels.scores.auc import count_pairs, split_by_class, weigh_pairs

__all__ = ["PairCounts", "pair_counts", "roc_auc_score", "roc_curve"]

# Sums of weights in another order differ in the last bits; rates this close are equal.
SAME_RATE = 1e-12
INT64_TOTAL = 2.0**62  # pair weights below this leave int64 room to spare


class PairCounts(NamedTuple):
    """Number of pairs of a positive and a negative row: ranked correctly, tied, and in total.

    The numbers are integers unless the sample weights are floats.

    Examples
    --------
    >>> from aucopt import PairCounts
    >>> PairCounts(right=2, tied=1, total=4).auc
    0.625
    """

    right: int | float
    tied: int | float
    total: int | float

    @property
    def auc(self) -> float:
        """The AUC; ties count one half."""
        return (2 * self.right + self.tied) / (2 * self.total)


def pair_counts(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
) -> PairCounts:
    """Count the correctly ranked, tied and all pairs of a positive and a negative row.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_score : array-like of shape (n,)
        Finite scores, higher for rows more likely to be positive.
    sample_weight : array-like of shape (n,), optional
        Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two rows.
        Integer weights give exact integer counts of any size.
    pos_label : label, optional
        The label of the positive class. The default is the larger label.

    Returns
    -------
    counts : PairCounts
        The named tuple (right, tied, total), with the property `auc`.

    Examples
    --------
    >>> from aucopt import pair_counts
    >>> pair_counts([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    PairCounts(right=3, tied=1, total=4)
    >>> pair_counts([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8], sample_weight=[1, 2, 3, 4])
    PairCounts(right=15, tied=6, total=21)
    """
    positive, scores, weights = check_rows(y_true, y_score, sample_weight, pos_label)
    counts = _count(positive, scores, weights)
    if not 0 < counts.total < np.inf:
        raise ValueError("Products of two sample weights leave the range of float64; rescale the weights.")
    return counts


def roc_auc_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
) -> float:
    """Area under the ROC curve (AUC); ties count one half.

    It returns the same value as :func:`sklearn.metrics.roc_auc_score` for two classes, and is many times
    faster.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_score : array-like of shape (n,)
        Finite scores, higher for rows more likely to be positive.
    sample_weight : array-like of shape (n,), optional
        Nonnegative weights of the rows, with at least one positive weight in each class.
    pos_label : label, optional
        The label of the positive class. The default is the larger label.

    Returns
    -------
    auc : float
        The share of pairs that are ranked correctly, plus half the share of tied pairs.

    Examples
    --------
    >>> from aucopt import roc_auc_score
    >>> roc_auc_score(["well", "well", "ill", "ill"], [0.1, 0.4, 0.35, 0.8], pos_label="ill")
    0.75
    """
    positive, scores, weights = check_rows(y_true, y_score, sample_weight, pos_label)
    if weights is not None and weights.dtype.kind == "f":
        weights = _unit_weights(positive, weights)
    return _count(positive, scores, weights).auc


def roc_curve(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
    drop_intermediate: bool = True,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Receiver operating characteristic (ROC) curve, as returned by :func:`sklearn.metrics.roc_curve`.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_score : array-like of shape (n,)
        Finite scores, higher for rows more likely to be positive.
    sample_weight : array-like of shape (n,), optional
        Nonnegative weights of the rows, with at least one positive weight in each class. Rows of weight zero
        add no threshold.
    pos_label : label, optional
        The label of the positive class. The default is the larger label.
    drop_intermediate : bool, default=True
        Whether to leave out thresholds that would not show in a plot of the curve.

    Returns
    -------
    fpr, tpr : ndarray of shape (n_thresholds,)
        False and true positive rates of the rule "score >= threshold".
    thresholds : ndarray of shape (n_thresholds,)
        Scores in decreasing order. The first threshold is infinite: no row is predicted positive.

    Examples
    --------
    >>> from aucopt import roc_curve
    >>> fpr, tpr, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr
    array([0. , 0. , 0.5, 0.5, 1. ])
    >>> tpr
    array([0. , 0.5, 0.5, 1. , 1. ])
    >>> thresholds
    array([ inf, 0.8 , 0.4 , 0.35, 0.1 ])
    """
    positive, scores, weights = check_rows(y_true, y_score, sample_weight, pos_label)
    if weights is None:
        weights = np.ones(scores.size)
    else:
        weights = _unit_weights(positive, weights)
        kept = weights > 0
        scores, positive, weights = scores[kept], positive[kept], weights[kept]

    order = np.argsort(scores, kind="stable")[::-1]
    scores = scores[order]
    last_of_ties = np.append(scores[1:] != scores[:-1], True)
    thresholds = scores[last_of_ties].astype(np.float64)
    tps = np.cumsum(np.where(positive, weights, 0.0)[order])[last_of_ties]
    fps = np.cumsum(np.where(positive, 0.0, weights)[order])[last_of_ties]

    if drop_intermediate and thresholds.size > 2:
        corner = np.concatenate([[True], (np.diff(fps, 2) != 0) | (np.diff(tps, 2) != 0), [True]])
        fps, tps, thresholds = fps[corner], tps[corner], thresholds[corner]
    fpr = np.append(0.0, fps / fps[-1])
    tpr = np.append(0.0, tps / tps[-1])
    return fpr, tpr, np.append(np.inf, thresholds)


def check_rows(
    y_true: npt.ArrayLike, y_score: npt.ArrayLike, sample_weight: npt.ArrayLike | None, pos_label: object
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[Any], npt.NDArray[Any] | None]:
    """Checked positives, scores and weights, with some weight in each class."""
    positive, classes = encode_labels(y_true, pos_label)
    scores = check_scores(y_score, positive.size)
    weights = check_weights(sample_weight, positive.size)
    if weights is not None:
        of_positives, of_negatives = split_by_class(weights, positive)
        for label, of_class in zip(classes.tolist(), (of_negatives, of_positives), strict=True):
            if not of_class.any():
                raise ValueError(
                    f"All rows of class {label!r} have sample weight zero; AUC needs some in each class."
                )
    return positive, scores, weights


def _count(
    positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any], weights: npt.NDArray[Any] | None
) -> PairCounts:
    """Pair counts of checked input."""
    if weights is None:
        positives, negatives = split_by_class(scores, positive)
        positives.sort()
        negatives.sort()
        right, tied = count_pairs(positives, negatives)
        return PairCounts(right, tied, positives.size * negatives.size)
    if weights.dtype.kind == "i":
        of_positives, of_negatives = split_by_class(weights, positive)
        if of_positives.sum(dtype=np.float64) * of_negatives.sum(dtype=np.float64) >= INT64_TOTAL:
            return _count_in_python_integers(positive, scores, weights)
    right, tied, wrong = weigh_pairs(np.argsort(scores), scores, positive, weights)
    return PairCounts(right, tied, right + tied + wrong)


def _count_in_python_integers(
    positive: npt.NDArray[np.bool_], scores: npt.NDArray[Any], weights: npt.NDArray[np.int64]
) -> PairCounts:
    """Pair counts that int64 cannot hold."""
    at_score: dict[float, list[int]] = {}
    for score, is_positive, weight in zip(scores.tolist(), positive.tolist(), weights.tolist(), strict=True):
        at_score.setdefault(score, [0, 0])[is_positive] += weight
    right = tied = positive_weight = negative_weight = 0
    for score in sorted(at_score):
        negative_here, positive_here = at_score[score]
        right += positive_here * negative_weight
        tied += positive_here * negative_here
        positive_weight += positive_here
        negative_weight += negative_here
    return PairCounts(right, tied, positive_weight * negative_weight)


def _unit_weights(positive: npt.NDArray[np.bool_], weights: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Weights of each class scaled to a maximum of about one, so that no product overflows or vanishes.

    Rates and AUC do not change, and since the factors are powers of two neither do the digits.
    """
    of_positives, of_negatives = split_by_class(weights, positive)
    _, exponent = np.frexp([of_negatives.max(), of_positives.max()])
    return np.ldexp(weights.astype(np.float64), -exponent[positive.astype(np.intp)])

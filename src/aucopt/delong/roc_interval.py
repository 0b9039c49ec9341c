"""Confidence intervals of a partial AUC, a sensitivity at a specificity, a specificity at a sensitivity."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt
from scipy import stats

from aucopt.delong.interval import check_confidence, quantile
from aucopt.delong.parts import PlacementSpread, place_part, spread_of
from aucopt.metrics.auc import check_rows
from aucopt.metrics.part import Part, read_part
from aucopt.words.numbers import show_auc_interval


@dataclass(frozen=True)
class ROCInterval:
    """A partial AUC, a sensitivity or a specificity, and its confidence interval.

    Attributes
    ----------
    condition : str
        The part of the ROC curve, in words.
    value : float
        The value on these rows.
    low, high : float
        The limits of the interval, within [0, 1]; NaN if there is none, and `note` says why.
    standard_error : float
        NaN if it cannot be computed.
    confidence : float
        The confidence level: how often such an interval contains the value of the population.
    note : str
        A remark about this interval; usually empty.

    Examples
    --------
    >>> from aucopt import ROCInterval
    >>> print(ROCInterval("sensitivity at specificity 0.95", 0.6, 0.41, 0.77, 0.09, 0.95))
    sensitivity at specificity 0.95: 0.6000 [0.4100, 0.7700]
    """

    condition: str
    value: float
    low: float
    high: float
    standard_error: float
    confidence: float
    note: str = ""

    def __str__(self) -> str:
        shown = f"{self.condition}: {show_auc_interval(self.value, self.low, self.high)}"
        return f"{shown} ({self.note})" if self.note else shown


def roc_interval(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    specificity: float | None = None,
    sensitivity: float | None = None,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
    confidence: float = 0.95,
) -> ROCInterval:
    """Estimate a confidence interval for a part of the ROC curve of a score.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_score : array-like of shape (n,)
        Finite scores, higher for rows more likely to be positive. They must not have been fitted to these
        rows: use out-of-fold scores, or a second data set. For a score that was optimised on the same rows,
        the interval would be far too high.
    max_fpr, min_tpr, specificity, sensitivity : float
        Exactly one of them: the partial AUC up to a false positive rate or from a true positive rate, the
        sensitivity at a specificity, the specificity at a sensitivity (`partial_auc`, `sensitivity_at`,
        `specificity_at`).
    sample_weight : array-like of shape (n,), optional
        Nonnegative sampling weights: how many members of the population a row represents.
    pos_label : label, optional
        The label of the positive class. The default is the larger label.
    confidence : float
        Confidence level of the interval.

    Returns
    -------
    ROCInterval

    Notes
    -----
    The cut-off is estimated from these rows, and the interval includes its uncertainty. For a partial AUC,
    the variance is DeLong's with truncated placements, and the interval is symmetric on the logit scale, with
    quantiles of Student's t if the part contains few rows. For a sensitivity or a specificity, the variance
    due to the cut-off is that of a false positive rate times the squared slope of the empirical curve at this
    point (Linnet, 1987), and the interval is Wilson's, for the number of rows that gives this variance.
    ``benchmarks/intervals.py`` simulates how often such intervals contain the true value.

    Examples
    --------
    >>> import aucopt
    >>> y = [0] * 12 + [1] * 8
    >>> score = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 6, 9, 12, 13, 15, 16, 17, 18]
    >>> print(aucopt.roc_interval(y, score, specificity=0.9))
    sensitivity at specificity 0.9: 0.7500 [0.2615, 0.9621]
    """
    check_confidence(confidence)
    part = read_part(max_fpr=max_fpr, min_tpr=min_tpr, specificity=specificity, sensitivity=sensitivity)
    positive, scores, weights = check_rows(y_true, y_score, sample_weight, pos_label)
    values, components = place_part(part, positive, [scores], weights)
    return interval_of_part(part, float(values[0]), spread_of(components), confidence)


def interval_of_part(
    part: Part, value: float, spread: PlacementSpread | None, confidence: float
) -> ROCInterval:
    """The interval of a value, from what each class adds to its variance; None if a class has one row."""
    if spread is None:
        why = "no interval: a single row of a class has no variance"
        return ROCInterval(part.condition, value, np.nan, np.nan, np.nan, confidence, why)
    error = sqrt(spread.of_mine + spread.of_others)
    if not part.is_area:
        low, high = _wilson(value, spread, confidence)
        return ROCInterval(part.condition, value, low, high, error, confidence)
    if value in (0, 1) or error == 0:
        # No row of one class is beyond some row of the other: the rule of three, on the rows of the part.
        rows = min(spread.mine, spread.others) * float(part.room)
        bound = (1 - confidence) ** (1 / rows)
        if value == 1:
            why = "all pairs are ranked correctly: a one-sided interval"
            return ROCInterval(part.condition, value, bound, 1.0, error, confidence, why)
        why = (
            "no pair is ranked correctly there: a one-sided interval"
            if value == 0
            else "no interval: no row varies"
        )
        high = 1 - bound if value == 0 else np.nan
        return ROCInterval(part.condition, value, 0.0 if value == 0 else np.nan, high, error, confidence, why)
    step = _quantile(part, spread, confidence) * error / (value * (1 - value))
    logit = np.log(value / (1 - value))
    low, high = 1 / (1 + np.exp(-np.clip([logit - step, logit + step], -700, 700)))
    return ROCInterval(part.condition, value, float(low), float(high), error, confidence)


def _quantile(part: Part, spread: PlacementSpread, confidence: float) -> float:
    """That of Student's t where few rows of the other class are in the part (Welch and Satterthwaite)."""
    if part.room == 1:
        return quantile(confidence)
    free = spread.of_mine**2 / (spread.mine - 1) + spread.of_others**2 / (float(part.room) * spread.others)
    degrees = (spread.of_mine + spread.of_others) ** 2 / free
    return float(stats.t.ppf((1 + confidence) / 2, degrees))


def _wilson(value: float, spread: PlacementSpread, confidence: float) -> tuple[float, float]:
    """Wilson's interval of a share, for as many rows as give it the variance that the cut-off adds to."""
    z = quantile(confidence)
    # A share of none or all varies too.
    middle = (value * spread.mine + z * z / 2) / (spread.mine + z * z)
    rows = 1 / (1 / spread.mine + spread.of_others / (middle * (1 - middle)))
    centre = (value + z * z / (2 * rows)) / (1 + z * z / rows)
    half = z / (1 + z * z / rows) * sqrt(value * (1 - value) / rows + (z / (2 * rows)) ** 2)
    return max(centre - half, 0.0), min(centre + half, 1.0)

"""What one AUC lies between."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from aucopt.delong.components import Components, Floats, place_rows
from aucopt.inputs import check_scores, encode_labels
from aucopt.words.numbers import show_auc_interval


@dataclass(frozen=True)
class AUCInterval:
    """An AUC and its confidence interval.

    Attributes
    ----------
    auc : float
        The AUC of these rows; ties count one half.
    low, high : float
        The limits of the interval, within [0, 1]; NaN if there is none, and `note` says why.
    standard_error : float
        DeLong's standard error; NaN if it cannot be computed.
    confidence : float
        The confidence level: how often such an interval contains the AUC of the population.
    note : str
        A remark, for instance that the interval is one-sided; usually empty.

    Examples
    --------
    >>> from aucopt import AUCInterval
    >>> print(AUCInterval(auc=0.8, low=0.71, high=0.87, standard_error=0.04, confidence=0.95))
    0.8000 [0.7100, 0.8700]
    """

    auc: float
    low: float
    high: float
    standard_error: float
    confidence: float
    note: str = ""

    @property
    def value(self) -> float:
        """The AUC, under the same name as in intervals of other objectives."""
        return self.auc

    def __str__(self) -> str:
        shown = show_auc_interval(self.auc, self.low, self.high)
        return f"{shown} ({self.note})" if self.note else shown


def auc_interval(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
    confidence: float = 0.95,
) -> AUCInterval:
    """Estimate a confidence interval for the AUC of a score, with DeLong's standard error.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_score : array-like of shape (n,)
        Finite scores, higher for rows more likely to be positive. They must not have been fitted to these
        rows, because the interval does not account for it.
    sample_weight : array-like of shape (n,), optional
        Nonnegative sampling weights: how many members of the population a row represents.
    pos_label : label, optional
        The label of the positive class. The default is the larger label.
    confidence : float
        Confidence level of the interval.

    Returns
    -------
    AUCInterval

    Notes
    -----
    The interval is symmetric on the logit scale, where an AUC near 1 is closer to normal. It therefore never
    leaves [0, 1].

    If the AUC is 1 (or 0), the standard error is 0 and not informative. Pair the k rows of the smaller class
    with k rows of the other class: these are k independent pairs, each ranked correctly with probability AUC,
    and all of them were. So ``(1 - confidence) ** (1 / k)`` is an exact lower bound, that of Clopper and
    Pearson for k out of k; the rule of three, about 1 - 3/k at 95 %.

    If there is a single positive or negative row, the variance cannot be estimated and there is no interval.

    Examples
    --------
    >>> import aucopt
    >>> print(aucopt.auc_interval([0, 0, 0, 1, 1, 1], [0.1, 0.4, 0.35, 0.8, 0.3, 0.9]))
    0.7778 [0.1730, 0.9832]
    >>> print(aucopt.auc_interval([0, 0, 0, 1, 1, 1], [1, 2, 3, 4, 5, 6]))
    1.0000 [0.3684, 1.0000] (all pairs are ranked correctly: a one-sided interval)
    """
    check_confidence(confidence)
    positive, _ = encode_labels(y_true, pos_label)
    scores = check_scores(y_score, positive.size)
    components = place_rows(positive, [scores], sample_weight)
    return interval_of(components, components.covariance, confidence)


def interval_of(components: Components, covariance: Floats | None, confidence: float) -> AUCInterval:
    """The interval of the first score, from its covariance."""
    placed = components.positives[0]
    # Sums of float weights round, all or nothing does not.
    auc = float(placed[0]) if np.ptp(placed) == 0 else float(components.aucs[0])
    if covariance is None:
        lonely = "positive" if components.positive_weights.size == 1 else "negative"
        why = f"no interval: a single {lonely} row has no variance"
        return AUCInterval(auc, np.nan, np.nan, np.nan, confidence, why)
    error = float(np.sqrt(covariance[0, 0]))
    if auc in (0, 1):
        bound = (1 - confidence) ** (1 / components.smaller_class)
        if auc == 1:
            return AUCInterval(
                auc, bound, 1.0, error, confidence, "all pairs are ranked correctly: a one-sided interval"
            )
        return AUCInterval(
            auc, 0.0, 1 - bound, error, confidence, "all pairs are ranked wrongly: a one-sided interval"
        )
    if error == 0:
        return AUCInterval(auc, auc, auc, error, confidence, "all scores are equal")
    return AUCInterval(auc, *logit_interval(auc, error, confidence), error, confidence)


def logit_interval(value: float, error: float, confidence: float) -> tuple[float, float]:
    """An interval of a share strictly between 0 and 1 that is symmetric on the logit scale."""
    logit, step = np.log(value / (1 - value)), quantile(confidence) * error / (value * (1 - value))
    low, high = 1 / (1 + np.exp(-np.clip([logit - step, logit + step], -700, 700)))
    return float(low), float(high)


def check_confidence(confidence: float) -> None:
    """Refuse what is no share."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, not {confidence!r}.")


def quantile(confidence: float) -> float:
    """How many standard errors an interval reaches to each side."""
    return float(stats.norm.ppf((1 + confidence) / 2))

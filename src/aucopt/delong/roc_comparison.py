"""Whether a part of the ROC curve differs between several scores of the same rows."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy.typing as npt

from aucopt.delong.comparison import AUCDifference, comparison_of, read_scores, show_comparison
from aucopt.delong.components import Floats
from aucopt.delong.interval import check_confidence
from aucopt.delong.parts import place_part
from aucopt.inputs import encode_labels
from aucopt.metrics.auc import check_rows
from aucopt.metrics.part import Part, read_part


@dataclass(frozen=True, eq=False)
class ROCComparison:
    """Comparison of a part of the ROC curve of several scores of the same rows.

    Attributes
    ----------
    condition : str
        The part of the curve, in words.
    names : tuple of str
        The names of the scores.
    values : (k,) array
        Their partial AUCs, sensitivities or specificities.
    covariance : (k, k) array
        The covariance matrix of the values, which accounts for the estimated cut-offs; NaN if a class has
        only one row.
    statistic, df, p_value : float, int, float
        The chi-square test that all values are equal.
    differences : tuple of AUCDifference
        The difference of each pair of scores with a normal confidence interval. The p-values are not adjusted
        for multiple comparisons.
    confidence : float
        The confidence level of the intervals.
    note : str
        The reason if p-values are NaN.
    """

    condition: str
    names: tuple[str, ...]
    values: Floats
    covariance: Floats
    statistic: float
    df: int
    p_value: float
    differences: tuple[AUCDifference, ...]
    confidence: float
    note: str = ""

    def __str__(self) -> str:
        return f"{self.condition}\n{show_comparison(self, self.values)}"

    __repr__ = __str__


def compare_rocs(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike | Mapping[str, npt.ArrayLike],
    *,
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    specificity: float | None = None,
    sensitivity: float | None = None,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
    confidence: float = 0.95,
) -> ROCComparison:
    """Compare a part of the ROC curves of two or more scores of the same rows.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_scores : array-like or frame of shape (n, k), or mapping of names to arrays of shape (n,)
        Finite scores, k >= 2, which must not have been fitted to these rows: use out-of-fold scores, or a
        second data set.
    max_fpr, min_tpr, specificity, sensitivity, sample_weight, pos_label, confidence
        See `roc_interval`. Each score has its own cut-off, estimated from these rows.

    Returns
    -------
    ROCComparison

    Examples
    --------
    >>> import aucopt
    >>> y = [0] * 12 + [1] * 8
    >>> new = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 6, 9, 12, 13, 15, 16, 17, 18]
    >>> old = [3, 1, 2, 9, 5, 6, 8, 7, 4, 12, 11, 16, 6, 5, 10, 13, 15, 14, 17, 18]
    >>> print(aucopt.compare_rocs(y, {"new": new, "old": old}, specificity=0.9))
    sensitivity at specificity 0.9
    new  0.7500
    old  0.6250
    new - old: +0.1250 [-0.2267, +0.4767], p = 0.486
    all equal: chi-square 0.4853 on 1 df, p = 0.486
    """
    check_confidence(confidence)
    part = read_part(max_fpr=max_fpr, min_tpr=min_tpr, specificity=specificity, sensitivity=sensitivity)
    positive, _ = encode_labels(y_true, pos_label)
    names, columns = read_scores(y_scores, positive.size)
    positive, _, weights = check_rows(y_true, columns[0], sample_weight, pos_label)
    values, components = place_part(part, positive, columns, weights)
    return roc_comparison_of(part, names, values, components.covariance, confidence)


def roc_comparison_of(
    part: Part, names: tuple[str, ...], values: Floats, covariance: Floats | None, confidence: float
) -> ROCComparison:
    """Every two scores, and all of them at once."""
    found = comparison_of(names, values, covariance, confidence)
    return ROCComparison(
        part.condition,
        found.names,
        found.aucs,
        found.covariance,
        found.statistic,
        found.df,
        found.p_value,
        found.differences,
        confidence,
        found.note,
    )

"""Whether the AUCs of several scores of the same rows differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

from aucopt.delong.components import Floats, place_rows
from aucopt.delong.interval import check_confidence, quantile
from aucopt.inputs import check_scores, encode_labels
from aucopt.words.numbers import show_auc, show_difference_interval

# Differences whose variance is below this share of the largest are told apart by rounding alone.
_NO_VARIANCE = 1e-12


class AUCDifference(NamedTuple):
    """The value of `first` minus that of `second`, its interval, and the p-value of no difference."""

    first: str
    second: str
    difference: float
    low: float
    high: float
    p_value: float


@dataclass(frozen=True, eq=False)
class AUCComparison:
    """Comparison of the AUCs of several scores of the same rows.

    Attributes
    ----------
    names : tuple of str
        The names of the scores.
    aucs : (k,) array
        Their AUCs.
    covariance : (k, k) array
        DeLong's covariance matrix of the AUCs; NaN if a class has only one row.
    statistic, df, p_value : float, int, float
        The chi-square test that all AUCs are equal; 0, 0 and 1 if all scores rank the pairs in the same way.
    differences : tuple of AUCDifference
        The difference of each pair of scores with a normal confidence interval. The p-values are not adjusted
        for multiple comparisons.
    confidence : float
        The confidence level of the intervals.
    note : str
        The reason if p-values are NaN.
    """

    names: tuple[str, ...]
    aucs: Floats
    covariance: Floats
    statistic: float
    df: int
    p_value: float
    differences: tuple[AUCDifference, ...]
    confidence: float
    note: str = ""

    @property
    def values(self) -> Floats:
        """The AUCs, under the same name as in comparisons of other objectives."""
        return self.aucs

    def __str__(self) -> str:
        return show_comparison(self, self.aucs)

    __repr__ = __str__


def show_comparison(comparison: Any, values: Floats) -> str:
    """Values, differences and the test of all as lines of text."""
    names = comparison.names
    width = max(map(len, names))
    lines = [f"{name:<{width}}  {show_auc(value)}" for name, value in zip(names, values, strict=True)]
    for d in comparison.differences:
        apart = show_difference_interval(d.difference, d.low, d.high)
        lines.append(f"{d.first} - {d.second}: {apart}, p = {d.p_value:.3g}")
    test = f"chi-square {comparison.statistic:.4g} on {comparison.df} df, p = {comparison.p_value:.3g}"
    return "\n".join([*lines, f"all equal: {test}", *[comparison.note] * bool(comparison.note)])


def compare_aucs(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike | Mapping[str, npt.ArrayLike],
    *,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: object = None,
    confidence: float = 0.95,
) -> AUCComparison:
    """Compare the AUCs of two or more scores of the same rows.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes, of any type.
    y_scores : array-like or frame of shape (n, k), or mapping of names to arrays of shape (n,)
        Finite scores, k >= 2, which must not have been fitted to these rows.
    sample_weight, pos_label, confidence
        As in `auc_interval`.

    Returns
    -------
    AUCComparison

    Examples
    --------
    >>> import aucopt
    >>> scores = {"new": [1, 4, 3, 8, 3, 9, 2, 7], "old": [2, 7, 3, 4, 6, 7, 1, 5]}
    >>> print(aucopt.compare_aucs([0, 0, 0, 1, 1, 1, 0, 1], scores))
    new  0.9062
    old  0.7812
    new - old: +0.1250 [-0.2492, +0.4992], p = 0.513
    all equal: chi-square 0.4286 on 1 df, p = 0.513
    """
    check_confidence(confidence)
    positive, _ = encode_labels(y_true, pos_label)
    names, columns = read_scores(y_scores, positive.size)
    components = place_rows(positive, columns, sample_weight)
    return comparison_of(names, components.aucs, components.covariance, confidence)


def comparison_of(
    names: tuple[str, ...], aucs: Floats, covariance: Floats | None, confidence: float
) -> AUCComparison:
    """Every two scores, and all of them at once."""
    k = len(names)
    if covariance is None:
        why = "no p-values: a single row of a class has no variance"
        covariance = np.full((k, k), np.nan)
        statistic, df, p_value = np.nan, 0, np.nan
    else:
        statistic, df, p_value = _test_equal(aucs, covariance)
        why = "no p-value where a difference has no variance" if np.isnan(p_value) else ""
    differences = []
    for i in range(k):
        for j in range(i + 1, k):
            apart = float(aucs[i] - aucs[j])
            variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
            low, high, p = _test_difference(apart, float(variance), float(np.max(covariance)), confidence)
            differences.append(AUCDifference(names[i], names[j], apart, low, high, p))
    return AUCComparison(names, aucs, covariance, statistic, df, p_value, tuple(differences), confidence, why)


def _test_equal(aucs: Floats, covariance: Floats) -> tuple[float, int, float]:
    """The chi-square test of equal AUCs, on as many degrees of freedom as differences vary."""
    contrast = np.eye(len(aucs))[:-1] - np.eye(len(aucs))[1:]
    apart = contrast @ aucs
    values, vectors = np.linalg.eigh(contrast @ covariance @ contrast.T)
    varies = values > _NO_VARIANCE * max(values[-1], np.max(covariance))
    along = vectors.T @ apart
    if np.abs(along[~varies]).max(initial=0) > _NO_VARIANCE:
        return np.nan, int(varies.sum()), np.nan
    statistic, df = float(np.sum(along[varies] ** 2 / values[varies])), int(varies.sum())
    return statistic, df, float(stats.chi2.sf(statistic, df)) if df else 1.0


def _test_difference(
    apart: float, variance: float, scale: float, confidence: float
) -> tuple[float, float, float]:
    """The interval of a difference, and the p-value of none."""
    if np.isnan(variance):
        return np.nan, np.nan, np.nan
    if variance <= _NO_VARIANCE * scale:
        return (0.0, 0.0, 1.0) if abs(apart) <= _NO_VARIANCE else (np.nan, np.nan, np.nan)
    error = np.sqrt(variance)
    step = quantile(confidence) * error
    return float(apart - step), float(apart + step), float(2 * stats.norm.sf(abs(apart) / error))


def read_scores(
    y_scores: npt.ArrayLike | Mapping[str, npt.ArrayLike], n: int
) -> tuple[tuple[str, ...], list[npt.NDArray[Any]]]:
    """Names and checked scores of a table or a mapping."""
    if not isinstance(y_scores, Mapping):
        names = getattr(y_scores, "columns", None)
        table = np.asarray(y_scores)
        if table.ndim != 2:
            raise ValueError(f"y_scores must have a column for each score, not the shape {table.shape}.")
        names = (
            tuple(f"score {j}" for j in range(table.shape[1])) if names is None else tuple(map(str, names))
        )
        columns = list(table.T)
    else:
        names, columns = tuple(map(str, y_scores)), list(y_scores.values())
    if len(names) < 2:
        raise ValueError(f"Two scores or more are needed for a comparison, not {len(names)}.")
    if len(set(names)) < len(names):
        raise ValueError(f"Every score needs a name of its own; they are called {', '.join(names)}.")
    return names, [check_scores(scores, n) for scores in columns]

"""Several methods over many data sets: ranks, as Demsar (2006) recommends."""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from aucopt.stats.splits import ALPHA, check_sample

EXACT_SETS = 50  # up to here the signs of the ranks are counted out, and float64 holds the counts exactly


@dataclass(frozen=True)
class FriedmanTest:
    """Test of whether the average ranks of several methods over data sets differ.

    Attributes
    ----------
    ranks : tuple of float
        Average rank of each method; 1 is the best, and tied methods share the mean of their ranks.
    n_sets : int
        Number of data sets.
    chi_square, pvalue : float
        Friedman's statistic, corrected for ties, and its p-value.
    f_statistic, f_pvalue : float
        The less conservative form of the test by Iman and Davenport.
    """

    ranks: tuple[float, ...]
    n_sets: int
    chi_square: float
    pvalue: float
    f_statistic: float
    f_pvalue: float


@dataclass(frozen=True)
class SignedRankTest:
    """Wilcoxon's signed-rank test of two methods over data sets.

    Attributes
    ----------
    wins, losses : float
        Sums of the ranks of the data sets on which the first method is better, and worse; ties count half for
        each.
    pvalue : float
        Two-sided p-value.
    """

    wins: float
    losses: float
    pvalue: float


def friedman_test(scores: npt.ArrayLike) -> FriedmanTest:
    """Rank the methods on each data set and test whether their average ranks differ.

    Parameters
    ----------
    scores : array-like of shape (n_sets, n_methods)
        Scores, higher is better; at least two data sets and two methods.

    Returns
    -------
    test : FriedmanTest
        Average ranks and both forms of the test.

    Examples
    --------
    >>> from aucopt.stats import friedman_test
    >>> test = friedman_test([[0.9, 0.8, 0.7], [0.8, 0.8, 0.6], [0.7, 0.6, 0.5]])
    >>> [round(rank, 2) for rank in test.ranks]
    [1.17, 1.83, 3.0]
    >>> round(test.pvalue, 3)
    0.06
    """
    from scipy import stats

    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or min(table.shape) < 2:
        raise ValueError(
            f"Ranks need two data sets and two methods or more, a row a set; got shape {table.shape}."
        )
    if not np.isfinite(table).all():
        raise ValueError("A score is missing or not finite; leave out data sets that lack a method.")
    n, k = table.shape
    ranks = stats.rankdata(-table, axis=1)
    mean = ranks.mean(axis=0)
    # Within-set variance of the ranks: k (k + 1) / 12 without ties, less with them.
    spread = ranks.var(axis=1, ddof=1).mean()
    chi_square = float(n * ((mean - (k + 1) / 2) ** 2).sum() / spread) if spread else 0.0
    room = n * (k - 1) - chi_square
    # All sets agree: rounding leaves the room at zero or a hair beside it.
    f = inf if room <= 1e-9 * n * k else (n - 1) * chi_square / room
    return FriedmanTest(
        ranks=tuple(mean.tolist()),
        n_sets=n,
        chi_square=chi_square,
        pvalue=float(stats.chi2.sf(chi_square, k - 1)),
        f_statistic=f,
        f_pvalue=float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
    )


def nemenyi_critical_difference(n_methods: int, n_sets: int, alpha: float = ALPHA) -> float:
    """Return the smallest significant difference of average ranks, for comparisons of all pairs.

    Parameters
    ----------
    n_methods, n_sets : int
        Number of methods and of data sets.
    alpha : float, default=0.05
        Probability of declaring any pair of equal methods different.

    Returns
    -------
    float
        q sqrt(k (k + 1) / (6 N)), where q is the studentised range divided by sqrt(2).

    Examples
    --------
    >>> from aucopt.stats import nemenyi_critical_difference
    >>> round(nemenyi_critical_difference(4, 14), 2)
    1.25
    """
    from scipy import stats

    if n_methods < 2 or n_sets < 1:
        raise ValueError(f"Needs two methods and a data set or more; got {n_methods} and {n_sets}.")
    q = stats.studentized_range.ppf(1 - alpha, n_methods, inf) / sqrt(2)
    return float(q * sqrt(n_methods * (n_methods + 1) / (6 * n_sets)))


def nemenyi_groups(ranks: npt.ArrayLike, critical_difference: float) -> list[tuple[int, ...]]:
    """Return the largest groups of methods without significant differences, each from best to worst.

    Parameters
    ----------
    ranks : array-like of shape (n_methods,)
        Average ranks.
    critical_difference : float
        The smallest significant difference of average ranks.

    Returns
    -------
    groups : list of tuple of int
        Indices into `ranks`; groups of one are left out.

    Examples
    --------
    >>> from aucopt.stats import nemenyi_groups
    >>> nemenyi_groups([3.0, 1.0, 1.5, 2.4], critical_difference=1.0)
    [(1, 2), (2, 3), (3, 0)]
    """
    values = np.asarray(ranks, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    groups, last = [], 0
    for start in range(len(order)):
        end = int(np.searchsorted(values[order] - values[order[start]], critical_difference))
        if end - start > 1 and end > last:
            groups.append(tuple(order[start:end].tolist()))
        last = max(last, end)
    return groups


def wilcoxon_test(first: npt.ArrayLike, second: npt.ArrayLike) -> SignedRankTest:
    """Compare two methods over data sets by Wilcoxon's signed-rank test.

    Parameters
    ----------
    first, second : array-like of shape (n_sets,)
        Mean scores on the same data sets.

    Returns
    -------
    test : SignedRankTest
        The test. It is exact for up to 50 data sets, also with ties; for more, it uses the normal
        approximation.

    Examples
    --------
    >>> from aucopt.stats import wilcoxon_test
    >>> wilcoxon_test([0.9, 0.8, 0.7, 0.9, 0.6], [0.8, 0.6, 0.4, 0.5, 0.1])
    SignedRankTest(wins=15.0, losses=0.0, pvalue=0.0625)
    """
    from scipy import stats

    a, b = check_sample(first), check_sample(second)
    if len(a) != len(b):
        raise ValueError(f"Both methods need scores on the same data sets; got {len(a)} and {len(b)}.")
    difference = a - b
    size = np.abs(difference)
    ranks = stats.rankdata(size)
    ties = ranks[difference == 0].sum() / 2
    wins, losses = ranks[difference > 0].sum() + ties, ranks[difference < 0].sum() + ties
    if len(a) <= EXACT_SETS:
        pvalue = _signed_rank_pvalue(ranks[difference != 0], min(wins, losses) - ties)
    else:
        pvalue = stats.wilcoxon(difference, zero_method="zsplit", method="approx").pvalue if size.any() else 1
    return SignedRankTest(float(wins), float(losses), float(pvalue))


def holm_adjusted(pvalues: npt.ArrayLike) -> tuple[float, ...]:
    """Adjust p-values of several comparisons by Holm's method (1979).

    Parameters
    ----------
    pvalues : array-like of shape (n,)
        P-values of comparisons that are considered together.

    Returns
    -------
    tuple of float
        The adjusted p-values, in the same order. If comparisons with a value of at most 0.05 are called
        significant, the probability of any false positive among them is at most 5 %.

    Examples
    --------
    >>> from aucopt.stats import holm_adjusted
    >>> holm_adjusted([0.04, 0.01, 0.03])
    (0.06, 0.03, 0.06)
    """
    values = np.asarray(pvalues, dtype=np.float64)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise ValueError("p-values are a list of numbers between 0 and 1.")
    order = np.argsort(values, kind="stable")
    stepped = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(stepped, 1.0)
    return tuple(adjusted.tolist())


def _signed_rank_pvalue(ranks: npt.NDArray[np.float64], smaller: float) -> float:
    """Two-sided chance that random signs give one side a rank sum as small; ranks may be tied."""
    # Twice the ranks are whole; ways[w] counts the signs by which the ranks of one side sum to w / 2.
    doubled = np.rint(2 * ranks).astype(np.int64)
    ways = np.zeros(doubled.sum() + 1)
    ways[0] = 1
    for rank in doubled:
        ways[rank:] += ways[:-rank].copy()
    return min(1.0, 2 * float(ways[: round(2 * smaller) + 1].sum()) / 2.0 ** len(doubled))

"""Tests over data sets: against scipy, against Demsar's published example, and at their ends."""

from itertools import product
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from aucopt.stats import (
    friedman_test,
    holm_adjusted,
    nemenyi_critical_difference,
    nemenyi_groups,
    wilcoxon_test,
)

# Demsar (2006), Table 6: AUC of C4.5, C4.5+m, C4.5+cf, C4.5+m+cf. On "voting", the last but one, the third is
# ranked before the fourth although both print as .975: a digit more here gives the ranks he prints.
DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
)


def test_friedman_is_scipys():
    scores = np.random.default_rng(1).normal(size=(12, 5)).round(1)
    ours, theirs = friedman_test(scores), stats.friedmanchisquare(*scores.T)
    assert ours.chi_square == pytest.approx(theirs.statistic)
    assert ours.pvalue == pytest.approx(theirs.pvalue)
    assert sum(ours.ranks) == pytest.approx(15)


def test_friedman_is_demsars():
    test = friedman_test(DEMSAR)
    assert test.ranks == pytest.approx((3.143, 2.000, 2.893, 1.964), abs=5e-4)
    # He does not correct for ties: three pairs and one set of four of the 14 sets.
    factor = 1 - (3 * (2**3 - 2) + (4**3 - 4)) / (14 * (4**3 - 4))
    plain = test.chi_square * factor
    assert plain == pytest.approx(9.28, abs=0.005)
    assert 13 * plain / (14 * 3 - plain) == pytest.approx(3.69, abs=0.005)
    assert test.f_statistic == pytest.approx(13 * test.chi_square / (14 * 3 - test.chi_square))
    assert test.f_pvalue == pytest.approx(stats.f.sf(test.f_statistic, 3, 39))


def test_friedman_at_its_ends():
    agree = friedman_test([[3, 2, 1]] * 7)
    assert agree.ranks == (1.0, 2.0, 3.0)
    assert (agree.f_statistic, agree.f_pvalue) == (inf, 0.0)
    tied = friedman_test(np.ones((5, 3)))
    assert tied.ranks == (2.0, 2.0, 2.0)
    assert (tied.chi_square, tied.pvalue, tied.f_pvalue) == (0.0, 1.0, 1.0)


# Demsar (2006), Table 5: critical values of the two-tailed Nemenyi test.
@pytest.mark.parametrize(
    ("alpha", "q"),
    [
        (0.05, [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]),
        (0.10, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]),
    ],
)
def test_nemenyi_is_demsars(alpha, q):
    ours = [nemenyi_critical_difference(k, 1, alpha) / sqrt(k * (k + 1) / 6) for k in range(2, 11)]
    assert ours == pytest.approx(q, abs=1.1e-3)


def test_nemenyi_of_demsars_example():
    difference = nemenyi_critical_difference(4, 14)
    assert difference == pytest.approx(1.25, abs=0.005)
    assert nemenyi_critical_difference(4, 14, 0.10) == pytest.approx(1.12, abs=0.005)
    # At 5% nothing is told apart; at 10% the best two are better than plain C4.5.
    ranks = friedman_test(DEMSAR).ranks
    assert nemenyi_groups(ranks, difference) == [(3, 1, 2, 0)]
    assert nemenyi_groups(ranks, 1.12) == [(3, 1, 2), (2, 0)]


@given(st.lists(st.integers(10, 80), min_size=1, max_size=9), st.integers(1, 40))
def test_groups_join_exactly_the_pairs_that_are_close(ranks, difference):
    groups = nemenyi_groups(ranks, difference)
    joined = {frozenset((i, j)) for group in groups for i in group for j in group if i != j}
    assert joined == {
        frozenset((i, j))
        for i in range(len(ranks))
        for j in range(i)
        if abs(ranks[i] - ranks[j]) < difference
    }
    assert not any(set(a) < set(b) for a in groups for b in groups)
    assert all(list(group) == sorted(group, key=lambda i: (ranks[i], i)) for group in groups)


def test_wilcoxon_is_demsars():
    test = wilcoxon_test(DEMSAR[:, 1], DEMSAR[:, 0])
    assert (test.wins, test.losses) == (93, 12)
    assert test.pvalue < 0.05


def test_wilcoxon_is_scipys():
    random = np.random.default_rng(2)
    first, second = random.normal(size=(2, 20))
    assert wilcoxon_test(first, second).pvalue == pytest.approx(stats.wilcoxon(first, second).pvalue)
    first, second = random.integers(0, 5, (2, 60)).astype(float)
    theirs = stats.wilcoxon(first, second, zero_method="zsplit", method="approx")
    assert wilcoxon_test(first, second).pvalue == pytest.approx(theirs.pvalue)
    assert wilcoxon_test(first, second).wins + wilcoxon_test(first, second).losses == 60 * 61 / 2


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=8))
def test_wilcoxon_with_ties_counts_all_signs(differences):
    ranks = stats.rankdata(np.abs(differences))
    signs = np.sign(differences)
    free = ranks[signs != 0]
    observed = abs((ranks * signs).sum())
    sums = [abs(np.dot(free, flips)) for flips in product((-1, 1), repeat=len(free))]
    expected = np.mean(np.array(sums) >= observed - 1e-9)
    assert wilcoxon_test(differences, np.zeros(len(differences))).pvalue == pytest.approx(expected)


def test_wilcoxon_of_equals():
    test = wilcoxon_test([0.5, 0.6, 0.7], [0.5, 0.6, 0.7])
    assert (test.wins, test.losses, test.pvalue) == (3.0, 3.0, 1.0)
    assert wilcoxon_test(np.ones(60), np.ones(60)).pvalue == 1


def test_holm_decides_as_published():
    """Demsar (2006), section 3.2.2: p-values .016, .019, .607 are compared with .05 / 3, / 2, / 1."""
    ranks = friedman_test(DEMSAR).ranks
    error = sqrt(4 * 5 / (6 * len(DEMSAR)))
    pvalues = [2 * stats.norm.sf((ranks[0] - rank) / error) for rank in ranks[1:]]
    assert sorted(pvalues) == pytest.approx([0.016, 0.019, 0.607], abs=0.002)
    assert [p <= 0.05 for p in holm_adjusted(pvalues)] == [True, False, True]


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_is_the_largest_of_the_steps(pvalues):
    adjusted = holm_adjusted(pvalues)
    for p, found in zip(pvalues, adjusted, strict=True):
        # Of all p-values up to this one: each times the number of those that are not smaller than it.
        steps = [q * (len(pvalues) - sum(r < q for r in pvalues)) for q in pvalues if q <= p]
        assert found == pytest.approx(min(max(steps), 1))
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm_adjusted([*pvalues, 2])

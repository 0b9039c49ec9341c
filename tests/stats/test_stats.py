"""The tests of the tests: against scipy, against published examples, and where variance is zero."""

from itertools import product
from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from aucopt.stats import (
    TTest,
    corrected_interval,
    corrected_t_test,
    friedman_test,
    nemenyi_critical_difference,
    nemenyi_groups,
    paper_t_test,
    practical_judgement,
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


@pytest.fixture
def two():
    random = np.random.default_rng(3)
    first = random.normal(0.80, 0.02, 30)
    return first, first + random.normal(-0.004, 0.01, 30)


def test_the_papers_test_is_the_unpaired_one(two):
    ours, theirs = paper_t_test(*two), stats.ttest_ind(*two)
    assert ours.statistic == pytest.approx(theirs.statistic)
    assert ours.pvalue == pytest.approx(theirs.pvalue)
    interval = theirs.confidence_interval(0.95)
    assert ours.interval() == pytest.approx((interval.low, interval.high))
    first, second = two
    assert paper_t_test(first, second[:20]).pvalue == pytest.approx(
        stats.ttest_ind(first, second[:20]).pvalue
    )


def test_without_correction_it_is_the_paired_one(two):
    ours, theirs = corrected_t_test(*two, ratio=0), stats.ttest_rel(*two)
    assert ours.statistic == pytest.approx(theirs.statistic)
    assert ours.pvalue == pytest.approx(theirs.pvalue)
    interval = theirs.confidence_interval(0.9)
    assert ours.interval(0.9) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize(("trials", "factor"), [(200, 14.2), (50, 7.1), (10, 3.3)])
def test_halves_understate_the_error_that_many_times(trials, factor):
    values = np.random.default_rng(0).normal(size=trials)
    plain = corrected_t_test(values, np.zeros(trials), ratio=0).standard_error
    corrected = corrected_t_test(values, np.zeros(trials), ratio=1).standard_error
    assert corrected / plain == pytest.approx(sqrt(1 + trials))
    assert corrected / plain == pytest.approx(factor, abs=0.05)


def test_nadeau_and_bengio_by_hand():
    # Differences 1, 2, 3: mean 2, variance 1; with nine rows in ten for training, 1/3 + 1/9 = 4/9 of it.
    test = corrected_t_test([2, 4, 6], [1, 2, 3], ratio=1 / 9)
    assert (test.difference, test.standard_error, test.degrees) == pytest.approx((2, 2 / 3, 2))
    assert test.statistic == pytest.approx(3)
    assert test.pvalue == pytest.approx(2 * stats.t.sf(3, 2))


@pytest.mark.parametrize("test", [paper_t_test, corrected_t_test])
def test_scores_that_never_vary(test):
    # A tenth has no exact float: its mean over seven trials is not the value itself.
    same = [0.1] * 7
    equal = test(same, same)
    assert (equal.statistic, equal.pvalue, equal.interval()) == (0.0, 1.0, (0.0, 0.0))
    assert not equal.better()
    higher = test([0.3] * 7, same)
    assert (higher.statistic, higher.pvalue) == (inf, 0.0)
    assert higher.better()
    assert practical_judgement(higher) == "better"
    lower = test(same, [0.3] * 7)
    assert (lower.statistic, lower.pvalue) == (-inf, 0.0)
    assert not lower.better()


@given(st.lists(st.floats(0, 1), min_size=2, max_size=20), st.floats(0, 4))
def test_a_swap_turns_the_test_around(scores, ratio):
    other = scores[::-1]
    for test, back in [
        (corrected_t_test(scores, other, ratio), corrected_t_test(other, scores, ratio)),
        (paper_t_test(scores, other), paper_t_test(other, scores)),
    ]:
        assert test.difference == -back.difference
        assert test.pvalue == pytest.approx(back.pvalue)
        assert not (test.better() and back.better())
        low, high = test.interval()
        assert (-high, -low) == pytest.approx(back.interval())


def test_interval_of_a_mean_score():
    scores = [0.81, 0.84, 0.79, 0.86]
    reach = stats.t.ppf(0.95, 3) * sqrt((1 / 4 + 0.5) * np.var(scores, ddof=1))
    assert corrected_interval(scores, 0.5, 0.9) == pytest.approx((0.825 - reach, 0.825 + reach))


@pytest.mark.parametrize(
    ("difference", "error", "verdict"),
    [
        (0.010, 0.001, "better"),
        (-0.010, 0.001, "worse"),
        (0.003, 0.0005, "equivalent"),  # significant, and not worth it
        (0.000, 0.001, "equivalent"),
        (0.004, 0.001, "undecided"),
        (0.000, 0.01, "undecided"),
    ],
)
def test_practical_judgement(difference, error, verdict):
    assert practical_judgement(TTest(difference, error, 99)) == verdict


def test_a_band_of_nothing_is_significance():
    assert practical_judgement(TTest(0.003, 0.0005, 99), band=0) == "better"


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


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: paper_t_test([0.5], [0.5, 0.6]), "two scores or more"),
        (lambda: corrected_t_test([0.5, np.nan], [0.5, 0.6]), "leave out what failed"),
        (lambda: corrected_t_test([0.5, 0.6, 0.7], [0.5, 0.6]), "the same trials; got 3 and 2"),
        (lambda: corrected_t_test([0.5, 0.6], [0.5, 0.6], ratio=-1), "ratio is n_test / n_train"),
        (lambda: TTest(0, 1, 3).interval(95), "between 0 and 1; got 95"),
        (lambda: practical_judgement(TTest(0, 1, 3), band=-0.1), "band is zero or more"),
        (lambda: friedman_test([0.5, 0.6]), r"a row a set; got shape \(2,\)"),
        (lambda: friedman_test([[0.5, np.nan], [0.5, 0.6]]), "leave out data sets"),
        (lambda: nemenyi_critical_difference(1, 5), "got 1 and 5"),
        (lambda: wilcoxon_test([0.5, 0.6], [0.5, 0.6, 0.7]), "the same data sets; got 2 and 3"),
    ],
)
def test_what_cannot_be_tested_is_said(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()

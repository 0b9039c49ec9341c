"""Tests over splits: against scipy, by hand, and where variance is zero."""

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
    paper_t_test,
    practical_judgement,
    wilcoxon_test,
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


@pytest.mark.parametrize("difference", [-0.02, -0.004, 0.0, 0.001, 0.005])
def test_equivalence_is_shown_when_the_interval_lies_within_the_band(difference):
    test = TTest(difference=difference, standard_error=0.002, degrees=12)
    for band in (0.001, 0.005, 0.01):
        low, high = test.interval(0.9)
        assert (test.equivalence_pvalue(band) <= 0.05) == (-band <= low and high <= band)
    assert TTest(difference, 0.0, 3).equivalence_pvalue(0.004) == float(abs(difference) > 0.004)
    with pytest.raises(ValueError, match="band is zero or more"):
        test.equivalence_pvalue(-1)

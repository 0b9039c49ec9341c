"""DeLong's interval of an AUC: against the bootstrap, against the truth, and at its ends."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ovarian import HELPED, TESTS

import aucopt

scores = st.lists(st.integers(-3, 3), min_size=2, max_size=7)


@given(scores, scores)
@settings(deadline=None)
def test_an_interval_holds_its_auc_and_stays_within_zero_and_one(positives, negatives):
    y = [1] * len(positives) + [0] * len(negatives)
    found = aucopt.auc_interval(y, positives + negatives)
    assert 0 <= found.low <= found.auc <= found.high <= 1
    if found.auc in (0, 1):
        assert found.high - found.low > 0.3


@pytest.mark.parametrize("weighted", [False, True])
def test_the_standard_error_is_about_that_of_the_bootstrap(weighted):
    rng = np.random.default_rng(0)
    y = np.arange(300) < 100
    score = np.round(rng.normal(size=300) + y, 1)
    weight = rng.exponential(size=300) if weighted else np.ones(300)
    resampled = []
    for _ in range(400):
        rows = np.concatenate([rng.integers(0, 100, 100), rng.integers(100, 300, 200)])
        resampled.append(aucopt.roc_auc_score(y[rows], score[rows], sample_weight=weight[rows]))
    found = aucopt.auc_interval(y, score, sample_weight=weight)
    assert found.standard_error == pytest.approx(np.std(resampled), rel=0.12)
    assert [found.low, found.high] == pytest.approx(np.quantile(resampled, [0.025, 0.975]), abs=0.012)


def test_95_intervals_of_100_hold_the_truth_at_least():
    # Scores of normal rows one standard deviation apart: the AUC is Phi(1 / sqrt(2)).
    truth, rng = 0.76025, np.random.default_rng(1)
    y = np.arange(60) < 20
    inside = 0
    for _ in range(300):
        found = aucopt.auc_interval(y, rng.normal(size=60) + y)
        inside += found.low <= truth <= found.high
    assert 0.92 <= inside / 300 <= 0.99


def test_equal_weights_change_nothing_and_weight_zero_leaves_a_row_out():
    y, score = HELPED, TESTS["albumin"]
    plain = aucopt.auc_interval(y, score)
    assert aucopt.auc_interval(y, score, sample_weight=np.full(43, 0.7)).low == pytest.approx(plain.low)
    some = np.arange(43) % 3 > 0
    kept = aucopt.auc_interval(y[some], score[some])
    assert aucopt.auc_interval(y, score, sample_weight=some.astype(int)) == kept


def test_an_auc_of_one_is_bounded_from_below():
    # Twenty right pairs of twenty: 0.05 ** (1 / 20).
    y = np.arange(60) < 20
    found = aucopt.auc_interval(y, y + 0.0)
    assert (found.auc, found.low, found.high) == (1.0, pytest.approx(0.8609, abs=1e-4), 1.0)
    assert "a one-sided interval" in str(found)
    wrong = aucopt.auc_interval(y, -1.0 * y)
    assert (wrong.auc, wrong.low, wrong.high) == (0.0, 0.0, pytest.approx(1 - found.low))
    assert "a one-sided interval" in str(wrong)
    uneven = np.random.default_rng(0).random(60) + 0.1
    weighted = aucopt.auc_interval(y, y + 0.0, sample_weight=uneven)
    assert weighted.auc == 1.0
    assert 0.5 < weighted.low < found.low


def test_one_positive_has_no_interval():
    found = aucopt.auc_interval([1, 0, 0, 0], [2, 1, 3, 0])
    assert found.auc == pytest.approx(2 / 3)
    assert np.isnan([found.low, found.high, found.standard_error]).all()
    assert str(found) == "0.6667 (no interval: a single positive row has no variance)"
    assert "a single negative row" in aucopt.auc_interval([0, 1, 1], [2, 1, 3]).note
    compared = aucopt.compare_aucs([1, 0, 0, 0], [[2, 1], [1, 3], [3, 2], [0, 5]])
    assert np.isnan(compared.p_value)
    assert np.isnan(compared.differences[0].p_value)
    assert compared.note == "no p-values: a single row of a class has no variance"


def test_equal_scores_have_no_spread():
    found = aucopt.auc_interval([0, 1, 0, 1], [3, 3, 3, 3])
    assert (found.auc, found.low, found.high, found.note) == (0.5, 0.5, 0.5, "all scores are equal")

"""Shares of right pairs and of right rows, fold by fold."""

import numpy as np
import pytest

import aucopt
from aucopt.analysis.estimates import SeenRows, estimate_of
from aucopt.analysis.shares import OutcomePairs, RightRows
from aucopt.exact.objective.concordance import StratifiedAUC
from aucopt.outcomes import read_classes, read_outcome

RNG = np.random.default_rng(5)
CONCORDANCE = aucopt.Concordance()
NONE = np.zeros(0, dtype=bool)
GRADES = np.arange(60) % 4
CLASSES = GRADES > 2
SCORES = RNG.normal(size=(2, 60)) + GRADES
CENSORED = np.column_stack([np.arange(60) % 3 > 0, RNG.integers(1, 20, size=60)])
WEIGHTS = 1.0 + np.arange(60) % 3


def shares(outcome, weights=None, objective=CONCORDANCE, scores=SCORES, unit=None):
    """All rows as one fold."""
    estimate = OutcomePairs(objective, len(scores), unit)
    seen = SeenRows(NONE, weights, list(scores), outcome)
    estimate.add(estimate.place(seen, seen), NONE, np.ones(60))
    return estimate


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("y", [GRADES, CENSORED], ids=["ordered", "censored"])
def test_the_value_of_one_fold_is_its_concordance(y, weights):
    found = shares(read_outcome(y), weights).intervals(0.95)
    for scores, interval in zip(SCORES, found, strict=True):
        assert interval.value == pytest.approx(aucopt.concordance(y, scores, sample_weight=weights))
        assert interval.low < interval.value < interval.high


def test_two_classes_have_the_interval_of_delong():
    found = shares(read_outcome(CLASSES.astype(int)))
    for scores, interval in zip(SCORES, found.intervals(0.95), strict=True):
        truth = aucopt.auc_interval(CLASSES, scores)
        # Divided by the number of rows instead of those of each class less one.
        assert (interval.value, interval.low, interval.high) == pytest.approx(
            (truth.value, truth.low, truth.high), abs=0.01
        )
    truth = aucopt.compare_aucs(CLASSES, dict(zip("ab", SCORES, strict=True))).differences[0]
    assert found.comparison(("a", "b"), 0.95).differences[0][2:] == pytest.approx(truth[2:], abs=0.02)


@pytest.mark.parametrize("strata_weight", ["pairs", "cases"])
def test_strata_count_as_the_metric_counts_them(strata_weight):
    strata = np.arange(60) // 15
    outcome = read_classes(CLASSES, strata)
    (found, _) = shares(outcome, objective=StratifiedAUC(strata_weight)).intervals(0.95)
    truth = aucopt.concordance(CLASSES, SCORES[0], strata=strata, strata_weight=strata_weight)
    assert found.value == pytest.approx(truth)


def test_a_stratum_whose_rows_are_copies_counts_once():
    rng = np.random.default_rng(1)
    sets, y, scores = np.repeat(np.arange(15), 4), np.tile([0, 0, 1, 1], 15), np.zeros(60)
    for s in range(15):
        scores[sets == s] = np.repeat(rng.normal(loc=[0, 0.5]), 2)
    outcome = read_outcome(y, sets)
    found = shares(outcome, scores=[scores], unit=outcome.stratum).intervals(0.95)[0]
    share = found.value
    assert found.standard_error == pytest.approx(np.sqrt(share * (1 - share) / 14), rel=1e-9)


def test_fold_without_pairs():
    with pytest.raises(ValueError, match="No fold contains two comparable rows"):
        shares(read_outcome(np.append(np.zeros(59), 1)).pick(np.zeros(60, dtype=np.int64)))


def test_nothing_varies():
    perfect = shares(read_outcome(GRADES), scores=[GRADES.astype(float)]).intervals(0.95)[0]
    assert perfect.value == 1
    assert np.isnan(perfect.low)
    assert perfect.note.startswith("no interval")


@pytest.mark.parametrize("cost", [None, "balanced", {0: 1, 1: 5}], ids=str)
@pytest.mark.parametrize("weights", [np.ones(60), WEIGHTS], ids=["plain", "weighted"])
def test_right_rows_count_by_their_costs(cost, weights):
    objective = aucopt.Accuracy(cost)
    estimate = estimate_of(objective, 2)
    assert isinstance(estimate, RightRows)
    called = [scores > 2 for scores in SCORES]
    seen = SeenRows(CLASSES, weights, list(SCORES), None, called)
    estimate.add(estimate.place(seen, seen), CLASSES, weights)
    counts = weights * np.where(CLASSES, 5 if isinstance(cost, dict) else 1, 1)
    if cost == "balanced":
        counts = weights / np.where(CLASSES, weights[CLASSES].sum(), weights[~CLASSES].sum())
    for call, found in zip(called, estimate.intervals(0.95), strict=True):
        right = call == CLASSES
        assert found.value == pytest.approx(np.average(right, weights=counts))
        if cost is None and weights[0] == weights[-1]:
            error = np.sqrt(right.mean() * (1 - right.mean()) / 59)
            assert found.standard_error == pytest.approx(error)
    assert estimate.curves() == []

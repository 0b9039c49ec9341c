"""Partial areas within strata, of rows that no fit has seen."""

import numpy as np
import pytest

import aucopt
from aucopt.analysis.estimates import SeenRows, estimate_of
from aucopt.analysis.stratum_areas import StratumAreas, quantile
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.outcomes import read_classes

RNG = np.random.default_rng(4)
N = 120
Y = np.arange(N) % 3 == 0
STRATA = np.arange(N) // 30
SCORES = RNG.normal(size=(2, N)) + Y + 5 * STRATA
NONE = np.zeros(0, dtype=bool)
OUTCOME = read_classes(Y, STRATA)
PARTS = [{"max_fpr": 0.2}, {"min_tpr": 0.7}]


def estimate_for(part, strata_weight="pairs", unit=None, weights=None):
    objective = StratifiedPartialAUC(**part, strata_weight=strata_weight)
    estimate = estimate_of(objective, 2, unit, OUTCOME)
    assert isinstance(estimate, StratumAreas)
    seen = SeenRows(NONE, weights, list(SCORES), OUTCOME)
    rows = np.ones(N) if weights is None else weights / weights.max()
    estimate.add(estimate.place(seen, seen), NONE, rows)
    return estimate


@pytest.mark.parametrize("part", PARTS, ids=str)
@pytest.mark.parametrize("strata_weight", ["pairs", "cases"])
@pytest.mark.parametrize("unit", [None, STRATA], ids=["rows", "strata"])
@pytest.mark.parametrize("weights", [None, 1.0 + np.arange(N) % 2], ids=["plain", "weighted"])
def test_the_value_of_one_fold_is_that_of_the_metric(part, strata_weight, unit, weights):
    found = estimate_for(part, strata_weight, unit, weights)
    for scores, interval in zip(SCORES, found.intervals(0.95), strict=True):
        how = {"strata": STRATA, "strata_weight": strata_weight, "sample_weight": weights}
        assert interval.value == pytest.approx(aucopt.partial_auc(Y, scores, **part, **how))
        assert interval.low < interval.value < interval.high
    assert found.comparison(("a", "b"), 0.95).differences[0].difference == pytest.approx(
        found.intervals(0.95)[0].value - found.intervals(0.95)[1].value
    )
    assert found.curves() == []


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_strata_alike_have_the_error_of_each_over_the_root_of_their_number(part):
    """Four strata that are copies of one: the mean is as sure as four times the rows make it."""
    one = np.flatnonzero(STRATA == 0)
    scores = np.tile(SCORES[:1, one], 4)
    estimate = estimate_of(StratifiedPartialAUC(**part), 1, None, OUTCOME)
    y = np.tile(Y[one], 4)
    assert np.array_equal(y, Y)
    estimate.add(scores, NONE, np.ones(N))
    truth = aucopt.roc_interval(Y[one], scores[0, one], **part)
    (found,) = estimate.intervals(0.95)
    assert found.value == pytest.approx(truth.value)
    # Each class of a stratum is divided by its rows less one, here all rows are by theirs.
    assert found.standard_error == pytest.approx(truth.standard_error / 2, rel=0.06)


def test_folds_of_other_scales_are_put_on_one():
    """Scores of a fold may be shifted, stratum by stratum, and stretched: its training rows tell."""
    estimate = estimate_of(StratifiedPartialAUC(max_fpr=0.2), 2, None, OUTCOME)
    train = SeenRows(NONE, None, list(SCORES), OUTCOME)
    placed = estimate.place(train, train)
    moved = SeenRows(NONE, None, list(3 * SCORES + 7), OUTCOME)
    assert estimate.place(moved, moved) == pytest.approx(placed)


def test_a_quantile_by_weight():
    assert quantile(np.array([3.0, 1.0, 2.0]), None, 0.5) == 2.0
    assert quantile(np.array([3.0, 1.0, 2.0]), np.array([10.0, 1.0, 1.0]), 0.5) == 3.0

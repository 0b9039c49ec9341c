"""Rows of several folds make one estimate."""

import numpy as np
import pytest

import aucopt
from aucopt.analysis.estimates import OneCurve, PairsOfFolds, SeenRows, estimate_of
from aucopt.exact.objective.roc import AUC
from aucopt.metrics.part import read_part

RNG = np.random.default_rng(2)
POSITIVE = np.arange(80) % 4 == 0
SCORES = RNG.normal(size=(2, 80)) + POSITIVE
ONES = np.ones(80)
PARTS = [
    aucopt.Sensitivity(0.8),
    aucopt.Specificity(0.8),
    aucopt.PartialAUC(max_fpr=0.2),
    aucopt.PartialAUC(min_tpr=0.7),
]


def test_pairs_count_alike_in_the_whole_area_only():
    assert isinstance(estimate_of(AUC(), 1), PairsOfFolds)
    assert isinstance(estimate_of(aucopt.PartialAUC(max_fpr=1), 1), PairsOfFolds)
    assert all(isinstance(estimate_of(part, 1), OneCurve) for part in PARTS)


@pytest.mark.parametrize("objective", PARTS, ids=lambda objective: objective.condition)
@pytest.mark.parametrize("weights", [ONES, 1 + np.arange(80) % 3], ids=["plain", "weighted"])
def test_one_split_of_scores_as_they_are_is_the_interval_of_these_scores(objective, weights):
    estimate = estimate_of(objective, 2)
    rows = weights / weights.max()
    estimate.add(SCORES, POSITIVE, rows)
    limits = {name: getattr(objective, name, None) for name in ("max_fpr", "min_tpr")}
    limits |= {name: getattr(objective, name, None) for name in ("specificity", "sensitivity")}
    given = None if np.ptp(weights) == 0 else rows
    for scores, found in zip(SCORES, estimate.intervals(0.9), strict=True):
        truth = aucopt.roc_interval(POSITIVE, scores, sample_weight=given, confidence=0.9, **limits)
        assert (found.value, found.low, found.high) == pytest.approx((truth.value, truth.low, truth.high))
    compared = aucopt.compare_rocs(
        POSITIVE, dict(zip("ab", SCORES, strict=True)), sample_weight=given, confidence=0.9, **limits
    )
    ours = estimate.comparison(("a", "b"), 0.9)
    assert ours.differences[0][2:] == pytest.approx(compared.differences[0][2:])


@pytest.mark.parametrize("objective", PARTS[:2], ids=lambda objective: objective.condition)
def test_the_value_can_be_read_off_the_mean_curve(objective):
    estimate = estimate_of(objective, 2)
    estimate.add(SCORES, POSITIVE, ONES)
    estimate.add(SCORES[::-1], POSITIVE, ONES)
    part = objective.part
    for found, (fpr, tpr) in zip(estimate.intervals(0.95), estimate.curves(), strict=True):
        assert np.all(np.diff(fpr) >= 0)
        assert np.all(np.diff(tpr) >= 0)
        read = 1 - fpr[tpr >= 0.8 - 1e-9].min() if part.exchanged else tpr[fpr <= 0.2 + 1e-9].max()
        assert read == pytest.approx(found.value)


def test_the_scale_of_a_fit_does_not_matter():
    estimate = OneCurve(read_part(specificity=0.75), 1)
    train = SeenRows(POSITIVE[:40], None, [SCORES[0, :40]])
    test = SeenRows(POSITIVE[40:], None, [SCORES[0, 40:]])
    here = estimate.place(train, test)
    moved = [s._replace(scores=[1000 * s.scores[0] - 7]) for s in (train, test)]
    assert estimate.place(*moved) == pytest.approx(here)
    # Zero is the cut-off of the training rows: a quarter of their negatives is above it.
    own = estimate.place(train, train)[0]
    assert np.mean(own[~POSITIVE[:40]] > 0) == pytest.approx(0.25, abs=0.02)
    weighted = train._replace(weights=np.where(np.arange(40) % 2, 1, 3))
    assert estimate.place(weighted, test).shape == (1, 40)

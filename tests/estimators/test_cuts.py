"""The cut that belongs to an objective."""

import numpy as np
import pytest

import aucopt
from aucopt.estimators.cuts import cut_for
from aucopt.exact.objective.roc import AUC

RNG = np.random.default_rng(5)
POSITIVE = np.arange(60) % 3 == 0
SCORES = np.round(RNG.normal(size=60) + POSITIVE, 1)
WEIGHTS = RNG.integers(1, 4, 60)


def rates(cut, weights):
    above = cut < SCORES
    share = lambda rows, of: float(np.average(rows[of], weights=weights[of]))  # noqa: E731
    return share(above, POSITIVE), share(~above, ~POSITIVE)


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.9, 1.0])
def test_an_operating_point_keeps_its_limit_and_has_its_value(share, weights):
    rows = np.ones(60) if weights is None else weights
    point = aucopt.Sensitivity(specificity=share)
    sensitivity, specificity = rates(cut_for(point, POSITIVE, SCORES, weights), rows)
    assert specificity >= share
    assert sensitivity == pytest.approx(point.measure(POSITIVE, SCORES, weights))
    point = aucopt.Specificity(sensitivity=share)
    sensitivity, specificity = rates(cut_for(point, POSITIVE, SCORES, weights), rows)
    assert sensitivity >= share
    assert specificity == pytest.approx(point.measure(POSITIVE, SCORES, weights))


def test_the_cut_of_an_area_lies_in_its_part():
    ones = np.ones(60)
    sensitivity, specificity = rates(cut_for(aucopt.PartialAUC(max_fpr=0.1), POSITIVE, SCORES), ones)
    assert specificity >= 0.9
    within, _ = rates(cut_for(aucopt.PartialAUC(min_tpr=0.9), POSITIVE, SCORES), ones)
    assert within >= 0.9
    best = sum(rates(cut_for(AUC(), POSITIVE, SCORES), ones))
    assert best >= sensitivity + specificity
    assert best == pytest.approx(max(sum(rates(cut, ones)) for cut in SCORES))


def test_the_classifier_cuts_in_its_part():
    X = np.column_stack([SCORES, RNG.normal(size=60).round(1)])
    model = aucopt.AUCOptClassifier(objective=aucopt.PartialAUC(max_fpr=0.1)).fit(X, POSITIVE)
    assert model.predict(X)[~POSITIVE].mean() <= 0.1

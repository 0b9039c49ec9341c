"""What surrounds a score: its profile or planes, its ranges, honest ROC curves."""

import numpy as np
import pytest
from made_analyses import analyse_rows, three_columns

import aucopt
from aucopt.analysis.landscape import survey
from aucopt.analysis.rivals import SINGLE
from aucopt.datasets import load_toy


@pytest.fixture(scope="module")
def toy():
    X, y = load_toy()
    return analyse_rows(X, y == 1, seconds=600)


def test_the_area_below_an_honest_curve_is_its_auc(toy):
    for name, interval in toy.honest.intervals.items():
        fpr, tpr = toy.honest.roc(name)
        assert np.all(np.diff(fpr) >= 0)
        assert (tpr[0], tpr[-1], fpr[0], fpr[-1]) == (0, 1, 0, 1)
        assert np.sum(np.diff(fpr) * (tpr[1:] + tpr[:-1]) / 2) == pytest.approx(interval.auc)


def test_the_weights_of_the_rival_are_those_of_its_scores(toy):
    scores = toy.rows.X @ toy.rival_coef
    assert aucopt.roc_auc_score(toy.rows.positive, scores) == pytest.approx(toy.rival_auc)
    above = scores > toy.rival_cut.value
    assert toy.rival_cut.sensitivity == pytest.approx(above[toy.rows.positive].mean())


def test_the_surroundings_of_two_columns(toy):
    landscape = survey(toy)
    assert landscape.profile is not None
    assert landscape.planes == ()
    assert np.all(landscape.ranges.low <= toy.per_deviation)
    assert np.all(landscape.ranges.high >= toy.per_deviation)
    assert set(landscape.roc) == {"AUC-opt", "logistic regression"}


def test_the_surroundings_of_three_columns():
    X, positive = three_columns()
    landscape = survey(analyse_rows(X, positive), seconds=0)
    assert landscape.profile is None
    assert landscape.ranges is None
    assert landscape.planes[0].name == "logistic regression"
    assert {plane.name for plane in landscape.planes[1:]} == {"c0 alone", "c1 alone", "c2 alone"}
    blend = survey(analyse_rows(X, positive, signs=(1, 1, 1), rival=SINGLE), seconds=0)
    # The best column is one of them.
    assert len(blend.planes) == 3


def test_ranges_are_the_same_for_any_number_of_threads(toy):
    one, two = (survey(toy, n_jobs=n_jobs) for n_jobs in (None, 2))
    assert one.ranges.low.tolist() == two.ranges.low.tolist()

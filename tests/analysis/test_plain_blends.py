"""Blends that need no search, beside slow twins."""

import numpy as np
from made_analyses import analyse_rows, make_rows
from scipy.stats import rankdata

from aucopt.analysis.plain_blends import EqualWeightsClassifier, MeanRankClassifier
from aucopt.metrics import roc_auc_score

X, ILL = make_rows(90, 3, [1.0, 0.7, 0.0])


def test_ranks_of_training_rows_are_the_usual_ones():
    model = MeanRankClassifier().fit(X, ILL)
    expected = np.mean((rankdata(X, axis=0) - 0.5) / len(X), axis=1)
    np.testing.assert_allclose(model.decision_function(X) - model.intercept_, expected)
    called = model.predict(X)
    assert np.mean(called == ILL) > 0.6


def test_a_new_row_gets_its_place_among_the_old_ones():
    model = MeanRankClassifier().fit([[1.0], [2.0], [2.0], [4.0]], [0, 0, 1, 1])
    scores = model.decision_function([[0.0], [2.0], [3.0], [9.0]]) - model.intercept_
    assert scores.tolist() == [0.0, 0.5, 0.75, 1.0]


def test_a_blend_is_compared_with_both():
    found = analyse_rows(
        X, ILL, signs=(1, 1, 1), rival="best column", seconds=60.0, n_repeats=1, n_resamples=40
    )
    assert found.others["equal weights"] == roc_auc_score(ILL, X.mean(axis=1))
    assert set(found.honest.intervals) == {found.best, "best column", "equal weights", "mean of ranks"}
    first = found.honest.comparison.differences[0]
    assert (first.first, first.second) == (found.best, "best column")
    assert analyse_rows(X, ILL).others == {}


def test_equal_weights_place_a_cut():
    model = EqualWeightsClassifier().fit(X, ILL)
    assert 0 < model.predict(X).mean() < 1

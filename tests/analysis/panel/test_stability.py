"""Which panels are chosen again."""

import numpy as np
import pytest
from made_panels import five_columns
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

import aucopt
from aucopt import PanelClassifier
from aucopt.analysis.panel.ranking import PanelRanker
from aucopt.analysis.panel.stability import RecordedRanker, record, resample_selection
from aucopt.analysis.rows import Rows


def test_clones_tell_what_they_chose_and_stay_apart():
    rows = five_columns()
    model = record(PanelClassifier(k=1))
    cross_val_score(model, rows.X, rows.positive, cv=4, scoring="roc_auc")
    assert len(model.chosen) == 4
    assert clone(model).chosen is model.chosen
    assert record(PanelClassifier(k=1)).chosen == []


def test_a_resample_is_fitted_by_weights_and_seen_again_with_the_same_seed():
    rows = five_columns()
    weighted = five_columns(weights=np.ones(60, dtype=np.int64))
    arguments = {"apparent": 0.9, "n_resamples": 3}
    model = PanelClassifier(k=1)
    first, chosen = resample_selection(model, rows, seed=5, **arguments)
    again, chosen_again = resample_selection(model, weighted, seed=5, **arguments)
    other, _ = resample_selection(model, rows, seed=6, **arguments)
    assert chosen == chosen_again
    assert first.value == pytest.approx(again.value)
    assert first.value != pytest.approx(other.value)
    fewer, _ = resample_selection(model, rows, seed=5, apparent=0.9, n_resamples=1)
    assert fewer.n_resamples == 1


def test_a_choice_among_noise_is_optimistic():
    rng = np.random.default_rng(0)
    X, positive = rng.normal(size=(60, 12)), np.arange(60) % 2 == 0
    model = PanelClassifier(k=1)
    apparent = model.fit(X, positive).value_
    rows = Rows(X, tuple("abcdefghijkl"), positive, None, "ill", (0, 1))
    found, chosen = resample_selection(model, rows, apparent=apparent, n_resamples=30, seed=0)
    assert found.value > 0.01
    assert found.corrected < apparent
    assert len(chosen) == 30


@pytest.mark.parametrize("n_strata", [0, 3, 20])
def test_resamples_of_rankings_are_fitted_within_their_strata(monkeypatch, n_strata):
    """Few strata keep their classes; many are drawn whole, and one drawn twice is two strata."""
    rng = np.random.default_rng(1)
    X, positive = rng.normal(size=(60, 3)), np.arange(60) % 3 == 0
    X[:, 1] += positive
    none = np.zeros(0, dtype=bool)
    strata = np.arange(60) * n_strata // 60
    if n_strata:
        rows = Rows(X, ("a", "b", "c"), positive, None, "ill", (0, 1), strata=strata, stratum="centre")
        objective = aucopt.maximize(X, positive, strata=strata).objective
    else:
        rows = Rows(X, ("a", "b", "c"), none, None, "grade", (0, 1), outcome=np.round(X[:, 1]))
        objective = aucopt.Concordance()
    seen, fit = [], RecordedRanker.fit

    def note(self, X, y, sample_weight=None, strata=None):
        seen.append((X[:, 0], y, strata))
        return fit(self, X, y, sample_weight, strata)

    monkeypatch.setattr(RecordedRanker, "fit", note)
    model = PanelRanker(1, objective=objective)
    found, chosen = resample_selection(model, rows, apparent=0.9, n_resamples=4, seed=2)
    assert found.corrected == 0.9 - found.value
    assert chosen.count((1,)) >= 3
    place = {x: i for i, x in enumerate(X[:, 0])}
    for drawn, y, groups in seen:
        numbers = np.array([place[x] for x in drawn])
        np.testing.assert_array_equal(y, rows.y[numbers])
        assert len(numbers) == 60
        if n_strata == 0:
            assert groups is None
        elif n_strata == 3:
            np.testing.assert_array_equal(groups, strata[numbers])
            for g in range(3):
                assert y[groups == g].sum() == positive[strata == g].sum()
        else:
            assert len(set(groups.tolist())) == 20
            for g in range(20):
                of_set = numbers[groups == g]
                np.testing.assert_array_equal(of_set, np.flatnonzero(strata == strata[of_set[0]]))

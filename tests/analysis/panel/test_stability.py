"""Which panels are chosen again."""

import numpy as np
import pytest
from made_panels import five_columns
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

from aucopt import PanelClassifier
from aucopt.analysis.panel.stability import record, resample_selection


def test_clones_tell_what_they_chose_and_stay_apart():
    rows = five_columns()
    model = record(PanelClassifier(k=1))
    cross_val_score(model, rows.X, rows.positive, cv=4, scoring="roc_auc")
    assert len(model.chosen) == 4
    assert clone(model).chosen is model.chosen
    assert record(PanelClassifier(k=1)).chosen == []


def test_a_resample_is_fitted_by_weights_and_seen_again_with_the_same_seed():
    rows = five_columns()
    ones = np.ones(60, dtype=np.int64)
    arguments = {"apparent": 0.9, "n_resamples": 3}
    model = PanelClassifier(k=1)
    first, chosen = resample_selection(model, rows.X, rows.positive, None, seed=5, **arguments)
    again, chosen_again = resample_selection(model, rows.X, rows.positive, ones, seed=5, **arguments)
    other, _ = resample_selection(model, rows.X, rows.positive, None, seed=6, **arguments)
    assert chosen == chosen_again
    assert first.value == pytest.approx(again.value)
    assert first.value != pytest.approx(other.value)
    fewer, _ = resample_selection(model, rows.X, rows.positive, None, seed=5, apparent=0.9, n_resamples=1)
    assert fewer.n_resamples == 1


def test_a_choice_among_noise_is_optimistic():
    rng = np.random.default_rng(0)
    X, positive = rng.normal(size=(60, 12)), np.arange(60) % 2 == 0
    model = PanelClassifier(k=1)
    apparent = model.fit(X, positive).value_
    found, chosen = resample_selection(model, X, positive, None, apparent=apparent, n_resamples=30, seed=0)
    assert found.value > 0.01
    assert found.corrected < apparent
    assert len(chosen) == 30

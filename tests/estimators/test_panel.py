"""The best panel as a classifier."""

import numpy as np
import pandas as pd
import pytest

import aucopt
from aucopt.estimators.panel import PanelClassifier


def made(n=60, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, 6))
    X[:, [2, 4]] += 1.5 * y[:, None]
    return X, y


def test_it_agrees_with_best_panel():
    X, y = made()
    model = PanelClassifier(k=2).fit(X, y)
    found = aucopt.best_panel(X, y, 2)
    assert model.panel_.tolist() == list(found.columns) == [1, 2]
    assert (model.value_, model.bound_, model.gap_, model.status_) == (
        found.value,
        found.value,
        0.0,
        "optimal",
    )
    assert np.flatnonzero(model.coef_[0]).tolist() == [1, 2]
    assert aucopt.roc_auc_score(y, model.decision_function(X)) == pytest.approx(model.value_)
    assert model.get_support().tolist() == [False, True, True, False, False, False]
    assert model.get_support(indices=True).tolist() == [1, 2]
    assert model.score(X, y) > 0.8


def test_names_of_a_frame():
    X, y = made()
    frame = pd.DataFrame(X, columns=list("abcdef"))
    model = PanelClassifier(k=2, include=["a"], exclude="c").fit(frame, np.where(y, "yes", "no"))
    assert model.solution_.names == ("a", "e")
    assert model.solution_.solution.feature_names == ("a", "e")
    assert model.solution_.solution.classes.tolist() == ["no", "yes"]
    assert set(model.predict(frame)) == {"no", "yes"}


def test_fewer_columns_than_the_panel_are_all_taken():
    X, y = made()
    assert PanelClassifier(k=3).fit(X[:, :2], y).panel_.tolist() == [0, 1]


def test_an_accuracy_brings_its_own_cut():
    X, y = made()
    labels = np.where(y, "yes", "no")
    objective = aucopt.Accuracy({"no": 1, "yes": 2})
    model = PanelClassifier(k=1, objective=objective).fit(X, labels)
    costs = np.where(y, 2, 1)
    assert np.average(model.predict(X) == labels, weights=costs) == pytest.approx(model.value_)
    assert PanelClassifier(k=1, threshold=0.25).fit(X, labels).intercept_[0] == -0.25


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k must be"),
        ({"threshold": "best"}, "threshold must be"),
        ({"objective": "concordance"}, "PanelClassifier is for two classes"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        PanelClassifier(**options).fit(*made())

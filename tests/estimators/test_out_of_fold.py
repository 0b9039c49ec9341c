"""How models score rows; the rest of the module is seen through the blender."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from aucopt.estimators.out_of_fold import choose_method, fit_model, score_by, score_out_of_fold


@pytest.mark.parametrize("weighted", [False, True])
def test_each_row_is_scored_by_a_fit_without_it(weighted):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 2
    weights = rng.integers(1, 4, size=40) if weighted else None
    model = make_pipeline(StandardScaler(), make_pipeline(StandardScaler(), LogisticRegression()))
    splits = list(StratifiedKFold(4).split(X, y))
    classes = np.array([0, 1])
    found = score_out_of_fold(model, "predict_proba", X, y, splits=splits, classes=classes, weights=weights)
    for train, test in splits:
        fitted = fit_model(model, X[train], y[train], None if weights is None else weights[train])
        np.testing.assert_allclose(found[test], score_by(fitted, "predict_proba", X[test], classes))


def test_the_method_asked_for():
    assert choose_method("a", LogisticRegression(), "auto") == "predict_proba"
    assert choose_method("a", LogisticRegression(), "decision_function") == "decision_function"

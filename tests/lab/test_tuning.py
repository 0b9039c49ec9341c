"""A tuning that gives the numbers of the plain grid search."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from aucopt.lab import METHODS, score_grid
from aucopt.lab.as_coded import method_as_coded
from aucopt.metrics import roc_auc_score

# Small parts of the grids, with points that diverge and with rounds that end early.
PARTS = {
    "RF": {"n_estimators": [10, 3, 20], "max_depth": [2, None]},
    "B-RF": {"n_estimators": [1, 15]},
    "GB": {"n_estimators": [2, 25, 10]},
    "AdaBoost": {"n_estimators": [2, 3, 30]},
    "RankBoost": {"n_estimators": [1, 40, 5], "q_def": [0, 1]},
    "SPAM": {"step_size": [0.1, 1e6], "l2": [1e-5, 1.0], "l1": [0, 0.01]},
    "SPAUC": {"mu": [1e-7, 0.3], "l2": [1e-5, 1e5], "l1": [0, 0.01]},
    "AUC-opt": {},
}
C_PART = {"C": [1e-3, 10.0]}
auc = make_scorer(roc_auc_score, response_method=("decision_function", "predict_proba"))


def rows_and_folds(seed=0, n=120, d=4):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    X = rng.normal(size=(n, d)) + 0.6 * y[:, None]
    return X, y, list(StratifiedKFold(3).split(X, y))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", METHODS)
def test_scores_are_those_of_the_plain_grid_search(name):
    X, y, folds = rows_and_folds()
    method = replace(METHODS[name], grid=PARTS.get(name, C_PART))
    plain = GridSearchCV(method.make(3), method.grid, scoring=auc, cv=folds).fit(X, y)
    fast = score_grid(method, X, y, folds, seed=3)
    assert fast.points == plain.cv_results_["params"]
    expected = np.column_stack([plain.cv_results_[f"split{k}_test_score"] for k in range(3)])
    np.testing.assert_array_equal(fast.scores, expected)
    assert fast.best == plain.best_params_


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", ["SPAM", "SPAUC"])
@pytest.mark.parametrize("part", [{}, {"n_epochs": [3, 5]}])
def test_stochastic_methods_as_coded_and_with_points_that_diverge(name, part):
    """Also with a parameter whose values cannot share their passes."""
    X, y, folds = rows_and_folds(4, d=30)
    method = method_as_coded(METHODS[name].thinned(3))
    method = replace(method, grid={**method.grid, **part})
    plain = GridSearchCV(method.make(3), method.grid, scoring=auc, cv=folds).fit(X, y)
    fast = score_grid(method, X, y, folds, seed=3)
    expected = np.column_stack([plain.cv_results_[f"split{k}_test_score"] for k in range(3)])
    np.testing.assert_array_equal(fast.scores, expected)
    assert len(np.unique(fast.scores)) > 3


@pytest.mark.parametrize(("name", "seed"), [("SPAM", 0), ("SPAUC", 0), ("SPAM", None)])
def test_a_bad_point_costs_itself_alone(name, seed):
    X, y, folds = rows_and_folds(5)
    method = replace(METHODS[name], estimator=METHODS[name].make(n_epochs=3), grid={"l2": [0.1, -1, 1.0]})
    scores = score_grid(method, X, y, folds, seed=seed).scores
    assert not scores[1].any()
    assert scores[[0, 2]].all()
    if seed is not None:
        good = score_grid(replace(method, grid={"l2": [0.1, 1.0]}), X, y, folds, seed=seed)
        np.testing.assert_array_equal(scores[[0, 2]], good.scores)


@pytest.mark.parametrize("name", ["LR", "SVM-Perf"])
def test_warm_starts_end_near_the_plain_search(name):
    X, y, folds = rows_and_folds(1)
    method = replace(METHODS[name], grid={"C": [10.0, 0.01, 0.1, 1.0]})
    cold, warm = (score_grid(method, X, y, folds, warm_starts=warm) for warm in (False, True))
    assert cold.points == warm.points
    np.testing.assert_allclose(warm.scores, cold.scores, atol=0.01)


def test_diverged_points_score_one_half_without_a_warning():
    X, y, folds = rows_and_folds(2, d=30)
    method = replace(METHODS["SPAM"], grid={"step_size": [1e8], "l2": [1e-5]})
    np.testing.assert_array_equal(score_grid(method, X, y, folds).scores, [[0.5] * 3])
    with pytest.warns(ConvergenceWarning):
        method.make(0, step_size=1e8).fit(X, y)

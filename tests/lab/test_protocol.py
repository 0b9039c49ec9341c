"""One unit: the split, the tuning, the fit and its scores."""

import sys
from types import ModuleType

import numba
import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import ThreadpoolController, threadpool_info, threadpool_limits

from aucopt.lab import METHODS, Method, protocol
from aucopt.lab.protocol import run_method, score, single_threaded
from aucopt.lab.split import draw_split

C_PART = {"C": [1e-3, 0.1, 10.0]}


def clouds(n=200, d=3, seed=0, share=0.3):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < share).astype(int)
    return rng.normal(3, 5, size=(n, d)) + 4 * y[:, None] * rng.random(d), y


def test_unit_is_the_plain_grid_search_on_standardised_halves():
    X, y = clouds()
    split = draw_split(y, 1)
    outcome = run_method(
        Method("LR", "standard", True, LogisticRegression(max_iter=1000), C_PART), X, y, split
    )
    scaler = StandardScaler().fit(X[split.train])
    train, test = scaler.transform(X[split.train]), scaler.transform(X[split.test])
    search = GridSearchCV(LogisticRegression(max_iter=1000), C_PART, scoring="roc_auc", cv=split.folds)
    search.fit(train, y[split.train])
    assert outcome.parameters == search.best_params_
    for scores, rows, labels in (
        (outcome.train, train, y[split.train]),
        (outcome.test, test, y[split.test]),
    ):
        called = search.predict(rows)
        assert scores.auc == pytest.approx(roc_auc_score(labels, search.decision_function(rows)), abs=1e-12)
        assert scores.balanced_accuracy == pytest.approx(balanced_accuracy_score(labels, called))
        assert scores.f1 == pytest.approx(f1_score(labels, called))
    assert outcome.bound is None
    assert outcome.seconds > 0


def test_auc_opt_gets_the_columns_as_they_are_and_a_bound():
    X, y = clouds(d=2)
    X = X.round(1)
    split = draw_split(y, 2)
    outcome = run_method(METHODS["AUC-opt"], X, y, split)
    assert outcome.bound == outcome.train.auc
    labels, values = y[split.train], X[split.train]
    assert outcome.train.auc == pytest.approx(roc_auc_score(labels, outcome.model.decision_function(values)))
    assert outcome.parameters == {}
    assert outcome.model.n_jobs == 1
    others = [run_method(METHODS[name], X, y, split).train.auc for name in ("SPAM", "SVM-Perf")]
    assert max(others) <= outcome.bound


def test_seed_and_threads_reach_estimators_within_estimators():
    X, y = clouds()
    split = draw_split(y, 2)
    forest = make_pipeline(StandardScaler(), RandomForestClassifier(5, n_jobs=2))
    method = Method("wrapped", "standard", False, forest, {})
    outcomes = [run_method(method, X, y, split, seed=seed) for seed in (3, 3, 4)]
    assert outcomes[0].test == outcomes[1].test != outcomes[2].test
    assert outcomes[0].model[-1].n_jobs == 1


def test_every_pool_of_threads_is_one_thread_for_a_while():
    with threadpool_limits(2):
        numba.set_num_threads(numba.config.NUMBA_NUM_THREADS)
        before = numba.get_num_threads(), [pool["num_threads"] for pool in threadpool_info()]
        with single_threaded():
            assert numba.get_num_threads() == 1
            assert {pool["num_threads"] for pool in threadpool_info()} == {1}
        assert (numba.get_num_threads(), [pool["num_threads"] for pool in threadpool_info()]) == before


def test_pools_of_threads_are_searched_again_only_after_an_import(monkeypatch):
    searches = []

    def search():
        searches.append(1)
        return ThreadpoolController()

    monkeypatch.setattr(protocol, "ThreadpoolController", search)
    protocol._thread_pools.cache_clear()
    for _ in range(3):
        with single_threaded():
            pass
    assert len(searches) == 1
    monkeypatch.setitem(sys.modules, "another_import", ModuleType("another_import"))
    with single_threaded():
        pass
    assert len(searches) == 2


def test_f1_of_a_model_that_calls_nothing_positive_is_zero():
    X, y = clouds()
    never = make_pipeline(StandardScaler(), LogisticRegression(C=1e-9)).fit(X, y)
    assert never.predict(X).sum() == 0
    assert score(never, X, y)[1:] == (0.5, 0.0)


class Fragile(ClassifierMixin, BaseEstimator):
    """Logistic regression that cannot bear a small C."""

    def __init__(self, C=1.0, least=0.05):
        self.C = C
        self.least = least

    def fit(self, X, y):
        if self.least > self.C:
            raise FloatingPointError("C is too small")
        self.model_ = LogisticRegression(C=self.C).fit(X, y)
        self.classes_ = self.model_.classes_
        return self

    def decision_function(self, X):
        return self.model_.decision_function(X) if self.C < 5 else np.full(len(X), np.nan)

    def predict(self, X):
        return self.model_.predict(X)


def test_a_point_that_fails_is_the_worst_and_a_method_that_fails_says_why():
    X, y = clouds()
    split = draw_split(y, 1)
    assert run_method(Method("F", "standard", True, Fragile(), C_PART), X, y, split).parameters == {"C": 0.1}
    with pytest.raises(FloatingPointError, match="C is too small"):
        run_method(Method("F", "standard", True, Fragile(least=99.0), C_PART), X, y, split)

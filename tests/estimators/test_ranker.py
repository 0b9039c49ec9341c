"""ConcordanceRanker: a citizen of scikit-learn that scores risks."""

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

import aucopt
from aucopt import ConcordanceRanker


@parametrize_with_checks([ConcordanceRanker(time_limit=5, n_restarts=0)])
def test_it_keeps_the_contract_of_estimators(estimator, check):
    check(estimator)


def survival(n=60, d=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    times = rng.exponential(np.exp(-X[:, 0]))
    events = rng.random(n) < 0.7
    return X, np.array(list(zip(events, times, strict=True)), dtype=[("event", bool), ("time", float)])


def test_an_early_event_has_a_high_score():
    X, y = survival()
    model = ConcordanceRanker().fit(X, y)
    assert model.status_ == "optimal"
    assert model.value_ == model.bound_ == pytest.approx(model.score(X, y))
    assert model.coef_[0] > 0
    assert model.gap_ == 0


def test_a_high_outcome_has_a_high_score():
    X, _ = survival()
    model = ConcordanceRanker().fit(X, X[:, 0].round() - X[:, 1].round())
    assert model.coef_[0] > 0 > model.coef_[1]
    assert model.score(X, X[:, 0].round() - X[:, 1].round()) == pytest.approx(model.value_)


def test_cross_validation_and_grids_take_structured_outcomes():
    X, y = survival()
    assert cross_val_score(ConcordanceRanker(), X, y, cv=3).mean() > 0.6
    search = GridSearchCV(ConcordanceRanker(), {"signs": [None, 1]}, cv=2).fit(X, y)
    assert search.predict(X).shape == (60,)


def test_strata_and_weights_reach_the_search():
    X, y = survival()
    strata, weight = np.arange(60) % 5, np.arange(60) % 3
    model = ConcordanceRanker().fit(X, y, weight, strata)
    best = aucopt.maximize(X, y, "concordance", sample_weight=weight, strata=strata)
    assert model.value_ == best.value == pytest.approx(model.score(X, y, weight, strata))


def test_scikit_survival_gives_the_same_number():
    metrics = pytest.importorskip("sksurv.metrics", reason="scikit-survival is not a dependency")
    X, y = survival()
    model = ConcordanceRanker().fit(X, y)
    theirs = metrics.concordance_index_censored(y["event"], y["time"], model.predict(X), tied_tol=0)
    assert theirs[0] == pytest.approx(model.value_)

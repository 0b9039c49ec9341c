"""What the best ranking of an outcome is compared with."""

from importlib import util

import numpy as np
import pytest

from aucopt.analysis import outcome_rivals
from aucopt.analysis.outcome_rivals import (
    COX,
    LEAST_SQUARES,
    ORDERED,
    STRATIFIED,
    CoxRegression,
    LeastSquares,
    OrderedLogit,
    StratifiedLogistic,
    usual_rival,
)
from aucopt.analysis.rows import Rows

RNG = np.random.default_rng(8)
X = np.column_stack([RNG.normal(size=(200, 2)) * [1, 100], np.ones(200)])
TRUE = X @ [1.0, -0.01, 0]
TIME = RNG.exponential(np.exp(-TRUE))
LAST = RNG.exponential(2, size=200)
CENSORED = np.column_stack([TIME <= LAST, np.minimum(TIME, LAST)])
STRATA = np.arange(200) % 5
NONE = np.zeros(0, dtype=bool)


def table(y, weights=None, strata=None):
    return Rows(X, ("a", "b", "c"), NONE, weights, "y", (0, 1), outcome=y, strata=strata)


def agree(coef, angle=0.3):
    """Whether the direction is about the true one on standardised columns, and constants have no weight."""
    assert coef[2] == 0
    scaled = coef[:2] * [1, 100]
    return np.arccos(scaled @ [1, -1] / np.sqrt(2) / np.linalg.norm(scaled)) < angle


@pytest.mark.parametrize("strata", [None, STRATA], ids=["all", "strata"])
@pytest.mark.parametrize("weights", [None, 1 + np.arange(200) % 2], ids=["plain", "weighted"])
def test_cox_regression(weights, strata):
    pytest.importorskip("lifelines", reason="lifelines is not a dependency")
    model = CoxRegression().fit(X, CENSORED, weights, strata)
    assert agree(model.coef_)
    assert np.allclose(model.predict(X), X @ model.coef_)


def test_both_packages_fit_the_same_cox_regression(monkeypatch):
    pytest.importorskip("lifelines", reason="lifelines is not a dependency")
    pytest.importorskip("sksurv", reason="scikit-survival is not a dependency")
    by_lifelines = CoxRegression().fit(X, CENSORED).coef_
    monkeypatch.setattr(
        outcome_rivals, "find_spec", lambda name: None if name == "lifelines" else util.find_spec(name)
    )
    assert CoxRegression().fit(X, CENSORED).coef_ == pytest.approx(by_lifelines, rel=1e-4)


def test_columns_that_separate_the_events_do_not_stop_cox_regression():
    pytest.importorskip("lifelines", reason="lifelines is not a dependency")
    twice = np.column_stack([X[:, 0], X[:, 0]])
    assert np.isfinite(CoxRegression().fit(twice, CENSORED).coef_).all()


def test_ordered_logit():
    pytest.importorskip("statsmodels", reason="statsmodels is not a dependency")
    noisy = TRUE + RNG.logistic(size=200) / 2
    assert agree(OrderedLogit().fit(X, np.digitize(noisy, [-1, 0, 1])).coef_)


@pytest.mark.parametrize("strata", [None, STRATA], ids=["all", "strata"])
@pytest.mark.parametrize("y", [TRUE + RNG.normal(size=200), CENSORED], ids=["ordered", "censored"])
def test_least_squares(y, strata):
    assert agree(LeastSquares().fit(X, y, None, strata).coef_)
    once = LeastSquares().fit(X, y, 1 + (np.arange(200) < 50), strata).coef_
    again = np.append(np.arange(200), np.arange(50))
    more = None if strata is None else strata[again]
    assert LeastSquares().fit(X[again], y[again], None, more).coef_ == pytest.approx(once)


def test_strata_have_intercepts_of_their_own():
    """The column follows the stratum, whose rows are more often positive: within strata it says nothing."""
    group = np.arange(200) % 2
    y = RNG.random(200) < 1 / (1 + np.exp(-TRUE - 4 * group))
    shifted = X + np.outer(3 * group, [1, 0, 0])
    assert agree(StratifiedLogistic().fit(shifted, y, None, group).coef_)
    # A stratum of one class has no part in it.
    lonely = np.where(np.arange(200) == 7, 9, group)
    kept = np.arange(200) != 7
    alone = StratifiedLogistic().fit(shifted, y, None, lonely).coef_
    scale = shifted.std(axis=0)[:2], shifted[kept].std(axis=0)[:2]
    without = StratifiedLogistic().fit(shifted[kept], y[kept], None, group[kept]).coef_
    assert alone[:2] * scale[0] == pytest.approx(without[:2] * scale[1], rel=0.05)


def test_the_usual_rival_is_what_is_installed(monkeypatch):
    installed = {"lifelines", "sksurv", "statsmodels"}
    monkeypatch.setattr(outcome_rivals, "find_spec", lambda name: name if name in installed else None)
    assert usual_rival(table(CENSORED)) == COX
    assert usual_rival(table(np.arange(200) % 5)) == ORDERED
    assert usual_rival(table(np.arange(200) % 5, weights=np.ones(200))) == LEAST_SQUARES
    assert usual_rival(table(np.arange(200))) == LEAST_SQUARES
    classes = Rows(X, ("a", "b", "c"), TRUE > 0, None, "y", (0, 1), strata=STRATA)
    assert usual_rival(classes) == STRATIFIED
    installed -= {"lifelines", "statsmodels"}
    assert usual_rival(table(CENSORED)) == COX
    assert usual_rival(table(CENSORED, strata=STRATA)) == LEAST_SQUARES
    assert usual_rival(table(np.arange(200) % 5)) == LEAST_SQUARES

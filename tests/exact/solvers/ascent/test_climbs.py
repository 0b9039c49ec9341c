"""The course of an ascent: starts before all else, cheap separators before linear programs, time used up."""

from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from strategies import gaussians, no_signs

from aucopt.exact.solvers.ascent import climber, climbs
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.metrics import pair_counts


def auc_of(X: np.ndarray, positive: np.ndarray, w: np.ndarray) -> float:
    return pair_counts(positive, X @ w).auc


def tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by one whenever someone looks at it."""
    ticks = count()
    monkeypatch.setattr(climber, "time", SimpleNamespace(monotonic=lambda: float(next(ticks))))


@pytest.mark.parametrize("deadline", [0.0, 3.0, 10.0, 30.0])
def test_known_starts_are_counted_whatever_the_time(monkeypatch: pytest.MonkeyPatch, deadline: float) -> None:
    X, positive = gaussians(100, 6)
    known = list(np.random.default_rng(0).normal(size=(4, 6)))
    tick(monkeypatch)
    found = ascend(X, positive, signs=no_signs(X), known=known, deadline=deadline)
    assert found.status == "time_limit"
    assert found.auc >= max(auc_of(X, positive, w) for w in known)


def test_cheap_starts_come_before_climbs(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no climb at all nothing is below squared loss, logistic regression and the best column."""

    class NoClimbs:
        def __init__(self, *args: Any) -> None:
            pass

        def climb_from(self, w: np.ndarray) -> None:
            pass

    monkeypatch.setattr(climbs, "Restarts", NoClimbs)
    X, positive = gaussians(200, 8)
    found = ascend(X, positive, signs=no_signs(X), n_restarts=0)
    means = X[positive].mean(axis=0) - X[~positive].mean(axis=0)
    fisher = np.linalg.solve(np.cov(X[positive].T) + np.cov(X[~positive].T), means)
    assert found.auc >= auc_of(X, positive, fisher) - 0.01
    assert found.auc >= max(auc_of(X, positive, s * w) for w in np.eye(8) for s in (1, -1))


def test_time_granted_is_used_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(60, 4)
    counted = ascend(X, positive, signs=no_signs(X))
    found = []
    for deadline in (1e3, 5e4):
        tick(monkeypatch)
        found.append(ascend(X, positive, signs=no_signs(X), deadline=deadline))
    short, long = found
    assert (counted.status, short.status, long.status) == ("local", "time_limit", "time_limit")
    assert max(counted.n_planes, short.n_planes) < long.n_planes
    assert max(counted.auc, short.auc) <= long.auc


def test_a_counted_budget_may_end_before_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    X, positive = gaussians(60, 4)
    counted = ascend(X, positive, signs=no_signs(X), n_restarts=2)
    tick(monkeypatch)
    found = ascend(X, positive, signs=no_signs(X), n_restarts=2, deadline=1e9)
    assert found.status == "local"
    assert found.coef.tolist() == counted.coef.tolist()


def test_what_a_start_separates_needs_no_linear_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> None:
        raise AssertionError("a linear program for data that logistic regression separates")

    monkeypatch.setattr(climbs, "separating_direction", refuse)
    X, positive = gaussians(60, 30)
    found = ascend(X, positive, signs=no_signs(X))
    assert (found.auc, found.n_planes) == (1.0, 0)


def test_linear_programs_are_for_data_that_are_nearly_separated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def separate(up: np.ndarray, down: np.ndarray, signs: Any, deadline: float | None) -> None:
        asked.append(deadline)

    monkeypatch.setattr(climbs, "separating_direction", separate)
    X, positive = gaussians(200, 3)
    ascend(X, positive, signs=no_signs(X), n_restarts=0)
    assert asked == []
    X[positive] += 5
    X[0] = 0.0
    ascend(X, positive, signs=no_signs(X), n_restarts=0, deadline=1e12)
    assert asked == [1e12]


def test_all_that_can_be_right_ends_it() -> None:
    X = np.tile(np.array([[0.0, 0.0], [1.0, 1.0]]), (6, 1))
    positive = np.arange(12) % 4 < 2
    found = ascend(X, positive, signs=(0, 0), most=36.0, deadline=1e12)
    assert (found.status, found.right, found.tied) == ("local", 9, 18)


def test_large_tables_are_climbed_on_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(climbs, "_MANY_ROWS", 100)
    monkeypatch.setattr(climbs, "_WORK", 0)
    monkeypatch.setattr(climbs, "_PAIRS_SEARCHED", 1)
    X, positive = gaussians(600, 4)
    weight = np.random.default_rng(0).integers(1, 4, 600)
    for weights in (None, weight):
        found = ascend(X, positive, weights, signs=no_signs(X))
        assert found.n_planes == 0
        better = ascend(X, positive, weights, signs=no_signs(X), n_restarts=3, budget=200)
        assert better.auc - 0.01 <= found.auc <= better.auc

"""Pairs in pieces: they change nothing, and between two of them a search can end."""

from typing import Any

import numpy as np
import pytest
from strategies import two_clouds

import aucopt
from aucopt.exact.objective.partial_auc import PartialAUC
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.cone import pieces as module
from aucopt.exact.solvers.cone.pieces import StoppedError
from aucopt.exact.solvers.cone.positives import explorer_for
from aucopt.exact.solvers.cone.search import search_cone

RNG = np.random.default_rng(4)
X, Y = two_clouds(60, 3)
TABLES = {
    "clouds": (X, Y, None),
    "weighted": (X, Y, RNG.integers(1, 4, 60)),
    "grid": (np.round(X), Y, None),
}
CORNERS = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("objective", [AUC(), PartialAUC(0.3)], ids=str)
def test_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch, name: str, objective: Any) -> None:
    problem = Problem.read(*TABLES[name])
    explorer = explorer_for(problem, objective, 1 << 26)
    whole = explorer.bound(CORNERS)
    explored = explorer.work(whole, -1, 0, bool)
    monkeypatch.setattr(module, "_LOOKS", 200)
    assert explorer.bound(CORNERS) == whole
    assert explorer.work(whole, -1, 0, bool) == explored


def test_strata_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    strata = RNG.integers(0, 3, 60)
    known = aucopt.maximize(X, Y, PartialAUC(0.3), strata=strata, solver="cone")
    monkeypatch.setattr(module, "_LOOKS", 200)
    again = aucopt.maximize(X, Y, PartialAUC(0.3), strata=strata, solver="cone")
    assert known.status == "optimal"
    assert (again.value_exact, again.bound_exact, again.work) == (
        known.value_exact,
        known.bound_exact,
        known.work,
    )


@pytest.mark.parametrize("objective", [AUC(), PartialAUC(0.3)], ids=str)
def test_a_cone_that_becomes_late_on_the_way_is_not_bounded(
    monkeypatch: pytest.MonkeyPatch, objective: Any
) -> None:
    monkeypatch.setattr(module, "_LOOKS", 200)
    explorer = explorer_for(Problem.read(X, Y), objective, 1 << 26)
    cone = explorer.bound(CORNERS)
    for n_asked in (1, 4):
        for run in (
            lambda stopped: explorer.bound(CORNERS, stopped),
            lambda stopped: explorer.work(cone, -1, 0, stopped),
        ):
            asked = iter([False] * n_asked + [True] * 99)
            with pytest.raises(StoppedError):
                run(lambda asked=asked: next(asked))


@pytest.mark.parametrize("d", [3, 4])
@pytest.mark.parametrize("n_asked", [3, 10, 40, 200])
def test_a_search_that_ends_within_a_cone_keeps_it(
    monkeypatch: pytest.MonkeyPatch, d: int, n_asked: int
) -> None:
    X, y = two_clouds(60, d)
    problem = Problem.read(X, y)
    best = search_cone(problem, AUC(), (0, (1,) * d), Options(signs=(0,) * d))
    asked = iter([False] * n_asked + [True] * 10**6)
    monkeypatch.setattr(module, "_LOOKS", 200)
    monkeypatch.setattr(Options, "is_late", lambda options: next(asked))
    early = search_cone(problem, AUC(), (0, (1,) * d), Options(signs=(0,) * d))
    assert early.status == ("time_limit" if n_asked <= 10 else early.status)
    assert early.best <= best.best <= early.bound

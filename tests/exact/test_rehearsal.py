"""Compiling is done once for each kind of search, and never charged to its clock."""

from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from strategies import gaussians

import aucopt
from aucopt.exact import maximize, rehearsal
from aucopt.exact.maximize import SOLVERS, choose_solver, read_options
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.rehearsal import Kind, rehearse
from aucopt.exact.solvers.plane import solver as plane


@pytest.fixture
def rehearsed(monkeypatch: pytest.MonkeyPatch) -> set[Kind]:
    """What a fresh process has compiled."""
    kinds: set[Kind] = set()
    monkeypatch.setattr(rehearsal, "REHEARSED", kinds)
    monkeypatch.setattr(maximize, "REHEARSED", kinds)
    monkeypatch.setattr(rehearsal, "_JIT_IS_OFF", False)
    return kinds


def chosen(X: Any, y: Any, weight: Any = None, **options: Any) -> maximize.Options:
    problem = Problem.read(X, y, weight)
    return choose_solver(problem, AUC(), read_options(problem, started=100.0, **options))[1]


@pytest.mark.parametrize(
    ("name", "d"), [("plane", 2), ("cone", 3), ("cone", 5), ("conflict", 6), ("ascent", 7)]
)
def test_the_clock_is_put_forward_once(
    rehearsed: set[Kind], monkeypatch: pytest.MonkeyPatch, name: str, d: int
) -> None:
    ticks = count(100.0, 10.0)
    monkeypatch.setattr(rehearsal, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    times = [chosen(*gaussians(30, d), solver=name, time_limit=5.0) for _ in range(2)]
    assert [(o.started, o.deadline) for o in times] == [(110.0, 115.0), (100.0, 105.0)]


def test_other_types_are_other_kinds(rehearsed: set[Kind], monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = gaussians(30, 4)
    tables = [(X, None), (sparse.csr_matrix(X), None), (X, np.arange(1, 31)), (X, np.arange(1, 31) / 7)]
    for table, weight in tables:
        for _ in range(2):
            chosen(table, y, weight, solver="ascent")
    assert len(rehearsed) == len(tables)
    monkeypatch.setattr(plane, "LISTED", 10)
    chosen(X[:, :2], y)
    assert len(rehearsed) == len(tables) + 1


def test_what_is_never_compiled_is_not_rehearsed(rehearsed: set[Kind]) -> None:
    assert chosen(*gaussians(30, 2), solver="enumeration").started == 100.0
    assert rehearsed == {Kind(None)}


def test_reading_is_rehearsed_before_the_first_search(rehearsed: set[Kind]) -> None:
    aucopt.maximize_auc(*gaussians(30, 2))
    assert Kind(None) in rehearsed


def test_nothing_to_compile_without_a_compiler(rehearsed: set[Kind], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "_JIT_IS_OFF", True)
    monkeypatch.setattr(rehearsal, "_search_tiny", None)
    monkeypatch.setattr(rehearsal, "_tiny_problem", None)
    problem = Problem.read(*gaussians(30, 3))
    options = read_options(problem)
    kind = Kind(SOLVERS["cone"].kernels(problem, options))
    assert rehearse(kind, AUC(), options, SOLVERS["cone"]) is options
    rehearsal.rehearse_reading()
    assert rehearsed == {kind, Kind(None)}

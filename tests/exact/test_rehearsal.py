"""Compiling is done once for each kind of search, and never charged to its clock."""

from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse
from strategies import gaussians

from aucopt.exact import rehearsal
from aucopt.exact.maximize import SOLVERS, read_options
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.rehearsal import rehearse


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "_rehearsed", set())
    monkeypatch.setattr(rehearsal, "_JIT_IS_OFF", False)


@pytest.mark.parametrize(
    ("name", "d"), [("plane", 2), ("cone", 3), ("cone", 5), ("conflict", 6), ("ascent", 7)]
)
def test_the_clock_is_put_forward_once(
    fresh: None, monkeypatch: pytest.MonkeyPatch, name: str, d: int
) -> None:
    X, y = gaussians(30, d)
    problem = Problem.read(X, y)
    options = read_options(problem, time_limit=5.0, started=100.0)
    ticks = count(100.0, 10.0)
    monkeypatch.setattr(rehearsal, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    after = rehearse(problem, AUC(), options, SOLVERS[name])
    assert (after.started, after.deadline) == (110.0, 115.0)
    assert rehearse(problem, AUC(), options, SOLVERS[name]) is options


def test_other_types_are_other_kinds(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = gaussians(30, 4)
    tables = [(X, None), (sparse.csr_matrix(X), None), (X, np.arange(1, 31)), (X, np.arange(1, 31) / 7)]
    for table, weight in tables:
        problem = Problem.read(table, y, weight)
        rehearse(problem, AUC(), read_options(problem), SOLVERS["ascent"])
    assert len(rehearsal._rehearsed) == len(tables)
    monkeypatch.setattr(rehearsal, "LISTED", 10)
    plane = Problem.read(X[:, :2], y)
    rehearse(plane, AUC(), read_options(plane), SOLVERS["plane"])
    assert len(rehearsal._rehearsed) == len(tables) + 1


def test_nothing_to_compile_without_a_compiler(fresh: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "_JIT_IS_OFF", True)
    problem = Problem.read(*gaussians(30, 3))
    options = read_options(problem)
    assert rehearse(problem, AUC(), options, SOLVERS["cone"]) is options
    rehearsal.rehearse_reading()
    assert rehearsal._rehearsed == set()

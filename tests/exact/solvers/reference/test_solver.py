"""The reference as a solver: it agrees with the plane."""

import time
from typing import Any

import numpy as np
import pytest
from strategies import GAUSSIAN, GRID, Y, two_clouds

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.reference import algorithm_1, algorithm_2
from aucopt.exact.solvers.reference import solver as reference_solver
from aucopt.exact.solvers.reference.solver import ReferenceSolver


@pytest.mark.parametrize("X", [GAUSSIAN, GRID], ids=["gaussian", "grid"])
@pytest.mark.parametrize("signs", [None, 1, (-1, 0)])
def test_enumeration_agrees(X: np.ndarray, signs: Any) -> None:
    plane = aucopt.maximize_auc(X, Y, solver="plane", signs=signs)
    slow = aucopt.maximize_auc(X, Y, solver="enumeration", signs=signs)
    assert slow.auc_exact == plane.auc_exact == plane.bound_exact
    assert {arc[:2] for arc in slow.arcs} == {arc[:2] for arc in plane.arcs}
    assert slow.coef == pytest.approx(plane.coef, abs=1e-12)


@pytest.mark.parametrize("signs", [(0, 0), (1, 0)])
def test_two_columns_are_solved_by_algorithm_1(signs: tuple[int, int]) -> None:
    problem = Problem.read(GRID, Y)
    found = ReferenceSolver().solve(problem, AUC(), Options(signs=signs))
    expected = algorithm_1(problem.integers(), *problem.weight.T.tolist(), signs)
    assert (found.cells, found.value, found.bound) == (expected.cells, expected.value, expected.value)
    assert found.status == "optimal"


def test_three_columns_are_solved_by_algorithm_2() -> None:
    X, y = two_clouds(9, 3)
    problem = Problem.read(np.round(X), y).independent()
    found = ReferenceSolver().solve(problem, AUC(), Options(signs=(0, 1, 0)))
    best = algorithm_2(problem.integers(), *problem.weight.T.tolist(), (0, 1, 0))
    assert (found.cells, found.value) == ([(best.direction, best.direction)], best.value)
    assert AUC().count(problem, best.direction).value == best.value


def test_no_proof_is_written_beyond_the_plane() -> None:
    solver = ReferenceSolver()
    plane, space = (Problem.read(*two_clouds(9, d)) for d in (2, 3))
    assert solver.refusal(plane, AUC(), Options(signs=(0, 0), certify=True)) is None
    assert "writes no proof" in solver.refusal(space, AUC(), Options(signs=(0, 0, 0), certify=True))
    assert solver.refusal(space, AUC(), Options(signs=(0, 0, 0))) is None


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("signs", [None, 1])
def test_a_time_limit_ends_the_enumeration(d: int, signs: Any) -> None:
    X, y = two_clouds({2: 3000, 3: 300}[d], d)
    started = time.monotonic()
    solution = aucopt.maximize_auc(X, y, solver="enumeration", signs=signs, time_limit=1)
    # Without a limit it takes hours, in three columns.
    assert time.monotonic() - started < 120
    assert (solution.status, solution.bound) == ("time_limit", 1.0)
    assert solution.auc >= solution.best_column.auc


@pytest.mark.parametrize("certify", [False, True])
def test_no_time_leaves_the_bound_of_all_pairs(certify: bool) -> None:
    X = np.vstack([GRID, GRID[:3]])
    y = np.concatenate([Y, 1 - Y[:3]])
    best = aucopt.maximize_auc(X, y)
    solution = aucopt.maximize_auc(
        X, y, solver="enumeration", time_limit=0, certify=certify, starts=best.coef
    )
    assert (solution.status, solution.auc) == ("time_limit", best.auc)
    assert best.auc < solution.bound < 1.0
    if certify:
        verdict = aucopt.verify(solution.certificate, X, y)
        assert verdict
        assert solution.certificate.bound_exact == solution.bound_exact


def test_an_interrupt_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(reference_solver, "algorithm_1", interrupt)
    start = aucopt.maximize_auc(GRID, Y).coef
    solution = aucopt.maximize_auc(GRID, Y, solver="enumeration", starts=start)
    assert solution.status == "interrupted"
    assert solution.auc == aucopt.maximize_auc(GRID, Y).auc

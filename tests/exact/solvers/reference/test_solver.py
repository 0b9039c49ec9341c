"""The reference as a solver: it agrees with the plane."""

from typing import Any

import numpy as np
import pytest
from strategies import GAUSSIAN, GRID, Y, two_clouds

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.reference import algorithm_1, algorithm_2
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

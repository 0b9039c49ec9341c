"""Boxes of directions: those of a basis cover all directions."""

import numpy as np
import pytest
from certified import gaussians

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.shapes import box_basis, start_boxes


def test_start_boxes_cover_all_directions_and_hold_the_best_one_inside() -> None:
    X, y = gaussians(30, 4, seed=2)
    problem = Problem.read(X, y)
    towards = problem.towards(np.array([1.0, 2.0, -1.0, 0.5]))
    basis = box_basis(problem, towards, (0, 0, 0, 0))
    weights = np.linalg.solve(np.array(basis, dtype=float).T, np.array(towards, dtype=float))
    assert weights[1:] / weights[0] == pytest.approx([1 / 3] * 3, abs=1e-3)
    assert len(list(start_boxes((0, 0, 0)))) == 6
    # With signs the vectors are turned axes, and weights are not negative.
    assert box_basis(problem, towards, (1, -1, 0, 0))[:2] == [(1, 0, 0, 0), (0, -1, 0, 0)]
    starts = list(start_boxes((1, 0)))
    assert [(box.chart, box.sign, box.centre, box.level) for box in starts] == [
        (0, 1, (0.0,), (0,)),
        (1, 1, (0.5,), (1,)),
        (1, -1, (0.5,), (1,)),
    ]

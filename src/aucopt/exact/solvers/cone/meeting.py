"""Boxes in which many hyperplanes meet: what these count is a problem of their own, in fewer columns.

Rows that share a direction, as those with one value of a discrete column do, stay open however small a box
around it becomes. But whether they are right depends only on where a direction lies beside their common flat:
the largest weight of them that any direction ranks right, found in as many columns as they span, bounds what
they add to the box.
"""

import numpy as np

from aucopt.exact.problem.columns import Points, ScaledPoints
from aucopt.exact.problem.differences import merge_differences
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.rows import ScoredRows

# Steps towards the point from which the sum of the distances to all hyperplanes is smallest.
_STEPS = 30
# Hyperplanes that pass this near to it, in units of the box, may meet there; floats only propose them.
_NEAR = 1e-7
_RIDGE = 1e-9


def meeting_point(middle: np.ndarray, slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where most of the hyperplanes ``middle + slopes @ x = 0`` meet, roughly, and which of them do."""
    lengths = np.sqrt(np.einsum("ij,ij->i", slopes, slopes))
    lengths[lengths == 0.0] = 1.0
    away, normals = middle / lengths, slopes / lengths[:, None]
    x, distance = np.zeros(slopes.shape[1]), np.abs(away)
    for _ in range(_STEPS):
        # Least squares with weights that make it the least sum of distances.
        weighted = normals.T / np.maximum(distance, _NEAR)
        squares = weighted @ normals
        # A little of the centre, so that the smallest sum of squares is at one place.
        squares.flat[:: len(x) + 1] += _RIDGE * max(np.trace(squares), 1.0)
        before, x = x, np.linalg.solve(squares, -(weighted @ away))
        distance = np.abs(away + normals @ x)
        if np.abs(x - before).max() < _NEAR:
            break
    return x, distance < _NEAR


def rows_alone(problem: Problem, rows: ScoredRows, chosen: np.ndarray) -> Problem:
    """The problem of some rows: their differences against the origin, in as many columns as they span."""
    kept, weight, (x, limbs) = merge_differences(
        problem.limbs, rows.high[chosen], rows.low[chosen], rows.weight[chosen]
    )
    columns = tuple(problem.columns[k] for k in kept)
    exact = ScaledPoints(x, limbs, tuple(problem.scale[k] for k in kept))
    points = Points((), weight, None, columns)
    return Problem(None, problem.feature_names, problem.classes, points=points, exact=exact).independent()

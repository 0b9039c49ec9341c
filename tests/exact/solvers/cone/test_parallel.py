"""Pairs of points that share a hyperplane: found where it is worth it, and merged with all they carry."""

import naive
import naive_cone
import numpy as np
import pytest

from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.explorer import Explorer
from aucopt.exact.solvers.cone.parallel import merge_parallel, whole_points

CORNERS = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def grid_problem(scale: int = 1) -> Problem:
    rng = np.random.default_rng(0)
    return Problem.read(scale * rng.integers(0, 4, (30, 3)), np.arange(30) % 2).independent()


# The largest has two digits a number.
@pytest.mark.parametrize("scale", [1, 12345, 2**40 + 1])
def test_a_grid_is_worth_merging(scale: int) -> None:
    problem = grid_problem(scale)
    assert list(map(tuple, whole_points(problem).tolist())) == problem.integers()


def test_points_in_general_position_are_not() -> None:
    rng = np.random.default_rng(0)
    assert whole_points(Problem.read(np.round(rng.normal(size=(30, 3)), 3), np.arange(30) % 2)) is None


def test_numbers_of_many_digits_are_not_looked_at() -> None:
    assert whole_points(grid_problem(2**60 + 1)) is None


def test_merged_pairs_keep_their_weights_and_their_sides() -> None:
    problem = grid_problem()
    explorer = Explorer(problem, AUC(), 1 << 20)
    planes, pairs, _, n, _ = explorer._list(explorer.vertices(CORNERS, 0), bool)
    points = problem.integers()
    listed = [
        (int(i), int(j), int(weight), int(up), int(down), pairs.d[:, k].tolist())
        for k, (i, j, weight, up, down) in enumerate(
            zip(planes.high[:n], planes.low[:n], planes.gain[:n], pairs.up[:n], pairs.down[:n], strict=True)
        )
    ]
    differences = [(naive.minus(points[i], points[j]), weight) for i, j, weight, *_ in listed]
    expected = naive_cone.merge_lines(differences)
    m = merge_parallel(whole_points(problem), planes, pairs, n)
    assert 0 < m == len(expected) < n
    for k, (first, along, against) in enumerate(expected):
        i, j, _, up, down, d = listed[first]
        assert (planes.high[k], planes.low[k], planes.gain[k], planes.loss[k]) == (i, j, along, against)
        assert (pairs.up[k], pairs.down[k], pairs.d[:, k].tolist()) == (up, down, d)

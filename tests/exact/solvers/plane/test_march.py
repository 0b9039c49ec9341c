"""Marching: the order of the points and the count of right pairs, wherever the march stands, by sorting."""

from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import PLANE_DIRECTIONS, plane_problem, plane_tables

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane import march as marching
from aucopt.exact.solvers.plane.direction import Direction
from aucopt.exact.solvers.plane.march import March, order_along

EXAMPLES = settings(deadline=None, max_examples=100)
STOPS = st.builds(lambda v, side: Direction(*v, side), PLANE_DIRECTIONS, st.sampled_from([1, -1]))


def twin_order(problem: Problem, to: Direction) -> list[int]:
    return naive.order_along(problem.integers(), to.vector, to.side)


@EXAMPLES
@given(plane_tables(), st.lists(STOPS, min_size=1, max_size=4), st.booleans())
def test_a_march_counts_what_sorting_counts(
    case: dict[str, Any], stops: list[Direction], tally: bool
) -> None:
    problem = plane_problem(case)
    assume(problem is not None)
    p, q = problem.weight.T.tolist()
    march, before = March(problem), twin_order(problem, Direction(1, 0))
    assert march.right == naive.right_pairs(before, p, q)
    for stop in stops:
        look, after = march.look(stop, tally=tally), twin_order(problem, stop)
        rises, falls = naive.swapped_pairs(before, after, p, q)
        assert (look.gain, look.loss) == tuple(sum(p[i] * q[j] for i, j in pairs) for pairs in (rises, falls))
        march.accept(look)
        assert march.rows().tolist() == after
        assert (march.at, march.right) == (stop, naive.right_pairs(after, p, q))
        before = after


@EXAMPLES
@given(plane_tables(), STOPS)
def test_one_sort_gives_the_order_of_a_march(case: dict[str, Any], to: Direction) -> None:
    problem = plane_problem(case)
    assume(problem is not None)
    assert order_along(problem, to).tolist() == twin_order(problem, to)


@pytest.mark.parametrize("n_swaps", [0.0, np.inf])
def test_both_ways_to_look_count_alike(monkeypatch: pytest.MonkeyPatch, n_swaps: float) -> None:
    """By bits after a fresh sort, and by merging what is nearly sorted."""
    monkeypatch.setattr(marching, "_FEW_SWAPS", n_swaps)
    rng = np.random.default_rng(0)
    problem = Problem.read(rng.normal(size=(200, 2)), np.arange(200) % 2)
    march = March(problem)
    p, q = problem.weight.T.tolist()
    for stop in (Direction(3, 1), Direction(-1, 5), Direction(-1, 4, -1), Direction(2, -7)):
        march.go(stop)
        assert march.right == naive.right_pairs(twin_order(problem, stop), p, q)

"""The reference in the plane against brute force in fractions, and the cases that break it as printed."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import gcd
from random import Random

import naive
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import PLANE_DIRECTIONS, PLANE_SIGNS, Rows, plane_rows

from aucopt.exact.solvers.reference.plane import (
    FULL_CIRCLE,
    Cell,
    Enumeration,
    Vector,
    algorithm_1,
    attains,
    critical_directions,
    direction_between,
    evaluate,
    trivial,
)

Solver = Callable[..., Enumeration]
SOLVERS: list[Solver] = [trivial, algorithm_1]
EXAMPLES = settings(deadline=None, max_examples=100)


def primitive(w: Vector) -> Vector:
    return tuple(a // gcd(*w) for a in w)


def check_against_brute_force(data: Rows, signs: Sequence[int]) -> None:
    points, p, q = data.merged()
    solution = trivial(points, p, q, signs)
    assert algorithm_1(points, p, q, signs) == solution
    assert (solution.value, solution.total) == naive.best(data.X, data.y, data.weight, signs)
    assert evaluate(points, p, q, direction_between(*solution.cells[0])) == (solution.right, solution.tied)
    assert len(set(solution.cells)) == len(solution.cells)
    assert len(solution.cells) == naive.optimal_cells(data.X, data.y, data.weight, signs)
    for cell in solution.cells:
        w = direction_between(*cell)
        assert all(sign * a >= 0 for sign, a in zip(signs, w, strict=True))
        right, tied, _ = naive.counts(data.X, data.y, w, data.weight)
        assert 2 * right + tied == solution.value


@settings(EXAMPLES, max_examples=300)
@given(plane_rows(), PLANE_SIGNS)
@example(Rows([(0, 0), (0, 0)], [1, 0], [1, 1]), (0, 0))
@example(Rows([(0, 0), (1, 1)], [1, 1], [1, 1]), (1, 0))
def test_plane_agrees_with_brute_force(data: Rows, signs: tuple[int, int]) -> None:
    check_against_brute_force(data, signs)


@settings(EXAMPLES, max_examples=50)
@given(plane_rows(shapes=["one column"]), st.sampled_from([(0,), (1,), (-1,)]))
def test_line_agrees_with_brute_force(data: Rows, signs: tuple[int]) -> None:
    check_against_brute_force(data, signs)


@EXAMPLES
@given(plane_rows())
def test_cells_reach_from_one_critical_direction_to_the_next(data: Rows) -> None:
    points, p, q = data.merged()
    critical = critical_directions(points, p, q)
    neighbours = {*pairwise(critical), (critical[-1], critical[0])} if critical else {FULL_CIRCLE}
    assert neighbours >= set(trivial(points, p, q).cells)


@EXAMPLES
@given(plane_rows(), st.randoms(use_true_random=False))
def test_order_of_the_points_does_not_matter(data: Rows, random: Random) -> None:
    points, p, q = data.merged()
    order = list(range(len(points)))
    random.shuffle(order)
    shuffled = [[column[k] for k in order] for column in (points, p, q)]
    for solve in SOLVERS:
        assert solve(*shuffled) == solve(points, p, q)


@EXAMPLES
@given(plane_rows())
def test_critical_directions_are_all_that_tie_a_pair(data: Rows) -> None:
    points, p, q = data.merged()
    critical = critical_directions(points, p, q)
    turns = [naive.turn(*c) for c in critical]
    assert turns == sorted(set(turns))
    assert all(gcd(*c) == 1 for c in critical)
    coincident = sum(a * b for a, b in zip(p, q, strict=True))
    assert all(evaluate(points, p, q, c)[1] > coincident for c in critical)
    assert all(evaluate(points, p, q, direction_between(*arc))[1] == coincident for arc in pairwise(critical))


def test_one_column_has_no_critical_direction() -> None:
    assert critical_directions([(0,), (1,)], [1, 0], [0, 1]) == []


@EXAMPLES
@given(plane_rows(), PLANE_DIRECTIONS)
def test_evaluate_and_attains_agree_with_the_double_loop(data: Rows, w: Vector) -> None:
    right, tied, _ = naive.counts(data.X, data.y, w, data.weight)
    points, p, q = data.merged()
    assert evaluate(points, p, q, w) == (right, tied)
    assert attains(points, p, q, w, int(right))
    assert not attains(points, p, q, w, int(right) + 1)


def test_evaluate_and_attains_take_any_dimension() -> None:
    points = [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert evaluate(points, [2, 0, 1], [0, 3, 1], (1, 1, 2)) == (2 * 3 + 2, 3 + 1)
    assert attains(points, [2, 0, 1], [0, 3, 1], (1, 1, 2), 8)


@EXAMPLES
@given(PLANE_DIRECTIONS.map(primitive), PLANE_DIRECTIONS.map(primitive))
def test_direction_between_is_strictly_inside(lo: Vector, hi: Vector) -> None:
    w = direction_between(lo, hi)
    assert gcd(*w) == 1
    ahead, end = ((naive.turn(*v) - naive.turn(*lo)) % 4 for v in (w, hi))
    assert ahead == end == 0 if lo == hi else 0 < ahead < end


@pytest.mark.parametrize("solve", SOLVERS)
def test_pair_that_shares_x1_has_no_slope_as_printed(solve: Solver) -> None:
    # positive (1, 0), negatives (1, 1) and (0, .5), doubled; the printed algorithm stops at AUC 0.5
    data = [(2, 0), (2, 2), (0, 1)], [1, 0, 0], [0, 1, 1]
    assert solve(*data) == Enumeration(2, 0, 2, (((-1, -2), (1, 0)),))
    assert naive.best([(1.0, 0.0), (1.0, 1.0), (0.0, 0.5)], [1, 0, 0]) == (4, 2)


@pytest.mark.parametrize("solve", SOLVERS)
def test_events_at_one_direction_are_one_event(solve: Solver) -> None:
    # the printed algorithm adds them one by one and reports the AUC 1.0 of no direction
    both_sides = (((-1, 1), (1, -1)), ((1, -1), (-1, 1)))
    assert solve([(0, 0), (-1, -1), (1, 1)], [1, 0, 0], [0, 1, 1]) == Enumeration(1, 0, 2, both_sides)


@pytest.mark.parametrize("solve", SOLVERS)
def test_reverse_of_a_direction_does_not_win_coincident_pairs(solve: Solver) -> None:
    # strict AUC is 1/2 one way and 0 the other; the printed 1 - AUC turns the 0 into 1.0
    assert solve([(0, 0), (1, 0)], [1, 1], [1, 0]) == Enumeration(1, 1, 2, (((0, -1), (0, 1)),))


@pytest.mark.parametrize("solve", SOLVERS)
def test_weight_of_exactly_zero_can_beat_both_sides(solve: Solver) -> None:
    # x1 puts every positive at or above the negative; x2 orders the tie of x1 the wrong way
    data = [(0, 0), (0, 1), (1, 0)], [1, 0, 1], [0, 1, 0]
    assert solve(*data, (1, 1)) == Enumeration(1, 1, 2, (((1, 0), (1, 0)),))
    assert solve(*data, (0, 1)) == Enumeration(1, 1, 2, (((1, 0), (1, 0)),))
    assert solve(*data, (1, 0)) == Enumeration(2, 0, 2, (((0, -1), (1, 0)), ((0, -1), (0, -1))))
    assert solve(*data) == Enumeration(2, 0, 2, (((-1, -1), (1, 0)),))


@pytest.mark.parametrize("solve", SOLVERS)
def test_without_critical_directions_one_cell_is_all_that_is_allowed(solve: Solver) -> None:
    def cells(*signs: int) -> tuple[Cell, ...]:
        return solve([(3, 4)], [2], [5], signs).cells

    east, north, west, south = (1, 0), (0, 1), (-1, 0), (0, -1)
    assert cells(0, 0) == (FULL_CIRCLE,)
    assert cells(1, 0) == ((south, north), (north, north), (south, south))
    assert cells(1, 1) == ((east, north), (east, east), (north, north))
    assert cells(-1, 0) == ((north, south), (north, north), (south, south))
    assert cells(-1, -1) == ((west, south), (west, west), (south, south))

"""The reference algorithms against brute force in fractions, and the cases that break them as printed."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd
from random import Random
from typing import NamedTuple

import naive
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aucopt.exact.solvers.reference import (
    FULL_CIRCLE,
    Cell,
    Enumeration,
    Vector,
    algorithm_1,
    algorithm_2,
    attains,
    critical_directions,
    densest,
    direction_between,
    evaluate,
    trivial,
)

Solver = Callable[..., Enumeration]
SOLVERS: list[Solver] = [trivial, algorithm_1]
HUGE = 10**30
SIGNS = st.tuples(*[st.sampled_from([-1, 0, 1])] * 2)
DIRECTIONS = st.tuples(*[st.integers(-4, 4)] * 2).filter(any)

EXAMPLES = settings(deadline=None, max_examples=250)


class Rows(NamedTuple):
    """Labelled, weighted rows as users bring them, for the brute force."""

    X: list[Vector]
    y: list[int]
    weight: list[int]

    def merged(self) -> tuple[list[Vector], list[int], list[int]]:
        """Return the distinct points with the weights p and q, for the reference algorithms."""
        points = sorted(set(self.X))
        weight: Counter[tuple[Vector, int]] = Counter()
        for x, label, s in zip(*self, strict=True):
            weight[x, label] += s
        return points, [weight[x, 1] for x in points], [weight[x, 0] for x in points]


def shape_points(grid: list[Vector], shape: str) -> list[Vector]:
    """Turn grid points into one of the shapes that break careless code."""
    shapes: dict[str, list[Vector]] = {
        "grid": grid,
        "collinear": [(a, 2 * a - 1) for a, _ in grid],
        "vertical": [(1, b) for _, b in grid],
        "huge": [(HUGE * a + b, HUGE * b - a) for a, b in grid],
        "huge grid": [(HUGE * a, b) for a, b in grid],
        "one column": [(a,) for a, _ in grid],
    }
    return shapes[shape]


@st.composite
def rows(
    draw: st.DrawFn, shapes: Sequence[str] = ("grid", "grid", "collinear", "vertical", "huge", "huge grid")
) -> Rows:
    width = draw(st.integers(2, 5))
    grid = draw(st.lists(st.tuples(*[st.integers(0, width - 1)] * 2), min_size=2, max_size=7))
    X = shape_points(grid, draw(st.sampled_from(shapes)))
    n = len(X)
    one_positive = st.permutations([1] + [0] * (n - 1))
    y = draw(st.one_of(st.lists(st.integers(0, 1), min_size=n, max_size=n), one_positive))
    weight = draw(
        st.one_of(st.just([1] * n), st.lists(st.sampled_from([0, 1, 2, 3, HUGE]), min_size=n, max_size=n))
    )
    return Rows(X, y, weight)


@st.composite
def space_rows(draw: st.DrawFn, columns: int, max_size: int) -> Rows:
    """Rows of three or more columns, in general position or not; a grid has parallel differences."""
    width = draw(st.integers(2, 4))
    X = draw(st.lists(st.tuples(*[st.integers(0, width - 1)] * columns), min_size=2, max_size=max_size))
    shapes: dict[str, Callable[[Vector], Vector]] = {
        "grid": lambda x: x,
        "line": lambda x: tuple(k * x[0] + 1 - k for k in range(1, columns + 1)),
        "plane": lambda x: (*x[:-1], x[0] - 2 * x[1]),
        "constant column": lambda x: (3, *x[1:]),
        "huge": lambda x: tuple(HUGE * a + b for a, b in zip(x, x[1:] + x[:1], strict=True)),
        "huge column": lambda x: (HUGE * x[0], *x[1:]),
    }
    X = list(map(shapes[draw(st.sampled_from(["grid", *shapes]))], X))
    n = len(X)
    one_positive = st.permutations([1] + [0] * (n - 1))
    y = draw(st.one_of(st.lists(st.integers(0, 1), min_size=n, max_size=n), one_positive))
    weights = st.lists(st.sampled_from([0, 1, 2, 3, HUGE]), min_size=n, max_size=n)
    return Rows(X, y, draw(st.one_of(st.just([1] * n), weights)))


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


@settings(EXAMPLES, max_examples=1000)
@given(rows(), SIGNS)
@example(Rows([(0, 0), (0, 0)], [1, 0], [1, 1]), (0, 0))
@example(Rows([(0, 0), (1, 1)], [1, 1], [1, 1]), (1, 0))
def test_plane_agrees_with_brute_force(data: Rows, signs: tuple[int, int]) -> None:
    check_against_brute_force(data, signs)


@settings(EXAMPLES, max_examples=50)
@given(rows(shapes=["one column"]), st.sampled_from([(0,), (1,), (-1,)]))
def test_line_agrees_with_brute_force(data: Rows, signs: tuple[int]) -> None:
    check_against_brute_force(data, signs)


def check_in_space(data: Rows, signs: tuple[int, ...] | None) -> None:
    points, p, q = data.merged()
    optimum = algorithm_2(points, p, q, signs)
    w = optimum.direction
    assert gcd(*w) == 1
    assert all(s * a >= 0 for s, a in zip(signs or (0,) * len(w), w, strict=True))
    assert (optimum.right, optimum.tied) == naive.counts(data.X, data.y, w, data.weight)[:2]
    assert optimum.value == naive.best_anywhere(data.X, data.y, data.weight, signs)
    if signs is None:
        assert optimum.tied == sum(a * b for a, b in zip(p, q, strict=True))


@settings(EXAMPLES, max_examples=500)
@given(space_rows(columns=3, max_size=6), st.none() | st.tuples(*[st.sampled_from([-1, 0, 1])] * 3))
def test_space_agrees_with_brute_force(data: Rows, signs: tuple[int, ...] | None) -> None:
    check_in_space(data, signs)


@settings(EXAMPLES, max_examples=150)
@given(space_rows(columns=4, max_size=5), st.none() | st.tuples(*[st.sampled_from([-1, 0, 1])] * 4))
def test_four_columns_agree_with_brute_force(data: Rows, signs: tuple[int, ...] | None) -> None:
    check_in_space(data, signs)


@settings(EXAMPLES, max_examples=100)
@given(rows(), SIGNS)
def test_the_two_brute_forces_agree_in_the_plane(data: Rows, signs: tuple[int, int]) -> None:
    value, _ = naive.best(data.X, data.y, data.weight, signs)
    assert value == naive.best_anywhere(data.X, data.y, data.weight, signs)
    points, p, q = data.merged()
    assert algorithm_2(points, p, q, signs).value == value


@pytest.mark.parametrize("n", [9, 12])
def test_space_with_more_points(n: int) -> None:
    random = Random(n)
    X = [tuple(random.randrange(100) for _ in range(3)) for _ in range(n)]
    check_in_space(Rows(X, [int(i < 2) for i in range(n)], [1] * n), None)


@settings(EXAMPLES, max_examples=100)
@given(space_rows(columns=3, max_size=6), st.randoms(use_true_random=False))
def test_order_of_the_points_does_not_matter_in_space(data: Rows, random: Random) -> None:
    points, p, q = data.merged()
    order = list(range(len(points)))
    random.shuffle(order)
    shuffled = [[column[k] for k in order] for column in (points, p, q)]
    assert algorithm_2(*shuffled) == algorithm_2(points, p, q)


@settings(EXAMPLES, max_examples=100)
@given(rows(), DIRECTIONS)
def test_dependent_column_changes_nothing(data: Rows, ratios: Vector) -> None:
    points, p, q = data.merged()
    wider = [(*x, ratios[0] * x[0] + ratios[1] * x[1]) for x in points]
    assert algorithm_2(wider, p, q)[:3] == algorithm_1(points, p, q)[:3]


@EXAMPLES
@given(rows())
def test_cells_reach_from_one_critical_direction_to_the_next(data: Rows) -> None:
    points, p, q = data.merged()
    critical = critical_directions(points, p, q)
    neighbours = {*pairwise(critical), (critical[-1], critical[0])} if critical else {FULL_CIRCLE}
    assert neighbours >= set(trivial(points, p, q).cells)


@EXAMPLES
@given(rows(), st.randoms(use_true_random=False))
def test_order_of_the_points_does_not_matter(data: Rows, random: Random) -> None:
    points, p, q = data.merged()
    order = list(range(len(points)))
    random.shuffle(order)
    shuffled = [[column[k] for k in order] for column in (points, p, q)]
    for solve in SOLVERS:
        assert solve(*shuffled) == solve(points, p, q)


@EXAMPLES
@given(rows())
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
@given(rows(), DIRECTIONS)
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
@given(DIRECTIONS.map(primitive), DIRECTIONS.map(primitive))
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


@pytest.mark.parametrize("columns", [3, 4, 5])
def test_hyperplanes_lose_the_pairs_that_define_them_as_printed(columns: int) -> None:
    # The printed algorithm ends on the hyperplanes of d - 2 pairs, ties them and returns 2 of d pairs.
    axes = {tuple(int(i == j) for i in range(columns)): 1 for j in range(columns)}
    count, w = densest(axes, columns)
    assert count == columns
    assert all(a > 0 for a in w)


def test_what_is_parallel_to_a_difference_goes_to_the_heavier_side() -> None:
    line = {(1, 1, 1): 2, (-2, -2, -2): 3, (0, 1, 0): 1}
    count, w = densest(line, 3)
    assert count == 4
    assert sum(w) < 0 < w[1]


def test_weight_of_exactly_zero_can_beat_both_sides_in_space() -> None:
    # as in the plane, beside a column that no direction can use
    data = [(0, 0, 7), (0, 1, 7), (1, 0, 7)], [1, 0, 1], [0, 1, 0]
    optimum = algorithm_2(*data, (1, 1, 1))
    assert (optimum.right, optimum.tied) == (1, 1)
    assert optimum.direction[:2] == (1, 0)
    assert algorithm_2(*data, (1, 0, 1)).value == 4


def test_without_pairs_any_allowed_direction_will_do() -> None:
    assert algorithm_2([(1, 2, 3)], [2], [5])[:3] == (0, 10, 10)
    assert algorithm_2([(1, 2, 3)], [2], [5], (-1, -1, -1)).direction == (-1, -1, -1)
    assert densest({}, 4) == (0, (1, 0, 0, 0))


def test_brute_force_takes_numbers_as_written() -> None:
    assert naive.exact_column([0.1, -2.5, 3]) == [Fraction(1, 10), Fraction(-5, 2), 3]
    assert naive.exact_column([0.1, 0.1 + 0.2]) == [Fraction(0.1), Fraction(0.1 + 0.2)]
    assert naive.exact_column(np.array([2**62 + 1, 5])) == [2**62 + 1, 5]
    assert naive.exact_column([1e-300, 123456789012345.0]) == [Fraction(1, 10**300), 123456789012345]
    assert naive.exact_points(np.array([[0.3, 1 / 3], [0.1, 2.0]]))[0] == (Fraction(3, 10), Fraction(1 / 3))


def test_brute_force_takes_arrays_and_float_weights() -> None:
    X, y = np.array([[0.3, 1.0], [0.1, 1.0], [0.2, 0.0]]), np.array([1, 0, 0])
    weighted = naive.counts(X, y, np.array([1.0, 0.0]), sample_weight=np.array([1.0, 0.5, 0.25]))
    assert weighted == (Fraction(3, 4), 0, Fraction(3, 4))
    assert naive.counts(X, y, [0, Fraction(1, 3)]) == (1, 1, 2)
    assert naive.best(X, y, signs=(0, 1)) == (4, 2)

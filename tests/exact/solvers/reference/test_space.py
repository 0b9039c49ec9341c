"""The reference in three columns and more against brute force, and where the printed one fails."""

from collections.abc import Callable
from math import gcd
from random import Random

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import HUGE, PLANE_DIRECTIONS, PLANE_SIGNS, Rows, plane_rows

from aucopt.exact.solvers.reference.plane import Vector, algorithm_1
from aucopt.exact.solvers.reference.space import algorithm_2, densest

EXAMPLES = settings(deadline=None, max_examples=100)


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


@settings(EXAMPLES, max_examples=200)
@given(space_rows(columns=3, max_size=6), st.none() | st.tuples(*[st.sampled_from([-1, 0, 1])] * 3))
def test_space_agrees_with_brute_force(data: Rows, signs: tuple[int, ...] | None) -> None:
    check_in_space(data, signs)


@settings(EXAMPLES, max_examples=80)
@given(space_rows(columns=4, max_size=5), st.none() | st.tuples(*[st.sampled_from([-1, 0, 1])] * 4))
def test_four_columns_agree_with_brute_force(data: Rows, signs: tuple[int, ...] | None) -> None:
    check_in_space(data, signs)


@settings(EXAMPLES, max_examples=60)
@given(plane_rows(), PLANE_SIGNS)
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


@settings(EXAMPLES, max_examples=60)
@given(space_rows(columns=3, max_size=6), st.randoms(use_true_random=False))
def test_order_of_the_points_does_not_matter_in_space(data: Rows, random: Random) -> None:
    points, p, q = data.merged()
    order = list(range(len(points)))
    random.shuffle(order)
    shuffled = [[column[k] for k in order] for column in (points, p, q)]
    assert algorithm_2(*shuffled) == algorithm_2(points, p, q)


@settings(EXAMPLES, max_examples=60)
@given(plane_rows(), PLANE_DIRECTIONS)
def test_dependent_column_changes_nothing(data: Rows, ratios: Vector) -> None:
    points, p, q = data.merged()
    wider = [(*x, ratios[0] * x[0] + ratios[1] * x[1]) for x in points]
    assert algorithm_2(wider, p, q)[:3] == algorithm_1(points, p, q)[:3]


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

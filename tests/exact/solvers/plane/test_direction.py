"""Integer directions in the plane: what lies between them, where points swap, and what users see of it."""

from fractions import Fraction
from itertools import product
from math import gcd, pi

import naive
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import FAMILIES, make_points

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane.direction import (
    Direction,
    Whitening,
    allowed_quadrants,
    arcs_between,
    axis_of,
    cross,
    edge_rays,
    middle,
    same_vector,
    simplest_between,
    strictly_inside,
    swap_directions,
)

EXAMPLES = settings(deadline=None, max_examples=100)
SHORT = st.tuples(*[st.integers(-9, 9)] * 2).filter(any).map(lambda v: Direction(*v))
# Two of these may be closer to each other than floats can tell.
LONG = st.tuples(*[st.integers(-(2**70), 2**70)] * 2).filter(any).map(lambda v: Direction(*v))
FRACTIONS = st.sampled_from([0.001, 0.25, 0.5, 0.75, 0.999])
PROBLEM = Problem.read([[0.5, 1], [1.5, 0], [2, 2.5], [3, 1], [0, 7]], [0, 0, 1, 1, 0])


@st.composite
def thin_arcs(draw: st.DrawFn) -> tuple[Direction, Direction]:
    """Neighbours: the cross product of the two is small, however long they are."""
    x, y = draw(st.tuples(*[st.integers(1, 2**60)] * 2))
    divisor = gcd(x, y)
    x, y = x // divisor, y // divisor
    # A vector one step beside (x, y), by the extended Euclidean algorithm.
    v = pow(x, -1, y) if y > 1 else 1
    return Direction(x, y), Direction((x * v - 1) // y, v)


@EXAMPLES
@given(SHORT, SHORT)
def test_the_simplest_between_is_the_least_of_all(low: Direction, high: Direction) -> None:
    assume(cross(low, high) > 0)
    found = simplest_between(low, high)
    assert strictly_inside(found, low, high)
    size = abs(found.x) + abs(found.y)
    for x, y in product(range(-size, size + 1), repeat=2):
        if 0 < abs(x) + abs(y) < size:
            assert not strictly_inside(Direction(x, y), low, high)


@EXAMPLES
@given(thin_arcs())
def test_the_simplest_between_neighbours_is_their_sum(arc: tuple[Direction, Direction]) -> None:
    low, high = arc if cross(*arc) > 0 else arc[::-1]
    assert cross(low, high) == 1
    assert simplest_between(low, high).vector == (low.x + high.x, low.y + high.y)


@EXAMPLES
@given(LONG | SHORT, LONG | SHORT, FRACTIONS)
def test_between_is_strictly_between(a: Direction, b: Direction, fraction: float) -> None:
    assume(cross(a, b) > 0)
    assert strictly_inside(Whitening(PROBLEM).between(a, b, fraction), a, b)


@EXAMPLES
@given(thin_arcs(), FRACTIONS)
def test_between_is_strictly_between_neighbours(arc: tuple[Direction, Direction], fraction: float) -> None:
    low, high = arc if cross(*arc) > 0 else arc[::-1]
    assert strictly_inside(Whitening(PROBLEM).between(low, high, fraction), low, high)


@EXAMPLES
@given(SHORT, SHORT, FRACTIONS)
def test_between_is_the_fraction_of_the_way(a: Direction, b: Direction, fraction: float) -> None:
    assume(cross(a, b) > 0)
    whitening = Whitening(PROBLEM)
    part = whitening.width(a, whitening.between(a, b, fraction)) / whitening.width(a, b)
    assert part == pytest.approx(fraction, abs=1e-6)


@EXAMPLES
@given(SHORT, st.integers(1, 5), FRACTIONS)
def test_half_a_turn_has_directions_between(a: Direction, times: int, fraction: float) -> None:
    b = Direction(-times * a.x, -times * a.y)
    found = Whitening(PROBLEM).between(a, b, fraction)
    assert cross(a, found) > 0
    assert cross(found, b) > 0
    assert cross(a, middle(PROBLEM, a, b)) > 0


def test_the_middle_of_a_ray_is_the_ray() -> None:
    assert middle(PROBLEM, Direction(2, 4), Direction(1, 2)) == Direction(2, 4)


@pytest.mark.parametrize("signs", list(product([-1, 0, 1], repeat=2)))
def test_edges_and_quadrants_of_signs(signs: tuple[int, int]) -> None:
    edges = naive.edge_rays([(Fraction(0), Fraction(0))], signs)
    assert {ray.vector for ray in edge_rays(signs)} == {tuple(map(int, ray)) for ray in edges}
    # Every direction that is on no axis lies in a quadrant exactly if its signs are allowed.
    for inside in product([-2, 3], repeat=2):
        held = [strictly_inside(Direction(*inside), *ends) for ends in allowed_quadrants(signs)]
        assert sum(held) == naive.is_allowed(inside, signs)


@EXAMPLES
@given(st.sampled_from(FAMILIES), st.integers(0, 10**6), st.integers(2, 6))
def test_upper_points_come_down_where_they_swap(family: str, seed: int, side: int) -> None:
    problem = Problem.read(make_points(family, seed, 5, side), [0, 1, 0, 1, 1])
    assume(len(problem.columns) == 2)
    points = problem.integers()
    low, up = (np.array(rows) for rows in zip(*product(range(len(points)), repeat=2), strict=True))
    apart = low != up
    low, up = low[apart], up[apart]
    for i, j, found in zip(low, up, swap_directions(problem, low, up), strict=True):
        rise = naive.minus(points[j], points[i])
        assert naive.inner(found.vector, rise) == 0
        assert naive.inner(naive.quarter_turn(found.vector), rise) < 0
        assert gcd(*found.vector) == 1


@EXAMPLES
@given(SHORT, SHORT)
def test_arcs_are_told_in_raw_weights_and_whitened_angles(low: Direction, high: Direction) -> None:
    (arc,) = arcs_between(PROBLEM, [(low.vector, high.vector)])
    for edge, raw in ((low, arc.low), (high, arc.high)):
        assert gcd(*raw) == 1
        assert same_vector(Direction(*PROBLEM.direction_of(raw)), edge)
    whitening = Whitening(PROBLEM)
    assert 0 <= arc.start == whitening.angle(low) < 2 * pi
    if same_vector(low, high):
        assert arc.width == 0
    else:
        assert arc.stop % (2 * pi) == pytest.approx(whitening.angle(high) % (2 * pi), abs=1e-9)
        assert 0 < arc.width < 2 * pi


@EXAMPLES
@given(st.floats(0, 6.28))
def test_a_direction_at_an_angle_has_that_angle(angle: float) -> None:
    whitening = Whitening(PROBLEM)
    turn = whitening.angle(whitening.at_angle(angle)) - angle
    assert (turn + pi) % (2 * pi) - pi == pytest.approx(0, abs=1e-9)


@EXAMPLES
@given(LONG | SHORT, st.sampled_from([1, -1]))
def test_scores_along_an_axis_are_off_by_no_more_than_its_error(direction: Direction, side: int) -> None:
    axis = axis_of(PROBLEM, direction.vector, side)
    points, size = PROBLEM.integers(), max(map(abs, direction.vector)).bit_length()
    scores = PROBLEM.x @ axis.c
    bits = Fraction(PROBLEM.x[1, 0] - PROBLEM.x[0, 0]) / (points[1][0] - points[0][0])
    for i, j in product(range(len(points)), repeat=2):
        exact = naive.inner(direction.vector, naive.minus(points[i], points[j])) * bits / (1 << size)
        assert abs(Fraction(scores[i]) - Fraction(scores[j]) - exact) <= axis.error

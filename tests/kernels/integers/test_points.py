"""Points of any size: digits, exact signs, and pairs counted along a direction."""

from itertools import pairwise, product
from typing import Any

import naive
import naive_cone
import numpy as np
import pytest
from hypothesis import given
from naive_cone import Vector
from strategies import (
    LIMB,
    ConeCase,
    PlaneCase,
    cone_cases,
    digits_of,
    fixed_cone_cases,
    fixed_plane_cases,
    quick,
)

from aucopt.kernels.integers.points import (
    all_tied,
    count_along,
    count_blocks_along,
    fill_limbs,
    order_along,
    order_blocks_along,
    short_cross,
    short_difference,
    sign_cross,
    sign_dot,
    split_floats,
)
from aucopt.kernels.plane.order import (
    count_right,
)


@pytest.mark.kernels
@pytest.mark.parametrize(
    "values", [[0.0], [0.0, -3.0, 0.1], [5e-324, 1.7e308, -1 / 3], [1.0, 2.0, 4.0], [-(2.0**60), 2.0**-60]]
)
def test_floats_split_into_odd_integers_over_a_power_of_two(values: list[float]) -> None:
    mantissa, shift = np.full((2, len(values)), 7)
    lowest, highest = split_floats(np.array(values), mantissa, shift)
    # Python's integers, which do not overflow, also where nothing is compiled.
    assert (type(lowest), type(highest)) == (int, int)
    unit = naive.exact_number(2) ** lowest
    assert [int(m) * 2 ** int(s) * unit for m, s in zip(mantissa, shift, strict=True)] == [
        naive.exact_number(v) for v in values
    ]
    assert all(m % 2 or (m == 0 and s == 0) for m, s in zip(mantissa.tolist(), shift, strict=True))
    exact = [abs(naive.exact_number(v)) / naive.exact_number(2) ** highest for v in values]
    assert max(exact) < 1
    assert not any(exact) or max(exact) >= naive.exact_number(0.5)


@pytest.mark.kernels
def test_fill_limbs_writes_signed_digits() -> None:
    mantissa = [0, 1, -1, 2**26, -(2**26) + 1, 2**62 - 1, -(2**61) - 12345]
    for shift in (0, 1, 25, 26, 90):
        out = np.zeros((len(mantissa), 7), dtype=np.int32)
        fill_limbs(np.array(mantissa), np.full(len(mantissa), shift), out)
        assert out.tolist() == [naive.digits(m << shift, 7) for m in mantissa]


@pytest.mark.kernels
@pytest.mark.parametrize("size", [1, 3, 40])
def test_signs_of_products_of_big_integers(size: int) -> None:
    rng = np.random.default_rng(size)

    def number() -> int:
        return int.from_bytes(rng.bytes(26 * size // 8)) * int(rng.choice([-1, 1]))

    a, b, c = ((number(), number()) for _ in range(3))
    points = [a, b, c, (0, 0), (1, 0), (a[0] + 1, a[1]), (a[0], a[1] - 1), (-a[0], -a[1]), (a[0], b[1])]
    limbs = np.array([[naive.digits(v, size) for v in point] for point in points], dtype=LIMB)
    between = naive.minus(a, b)
    for u in (a, (1, 0), (0, -1), naive.quarter_turn(between), naive.quarter_turn(a)):
        digits = np.array([naive.digits(v, size + 1) for v in u])
        for i, j in product(range(len(points)), repeat=2):
            expected = naive.sign_of(naive.dot(u, naive.minus(points[i], points[j])))
            assert sign_dot(limbs, i, j, digits) == expected
    for i, j, k, m in product(range(len(points)), (0, 3), range(len(points)), (1, 3)):
        first, second = naive.minus(points[i], points[j]), naive.minus(points[k], points[m])
        assert sign_cross(limbs, i, j, k, m) == naive.sign_of(naive.cross(first, second))
        if size <= 3:
            assert short_cross(limbs, i, j, k, m) == pytest.approx(naive.cross(first, second), rel=1e-15)
            assert short_difference(limbs, i, j) == pytest.approx(first, rel=1e-15)


@pytest.mark.kernels
def test_all_tied_means_one_height_along_a_vector() -> None:
    line = [(k << 60, (3 * k << 60) + 5) for k in (0, 1, 2, 9)]
    for points, expected in (
        (line, True),
        ([*line[:2], (2 << 60, 6 << 60), line[3]], False),
        (line[:2], True),
    ):
        limbs = np.array([[naive.digits(v, 3) for v in point] for point in points], dtype=LIMB)
        assert all_tied(limbs, np.array([[3], [-1]])) == expected


def count_pairs_on(case: PlaneCase) -> Any:
    everyone = range(len(case.points))
    pairs = [(case.points[i], case.points[j], case.p[i] * case.q[j]) for i in everyone for j in everyone]
    return naive.count_pairs(pairs, case.w)


@pytest.mark.kernels
@fixed_plane_cases
def test_counts_on_a_direction(case: PlaneCase) -> None:
    for side in (1, -1):
        order = naive.order_along(case.points, case.w, side)
        assert count_right(case.laid_out(order).weight) == naive.right_pairs(order, case.p, case.q)
        axis, weight = case.axis(case.w, side), np.column_stack([case.p, case.q])
        key = np.array(case.laid_out(range(len(case.points))).xy) @ axis.c
        place = np.argsort(key)
        rises = order_along(key, place, case.limbs, axis.exact[0], axis.error)
        right, tied, _ = count_pairs_on(case)
        assert count_along(place, rises, weight) == (right, tied, sum(case.p) * sum(case.q))


@pytest.mark.kernels
@fixed_plane_cases
def test_blocks_are_sorted_and_counted_by_themselves(case: PlaneCase) -> None:
    n, axis = len(case.points), case.axis(case.w, 1)
    weight = np.array([case.p, case.q]).T.copy()
    key = case.xy @ axis.c
    blocks = np.array([0, n // 3, n])
    stratum = (np.arange(n) >= n // 3).astype(int)
    place = np.lexsort((key, stratum))
    rises = order_blocks_along(key, place, blocks, case.limbs, axis.exact[0], axis.error)
    right, tied = count_blocks_along(place, rises, blocks, weight)
    for k, (first, end) in enumerate(pairwise(blocks.tolist())):
        some = [case.points[i] for i in range(first, end)], case.p[first:end], case.q[first:end]
        assert (right[k], tied[k]) == naive_cone.counts_along(*some, case.w)
        assert sorted(place[first:end].tolist()) == list(range(first, end))


def check_along(case: ConeCase, w: Vector) -> None:
    """Points sorted along an exact direction, and the pairs counted on the way."""
    size = max(map(abs, w)).bit_length()
    c = np.array([v / (1 << size) for v in w])
    key = case.x @ c
    error = 64 * 2.0**-53 * float(np.abs(c) @ np.abs(case.x).max(axis=0))
    place = np.argsort(key)
    rises = order_along(key, place, case.limbs, digits_of([w], size // 26 + 1)[0], error)
    heights = [naive.inner(w, case.points[i]) for i in place]
    assert sorted(place.tolist()) == list(range(len(case.points)))
    assert heights == sorted(heights)
    assert rises.tolist() == [i == 0 or heights[i] != heights[i - 1] for i in range(len(heights))]
    right, tied = naive_cone.counts_along(case.points, case.p, case.q, w)
    assert count_along(place, rises, case.weight) == (right, tied, sum(case.p) * sum(case.q))


def directions_of(case: ConeCase) -> list[Vector]:
    """A vertex, an axis that ties much, and a direction that ties two points."""
    first, last = case.points[0], case.points[-1]
    axis = tuple(int(k == 1) for k in range(len(first)))
    across = (first[1] - last[1], last[0] - first[0], *[0] * (len(first) - 2))
    return [w for w in (case.cone[0], axis, across) if any(w)]


@pytest.mark.kernels
@fixed_cone_cases
def test_points_are_sorted_and_counted_along_a_direction(case: ConeCase) -> None:
    for w in directions_of(case):
        check_along(case, w)


@quick
@given(cone_cases())
def test_any_points_are_sorted_and_counted_along_a_direction(case: ConeCase) -> None:
    for w in directions_of(case):
        check_along(case, w)

"""Heights of points: off by less than they say, and orders that are those of exact integers."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.verifier.arcs import turns_left
from aucopt.verifier.heights import PlanePoints
from aucopt.verifier.points import dot, merge_points

SIZES = [1, 1000, 2**31, 2**61, 2**62, 2**75, 2**300]
SMALL = st.integers(-3, 3)


@st.composite
def planes(draw):
    """Points and two directions, of short and long integers; some points are close or tie."""
    scales = [draw(st.sampled_from(SIZES)) for _ in range(4)]
    rows = [
        tuple(scale * draw(SMALL) + draw(SMALL) for scale in scales[:2])
        for _ in range(draw(st.integers(1, 8)))
    ]
    low, high = (tuple(scale * draw(SMALL) + draw(SMALL) for _ in range(2)) for scale in scales[2:])
    return rows, low, high


@settings(deadline=None, max_examples=150)
@given(planes())
def test_heights_and_orders_are_exact_where_they_say_so(drawn):
    rows, low, high = drawn
    points = merge_points(list(zip(*rows, strict=True)), [1] * len(rows), [0] * len(rows))
    scored = PlanePoints(points)
    for direction in (low, high):
        heights = scored.heights(direction)
        corner = [min(column) for column in zip(*points.at, strict=True)]
        for value, x in zip(heights.values.tolist(), points.at, strict=True):
            off = dot(direction, x) - dot(direction, corner) - value * Fraction(2) ** heights.bits
            assert abs(off) < heights.doubt * Fraction(2) ** heights.bits or off == 0
    if not turns_left(low, high):
        return
    near, far = scored.heights(low), scored.heights(high)
    for a, b in ((near, far), (far, near)):
        expected = sorted(
            range(len(points.at)),
            key=lambda i: (dot(a.direction, points.at[i]), dot(b.direction, points.at[i])),
        )
        assert scored.order_inside(a, b).tolist() == expected


def test_long_integers_are_in_doubt_and_short_ones_are_not():
    rng = np.random.default_rng(0)
    short = rng.integers(0, 1000, (50, 2)).tolist()
    for rows, has_doubt in ((short, False), ([[x << 80, y + 1] for x, y in short], True)):
        scored = PlanePoints(merge_points(list(zip(*rows, strict=True)), [1] * 50, [0] * 50))
        for direction in ((3, -5), (3 << 15, -5)):
            heights = scored.heights(direction)
            assert (heights.doubt > 0) == has_doubt
            # Doubt is small, whatever the size of points and directions.
            assert np.ptp(heights.values) > 2**50 * heights.doubt

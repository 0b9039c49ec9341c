"""All swaps of a turn at once: the most right pairs, and every cell that has them."""

from itertools import product
from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PlaneCase, fixed_plane_cases, plane_cases, quick

from aucopt.kernels.plane.listing import ALL_PAIRS, CIRCLE, HALF, QUADRANT, Gauge, list_turn


def check_listing(case: PlaneCase, extent: int, n_buckets: int) -> None:
    """All swaps of a turn from the first axis on: the most right pairs, and every cell that has them."""
    before = naive.order_along(case.points, (1, 0), 1)
    end = {CIRCLE: ((-1, 0), 1), HALF: ((-1, 0), -1), QUADRANT: ((0, 1), -1)}[extent]
    swaps = naive.swapped_pairs(before, naive.order_along(case.points, *end), case.p, case.q)
    right = naive.right_pairs(before, case.p, case.q)
    counts = naive.running_counts(case.points, (1, 0), swaps, case.p, case.q, right)
    distinct = sum(case.p) * sum(case.q) - sum(p * q for p, q in zip(case.p, case.q, strict=True))
    opposite = [(t, distinct - count) for t, count in counts] if extent == CIRCLE else []
    highest = max(count for _, count in counts + opposite)

    reach = np.abs(case.xy).max(axis=0)
    a, b, c = 0.7, -0.3, 1.1
    error = 28 * 2.0**-53 * float((abs(b) + c) * reach[0] + a * reach[1])
    points = case.laid_out(before)
    gauge = Gauge(a, b, c, error, case.axis((1, 0), 1).exact)
    best, listed, n_swaps, cells, mirrored = list_turn(
        points, case.limbs, gauge, extent, n_buckets, ALL_PAIRS
    )

    def turn(s: int) -> Any:
        if s < 0:
            return None
        low, up = (case.points[before[k]] for k in sorted(listed.pairs[s]))
        return naive.swap_turn(up, low, (1, 0))

    assert (best, n_swaps) == (highest, len(swaps[0]) + len(swaps[1]))
    for rows, expected in ((cells, counts), (mirrored, opposite)):
        assert [(turn(s), turn(t)) for s, t in rows] == naive.stretches(expected, highest, cells=True)


@pytest.mark.kernels
@pytest.mark.parametrize("extent", [CIRCLE, HALF, QUADRANT])
@pytest.mark.parametrize("n_buckets", [3, 64])
@fixed_plane_cases
def test_listing_finds_all_optimal_cells_of_a_turn(case: PlaneCase, extent: int, n_buckets: int) -> None:
    check_listing(case, extent, n_buckets)


@quick
@given(plane_cases(), st.sampled_from([CIRCLE, HALF, QUADRANT]), st.sampled_from([3, 17, 1000]))
def test_listing_finds_all_optimal_cells_of_a_turn_for_any_points(
    case: PlaneCase, extent: int, n_buckets: int
) -> None:
    check_listing(case, extent, n_buckets)


@pytest.mark.kernels
def test_listing_of_points_closer_than_floats_resolve() -> None:
    """Nothing is known of where these swap, so all of them compare exactly."""
    points = [
        (1 << 70, 0),
        (-(1 << 70), 1 << 69),
        *((int(a), int(b)) for a, b in product(range(4), range(3))),
    ]
    check_listing(PlaneCase(points, (1, 0), [1, 0] * 7, [0, 1] * 7), CIRCLE, 8)
    wide = [tuple(v << 40 for v in point) for point in points]
    check_listing(PlaneCase(wide, (1, 0), [1, 0] * 7, [0, 1] * 7), CIRCLE, 8)

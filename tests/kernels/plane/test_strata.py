"""Points in blocks: each block as if it were alone."""

import naive
import numpy as np
import pytest
from kernel_runs import N_BUCKETS, go_along
from strategies import ARCS, PlaneCase, fixed_plane_cases

from aucopt.kernels.plane.order import OrderedPoints, SwapTally, new_scratch
from aucopt.kernels.plane.positives import bound_worth, count_gains
from aucopt.kernels.plane.sorting import sort_exactly
from aucopt.kernels.plane.strata import (
    count_blocks,
    keep_blocks,
    reorder_blocks,
    weigh_blocks,
    weigh_opposite_blocks,
)
from aucopt.kernels.scores.curve import Worth


def halves(case: PlaneCase) -> list[PlaneCase]:
    """The points of a case as two strata."""
    cut = len(case.points) // 2
    rows = [slice(0, cut), slice(cut, None)]
    return [PlaneCase(case.points[part], case.w, case.p[part], case.q[part]) for part in rows]


def check_blocks(case: PlaneCase, kind: str, room: int) -> None:
    start, end = case.arc(kind)
    n, cut = len(case.points), len(case.points) // 2
    blocks = np.array([0, cut, n])
    parts = halves(case)
    orders = [
        [
            first + i
            for part, first in zip(parts, (0, cut), strict=True)
            for i in naive.order_along(part.points, *at)
        ]
        for at in (start, end)
    ]
    points = case.laid_out(orders[0])
    tally = SwapTally(
        np.full((room, 2), -1, dtype=np.int32),
        *(np.zeros(N_BUCKETS, dtype=np.int64) for _ in range(2)),
        np.zeros(N_BUCKETS, dtype=np.bool_),
        np.empty((n, 2)),
        case.axis(*start),
    )
    scratch = new_scratch(n)
    gain, loss, n_swaps = reorder_blocks(points, blocks, case.limbs, case.axis(*end), scratch, tally)
    assert [orders[0][i] for i in scratch.place] == orders[1]
    swaps = [
        naive.swapped_pairs(*(order[s] for order in orders), case.p, case.q)
        for s in (slice(0, cut), slice(cut, n))
    ]
    rises, falls = ([pair for part in swaps for pair in part[k]] for k in (0, 1))
    assert gain == sum(case.p[i] * case.q[j] for i, j in rises)
    assert loss == sum(case.p[i] * case.q[j] for i, j in falls)
    assert n_swaps == len(rises) + len(falls)
    listed = [tuple(orders[0][k] for k in pair) for pair in tally.pairs[: min(n_swaps, room)].tolist()]
    assert len(set(listed)) == len(listed)
    assert set(listed) <= {*rises, *falls}
    right = [
        naive.right_pairs(order[s], case.p, case.q)
        for order in orders
        for s in (slice(0, cut), slice(cut, n))
    ]
    assert count_blocks(points.weight, blocks) == right[0] + right[1]

    key = points.xy @ case.axis(*end).c
    place = sort_exactly(key, blocks, points.row, case.limbs, case.axis(*end))
    if place is not None:
        assert place.tolist() == scratch.place.tolist()
    check_worth(case, points, scratch.place, blocks, orders)


def check_worth(
    case: PlaneCase, points: OrderedPoints, place: np.ndarray, blocks: np.ndarray, orders: list[list[int]]
) -> None:
    """Each block has its own handicap, and what does not matter leaves."""
    worth, over = Worth(14, 1, 2), np.array([0, 3])
    n = len(place)
    values = []
    turned = [order[s][::-1] for order in orders[:1] for s in (slice(0, blocks[1]), slice(blocks[1], n))]
    for order in (*orders, turned[0] + turned[1]):
        total = 0
        for k, first, end in ((0, blocks[0], blocks[1]), (1, blocks[1], blocks[2])):
            for place_of, i in enumerate(order[first:end]):
                above = sum(case.q[j] for j in order[first:end][place_of + 1 :])
                total += case.p[i] * max(worth.cap - over[k] - 2 * above - case.q[i], 0)
        values.append(total)
    here, there, gains = (np.zeros(n, dtype=np.int64) for _ in range(3))
    weight = points.weight
    assert weigh_blocks(weight, np.arange(n, dtype=np.int32), blocks, worth, over, here) == values[0]
    assert weigh_blocks(weight, place, blocks, worth, over, there) == values[1]
    count_gains(weight, place, gains, *(np.empty(n, dtype=t) for t in (np.int32, np.int32, np.int64)))
    assert bound_worth(weight, here, gains, worth) >= max(values[:2])
    assert weigh_opposite_blocks(weight, here, blocks, worth, over) == values[2]
    kept, higher = np.empty_like(weight), over.copy()
    settled = keep_blocks(weight, place, blocks, here, there, gains, worth, higher, kept)
    for order, value in ((np.arange(n, dtype=np.int32), values[0]), (place, values[1])):
        left = weigh_blocks(kept, order, blocks, worth, higher, np.empty(n, dtype=np.int64))
        assert settled + left == value


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ARCS)
@fixed_plane_cases
def test_blocks_are_sorted_counted_and_listed_by_themselves(case: PlaneCase, kind: str) -> None:
    check_blocks(case, kind, room=1000)


@pytest.mark.kernels
@fixed_plane_cases
def test_a_list_without_room_counts_on(case: PlaneCase) -> None:
    check_blocks(case, "wide", room=3)


@pytest.mark.kernels
@fixed_plane_cases
def test_one_block_is_all_points(case: PlaneCase) -> None:
    arc = go_along(case, "wide")
    n = len(case.points)
    scratch, tally = new_scratch(n), arc.tally._replace(pairs=np.full((1000, 2), -1, dtype=np.int32))
    told = reorder_blocks(arc.points, np.array([0, n]), case.limbs, arc.end, scratch, tally)
    assert told == arc.counted
    assert scratch.place.tolist() == arc.place.tolist()

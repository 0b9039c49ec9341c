"""Swaps in exact order along an arc, whatever floats say of them."""

from itertools import groupby, product

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PlaneCase, fixed_plane_cases, plane_cases, quick

from aucopt.kernels.plane.swaps import Swaps, sort_buckets

START = (1, 0)


def swaps_of(case: PlaneCase) -> tuple[list[int], list[tuple[int, int]]]:
    """Rows in the order of the start, and the pairs that swap within half a turn, as positions in it."""
    order = naive.order_along(case.points, START, 1)
    n = range(len(order))
    pairs = [(i, j) for i, j in product(n, n) if case.p[order[i]] and case.q[order[j]] and i != j]
    return order, pairs


def turn_of(case: PlaneCase, order: list[int], pair: tuple[int, int]) -> object:
    low, up = (case.points[order[k]] for k in sorted(pair))
    return naive.swap_turn(up, low, START)


def check_sorted(case: PlaneCase, slack: float, n_buckets: int) -> None:
    """Moments that may be off by the slack, in buckets of which all but the first are glued to one before."""
    order, pairs = swaps_of(case)
    turns = [turn_of(case, order, pair) for pair in pairs]
    ranks = {turn: k for k, turn in enumerate(sorted(set(turns)))}
    rng = np.random.default_rng(len(pairs))
    moment = np.array([ranks[turn] / len(ranks) for turn in turns]) + slack * rng.uniform(-1, 1, len(pairs))
    offset = np.sort(rng.integers(0, len(pairs) + 1, n_buckets + 1))
    offset[0], offset[-1] = 0, len(pairs)
    swaps = Swaps(
        np.array(pairs, dtype=np.int32).reshape(-1, 2),
        moment,
        np.full(len(pairs), slack),
        rng.permutation(len(pairs)),
        offset,
    )
    glued = np.ones(n_buckets, dtype=np.bool_)
    sort_buckets(swaps, glued, np.array(order, dtype=np.int32), case.limbs)
    assert sorted(swaps.queue.tolist()) == list(range(len(pairs)))
    assert [turns[s] for s in swaps.queue] == sorted(turns)
    # Moments become ranks, equal for equal directions and only for these.
    by_rank = [[turns[s] for s in group] for _, group in groupby(swaps.queue, key=lambda s: swaps.moment[s])]
    assert all(len(set(group)) == 1 for group in by_rank)
    assert len(by_rank) == len(ranks)


@pytest.mark.kernels
@pytest.mark.parametrize("slack", [1e-9, 0.3, 10.0])
@fixed_plane_cases
def test_swaps_are_sorted_exactly(case: PlaneCase, slack: float) -> None:
    few = PlaneCase(case.points[:12], case.w, case.p[:12], case.q[:12])
    check_sorted(few, slack, n_buckets=1)
    check_sorted(few, slack, n_buckets=4)


@quick
@given(plane_cases(), st.sampled_from([1e-9, 0.01, 0.3, 10.0]))
def test_swaps_of_any_points_are_sorted_exactly(case: PlaneCase, slack: float) -> None:
    check_sorted(PlaneCase(case.points[:15], case.w, case.p[:15], case.q[:15]), slack, n_buckets=3)


@pytest.mark.kernels
def test_buckets_that_are_not_glued_are_sorted_apart() -> None:
    case = PlaneCase([(0, 0), (1, 2), (2, 1), (3, 5)], (1, 0), [1, 1, 0, 0], [0, 0, 1, 1])
    order, pairs = swaps_of(case)
    turns = [turn_of(case, order, pair) for pair in pairs]
    queue = sorted(range(len(pairs)), key=turns.__getitem__, reverse=True)
    half = len(queue) // 2
    swaps = Swaps(
        np.array(pairs, dtype=np.int32),
        np.zeros(len(pairs)),
        np.ones(len(pairs)),
        np.array(queue),
        np.array([0, half, len(queue)]),
    )
    sort_buckets(swaps, np.zeros(2, dtype=np.bool_), np.array(order, dtype=np.int32), case.limbs)
    found = swaps.queue.tolist()
    assert set(found[:half]) == set(queue[:half])
    for part in (found[:half], found[half:]):
        assert [turns[s] for s in part] == sorted(turns[s] for s in part)

"""Where on an arc the count of right pairs reaches a threshold."""

from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_runs import Reordered, go_along
from strategies import ARCS, ONE_TO_FLOATS, PlaneCase, fixed_plane_cases, plane_cases, quick

from aucopt.kernels.plane.sweep import extreme_swap, open_runs, walk_swaps


def check_sweep(case: PlaneCase, kind: str) -> None:
    arc = go_along(case, kind)
    (start, _), _ = case.arc(kind)
    right = naive.right_pairs(arc.before, case.p, case.q)
    counts = naive.running_counts(case.points, start, arc.swaps, case.p, case.q, right)
    highest = max(count for _, count in counts)
    n_swaps = arc.counted[2]

    def turns(rows: np.ndarray) -> list[tuple[Any, ...]]:
        return [tuple(None if s < 0 else turn_of(case, start, arc, s) for s in row) for row in rows]

    for threshold in {right, highest - 1, highest, highest + 1}:
        args = (arc.points, case.limbs, arc.end, arc.tally, n_swaps, right, threshold)
        best, rows = walk_swaps(*args, True)
        assert best == highest if highest >= threshold else best <= highest
        assert turns(rows) == naive.stretches(counts, max(threshold, highest), cells=True)
        best, rows = walk_swaps(*args, False)
        assert best == highest if highest >= threshold else best <= highest
        assert turns(rows) == naive.stretches(counts, threshold, cells=False)
    if n_swaps:
        pairs = arc.tally.pairs[:n_swaps]
        for latest, expected in ((False, counts[1][0]), (True, counts[-1][0])):
            found = extreme_swap(pairs, arc.points.row, case.limbs, latest)
            assert turn_of(case, start, arc, found) == expected


def turn_of(case: PlaneCase, start: tuple[int, int], arc: Reordered, swap: int) -> Any:
    low, up = (case.points[arc.before[k]] for k in sorted(arc.tally.pairs[swap]))
    return naive.swap_turn(up, low, start)


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ["narrow", "thin", "beyond a tie"])
@fixed_plane_cases
def test_sweep_finds_where_the_count_reaches_the_threshold(case: PlaneCase, kind: str) -> None:
    check_sweep(case, kind)


@quick
@given(plane_cases(), st.sampled_from([*ARCS, "on a tie"]))
def test_sweep_finds_where_the_count_reaches_the_threshold_for_any_points(case: PlaneCase, kind: str) -> None:
    check_sweep(case, kind)


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ["wide", "narrow", "beyond a tie"])
def test_sweep_of_points_that_are_one_to_floats(kind: str) -> None:
    check_sweep(ONE_TO_FLOATS, kind)


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(8))
def test_runs_of_buckets_split_where_the_threshold_is_out_of_reach(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gains, losses = rng.integers(0, 9, (2, 30))
    glued = rng.random(30) < [0.0, 0.3, 0.9, 1.0][seed % 4]
    for threshold in (0, 100, 105, 110, 1000):
        runs, best, end = open_runs(gains, losses, glued, 100, threshold)
        expected = naive.bucket_runs(gains.tolist(), losses.tolist(), glued.tolist(), 100, threshold)
        assert (runs.tolist(), best, end) == expected

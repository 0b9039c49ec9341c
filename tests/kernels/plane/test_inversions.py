"""Swaps listed by moving points one by one from the order at one end of an arc to that at the other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_runs import go_along
from strategies import ARCS, PlaneCase, fixed_plane_cases, plane_cases, quick

from aucopt.kernels.plane.inversions import list_inversions


def check_inversions(case: PlaneCase, kind: str) -> None:
    arc = go_along(case, kind)
    gains, losses = arc.swaps
    n, n_swaps = len(arc.before), len(gains) + len(losses)
    place = np.array([arc.before.index(i) for i in arc.after], dtype=np.int32)
    n_passed = sum(int(a > b) for k, b in enumerate(place) for a in place[:k])
    for room in (n_swaps + 1, n_swaps // 2):
        tally = arc.tally._replace(
            pairs=np.full((room, 2), -1, dtype=np.int32), score=np.full((n, 2), np.nan)
        )
        order = np.empty(n, dtype=np.int32)
        assert list_inversions(arc.points, place, arc.end, tally, order, n_passed) == n_swaps
        pairs = [(arc.before[i], arc.before[j]) for i, j in tally.pairs.tolist() if i >= 0]
        assert len(set(pairs)) == min(room, n_swaps)
        assert set(pairs) <= {*gains, *losses}
        np.testing.assert_array_equal(tally.score, arc.tally.score)
        if n_passed:
            assert list_inversions(arc.points, place, arc.end, tally, order, n_passed - 1) == -1


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ["wide", "narrow"])
@fixed_plane_cases
def test_all_swaps_of_an_arc_are_listed(case: PlaneCase, kind: str) -> None:
    check_inversions(case, kind)


@quick
@given(plane_cases(), st.sampled_from(ARCS))
def test_all_swaps_of_any_arc_are_listed(case: PlaneCase, kind: str) -> None:
    check_inversions(case, kind)

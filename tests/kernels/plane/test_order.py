"""Points in the order of a direction, and what changes on the way to the next one."""

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_runs import N_BUCKETS, Reordered, go_along
from strategies import (
    ARCS,
    ONE_TO_FLOATS,
    PLANE_WEIGHTS,
    PlaneCase,
    fixed_plane_cases,
    make_plane_case,
    plane_cases,
    quick,
)

from aucopt.kernels.plane.order import OrderedPoints, permute, score_points


@pytest.mark.kernels
def test_permute_copies_all_that_is_known_of_a_point() -> None:
    case = make_plane_case("gaussian", "mixed", 5, seed=0)
    points = case.laid_out([0, 1, 2, 3, 4])
    out = OrderedPoints(*(np.zeros_like(a) for a in points))
    place = np.array([3, 1, 4, 0, 2], dtype=np.int32)
    permute(points, place, out)
    for copied, original in zip(out, points, strict=True):
        assert copied.tolist() == original[place].tolist()


@pytest.mark.kernels
def test_scores_are_those_of_a_product() -> None:
    xy, key = np.array([[1.0, 2.0], [0.5, -4.0], [0.0, 0.0]]), np.empty(3)
    score_points(xy, np.array([0.5, 0.25]), key)
    assert key.tolist() == [1.0, -0.75, 0.0]


def listed_rows(arc: Reordered) -> list[tuple[int, ...]]:
    n_listed = min(arc.counted[2], len(arc.tally.pairs))
    return [tuple(arc.before[k] for k in pair) for pair in arc.tally.pairs[:n_listed]]


def check_reorder(case: PlaneCase, kind: str) -> None:
    arc = go_along(case, kind)
    rises, falls = arc.swaps
    assert [arc.before[k] for k in arc.place] == arc.after
    gain, loss = (sum(case.p[i] * case.q[j] for i, j in pairs) for pairs in arc.swaps)
    assert arc.counted == (gain, loss, len(rises) + len(falls))
    assert sorted(listed_rows(arc)) == sorted(rises + falls)
    plain = go_along(case, kind, room=0, n_buckets=0)
    assert plain.counted == (gain, loss, 0)
    assert plain.place.tolist() == arc.place.tolist()
    check_buckets(case, kind, arc)


def check_buckets(case: PlaneCase, kind: str, arc: Reordered) -> None:
    """Between buckets that are not glued the counts are exact."""
    ends = []
    for vector, _ in case.arc(kind):
        size = 1 << max(map(abs, vector)).bit_length()
        ends.append(tuple(naive.exact_number(v) / size for v in vector))
    glued = arc.tally.glued
    group = np.cumsum(~glued) - (not glued[0])
    for pairs, counts in zip(arc.swaps, (arc.tally.gains, arc.tally.losses), strict=True):
        expected = np.zeros(N_BUCKETS, dtype=np.int64)
        for i, j in pairs:
            if kind == "on a tie":
                k = 0
            else:
                d = naive.minus(case.points[i], case.points[j])
                k = min(int(N_BUCKETS * naive.part_of_the_way(*ends, d)), N_BUCKETS - 1)
            expected[k] += case.p[i] * case.q[j]
        assert np.bincount(group, counts).tolist() == np.bincount(group, expected).tolist()


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ARCS)
@fixed_plane_cases
def test_reorder_counts_lists_and_bins_the_swaps(case: PlaneCase, kind: str) -> None:
    check_reorder(case, kind)


@quick
@given(plane_cases(), st.sampled_from([*ARCS, "on a tie"]))
def test_reorder_counts_lists_and_bins_the_swaps_of_any_points(case: PlaneCase, kind: str) -> None:
    check_reorder(case, kind)


@pytest.mark.kernels
@pytest.mark.parametrize("weights", PLANE_WEIGHTS)
def test_reorder_lists_what_there_is_room_for(weights: str) -> None:
    case = make_plane_case("gaussian", weights, 40, seed=2)
    arc = go_along(case, "wide", room=50)
    listed = listed_rows(arc)
    assert arc.counted == go_along(case, "wide").counted
    assert arc.counted[2] > len(listed) == 50
    assert len(set(listed)) == 50
    assert set(listed) <= set(arc.swaps[0] + arc.swaps[1])


@pytest.mark.kernels
def test_buckets_of_an_arc_thinner_than_floats_are_glued_together() -> None:
    arc = go_along(make_plane_case("near ties", "ones", 40, seed=3), "thin")
    assert arc.counted[2] > 100
    assert arc.tally.glued.all()


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ["wide", "narrow", "beyond a tie"])
def test_swaps_of_points_that_are_one_to_floats(kind: str) -> None:
    assert len(np.unique(ONE_TO_FLOATS.xy, axis=0)) == 2
    check_reorder(ONE_TO_FLOATS, kind)

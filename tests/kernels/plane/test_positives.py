"""What the positives are worth along a direction, and at most on the way to the next one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_runs import Reordered, above_of, go_along, orders_inside, value_of
from strategies import ARCS, PlaneCase, fixed_plane_cases, make_plane_case, plane_cases, quick

from aucopt.kernels.plane.bits import BLOCK, GROUP, WORD
from aucopt.kernels.plane.positives import (
    bound_worth,
    count_gains,
    count_gains_by_bits,
    keep_open,
    renumber,
    weigh_opposite,
    weigh_order,
)
from aucopt.kernels.scores.curve import Worth

WORTHS = [Worth(12, 1, 2), Worth(5, 3, 2), Worth(2, 0, 1), Worth(0, 0, 1), Worth(1000, 1, 2)]


def looked(case: PlaneCase, arc: Reordered, worth: Worth) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is above each point at both ends of an arc, and the gains, by position at its start."""
    weight, n = arc.points.weight, len(arc.before)
    here, there, gains = (np.full(n, -7) for _ in range(3))
    place = arc.place.astype(np.int32)
    assert weigh_order(weight, np.arange(n), worth, 0, here) == value_of(case, arc.before, worth)
    assert weigh_order(weight, place, worth, 0, there) == value_of(case, arc.after, worth)
    assert here.tolist() == [above_of(case, arc.before, worth)[i] for i in arc.before]
    room = (np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int64))
    total = count_gains(weight, place, gains, *room)
    expected = {i: 0 for i in arc.before}
    now = {i: k for k, i in enumerate(arc.after)}
    for k, i in enumerate(arc.before):
        expected[i] = sum(case.q[j] for j in arc.before[k:] if now[j] < now[i])
    assert gains.tolist() == [expected[i] for i in arc.before]
    assert total == sum(case.p[i] * case.q[j] for i, j in arc.swaps[0])
    return here, there, gains


def check_positives(case: PlaneCase, kind: str, worth: Worth) -> None:
    arc = go_along(case, kind)
    weight, n = arc.points.weight, len(arc.before)
    here, there, gains = looked(case, arc, worth)
    upper = bound_worth(weight, here, gains, worth)
    kept = np.empty_like(weight)
    settled, over = keep_open(weight, arc.place, here, there, gains, worth, kept)
    used, then = renumber(kept, arc.place)
    assert used.tolist() == np.flatnonzero(kept.any(axis=1)).tolist()
    assert used[then].tolist() == [i for i in arc.place if kept[i].any()]
    assert weigh_opposite(weight, here, 0, worth) == value_of(case, arc.before[::-1], worth)
    upper_opposite = weigh_opposite(weight, there + worth.unit * gains, 0, worth)
    values = []
    for order in orders_inside(case, arc, kind):
        values.append(value_of(case, order, worth))
        assert value_of(case, order[::-1], worth) <= upper_opposite
        position = {i: k for k, i in enumerate(arc.before)}
        place = np.array([position[i] for i in order])
        higher = np.empty(n, dtype=np.int64)
        assert settled + weigh_order(kept, place, worth, worth.unit * over, higher) == values[-1]
    assert upper >= max(values)


@pytest.mark.kernels
@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("kind", ["wide", "narrow"])
@fixed_plane_cases
def test_positives_of_fixed_points(case: PlaneCase, kind: str, worth: Worth) -> None:
    check_positives(case, kind, worth)


@quick
@given(plane_cases(), st.sampled_from([kind for kind in ARCS if "tie" not in kind]), st.sampled_from(WORTHS))
def test_positives_of_any_points(case: PlaneCase, kind: str, worth: Worth) -> None:
    check_positives(case, kind, worth)


@pytest.mark.kernels
def test_merging_many_points_counts_their_gains() -> None:
    case = make_plane_case("gaussian", "mixed", 70, seed=1)
    looked(case, go_along(case, "wide"), WORTHS[0])


@pytest.mark.kernels
@pytest.mark.parametrize("n", [2, 65, 700, 4500])
@pytest.mark.parametrize("near", [0.01, 1.0])
def test_bits_count_the_same_gains(n: int, near: float) -> None:
    rng = np.random.default_rng(n)
    weight = np.zeros((n, 2), dtype=np.int64)
    weight[np.arange(n), rng.permutation(np.arange(n) % (2 if n < 100 else n // 20) == 0).astype(int)] = 1
    place = np.argsort(np.arange(n) + near * n * rng.random(n)).astype(np.int32)
    merged, by_bits = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    room = (np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int64))
    total = count_gains(weight, place, merged, *room)
    bits = np.full((n >> WORD) + 1, 5, dtype=np.uint64)
    groups, blocks = (np.full((n >> size) + 1, 5) for size in (GROUP, BLOCK))
    with np.errstate(over="ignore"):  # the product that adds up bytes wraps on purpose
        assert count_gains_by_bits(weight, place, by_bits, bits, groups, blocks) == total
    positives = weight[:, 0] > 0
    assert by_bits[positives].tolist() == merged[positives].tolist()

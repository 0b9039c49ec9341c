"""The open pairs of a cone by positive: bounds, listing, merging, splitting and gathering."""

from typing import NamedTuple

import naive
import naive_cone
import naive_objectives
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_runs import NO_LINES, scores_of
from strategies import ConeCase, cone_cases, fixed_cone_cases, make_cone_case

from aucopt.kernels.cone.cone import Hyperplanes, Open, Vertices
from aucopt.kernels.cone.explore import bisect
from aucopt.kernels.cone.gather import gather_alive
from aucopt.kernels.cone.positives import (
    Positives,
    bound_positives,
    is_settled,
    left_of,
    list_positives,
    merge_within,
    set_sides_alive,
    value_between,
    value_left,
    value_parts,
)
from aucopt.kernels.cone.split import SplitLook, look_at
from aucopt.kernels.scores.curve import Worth

KINDS = ("step of none", "step", "ramp", "short ramp", "area")
EXAMPLES = settings(deadline=None, max_examples=60)


def worth_for(case: ConeCase, kind: str) -> Worth:
    """What a positive of the case is worth by some objectives of the curve."""
    return worth_for_total(sum(case.q), kind)


def worth_for_total(total: int, kind: str) -> Worth:
    return {
        "step of none": Worth(0, 0, 1),
        "step": Worth(total // 3, 0, 1),
        "ramp": Worth(2 * 3 * total, 7, 2),
        "short ramp": Worth(2 * total, 10, 2),
        "area": Worth(2 * total, 1, 2),
    }[kind]


class Listed(NamedTuple):
    """The open pairs of a cone, by positive, in arrays."""

    vertices: Vertices
    planes: Hyperplanes
    pairs: Open
    positives: Positives
    look: SplitLook
    n: int
    n_listed: int
    settled: int


def list_case(case: ConeCase, worth: Worth, *, room: int = 500, spare: int = 4, deep: int = 6) -> Listed:
    vertices = case.vertices(spare)
    high, low, above, below = scores_of(case, vertices)
    n = len(case.cone)
    planes = Hyperplanes(
        *(np.full(room, -1, dtype=np.int32) for _ in range(2)),
        *(np.full(room, -1, dtype=np.int64) for _ in range(2)),
    )
    pairs = Open(
        np.full((n, deep * room), np.nan),
        np.zeros(24 * room, dtype=np.uint8),
        np.zeros(24 * room, dtype=np.uint8),
        np.zeros(deep * room, dtype=np.int32),
    )
    positives = Positives(*(np.zeros(32 * max(len(high), 1), dtype=np.int64) for _ in range(3)))
    look = SplitLook(np.empty(room), np.empty(room, dtype=np.uint8), np.empty(room, dtype=np.uint8))
    told = list_positives(
        above, below, vertices.error, high, low, case.weight, case.x, vertices.digits, case.limbs, worth,
        0, planes, pairs, positives, (0, 0),
    )  # fmt: skip
    return Listed(vertices, planes, pairs, positives, look, *map(int, told))


def rows_of(listed: Listed, n_listed: int, first: int = 0, to: int = 0) -> list[tuple[int, int, list[int]]]:
    """Return (left, weight, planes of its pairs) of each positive from `first` on, pairs from `to` on."""
    found, begin = [], 0
    for g in range(first, first + n_listed):
        end = int(listed.positives.end[g])
        planes = listed.pairs.plane[to + begin : to + end].tolist()
        found.append((int(listed.positives.left[g]), int(listed.positives.weight[g]), planes))
        begin = end
    return found


def is_decided(worth: Worth, certain: int, possible: int) -> bool:
    return naive_objectives.worth_of(worth, certain) == naive_objectives.worth_of(worth, certain + possible)


@pytest.mark.kernels
@pytest.mark.parametrize("worth", [Worth(4, 0, 1), Worth(9, 2, 2)])
def test_settled_is_what_no_open_pair_changes(worth: Worth) -> None:
    for certain in range(8):
        for possible in range(8):
            left = left_of(worth, certain)
            assert value_left(worth, left) == naive_objectives.worth_of(worth, certain)
            assert is_settled(worth, left, possible) == is_decided(worth, certain, possible)


def check_bound(case: ConeCase, worth: Worth) -> None:
    vertices = case.vertices(0)
    high, low, above, below = scores_of(case, vertices)
    order = np.argsort(below[0], kind="stable")
    below = np.ascontiguousarray(below[:, order])
    spans = (
        np.searchsorted(below[0], above[0] + vertices.error[0], side="right"),
        np.searchsorted(below[0], above[0] - vertices.error[0], side="left"),
    )
    weight = case.weight
    upper, n_open = bound_positives(
        above,
        below,
        vertices.error,
        weight[high, 0],
        weight[low[order], 1],
        weight[high, 1],
        worth,
        0,
        *spans,
    )
    certain = naive_objectives.certain_above(case.points, case.p, case.q, case.cone, worth)
    exact = naive_objectives.bound_of(case.p, certain, worth)
    assert naive_objectives.best_inside(case.points, case.p, case.q, case.cone, worth) <= exact <= upper
    # Floats may leave open what is decided, never the other way round.
    alive = [
        rest
        for amount, rest in certain.values()
        if not is_decided(worth, amount, worth.unit * sum(case.q[j] for j in rest))
    ]
    assert n_open >= sum(len(rest) for rest in alive)


def check_listing(case: ConeCase, worth: Worth) -> None:
    listed = list_case(case, worth)
    expected, settled = [], 0
    for i, (certain, rest) in naive_objectives.certain_above(
        case.points, case.p, case.q, case.cone, worth
    ).items():
        if is_decided(worth, certain, worth.unit * sum(case.q[j] for j in rest)):
            settled += case.p[i] * naive_objectives.worth_of(worth, certain)
        else:
            expected.append((left_of(worth, certain), case.p[i], {(i, j) for j in rest}))
    planes = listed.planes
    found = [
        (left, weight, {(int(planes.high[k]), int(planes.low[k])) for k in rows})
        for left, weight, rows in rows_of(listed, listed.n_listed)
    ]
    assert (found, listed.settled) == (expected, settled)
    assert listed.n == sum(len(rest) for _, _, rest in expected)
    for k in range(listed.n):
        assert planes.gain[k] == worth.unit * case.q[planes.low[k]]
        d = naive.minus(case.points[planes.high[k]], case.points[planes.low[k]])
        signs = [naive.sign_of(naive.inner(v, d)) for v in case.cone]
        for bits, side in ((listed.pairs.up[k], 1), (listed.pairs.down[k], -1)):
            assert bits == sum((s * side >= 0) << t for t, s in enumerate(signs))


def check_merging(case: ConeCase, worth: Worth) -> None:
    before = list_case(case, worth)
    planes = before.planes
    groups = [
        (left, weight, [(int(planes.high[k]), int(planes.low[k]), int(planes.gain[k])) for k in rows])
        for left, weight, rows in rows_of(before, before.n_listed)
    ]
    listed = list_case(case, worth)
    whole = np.array(case.points, dtype=np.int64)
    n, n_listed, gone = merge_within(
        whole, listed.planes, listed.pairs, listed.positives, listed.n_listed, worth
    )
    expected, settled = [], 0
    for left, weight, pairs in groups:
        lines = naive_cone.merge_lines(
            [(naive.minus(case.points[i], case.points[j]), gain) for i, j, gain in pairs]
        )
        certain = (worth.cap - left) // (worth.slope or 1)
        certain += sum(min(along, against) for _, along, against in lines)
        sides = [abs(along - against) for _, along, against in lines if along != against]
        if is_decided(worth, certain, sum(sides)):
            settled += weight * naive_objectives.worth_of(worth, certain)
        else:
            expected.append((left_of(worth, certain), weight, sides))
    found = [
        (left, weight, [int(listed.planes.gain[k]) for k in rows])
        for left, weight, rows in rows_of(listed, int(n_listed))
    ]
    assert (found, gone) == (expected, settled)
    for k in range(int(n)):
        d = naive.minus(case.points[listed.planes.high[k]], case.points[listed.planes.low[k]])
        assert np.array_equal(np.sign(listed.pairs.d[:, k]), [naive.sign_of(v) for v in d])
        up = sum((naive.inner(v, d) >= 0) << t for t, v in enumerate(case.cone))
        assert listed.pairs.up[k] == up


def check_split(case: ConeCase, worth: Worth) -> None:
    """Both parts of a split in the middle of the first edge, then one of them gathered."""
    listed = list_case(case, worth)
    n, axes = len(case.cone), (0,) * len(case.cone)
    vertices = listed.vertices
    assert bisect(vertices, n, 0, 1, case.frame)
    middle = tuple(map(naive_cone.number, vertices.digits[n]))
    gains = set(listed.planes.gain[: listed.n].tolist())
    look_at(case.frame, axes, vertices, n, listed.planes, listed.pairs, 0, listed.n, listed.look)
    mine = (0, listed.n_listed)
    for even in {gains.pop() if len(gains) == 1 else 0, 0}:
        values = value_parts(
            axes, worth, listed.planes, listed.pairs, listed.positives, mine, 0, 0, listed.look, 0, 1, even
        )
        for place in (0, 1):
            part = tuple(middle if k == place else v for k, v in enumerate(case.cone))
            above = naive_objectives.certain_above(case.points, case.p, case.q, part, worth)
            bound = naive_objectives.bound_of(case.p, above, worth)
            assert listed.settled + values[place] == bound
            inside = tuple(map(sum, zip(*part, strict=True)))
            beside = tuple((v << 200) + w for v, w in zip(middle, inside, strict=True))
            reached = naive_objectives.value_along(case.points, case.p, case.q, beside, worth)
            assert listed.settled + values[2] <= reached <= bound
        up, down = listed.pairs.up.copy(), listed.pairs.down.copy()
        alive = set_sides_alive(
            axes, worth, listed.planes, listed.pairs, listed.positives, mine, 0, 0, listed.look, 1, even
        )
        n_rows, n_left, gone = gather_alive(
            axes,
            worth,
            listed.planes,
            listed.pairs,
            listed.positives,
            NO_LINES,
            mine,
            0,
            0,
            listed.n,
            mine[1],
        )
        assert alive == n_rows
        left = rows_of(listed, int(n_left), first=mine[1], to=listed.n)
        expected: list[tuple[int, int, set[tuple[int, int]]]] = []
        settled, was_even = 0, False
        for i, (certain, rest) in above.items():
            possible = worth.unit * sum(case.q[j] for j in rest)
            if is_decided(worth, certain, possible):
                settled += case.p[i] * naive_objectives.worth_of(worth, certain)
                continue
            entry = (left_of(worth, certain), case.p[i], {(i, j) for j in rest})
            is_even = worth.slope > 0 and entry[0] >= worth.slope * possible
            if is_even and was_even and expected[-1][1] == case.p[i]:
                last = expected.pop()
                entry = (last[0] + entry[0], entry[1], last[2] | entry[2])
            was_even = is_even
            expected.append(entry)
        planes = listed.planes
        found = [
            (amount, weight, {(int(planes.high[k]), int(planes.low[k])) for k in rows})
            for amount, weight, rows in left
        ]
        assert (found, listed.settled + gone) == (expected, settled)
        value = value_between(worth, listed.positives, (mine[1], mine[1] + n_left))
        assert listed.settled + gone + value == bound
        listed.pairs.up[:], listed.pairs.down[:] = up, down


CHECKS = {"bound": check_bound, "listing": check_listing, "split": check_split}


@pytest.mark.kernels
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("kind", KINDS)
@fixed_cone_cases
def test_pairs_by_positive(case: ConeCase, kind: str, check: str) -> None:
    CHECKS[check](case, worth_for(case, kind))


@pytest.mark.kernels
@pytest.mark.parametrize("check", ["bound", "listing"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 2])
def test_pairs_by_positive_in_other_dimensions(n: int, kind: str, check: str) -> None:
    """A cone of one column has one vertex: nothing behind it is read."""
    for seed in range(3):
        case = make_cone_case("grid", "mixed", n, 10, seed)
        CHECKS[check](case, worth_for(case, kind))


@pytest.mark.kernels
@pytest.mark.parametrize("kind", KINDS)
@fixed_cone_cases
def test_parallel_pairs_of_a_positive_merge(case: ConeCase, kind: str) -> None:
    if case.bits < 50:
        check_merging(case, worth_for(case, kind))


@pytest.mark.kernels
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", [(1, 1), (1, 2), (2, 1)])
def test_negatives_on_both_sides_of_a_positive_merge(weights: tuple[int, int], kind: str) -> None:
    """Two differences are opposite: of equal weights nothing is left open, else the heavier side is."""
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    points = [(3, 3, 3), (4, 2, 3), (2, 4, 3), (3, 5, 1)]
    check_merging(ConeCase(points, [2, 0, 0, 0], [0, *weights, 1], axes), worth_for_total(7, kind))


@pytest.mark.kernels
@fixed_cone_cases
def test_too_many_pairs_are_not_listed(case: ConeCase) -> None:
    worth = worth_for(case, "area")
    n = list_case(case, worth).n
    if n > 1:
        assert list_case(case, worth, room=n - 1).n == -1
    assert list_case(case, worth, room=n + 1).n == n


@EXAMPLES
@given(cone_cases(), st.sampled_from(KINDS), st.sampled_from(sorted(CHECKS)))
def test_pairs_by_positive_of_any_cone(case: ConeCase, kind: str, check: str) -> None:
    CHECKS[check](case, worth_for(case, kind))


@EXAMPLES
@given(cone_cases(), st.sampled_from(KINDS))
def test_parallel_pairs_merge_in_any_cone(case: ConeCase, kind: str) -> None:
    if case.bits < 50:
        check_merging(case, worth_for(case, kind))

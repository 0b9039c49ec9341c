"""Every kernel against a slow twin on Python integers; marked cases run again with the JIT off."""

from itertools import product
from typing import Any, NamedTuple

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.kernels.integers.points import (
    all_tied,
    count_along,
    fill_limbs,
    order_along,
    short_cross,
    short_difference,
    sign_cross,
    sign_dot,
    split_floats,
)
from aucopt.kernels.plane.bits import BLOCK, GROUP, WORD, count_changes, settle_order
from aucopt.kernels.plane.listing import CIRCLE, HALF, QUADRANT, Gauge, list_turn
from aucopt.kernels.plane.order import (
    Axis,
    OrderedPoints,
    Tally,
    count_right,
    exactly_above,
    new_scratch,
    permute,
    reorder,
)
from aucopt.kernels.plane.sweep import extreme_swap, open_runs, walk_swaps

# The type of digits in a problem.
LIMB = np.int32
N_BUCKETS = 16
AMPLE = 10_000

FAMILIES = ("gaussian", "grid", "two columns", "near ties", "huge")
WEIGHTS = ("ones", "mixed")
ARCS = ("wide", "narrow", "thin", "before a tie", "after a tie", "beyond a tie")


class Case(NamedTuple):
    """Distinct integer points, a direction w on which some of them (nearly) tie, and weights."""

    points: list[tuple[int, int]]
    w: tuple[int, int]
    p: list[int]
    q: list[int]

    @property
    def weight(self) -> np.ndarray:
        return np.array([self.p, self.q], dtype=np.int64).T.copy()

    @property
    def limbs(self) -> np.ndarray:
        size = max(abs(v) for point in self.points for v in point).bit_length() // 26 + 1
        return np.array([[naive.digits(v, size) for v in point] for point in self.points], dtype=LIMB)

    @property
    def xy(self) -> np.ndarray:
        bits = max(abs(v) for point in self.points for v in point).bit_length()
        return np.array([[v / (1 << bits) for v in point] for point in self.points])

    def axis(self, w: tuple[int, int], side: int) -> Axis:
        size = max(map(abs, w)).bit_length()
        turned = tuple(side * v for v in naive.quarter_turn(w))
        exact = [[naive.digits(v, size // 26 + 1) for v in vector] for vector in (w, turned)]
        c = np.array([v / (1 << size) for v in w])
        error = 32 * 2.0**-53 * float(np.abs(c) @ np.abs(self.xy).max(axis=0))
        return Axis(c, error, np.array(exact, dtype=np.int64))

    def laid_out(self, order: list[int]) -> OrderedPoints:
        return OrderedPoints(self.xy[order], self.weight[order], np.array(order, dtype=np.int32))

    def arc(self, kind: str) -> tuple[tuple[tuple[int, int], int], tuple[tuple[int, int], int]]:
        """Two directions, each with its side, around w."""

        def beside(along: int, across: int) -> tuple[tuple[int, int], int]:
            (x, y), (u, v) = self.w, naive.quarter_turn(self.w)
            return (along * x + across * u, along * y + across * v), 1

        return {
            "wide": (beside(1, -3), beside(1, 4)),
            "narrow": (beside(50, -1), beside(50, 1)),
            "thin": (beside(1 << 42, -1), beside(1 << 42, 1)),
            "before a tie": (beside(9, -1), (self.w, -1)),
            "after a tie": ((self.w, 1), beside(9, 1)),
            "beyond a tie": ((self.w, -1), beside(9, 1)),
            "on a tie": ((self.w, -1), (self.w, 1)),
        }[kind]


def make_case(family: str, weights: str, n: int, seed: int) -> Case:
    rng = np.random.default_rng(seed)
    w = (3, 2)
    if family == "gaussian":
        points = [tuple(int(v * 2**44) for v in row) for row in rng.normal(size=(n, 2))]
    elif family == "grid":
        side = int(np.sqrt(2 * n)) + 1
        points, w = list(product(range(-2, side - 2), repeat=2)), (1, 2)
    elif family == "two columns":
        points, w = list(product((0, 7), range(n // 2 + 1))), (1, 0)
    elif family == "near ties":
        # Along w they differ by less than floats of their size resolve.
        turned = naive.quarter_turn(w)
        points = [
            tuple((k << 44) * u + int(t) * v for u, v in zip(turned, w, strict=True))
            for k, t in enumerate(rng.integers(0, 4, n))
        ]
    else:
        points = [(int(a) << 980, int(b) * 7**300) for a, b in rng.integers(-(2**40), 2**40, (n, 2))]
    points = [points[i] for i in rng.permutation(len(points))[:n]]
    assert len(set(points)) == len(points)
    if weights == "ones":
        p = rng.permutation(np.arange(len(points)) % 2)
        q = 1 - p
    else:
        p, q = rng.integers(0, 4, (2, len(points)))
        q[p == 0] += 1
    return Case(points, w, p.tolist(), q.tolist())


@st.composite
def cases(draw: st.DrawFn) -> Case:
    kinds = (draw(st.sampled_from(FAMILIES)), draw(st.sampled_from(WEIGHTS)))
    return make_case(*kinds, draw(st.integers(2, 70)), draw(st.integers(0, 10**6)))


quick = settings(deadline=None, max_examples=150)
fixed_cases = pytest.mark.parametrize(
    "case",
    [make_case(family, weights, 34, seed=1) for family in FAMILIES[:-1] for weights in WEIGHTS],
    ids=[f"{family}-{weights}" for family in FAMILIES[:-1] for weights in WEIGHTS],
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


def check_order(case: Case) -> None:
    """Which of two is above, and a float sort settled exactly; where most tie it may give up instead."""
    for side in (1, -1):
        axis, order = case.axis(case.w, side), naive.order_along(case.points, case.w, side)
        rank = {i: k for k, i in enumerate(order)}
        some = range(min(len(order), 12))
        for i, j in product(some, repeat=2):
            assert exactly_above(case.limbs, i, j, axis.exact) == (rank[i] > rank[j])
        key = case.xy @ axis.c
        place = np.argsort(key)
        row = np.arange(len(order), dtype=np.int32)
        if settle_order(key, place, row, case.limbs, axis):
            assert place.tolist() == order
        else:
            clear = np.sort(key)
            assert np.any(np.diff(clear) <= axis.error)


@pytest.mark.kernels
@fixed_cases
def test_order_is_exact(case: Case) -> None:
    check_order(case)


@quick
@given(cases())
def test_order_is_exact_for_any_points(case: Case) -> None:
    check_order(case)


@pytest.mark.kernels
def test_settle_order_gives_up_when_most_points_tie() -> None:
    n = 30
    case = Case([(0, -i) for i in range(n)], (1, 0), [1] * n, [0] * n)
    key, place = np.zeros(n), np.arange(n)
    assert not settle_order(key, place, np.arange(n, dtype=np.int32), case.limbs, case.axis((1, 0), 1))


@pytest.mark.kernels
@pytest.mark.parametrize("n", [2, 64, 65, 700, 4500])
@pytest.mark.parametrize("near", [0.01, 1.0])
def test_bits_count_the_gain_and_loss_of_a_new_order(n: int, near: float) -> None:
    rng = np.random.default_rng(n)
    p = rng.permutation(np.arange(n) % (2 if n < 100 else n // 10) == 0).astype(int).tolist()
    q = [1 - v for v in p]
    place = np.argsort(np.arange(n) + near * n * rng.random(n))
    bits = np.full((2, (n >> WORD) + 1), 5, dtype=np.uint64)
    groups, blocks = (np.full((2, (n >> size) + 1), 5) for size in (GROUP, BLOCK))
    weight = np.array([p, q]).T.copy()
    with np.errstate(over="ignore"):  # the product that adds up bytes wraps on purpose
        gain, loss = count_changes(weight, place, bits, groups, blocks)
    before = {i: i for i in range(n)}
    after = {int(i): k for k, i in enumerate(place)}
    pairs = [(i, j) for i in range(n) if p[i] for j in range(n) if q[j]]
    assert gain == sum(before[i] < before[j] and after[i] > after[j] for i, j in pairs)
    assert loss == sum(before[i] > before[j] and after[i] < after[j] for i, j in pairs)


@pytest.mark.kernels
@fixed_cases
def test_counts_on_a_direction(case: Case) -> None:
    for side in (1, -1):
        order = naive.order_along(case.points, case.w, side)
        assert count_right(case.laid_out(order).weight) == naive.right_pairs(order, case.p, case.q)
        axis, weight = case.axis(case.w, side), np.column_stack([case.p, case.q])
        key = np.array(case.laid_out(range(len(case.points))).xy) @ axis.c
        place = np.argsort(key)
        rises = order_along(key, place, case.limbs, axis.exact[0], axis.error)
        right, tied, _ = count_pairs_on(case)
        assert count_along(place, rises, weight) == (right, tied)


def count_pairs_on(case: Case) -> Any:
    everyone = range(len(case.points))
    pairs = [(case.points[i], case.points[j], case.p[i] * case.q[j]) for i in everyone for j in everyone]
    return naive.count_pairs(pairs, case.w)


@pytest.mark.kernels
def test_permute_copies_all_that_is_known_of_a_point() -> None:
    case = make_case("gaussian", "mixed", 5, seed=0)
    points = case.laid_out([0, 1, 2, 3, 4])
    out = OrderedPoints(*(np.zeros_like(a) for a in points))
    place = np.array([3, 1, 4, 0, 2], dtype=np.int32)
    permute(points, place, out)
    for copied, original in zip(out, points, strict=True):
        assert copied.tolist() == original[place].tolist()


class Arc(NamedTuple):
    """What reordering along an arc left behind, and what its twin says."""

    points: OrderedPoints
    end: Axis
    tally: Tally
    place: np.ndarray
    counted: tuple[int, int, int]
    before: list[int]
    after: list[int]
    swaps: tuple[list[tuple[int, int]], list[tuple[int, int]]]


def go_along(case: Case, kind: str, *, room: int = AMPLE, n_buckets: int = N_BUCKETS) -> Arc:
    start, end = case.arc(kind)
    n = len(case.points)
    before, after = (naive.order_along(case.points, *direction) for direction in (start, end))
    points, axis = case.laid_out(before), case.axis(*end)
    scratch = new_scratch(n)
    tally = Tally(
        pairs=np.full((room, 2), -1, dtype=np.int32),
        gains=np.zeros(n_buckets, dtype=np.int64),
        losses=np.zeros(n_buckets, dtype=np.int64),
        glued=np.zeros(n_buckets, dtype=np.bool_),
        score=np.empty((n, 2)),
        start=case.axis(*start),
    )
    counted = reorder(points, case.limbs, axis, scratch, tally)
    swaps = naive.swapped_pairs(before, after, case.p, case.q)
    return Arc(points, axis, tally, scratch.place, counted, before, after, swaps)


def listed_rows(arc: Arc) -> list[tuple[int, ...]]:
    n_listed = min(arc.counted[2], len(arc.tally.pairs))
    return [tuple(arc.before[k] for k in pair) for pair in arc.tally.pairs[:n_listed]]


def check_reorder(case: Case, kind: str) -> None:
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


def check_buckets(case: Case, kind: str, arc: Arc) -> None:
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
@fixed_cases
def test_reorder_counts_lists_and_bins_the_swaps(case: Case, kind: str) -> None:
    check_reorder(case, kind)


@quick
@given(cases(), st.sampled_from([*ARCS, "on a tie"]))
def test_reorder_counts_lists_and_bins_the_swaps_of_any_points(case: Case, kind: str) -> None:
    check_reorder(case, kind)


@pytest.mark.kernels
@pytest.mark.parametrize("weights", WEIGHTS)
def test_reorder_lists_what_there_is_room_for(weights: str) -> None:
    case = make_case("gaussian", weights, 40, seed=2)
    arc = go_along(case, "wide", room=50)
    listed = listed_rows(arc)
    assert arc.counted == go_along(case, "wide").counted
    assert arc.counted[2] > len(listed) == 50
    assert len(set(listed)) == 50
    assert set(listed) <= set(arc.swaps[0] + arc.swaps[1])


@pytest.mark.kernels
def test_buckets_of_an_arc_thinner_than_floats_are_glued_together() -> None:
    arc = go_along(make_case("near ties", "ones", 40, seed=3), "thin")
    assert arc.counted[2] > 100
    assert arc.tally.glued.all()


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ["wide", "narrow", "beyond a tie"])
def test_swaps_of_points_that_are_one_to_floats(kind: str) -> None:
    far = 1 << 90
    points = [(0, 0), *((far + a, far + b) for a, b in product(range(3), range(3)))]
    case = Case(points, (1, 2), [1, 0] * 5, [0, 1] * 5)
    assert len(np.unique(case.xy, axis=0)) == 2
    check_reorder(case, kind)
    check_sweep(case, kind)


def check_sweep(case: Case, kind: str) -> None:
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
        assert turns(rows) == stretches(counts, max(threshold, highest), cells=True)
        best, rows = walk_swaps(*args, False)
        assert best == highest if highest >= threshold else best <= highest
        assert turns(rows) == stretches(counts, threshold, cells=False)
    if n_swaps:
        pairs = arc.tally.pairs[:n_swaps]
        for latest, expected in ((False, counts[1][0]), (True, counts[-1][0])):
            found = extreme_swap(pairs, arc.points.row, case.limbs, latest)
            assert turn_of(case, start, arc, found) == expected


def turn_of(case: Case, start: tuple[int, int], arc: Arc, swap: int) -> Any:
    low, up = (case.points[arc.before[k]] for k in sorted(arc.tally.pairs[swap]))
    return naive.swap_turn(up, low, start)


def stretches(counts: list[tuple[Any, int]], threshold: int, *, cells: bool) -> list[tuple[Any, Any]]:
    """Cells that reach the threshold, joined where they meet unless asked not to."""
    ends = [*(t for t, _ in counts), None]
    found: list[tuple[Any, Any]] = []
    for k, (low, count) in enumerate(counts):
        if count < threshold:
            continue
        if not cells and found and low is not None and found[-1][1] == low:
            found[-1] = (found[-1][0], ends[k + 1])
        else:
            found.append((low, ends[k + 1]))
    return found


@pytest.mark.kernels
@pytest.mark.parametrize("kind", ["narrow", "thin", "beyond a tie"])
@fixed_cases
def test_sweep_finds_where_the_count_reaches_the_threshold(case: Case, kind: str) -> None:
    check_sweep(case, kind)


@quick
@given(cases(), st.sampled_from([*ARCS, "on a tie"]))
def test_sweep_finds_where_the_count_reaches_the_threshold_for_any_points(case: Case, kind: str) -> None:
    check_sweep(case, kind)


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


def check_listing(case: Case, extent: int, n_buckets: int) -> None:
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
    best, listed, n_swaps, cells, mirrored = list_turn(points, case.limbs, gauge, extent, n_buckets)

    def turn(s: int) -> Any:
        if s < 0:
            return None
        low, up = (case.points[before[k]] for k in sorted(listed.pairs[s]))
        return naive.swap_turn(up, low, (1, 0))

    assert (best, n_swaps) == (highest, len(swaps[0]) + len(swaps[1]))
    for rows, expected in ((cells, counts), (mirrored, opposite)):
        assert [(turn(s), turn(t)) for s, t in rows] == stretches(expected, highest, cells=True)


@pytest.mark.kernels
@pytest.mark.parametrize("extent", [CIRCLE, HALF, QUADRANT])
@pytest.mark.parametrize("n_buckets", [3, 64])
@fixed_cases
def test_listing_finds_all_optimal_cells_of_a_turn(case: Case, extent: int, n_buckets: int) -> None:
    check_listing(case, extent, n_buckets)


@quick
@given(cases(), st.sampled_from([CIRCLE, HALF, QUADRANT]), st.sampled_from([3, 17, 1000]))
def test_listing_finds_all_optimal_cells_of_a_turn_for_any_points(
    case: Case, extent: int, n_buckets: int
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
    check_listing(Case(points, (1, 0), [1, 0] * 7, [0, 1] * 7), CIRCLE, 8)
    wide = [tuple(v << 40 for v in point) for point in points]
    check_listing(Case(wide, (1, 0), [1, 0] * 7, [0, 1] * 7), CIRCLE, 8)

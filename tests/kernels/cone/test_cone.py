"""The kernels behind cones against slow twins on Python integers; marked cases run again with the JIT off."""

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import naive
import naive_cone
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive_cone import Vector

from aucopt.kernels.cone.cone import Frame, Hyperplanes, Open, Vertices, count_decided, list_open, measure
from aucopt.kernels.cone.explore import Left, Stack, explore
from aucopt.kernels.cone.parallel import merge_lines
from aucopt.kernels.cone.split import (
    SplitLook,
    copy_sides,
    gather_open,
    look_at,
    set_sides,
    weigh_heavy_parts,
    weigh_parts,
)
from aucopt.kernels.integers.bignum import WORK_ROWS, carry, cut_edge
from aucopt.kernels.integers.points import count_along, order_along

# The type of digits in a problem.
LIMB = np.int32
BASE = 1 << 26

quick = settings(deadline=None, max_examples=150)


def size_of(numbers: list[int]) -> int:
    return max(abs(v) for v in numbers).bit_length() // 26 + 1


def digits_of(vectors: list[Vector], size: int) -> np.ndarray:
    return np.array([[naive.digits(v, size) for v in vector] for vector in vectors], dtype=np.int64)


def check_crossing(d: Vector, v: Vector, w: Vector, *, size: int | None = None) -> bool:
    """Whether the crossing fits; if so it is the right one. Scratch and result begin as rubbish."""
    n_limbs = size_of([*d])
    limbs = digits_of([d, (0,) * len(d)], n_limbs).astype(LIMB)
    size = size or 2 * size_of([*v, *w]) + n_limbs + 1
    ends = digits_of([v, w], size)
    out = np.full((len(d), size), -77)
    work = np.full((WORK_ROWS + len(d), n_limbs + 2 * size + 3), 12345)
    fits = cut_edge(limbs, 0, 1, ends[0], ends[1], out, work)
    if fits:
        assert tuple(map(naive_cone.number, out)) == naive_cone.crossing(d, v, w)
        assert np.abs(out).max() < BASE
    return bool(fits)


def edge_across(d: Vector, v: Vector, w: Vector) -> tuple[Vector, Vector] | None:
    """Turn the ends so that they lie on different sides; None where one is tied."""
    signs = [naive.sign_of(naive.inner(u, d)) for u in (v, w)]
    if 0 in signs:
        return None
    return v, w if signs[0] != signs[1] else tuple(-a for a in w)


HUGE = 3**120
CROSSINGS = {
    "small": ((1, -1, 0), (1, 0, 0), (0, 1, 5)),
    "two columns": ((3, -2), (1, 0), (0, 1)),
    "negative": ((-5, 7, 1), (-3, 0, 0), (0, -11, 0)),
    "common factor": ((6, -6, 0), (21, 0, 35), (0, 49, 14)),
    "common power of two": ((1 << 80, -(1 << 80), 0), (1 << 70, 0, 1 << 71), (0, 1 << 70, 3 << 72)),
    "large odd factor": ((1, -1, 0), (7**40, 0, 7**41), (0, 7**40, 3 * 7**40)),
    "huge": ((HUGE, -HUGE - 2, 1), (HUGE, 1, HUGE - 1), (1, HUGE + 3, -1)),
    "huge and tiny": ((1, -HUGE, 0), (1, 0, 0), (0, 1, HUGE)),
    "borrows": ((1, -1, 0), (BASE**3, 0, 1), (0, BASE**3 - 1, 1 - BASE**2)),
    "cancels": ((1, -1, 0), (5, 0, 7), (0, 5, -7)),
    "equal sizes": ((1, -1, 0, 0), (3**60, 0, 5**40, 3**60), (0, 3**60, 5**40, 0)),
}


@pytest.mark.kernels
@pytest.mark.parametrize("kind", CROSSINGS)
def test_a_cut_is_the_shortest_vector_on_the_hyperplane(kind: str) -> None:
    d, v, w = CROSSINGS[kind]
    assert check_crossing(d, v, w)
    assert check_crossing(d, w, v)


@pytest.mark.kernels
def test_a_cut_that_outgrows_its_digits_is_refused() -> None:
    d, v, w = (BASE - 1, -(BASE - 3)), (1, 0), (0, 1)
    assert check_crossing(d, v, w, size=1)
    d = (BASE + 1, -1)
    assert not check_crossing(d, v, w, size=1)
    assert check_crossing(d, v, w, size=2)


def numbers() -> st.SearchStrategy[int]:
    small = st.integers(-9, 9)
    powers = st.builds(lambda b, k, t: b**k + t, st.sampled_from([2, 3, 10]), st.integers(0, 200), small)
    return st.one_of(small, st.integers(-(2**60), 2**60), powers, st.builds(lambda v: -v, powers))


@st.composite
def edges(draw: st.DrawFn) -> tuple[Vector, Vector, Vector]:
    n = draw(st.integers(2, 5))
    d, v, w = (tuple(draw(st.lists(numbers(), min_size=n, max_size=n).filter(any))) for _ in range(3))
    factor = draw(st.sampled_from([1, 1, 6, 2**90, 3**70, BASE - 1, BASE + 1]))
    return d, tuple(factor * a for a in v), tuple(factor * a for a in w)


@quick
@given(edges())
def test_a_cut_is_exact_for_any_integers(edge: tuple[Vector, Vector, Vector]) -> None:
    d, v, w = edge
    across = edge_across(d, v, w)
    if across is not None:
        assert check_crossing(d, *across)
        size = size_of([*across[0], *across[1]])
        longest = max(map(abs, naive_cone.crossing(d, *across)))
        assert check_crossing(d, *across, size=size) == (longest < BASE**size)


@pytest.mark.kernels
@pytest.mark.parametrize(
    "given_digits",
    [[0, 0], [1, -1, 3], [BASE, 0], [-BASE - 5, 1], [5 * BASE + 3, -7 * BASE - 1, 2], [1 - (1 << 60), 0, 0]],
)
def test_carry_keeps_the_number(given_digits: list[int]) -> None:
    digits = np.array(given_digits)
    assert carry(digits)
    assert naive_cone.number(digits) == naive_cone.number(given_digits)
    assert np.abs(digits).max() < BASE


@pytest.mark.kernels
def test_carry_tells_when_the_number_does_not_fit() -> None:
    assert not carry(np.array([0, BASE]))
    assert not carry(np.array([BASE, BASE - 1]))
    assert carry(np.array([BASE, BASE - 2]))


class Case(NamedTuple):
    """Distinct integer points with weights, and a cone of directions."""

    points: list[Vector]
    p: list[int]
    q: list[int]
    cone: tuple[Vector, ...]
    stretch: float = 1.0

    @property
    def bits(self) -> int:
        return max(abs(v) for point in self.points for v in point).bit_length()

    @property
    def limbs(self) -> np.ndarray:
        return digits_of(self.points, self.bits // 26 + 1).astype(LIMB)

    @property
    def x(self) -> np.ndarray:
        return np.array([[v / (1 << self.bits) for v in point] for point in self.points])

    @property
    def weight(self) -> np.ndarray:
        return np.array([self.p, self.q], dtype=np.int64).T.copy()

    @property
    def frame(self) -> Frame:
        n = len(self.cone)
        whiten = np.eye(n) + np.triu(np.full((n, n), 0.25), 1)
        whiten[-1] *= self.stretch
        return Frame(self.limbs, whiten, np.abs(self.x).max(axis=0))

    def vertices(self, spare: int, size: int | None = None) -> Vertices:
        size = size or 2 * size_of([v for vertex in self.cone for v in vertex]) + self.limbs.shape[2] + 3
        n = len(self.cone)
        room = n + spare
        vertices = Vertices(
            np.zeros((room, n, size), dtype=np.int64),
            np.zeros((room, n)),
            np.zeros((room, n)),
            np.zeros(room),
            np.zeros(room),
        )
        vertices.digits[:n] = digits_of(list(self.cone), size)
        for k in range(n):
            measure(vertices, k, self.frame)
        return vertices


FAMILIES = ("gaussian", "grid", "parallel", "near ties", "huge")


def make_case(family: str, weights: str, n: int, m: int, seed: int) -> Case:
    rng = np.random.default_rng(seed)
    if family == "gaussian":
        X = (rng.normal(size=(m, n)) * 2**44).astype(np.int64)
    elif family == "parallel":
        X = np.outer(rng.integers(-6, 7, m), rng.integers(1, 4, n)) + rng.integers(0, 2, (m, n))
    else:
        X = rng.integers(-2, 3, (m, n))
    points = [tuple(int(v) for v in row) for row in X]
    if family == "near ties":
        # All heights along the first vertex of the cone differ by less than floats resolve.
        points = [(row[0] + (row[1] << 60), *(v << 60 for v in row[1:])) for row in points]
    elif family == "huge":
        points = [tuple(v * 7**30 if c else v << 120 for c, v in enumerate(row)) for row in points]
    points = sorted(set(points))
    m = len(points)
    if weights == "ones":
        p = rng.permutation(np.arange(m) % 2).tolist()
        q = [1 - v for v in p]
    else:
        p, q = rng.integers(0, 4, (2, m)).tolist()
        p[0], q[-1] = p[0] + 1, q[-1] + 1
    corners = np.eye(n, dtype=np.int64) * rng.integers(1, 1 << 16, n)[:, None]
    if rng.random() < 0.7:
        corners = corners + rng.integers(-(1 << 12), 1 << 12, (n, n))
        corners[np.arange(n), np.arange(n)] += 1 << 16
    corners *= rng.choice([-1, 1], n)[:, None]
    return Case(points, p, q, tuple(tuple(int(v) for v in row) for row in corners))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    n = draw(st.integers(2, 4))
    m = draw(st.integers(2, {2: 9, 3: 7, 4: 5}[n]))
    kinds = draw(st.sampled_from(FAMILIES)), draw(st.sampled_from(["ones", "mixed"]))
    return make_case(*kinds, n, m, draw(st.integers(0, 10**6)))


fixed_cases = pytest.mark.parametrize(
    "case",
    [make_case(f, w, 3, 6, seed=4) for f in FAMILIES for w in ("ones", "mixed")],
    ids=[f"{f}-{w}" for f in FAMILIES for w in ("ones", "mixed")],
)


def check_along(case: Case, w: Vector) -> None:
    """Points sorted along an exact direction, and the pairs counted on the way."""
    size = max(map(abs, w)).bit_length()
    c = np.array([v / (1 << size) for v in w])
    key = case.x @ c
    error = 64 * 2.0**-53 * float(np.abs(c) @ np.abs(case.x).max(axis=0))
    place = np.argsort(key)
    rises = order_along(key, place, case.limbs, digits_of([w], size // 26 + 1)[0], error)
    heights = [naive.inner(w, case.points[i]) for i in place]
    assert sorted(place.tolist()) == list(range(len(case.points)))
    assert heights == sorted(heights)
    assert rises.tolist() == [i == 0 or heights[i] != heights[i - 1] for i in range(len(heights))]
    assert count_along(place, rises, case.weight) == naive_cone.counts_along(case.points, case.p, case.q, w)


def directions_of(case: Case) -> list[Vector]:
    """A vertex, an axis that ties much, and a direction that ties two points."""
    first, last = case.points[0], case.points[-1]
    axis = tuple(int(k == 1) for k in range(len(first)))
    across = (first[1] - last[1], last[0] - first[0], *[0] * (len(first) - 2))
    return [w for w in (case.cone[0], axis, across) if any(w)]


@pytest.mark.kernels
@fixed_cases
def test_points_are_sorted_and_counted_along_a_direction(case: Case) -> None:
    for w in directions_of(case):
        check_along(case, w)


@quick
@given(cases())
def test_any_points_are_sorted_and_counted_along_a_direction(case: Case) -> None:
    for w in directions_of(case):
        check_along(case, w)


def check_measure(case: Case) -> None:
    vertices = case.vertices(0)
    for k, v in enumerate(case.cone):
        whole = [Fraction(a, max(map(abs, v)) << case.bits) for a in v]
        for i, j in product(range(len(case.points)), repeat=2):
            exact = naive.dot(tuple(whole), naive.minus(case.points[i], case.points[j]))
            apart = vertices.w[k] @ case.x[i] - vertices.w[k] @ case.x[j]
            at_once = float(vertices.w[k] @ (case.x[i] - case.x[j]))
            for score in (apart, at_once):
                assert abs(Fraction(float(score)) - exact) <= Fraction(vertices.error[k])
        size = max(map(abs, v)).bit_length()
        image = case.frame.whiten @ np.array([a / (1 << size) for a in v])
        assert vertices.u[k] == pytest.approx(image / np.linalg.norm(image))
        assert vertices.length[k] == pytest.approx(size + np.log2(np.linalg.norm(image)))
    # An error bound that lets nothing be decided would be true too.
    assert vertices.error.max() < 1e-12


@pytest.mark.kernels
@fixed_cases
def test_float_scores_are_as_close_as_they_claim(case: Case) -> None:
    check_measure(case)
    check_measure(case._replace(cone=tuple(tuple(a << 2000 for a in v) for v in case.cone)))


FLAT = Case(
    # The second column is constant, and all but the whole of a vertex.
    points=[(-2, 0, 1, -1), (1, 0, 0, -2)],
    p=[1, 0],
    q=[0, 1],
    cone=((51896, 0, 0, 0), (0, -53309, 0, 0), (0, 0, -56552, 0), (0, 0, 0, 1736)),
)


@quick
@example(FLAT, 900)
@given(cases(), st.one_of(st.integers(0, 120), st.integers(900, 3000)))
def test_float_scores_of_any_cone_are_as_close_as_they_claim(case: Case, bits: int) -> None:
    moved = [tuple((a << bits) + (3 << bits // 2) + 1 for a in v) for v in case.cone]
    check_measure(case._replace(cone=tuple(moved)))


def test_digits_of_mixed_signs_are_measured_too() -> None:
    """Carries leave digits of either sign; a leading 1 may all but cancel against the next."""
    case = make_case("grid", "ones", 3, 6, seed=0)
    vertices = case.vertices(1, size=6)
    rows = [[1, 2, -3, 1 - BASE, 1 - BASE, 1], [0, 5, -(BASE - 1), 1, 0, 0], [7, -1, -1, -1, -1, 0]]
    vertices.digits[3] = rows
    measure(vertices, 3, case.frame)
    whole = [naive_cone.number(row) for row in rows]
    expected = [float(Fraction(v, max(map(abs, whole)))) for v in whole]
    assert vertices.w[3] == pytest.approx(expected, rel=12 * 2.0**-53)


def scores_of(case: Case, vertices: Vertices) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    high = np.flatnonzero(case.p).astype(np.int32)
    low = np.flatnonzero(case.q).astype(np.int32)
    scores = vertices.w[: len(case.cone)] @ case.x.T
    return high, low, np.ascontiguousarray(scores[:, high]), np.ascontiguousarray(scores[:, low])


def check_decided(case: Case, widen: float) -> None:
    vertices = case.vertices(0)
    high, low, above, below = scores_of(case, vertices)
    error = widen * vertices.error
    order = np.argsort(below[0])
    gain, loss = np.array(case.p)[high], np.array(case.q)[low][order]
    below = below[:, order]
    wrong, right = count_decided(
        above,
        below,
        error,
        gain,
        loss,
        np.searchsorted(below[0], above[0] + error[0], side="right"),
        np.searchsorted(below[0], above[0] - error[0], side="left"),
    )
    expected_wrong = expected_right = 0
    for i, j in product(range(len(high)), range(len(low))):
        expected_wrong += int(gain[i] * loss[j]) * bool(np.all(below[:, j] > above[:, i] + error))
        expected_right += int(gain[i] * loss[j]) * bool(np.all(below[:, j] < above[:, i] - error))
    assert (wrong, right) == (expected_wrong, expected_right)
    # Floats decide only what is so.
    truly_right, truly_wrong, _ = naive_cone.sort_pairs(case.points, case.p, case.q, case.cone)
    assert wrong <= truly_wrong
    assert right <= truly_right


@pytest.mark.kernels
@pytest.mark.parametrize("widen", [1.0, 1e14])
@fixed_cases
def test_decided_pairs_are_counted(case: Case, widen: float) -> None:
    check_decided(case, widen)


@pytest.mark.kernels
@pytest.mark.parametrize("n", [2, 4, 5])
def test_decided_pairs_are_counted_in_other_dimensions(n: int) -> None:
    for seed in range(5):
        check_decided(make_case("grid", "mixed", n, 12, seed), 1.0)


@quick
@given(cases(), st.sampled_from([1.0, 1e14]))
def test_decided_pairs_of_any_cone_are_counted(case: Case, widen: float) -> None:
    check_decided(case, widen)


class Listed(NamedTuple):
    """The open pairs of a cone in arrays."""

    vertices: Vertices
    planes: Hyperplanes
    pairs: Open
    look: SplitLook
    n_open: int
    sure: int


def list_pairs(
    case: Case,
    *,
    room: int = 500,
    deep: int = 6,
    deep_sides: int = 24,
    spare: int = 400,
    size: int | None = None,
) -> Listed:
    vertices = case.vertices(spare, size)
    high, low, above, below = scores_of(case, vertices)
    n = len(case.cone)
    planes = Hyperplanes(
        *(np.full(room, -1, dtype=np.int32) for _ in range(2)),
        *(np.full(room, -1, dtype=np.int64) for _ in range(2)),
    )
    pairs = Open(
        np.full((n, deep * room), np.nan),
        *(np.full(deep_sides * room, 255, dtype=np.uint8) for _ in range(2)),
        np.full(deep * room, -1, dtype=np.int32),
    )
    look = SplitLook(np.full(room, np.nan), *(np.full(room, 255, dtype=np.uint8) for _ in range(2)))
    listed = list_open(
        above,
        below,
        vertices.error,
        high,
        low,
        case.weight,
        case.x,
        vertices.digits,
        case.limbs,
        planes,
        pairs,
    )
    return Listed(vertices, planes, pairs, look, *map(int, listed))


def check_listed(case: Case) -> None:
    _, planes, pairs, _, n, sure = list_pairs(case)
    right, _, rest = naive_cone.sort_pairs(case.points, case.p, case.q, case.cone)
    found = {}
    for t in range(n):
        i, j = int(planes.high[t]), int(planes.low[t])
        found[i, j] = (int(pairs.up[t]), int(pairs.down[t]))
        assert pairs.plane[t] == t
        assert (planes.gain[t], planes.loss[t]) == (case.p[i] * case.q[j], 0)
        assert pairs.d[:, t].tolist() == (case.x[i] - case.x[j]).tolist()
    assert sure == right
    assert found == rest
    assert len(found) == n
    if n:
        assert list_pairs(case, room=n).n_open == n
        assert list_pairs(case, room=n - 1).n_open == -1


@pytest.mark.kernels
@fixed_cases
def test_open_pairs_are_listed_with_their_signs(case: Case) -> None:
    check_listed(case)


@quick
@given(cases())
def test_open_pairs_of_any_cone_are_listed_with_their_signs(case: Case) -> None:
    check_listed(case)


def check_split(case: Case) -> None:
    """Parts of a cone: their bounds, the count beside the new vertex, and the pairs that stay open."""
    n = len(case.cone)
    a, b = 0, n - 1
    middle = tuple(v + w for v, w in zip(case.cone[a], case.cone[b], strict=True))
    vertices, planes, pairs, look, m, sure = list_pairs(case)
    base = sure + int(planes.gain[:m].sum())
    axes = (0,) * n
    vertices.digits[n] = digits_of([middle], vertices.digits.shape[2])[0]
    measure(vertices, n, case.frame)
    look_at(case.frame, axes, vertices, n, planes, pairs, 0, m, look)
    lost = weigh_heavy_parts(axes, planes, pairs, 0, 0, m, look, a, b)
    if np.all(planes.gain[:m] == 1):
        assert lost == weigh_parts(axes, pairs, 0, m, look, a, b)
    inside = tuple(map(sum, zip(*case.cone, strict=True)))
    beside = tuple((v << 999) + w for v, w in zip(middle, inside, strict=True))
    assert base - lost[2] <= naive_cone.counts_along(case.points, case.p, case.q, beside)[0]
    copy_sides(pairs, 0, m, m)
    for place, at, short in ((b, m, lost[1]), (a, 0, lost[0])):
        part = tuple(middle if k == place else v for k, v in enumerate(case.cone))
        right, _, rest = naive_cone.sort_pairs(case.points, case.p, case.q, part)
        assert base - short == right + sum(case.p[i] * case.q[j] for i, j in rest)
        assert set_sides(axes, pairs, at, m, look, place) == len(rest)
        gather_open(axes, pairs, 0, at, m, m)
        found = {}
        for t in range(len(rest)):
            p = int(pairs.plane[m + t])
            i, j = int(planes.high[p]), int(planes.low[p])
            assert pairs.d[:, m + t].tolist() == (case.x[i] - case.x[j]).tolist()
            found[i, j] = (int(pairs.up[at + t]), int(pairs.down[at + t]))
        assert found == rest


@pytest.mark.kernels
@fixed_cases
def test_both_parts_of_a_split_are_weighed(case: Case) -> None:
    check_split(case)


@quick
@given(cases())
def test_both_parts_of_any_split_are_weighed(case: Case) -> None:
    check_split(case)


def check_merged(points: list[Vector], rows: list[tuple[int, int, int]]) -> None:
    """Pairs (high, low, weight) against their lines one by one."""
    rows = [row for row in rows if points[row[0]] != points[row[1]]]
    high, low = (np.array([row[k] for row in rows], dtype=np.int32) for k in (0, 1))
    planes = Hyperplanes(
        high, low, np.array([row[2] for row in rows], dtype=np.int64), np.full(len(rows), -1)
    )
    kept = np.full(len(rows), -1)
    m = merge_lines(np.array(points, dtype=np.int64), planes, len(rows), kept)
    expected = naive_cone.merge_lines([(naive.minus(points[i], points[j]), weight) for i, j, weight in rows])
    found = zip(kept[:m].tolist(), planes.gain[:m].tolist(), planes.loss[:m].tolist(), strict=True)
    assert list(found) == expected
    stands = [(int(planes.high[k]), int(planes.low[k])) for k in range(m)]
    assert stands == [rows[t][:2] for t, _, _ in expected]


@pytest.mark.kernels
@pytest.mark.parametrize("n", [2, 3, 4])
def test_parallel_pairs_are_merged(n: int) -> None:
    rng = np.random.default_rng(n)
    points = [tuple(row) for row in rng.integers(-3, 4, (30, n)).tolist()]
    check_merged(points, [(i, j, 1 + (i + j) % 3) for i, j in product(range(30), repeat=2)])


coordinate = st.integers(-3, 3) | st.integers(-(1 << 52) + 1, (1 << 52) - 1)


@quick
@example([(0, 0), (1 << 51, (1 << 51) - 1), ((1 << 51) - 1, (1 << 51) - 2)])
@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.tuples(*[coordinate] * n), min_size=2, max_size=8)))
def test_lines_are_told_apart_where_floats_cannot(points: list[Vector]) -> None:
    everyone = range(len(points))
    check_merged(points, [(i, j, 1) for i, j in product(everyone, repeat=2)])


class Budget(NamedTuple):
    """How far a search may go before it hands back what is left."""

    pairs: int = 10**9
    depth: int = 200
    spare: int = 400
    deep: int = 6
    deep_sides: int = 24
    size: int | None = None
    log: int = 0


AMPLE = Budget()


def check_explore(case: Case, *, best: int = 0, slack: int = 0, budget: Budget = AMPLE) -> None:
    """What is found is attained, what is closed is bounded, and what is left covers the rest."""
    # Barely room for the open pairs, and some times that for those of the parts.
    room = list_pairs(case).n_open + 1
    vertices, planes, pairs, look, n_open, sure = list_pairs(
        case,
        room=room,
        deep=budget.deep,
        deep_sides=budget.deep_sides,
        spare=budget.spare,
        size=budget.size,
    )
    n, size, depth = len(case.cone), vertices.digits.shape[2], budget.depth
    stack = Stack(
        np.empty((depth, n), dtype=np.int32),
        *(np.empty(depth, dtype=np.int64) for _ in range(8)),
        np.empty(depth),
        np.empty(depth, dtype=np.int64),
    )
    left = Left(
        np.empty((2 * depth, n, n, size), dtype=np.int64),
        np.empty(2 * depth, dtype=np.int64),
        np.empty(2 * depth),
        np.empty(2 * depth, dtype=np.int64),
    )
    work = np.empty((WORK_ROWS + n, case.limbs.shape[2] + 2 * size + 3 + n), dtype=np.int64)
    upper = sure + int(planes.gain[:n_open].sum())
    log = np.empty(budget.log, dtype=np.int64)
    n_left, found, closed, looked, cones, cuts, n_log = explore(
        case.frame, (0,) * n, vertices, planes, pairs, stack, left, look, work,
        n_open, upper, 2.0, n_open, best, slack, budget.pairs, log,
    )  # fmt: skip
    truth = naive_cone.best_inside(case.points, case.p, case.q, case.cone)
    assert found >= best
    assert closed <= found + slack
    if found > best:
        at, *around = (tuple(map(naive_cone.number, v)) for v in vertices.digits[n : 2 * n + 1])
        beside = tuple((v << 999) + sum(w) for v, *w in zip(at, *around, strict=True))
        assert found <= naive_cone.counts_along(case.points, case.p, case.q, beside)[0] <= truth
        assert min(naive_cone.shares(case.cone, beside)) > 0
    reached = [found + slack]
    for k in range(n_left):
        part = tuple(tuple(map(naive_cone.number, v)) for v in left.digits[k])
        inside = naive_cone.best_inside(case.points, case.p, case.q, part)
        assert inside <= left.upper[k]
        reached.append(inside)
    assert max(reached) >= truth
    assert max(closed, *left.upper[:n_left], found) >= truth
    assert cuts <= cones
    assert n_open == 0 or cones == 0 or looked > 0
    if n_left == 0 and slack == 0:
        assert found == max(best, truth)
    if budget.log:
        parts = [tuple(tuple(map(naive_cone.number, v)) for v in left.digits[k]) for k in range(n_left)]
        read = naive_cone.read_log(log[:n_log].tolist(), case.points, case.cone)
        assert (read.left, len(read.closed), read.n_splits) == (parts, n_log - n_left - cones, cones)
        inside = (naive_cone.best_inside(case.points, case.p, case.q, part) for part in read.closed)
        assert all(most <= found + slack for most in inside)


BUDGETS = {
    "ample": AMPLE,
    "no pairs": Budget(pairs=0),
    "few pairs": Budget(pairs=20),
    "shallow": Budget(depth=3),
    "few vertices": Budget(spare=8),
    "no room to move": Budget(deep=1),
    "little room": Budget(deep_sides=2),
    "short vertices": Budget(size=1),
    "shorter than a sum": Budget(size=2),
    "a log": Budget(log=2000),
    "a log of few cones": Budget(log=12),
    "a short log and few pairs": Budget(pairs=20, log=40),
}


@pytest.mark.kernels
@pytest.mark.parametrize("kind", BUDGETS)
@fixed_cases
def test_exploring_finds_bounds_and_covers(case: Case, kind: str) -> None:
    check_explore(case, budget=BUDGETS[kind])


@pytest.mark.kernels
@fixed_cases
def test_exploring_stops_at_what_is_good_enough(case: Case) -> None:
    truth = naive_cone.best_inside(case.points, case.p, case.q, case.cone)
    for best in (truth - 1, truth, truth + 1):
        check_explore(case, best=best)
    check_explore(case, slack=2)


@pytest.mark.kernels
def test_vertices_of_very_unequal_lengths_outgrow_their_digits() -> None:
    case = make_case("gaussian", "ones", 3, 6, seed=4)
    case = case._replace(cone=((1, 0, 0), (0, -1, 0), (0, 0, -1)), stretch=2.0**40)
    check_explore(case, budget=Budget(size=1))
    check_explore(case)


@settings(deadline=None, max_examples=250)
@given(cases(), st.sampled_from(list(BUDGETS)), st.integers(0, 3))
def test_exploring_any_cone_finds_bounds_and_covers(case: Case, kind: str, slack: int) -> None:
    check_explore(case, slack=slack, budget=BUDGETS[kind])

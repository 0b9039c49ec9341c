"""Data that attack, for all tests that want them: shapes of points that break careless code.

A plain module, since pytest would load a conftest that tests import a second time.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import naive
import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from naive_cone import Vector

from aucopt.exact.problem.problem import Problem
from aucopt.kernels.cone.cone import Frame, Vertices, measure
from aucopt.kernels.plane.order import Axis, OrderedPoints

FAMILIES = (
    "grid",
    "decimal grid",
    "standardised grid",
    "gaussian",
    "collinear",
    "vertical",
    "ulp neighbours",
    "huge and tiny columns",
    "huge and tiny values",
    "wide decimals",
)


def make_points(family: str, seed: int, n: int, side: int) -> np.ndarray:
    """Rows of one of the shapes that break careless code."""
    rng = np.random.default_rng(seed)
    grid = rng.integers(0, side, (n, 2)).astype(float)
    if family == "grid":
        return grid
    if family == "decimal grid":
        return grid / 10
    if family == "standardised grid":
        return (grid - grid.mean(axis=0)) / (grid.std(axis=0) + 1.5)
    if family == "gaussian":
        return rng.normal(size=(n, 2))
    if family == "collinear":
        return np.column_stack([grid[:, 0], 3 - 2 * grid[:, 0]])
    if family == "vertical":
        return np.column_stack([np.where(grid[:, 0] > 0, 1.0, 0.0), grid[:, 1]])
    if family == "ulp neighbours":
        base = np.array([0.1, 1 / 3, 1.0])[rng.integers(0, 3, (n, 2))]
        return np.nextafter(base, base + rng.integers(-1, 2, (n, 2)))
    if family == "huge and tiny columns":
        return (grid + rng.random((n, 2))) * [1e150, 1e-150]
    if family == "huge and tiny values":
        return grid * 10.0 ** rng.integers(-200, 200, (n, 2))
    return np.array([[float(f"{v:.3g}") for v in row] for row in grid * 7.3 ** rng.integers(-40, 5, (n, 2))])


# The type of digits in a problem.
LIMB = np.int32
quick = settings(deadline=None, max_examples=60)
PLANE_FAMILIES = ("gaussian", "grid", "two columns", "near ties", "huge")
PLANE_WEIGHTS = ("ones", "mixed")
ARCS = ("wide", "narrow", "thin", "before a tie", "after a tie", "beyond a tie")


class PlaneCase(NamedTuple):
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


def make_plane_case(family: str, weights: str, n: int, seed: int) -> PlaneCase:
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
    return PlaneCase(points, w, p.tolist(), q.tolist())


@st.composite
def plane_cases(draw: st.DrawFn) -> PlaneCase:
    kinds = (draw(st.sampled_from(PLANE_FAMILIES)), draw(st.sampled_from(PLANE_WEIGHTS)))
    return make_plane_case(*kinds, draw(st.integers(2, 70)), draw(st.integers(0, 10**6)))


fixed_plane_cases = pytest.mark.parametrize(
    "case",
    [make_plane_case(f, w, 34, seed=1) for f in PLANE_FAMILIES[:-1] for w in PLANE_WEIGHTS],
    ids=[f"{f}-{w}" for f in PLANE_FAMILIES[:-1] for w in PLANE_WEIGHTS],
)

# All but one of these points have the same floats.
ONE_TO_FLOATS = PlaneCase(
    [(0, 0), *(((1 << 90) + a, (1 << 90) + b) for a, b in product(range(3), range(3)))],
    (1, 2),
    [1, 0] * 5,
    [0, 1] * 5,
)


CONE_FAMILIES = ("gaussian", "grid", "parallel", "near ties", "huge")


def size_of(numbers: list[int]) -> int:
    return max(abs(v) for v in numbers).bit_length() // 26 + 1


def digits_of(vectors: list[Vector], size: int) -> np.ndarray:
    return np.array([[naive.digits(v, size) for v in vector] for vector in vectors], dtype=np.int64)


class ConeCase(NamedTuple):
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


def make_cone_case(family: str, weights: str, n: int, m: int, seed: int) -> ConeCase:
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
    return ConeCase(points, p, q, tuple(tuple(int(v) for v in row) for row in corners))


@st.composite
def cone_cases(draw: st.DrawFn) -> ConeCase:
    n = draw(st.integers(2, 4))
    m = draw(st.integers(2, {2: 9, 3: 7, 4: 5}[n]))
    kinds = draw(st.sampled_from(CONE_FAMILIES)), draw(st.sampled_from(["ones", "mixed"]))
    return make_cone_case(*kinds, n, m, draw(st.integers(0, 10**6)))


fixed_cone_cases = pytest.mark.parametrize(
    "case",
    [make_cone_case(f, w, 3, 6, seed=4) for f in CONE_FAMILIES for w in ("ones", "mixed")],
    ids=[f"{f}-{w}" for f in CONE_FAMILIES for w in ("ones", "mixed")],
)


@st.composite
def plane_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of `maximize_auc` for a few rows of two columns."""
    n = draw(st.integers(2, 9))
    labels = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n).filter(lambda y: 0 < sum(y) < len(y)))
    weights = st.lists(st.integers(0, 3), min_size=n, max_size=n) | st.lists(
        st.sampled_from([0.1, 0.25, 1.7]), min_size=n, max_size=n
    )
    return {
        "X": make_points(
            draw(st.sampled_from(FAMILIES)), draw(st.integers(0, 10**6)), n, draw(st.integers(2, 10))
        ),
        "y": np.array(labels),
        "sample_weight": draw(st.none() | weights),
        "signs": draw(st.none() | st.tuples(*[st.integers(-1, 1)] * 2)),
    }


def plane_problem(case: dict[str, Any]) -> Problem | None:
    """The problem of such arguments; None where rows without weight leave one class, or columns one."""
    weight = case["sample_weight"]
    if weight is not None and len({label for label, s in zip(case["y"], weight, strict=True) if s}) < 2:
        return None
    problem = Problem.read(case["X"], case["y"], weight).independent()
    return problem if len(problem.columns) == 2 else None


class Rows(NamedTuple):
    """Labelled, weighted rows as users bring them."""

    X: list[Any]
    y: list[int]
    weight: list[Any] | None = None

    def merged(self) -> tuple[list[Vector], list[int], list[int]]:
        """Return the distinct points with the weights p and q; for rows of integers with weights."""
        points = sorted(set(self.X))
        weight: Counter[tuple[Vector, int]] = Counter()
        for x, label, s in zip(*self, strict=True):
            weight[x, label] += s
        return points, [weight[x, 1] for x in points], [weight[x, 0] for x in points]


HUGE = 10**30
PLANE_SIGNS = st.tuples(*[st.sampled_from([-1, 0, 1])] * 2)
PLANE_DIRECTIONS = st.tuples(*[st.integers(-4, 4)] * 2).filter(any)
small_integers = st.integers(-2, 2)


def shape_points(grid: list[Vector], shape: str) -> list[Vector]:
    """Turn grid points of the plane into one of the shapes that break careless code, still integers."""
    shapes: dict[str, list[Vector]] = {
        "grid": grid,
        "collinear": [(a, 2 * a - 1) for a, _ in grid],
        "vertical": [(1, b) for _, b in grid],
        "huge": [(HUGE * a + b, HUGE * b - a) for a, b in grid],
        "huge grid": [(HUGE * a, b) for a, b in grid],
        "one column": [(a,) for a, _ in grid],
    }
    return shapes[shape]


@st.composite
def plane_rows(
    draw: st.DrawFn, shapes: Sequence[str] = ("grid", "grid", "collinear", "vertical", "huge", "huge grid")
) -> Rows:
    """Rows of two integer columns, or of one, with integer weights; one class may be empty."""
    width = draw(st.integers(2, 5))
    grid = draw(st.lists(st.tuples(*[st.integers(0, width - 1)] * 2), min_size=2, max_size=7))
    X = shape_points(grid, draw(st.sampled_from(shapes)))
    n = len(X)
    one_positive = st.permutations([1] + [0] * (n - 1))
    y = draw(st.one_of(st.lists(st.integers(0, 1), min_size=n, max_size=n), one_positive))
    weight = draw(
        st.one_of(st.just([1] * n), st.lists(st.sampled_from([0, 1, 2, 3, HUGE]), min_size=n, max_size=n))
    )
    return Rows(X, y, weight)


ROW_SHAPES = (
    "grid",
    "coplanar",
    "collinear",
    "parallel",
    "repeated column",
    "constant column",
    "standardised",
    "scaled",
    "wide",
    "beyond floats",
)


def shape_rows(grid: list[list[int]], shape: str) -> list[list[Any]]:
    """Turn grid points into one of the shapes that break careless code."""
    first, *rest = zip(*grid, strict=True)
    columns = {
        "grid": [first, *rest],
        "coplanar": [first, *rest[:-1], [2 * a - b for a, b in zip(first, rest[0], strict=True)]],
        "collinear": [[(k + 1) * a - k for a in first] for k in range(len(rest) + 1)],
        "parallel": [[5 * a + b for a, b in zip(first, c, strict=True)] for c in (first, *rest)],
        "repeated column": [first, first, *rest[1:]],
        "constant column": [first, *rest[:-1], [7] * len(first)],
        "standardised": [standardise(c) for c in (first, *rest)],
        "scaled": [[a * 10.0 ** (150 - 150 * k) for a in c] for k, c in enumerate((first, *rest))],
        "wide": [[a * 10.0 ** (7 * (a % 3)) for a in c] for c in (first, *rest)],
        "beyond floats": [[a * 10.0 ** (300 * (a % 3 - 1)) for a in c] for c in (first, *rest)],
    }[shape]
    return [list(row) for row in zip(*columns, strict=True)]


def standardise(column: Sequence[int]) -> list[float]:
    """Equal steps become unequal by an ulp."""
    values = np.array(column, dtype=np.float64)
    spread = values.std()
    return ((values - values.mean()) / (spread or 1.0)).tolist()


@st.composite
def shaped_rows(draw: st.DrawFn, n: int | None = None, most: int | None = None) -> Rows:
    """Rows of n columns, three or four unless told, with both classes."""
    n = n or draw(st.sampled_from([3, 3, 4]))
    most = most or {2: 8, 3: 7, 4: 5}[n]
    side = draw(st.integers(1, 4))
    grid = draw(st.lists(st.lists(st.integers(0, side), min_size=n, max_size=n), min_size=3, max_size=most))
    X = shape_rows(grid, draw(st.sampled_from(ROW_SHAPES)))
    m = len(X)
    one_positive = st.permutations([1] + [0] * (m - 1))
    labels = st.lists(st.integers(0, 1), min_size=m, max_size=m).filter(lambda y: 0 < sum(y) < len(y))
    y = draw(st.one_of(labels, one_positive))
    weight = draw(st.one_of(st.none(), st.lists(st.integers(1, 5), min_size=m, max_size=m)))
    return Rows(X, y, weight)


def two_clouds(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two classes that overlap, as many rows of each, labelled 0 and 1."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + 0.5 * y[:, None], y


def gaussians(n: int, d: int, seed: int = 0, shift: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    """Two classes that overlap, every third row positive, moved in a random direction."""
    rng = np.random.default_rng(seed)
    positive = np.arange(n) % 3 == 0
    return rng.normal(size=(n, d)) + shift * positive[:, None] * rng.normal(size=d), positive


def no_signs(X: np.ndarray) -> tuple[int, ...]:
    """Signs that leave every column free."""
    return (0,) * X.shape[1]


_RNG = np.random.default_rng(7)
Y = np.arange(60) % 2
GAUSSIAN = _RNG.normal(size=(60, 2)) + 0.5 * Y[:, None]
GRID = _RNG.integers(0, 8, (60, 2)) + Y[:, None]
# Too many pairs to list, so that the plane is marched through.
LARGE_Y = np.arange(3000) % 2
LARGE = {
    "gaussian": _RNG.normal(size=(3000, 2)) + [0.5, 0.3] * LARGE_Y[:, None],
    "grid": _RNG.integers(0, 150, (3000, 2)) + [9, 5] * LARGE_Y[:, None],
}
_RNG = np.random.default_rng(11)
_SPACE_Y = np.arange(80) % 2
SPACE_TABLES = {
    "gaussian": (_RNG.normal(size=(80, 3)) + 0.4 * _SPACE_Y[:, None], _SPACE_Y),
    "grid": (_RNG.integers(0, 6, (80, 3)) + _SPACE_Y[:, None], _SPACE_Y),
    "four columns": (_RNG.normal(size=(24, 4)) + 0.4 * _SPACE_Y[:24, None], _SPACE_Y[:24]),
}


@st.composite
def strata_cases(draw: st.DrawFn, n_columns: int) -> tuple[list[list[int]], list[int], list[int], Any]:
    """Rows on a small grid, so that many tie and coincide; strata of one row and without a pair."""
    n = draw(st.integers(4, 10 if n_columns == 2 else 7))
    values = st.integers(-2, 2)
    X = draw(st.lists(st.lists(values, min_size=n_columns, max_size=n_columns), min_size=n, max_size=n))
    y = [1, 0, *draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2))]
    strata = [0, 0, *draw(st.lists(st.integers(0, 3), min_size=n - 2, max_size=n - 2))]
    weight = draw(
        st.none() | st.lists(st.integers(0, 3), min_size=n - 2, max_size=n - 2).map(lambda w: [2, 1, *w])
    )
    return X, y, strata, weight

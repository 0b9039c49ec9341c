"""Slow, obvious twins of the cone kernels, on Python integers. Imports nothing from the package."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from naive import Cone, cut_cone, inner, minus, shortest, sign_of

Vector = tuple[int, ...]


def number(digits: Sequence[int], bits: int = 26) -> int:
    """Return the integer that digits of either sign stand for, lowest first."""
    return sum(int(v) << (bits * k) for k, v in enumerate(digits))


def crossing(d: Vector, v: Vector, w: Vector) -> Vector:
    """Return the shortest integer vector between v and w that is perpendicular to d."""
    a, b = abs(inner(v, d)), abs(inner(w, d))
    return shortest([b * x + a * z for x, z in zip(v, w, strict=True)])


def counts_along(points: Sequence[Vector], p: Sequence[int], q: Sequence[int], w: Vector) -> tuple[int, int]:
    """Return the weight of the right and of the tied pairs, coincident ones among them."""
    right = tied = 0
    for (x, a), (z, b) in product(zip(points, p, strict=True), zip(points, q, strict=True)):
        side = sign_of(inner(w, minus(x, z)))
        right += a * b * (side > 0)
        tied += a * b * (side == 0)
    return right, tied


def pairs_apart(
    points: Sequence[Vector], p: Sequence[int], q: Sequence[int]
) -> list[tuple[int, int, Vector, int]]:
    """List (positive, negative, difference, weight) of all pairs that do not coincide."""
    everyone = range(len(points))
    return [
        (i, j, minus(points[i], points[j]), p[i] * q[j])
        for i, j in product(everyone, repeat=2)
        if i != j and p[i] * q[j]
    ]


def sort_pairs(
    points: Sequence[Vector], p: Sequence[int], q: Sequence[int], cone: Cone
) -> tuple[int, int, dict[tuple[int, int], tuple[int, int]]]:
    """Return the weight right and the weight wrong inside a cone; bits >= 0 and <= 0 of each open pair."""
    right = wrong = 0
    rest = {}
    for i, j, d, weight in pairs_apart(points, p, q):
        signs = [sign_of(inner(v, d)) for v in cone]
        if max(signs) <= 0:
            wrong += weight
        elif min(signs) >= 0:
            right += weight
        else:
            up, down = (sum((s * t >= 0) << k for k, s in enumerate(signs)) for t in (1, -1))
            rest[i, j] = (up, down)
    return right, wrong, rest


def merge_lines(pairs: Sequence[tuple[Vector, int]]) -> list[tuple[int, int, int]]:
    """Return (first pair, weight along it, weight against it) for each line that differences lie on."""
    lines: dict[Vector, list[int]] = {}
    for t, (d, weight) in enumerate(pairs):
        line = tuple(shortest(d))
        back = tuple(-v for v in line)
        if back in lines:
            lines[back][2] += weight
        else:
            lines.setdefault(line, [t, 0, 0])[1] += weight
    return [(t, along, against) for t, along, against in lines.values()]


@lru_cache(maxsize=4096)
def middles_inside(normals: tuple[Vector, ...], cone: Cone) -> list[Vector]:
    """Return a direction inside each open cell that hyperplanes cut a cone into."""
    cones = {cone}
    for d in dict.fromkeys(normals):
        cones = {part for whole in cones for part in cut_cone(whole, d)}
    return [tuple(map(sum, zip(*part, strict=True))) for part in cones]


def best_inside(points: Sequence[Vector], p: Sequence[int], q: Sequence[int], cone: Cone) -> int:
    """Return the most right pairs, by weight, of any open cell inside a cone."""
    pairs = pairs_apart(points, p, q)
    middles = middles_inside(tuple(d for _, _, d, _ in pairs), cone)
    return max(sum(weight for _, _, d, weight in pairs if inner(w, d) > 0) for w in middles)


class ReadLog(NamedTuple):
    """Cones that were closed and that were handed back, in order, and how many were split."""

    closed: list[Cone]
    left: list[Cone]
    n_splits: int


def read_log(log: Sequence[int], points: Sequence[Vector], cone: Cone) -> ReadLog:
    """Follow what `explore` noted down: a token for each cone, the part that keeps the first vertex next."""
    tokens = iter(log)
    read = ReadLog([], [], 0)
    edges = list(combinations(range(len(cone)), 2))

    def walk(part: Cone) -> int:
        token = next(tokens)
        code, rest = token & 255, token >> 8
        if code < 2:
            (read.closed, read.left)[code].append(part)
            return 0
        a, b = edges[(code - 2) // 2]
        v, w = part[a], part[b]
        if code % 2 == 0:
            middle = tuple((x << max(-rest, 0)) + (z << max(rest, 0)) for x, z in zip(v, w, strict=True))
        else:
            middle = crossing(minus(points[rest >> 24], points[rest & (1 << 24) - 1]), v, w)
        halves = [tuple(middle if k == place else u for k, u in enumerate(part)) for place in (b, a)]
        return 1 + sum(walk(half) for half in halves)

    n_splits = walk(cone)
    assert next(tokens, None) is None
    return read._replace(n_splits=n_splits)


def shares(cone: Cone, w: Vector) -> list[Fraction]:
    """Return the multiples of its vertices of which a cone makes a vector; none is negative inside."""
    n = len(cone)
    rows = [[Fraction(v[c]) for v in cone] + [Fraction(w[c])] for c in range(n)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k] != 0)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[n] for row in rows]

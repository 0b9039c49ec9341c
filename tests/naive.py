"""Slow, obvious twins in exact fractions: what the package must agree with. Imports nothing from it.

A direction of the plane has a turn in [0, 4), its way around the square |w1| + |w2| = 1 from (1, 0): rational
for rational directions, in the order of the angle, and the mean of two turns lies between them.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from numbers import Integral, Rational
from typing import Any

Point = tuple[Fraction, ...]
DECIMAL_DIGITS = 15


def exact_number(value: Any) -> Fraction:
    """Return the value exactly; a float is the binary fraction it is."""
    if isinstance(value, Fraction):
        return value
    return Fraction(int(value) if isinstance(value, Integral) else float(value))


def written_number(value: Any) -> Fraction:
    """Return the shortest decimal that reads as the value; an integer is itself."""
    return exact_number(value) if isinstance(value, Rational) else Fraction(repr(float(value)))


def has_few_digits(value: Any) -> bool:
    """Say whether the value is an integer or fraction, or written with at most 15 significant digits."""
    if isinstance(value, Rational):
        return True
    return len(Decimal(repr(float(value))).normalize().as_tuple().digits) <= DECIMAL_DIGITS


def exact_column(values: Iterable[Any]) -> list[Fraction]:
    """Return the column as the decimals it was written as, or, if a float has too many digits, as it is."""
    column = list(values)
    read = written_number if all(map(has_few_digits, column)) else exact_number
    return [read(value) for value in column]


def exact_points(X: Iterable[Iterable[Any]]) -> list[Point]:
    """Return the rows of X with each column as written."""
    columns = [exact_column(column) for column in zip(*X, strict=True)]
    return list(zip(*columns, strict=True))


def counts(
    X: Iterable[Iterable[Any]], y: Iterable[Any], w: Iterable[Any], sample_weight: Iterable[Any] | None = None
) -> tuple[Fraction, Fraction, Fraction]:
    """Return (R, T, N) of w: the weight of the right, of the tied and of all pairs."""
    return count_pairs(weighted_pairs(exact_points(X), y, sample_weight), tuple(exact_number(a) for a in w))


def best(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    sample_weight: Iterable[Any] | None = None,
    signs: Sequence[int] | None = None,
) -> tuple[Fraction, Fraction]:
    """Return the maximum of 2R + T over all allowed directions, and N; one or two columns."""
    points = exact_points(X)
    pairs = weighted_pairs(points, y, sample_weight)
    scores = [count_pairs(pairs, w) for w in inner_directions(points, signs) + edge_rays(points, signs)]
    return max(2 * right + tied for right, tied, _ in scores), scores[0][2]


def optimal_cells(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    sample_weight: Iterable[Any] | None = None,
    signs: Sequence[int] | None = None,
) -> int:
    """Count the optimal open cells (ways to order all pairs) and the optimal edge rays of the allowed cone.

    In one column each allowed ray is a cell.
    """
    points = exact_points(X)
    pairs = weighted_pairs(points, y, sample_weight)
    inner, edges = inner_directions(points, signs), edge_rays(points, signs)
    value = {w: 2 * count_pairs(pairs, w)[0] + count_pairs(pairs, w)[1] for w in inner + edges}
    optimal = {w for w in value if value[w] == max(value.values())}
    if len(points[0]) == 1:
        return len(optimal)
    orders = {tuple(dot(w, x) > dot(w, z) for x, z, _ in pairs) for w in optimal & set(inner)}
    return len(orders) + len(optimal & set(edges))


def weighted_pairs(
    points: list[Point], y: Iterable[Any], sample_weight: Iterable[Any] | None
) -> list[tuple[Point, Point, Fraction]]:
    """List (x+, x-, weight) for every pair that weighs anything."""
    weights = (
        [Fraction(1)] * len(points) if sample_weight is None else [exact_number(s) for s in sample_weight]
    )
    rows = list(zip(points, weights, map(int, y), strict=True))
    positives = [(x, s) for x, s, label in rows if label == 1]
    negatives = [(x, s) for x, s, label in rows if label == 0]
    return [(x, z, s * t) for (x, s), (z, t) in product(positives, negatives) if s * t]


def count_pairs(pairs: list[tuple[Point, Point, Fraction]], w: Point) -> tuple[Fraction, Fraction, Fraction]:
    """Return (R, T, N) by looking at one pair after the other."""
    right = tied = total = Fraction(0)
    for x, z, weight in pairs:
        total += weight
        if dot(w, x) > dot(w, z):
            right += weight
        elif dot(w, x) == dot(w, z):
            tied += weight
    return right, tied, total


def inner_directions(points: list[Point], signs: Sequence[int] | None) -> list[Point]:
    """Return a direction inside every allowed arc that neither an axis nor the tie of any two points cuts."""
    if len(points[0]) == 1:
        return [w for w in ((Fraction(1),), (Fraction(-1),)) if is_allowed(w, signs)]
    cuts = {Fraction(t) for t in range(4)}
    for (x1, x2), (z1, z2) in combinations(sorted(set(points)), 2):
        cuts |= {turn(x2 - z2, z1 - x1), turn(z2 - x2, x1 - z1)}
    ends = sorted(cuts)
    middles = [(lo + hi) / 2 for lo, hi in zip(ends, [*ends[1:], Fraction(4)], strict=True)]
    return [direction_at(t) for t in middles if is_allowed(direction_at(t), signs)]


def edge_rays(points: list[Point], signs: Sequence[int] | None) -> list[Point]:
    """Return the allowed axes of the plane on which a constrained weight is zero."""
    if len(points[0]) == 1 or signs is None:
        return []
    axes = [direction_at(Fraction(t)) for t in range(4)]
    return [
        w for w in axes if is_allowed(w, signs) and any(s and not a for s, a in zip(signs, w, strict=True))
    ]


def is_allowed(w: Point, signs: Sequence[int] | None) -> bool:
    return signs is None or all(s * a >= 0 for s, a in zip(signs, w, strict=True))


def dot(w: Point, x: Point) -> Fraction:
    return sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))


def turn(w1: int | Fraction, w2: int | Fraction) -> Fraction:
    """Return how far around the square the direction lies."""
    across = Fraction(w1) / (abs(Fraction(w1)) + abs(Fraction(w2)))
    return 1 - across if w2 >= 0 else 3 + across


def direction_at(t: Fraction) -> Point:
    """Return the point of the square at the turn t."""
    across = 1 - t if t <= 2 else t - 3
    up = 1 - abs(across)
    return (across, up if t <= 2 else -up)

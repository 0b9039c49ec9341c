"""Objectives of the ROC curve by their definitions, in fractions. Imports nothing from the package."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from naive import (
    Cone,
    Point,
    all_directions,
    dot,
    exact_column,
    exact_points,
    inner,
    integers,
    minus,
    sign_of,
)
from naive_cone import Vector, middles_inside, pairs_apart


class Asked(NamedTuple):
    """An objective: which kind, and its limit as text."""

    kind: str
    limit: str

    @property
    def ties_half(self) -> bool:
        return self.kind in ("max_fpr", "min_tpr")


def value(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    w: Iterable[Any],
    asked: Asked,
    sample_weight: Iterable[Any] | None = None,
) -> Fraction:
    """Return what the objective makes of w, between 0 and 1, row by row."""
    rows = weighted_rows(X, y, sample_weight)
    return value_of_rows(rows, [Fraction(v) for v in w], asked)


def best(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    asked: Asked,
    sample_weight: Iterable[Any] | None = None,
    signs: Sequence[int] | None = None,
) -> Fraction:
    """Return the highest value of any allowed direction: one for every order of the rows, ties and all."""
    rows = weighted_rows(X, y, sample_weight)
    positives, negatives = ([x for x, label, _ in rows if label == side] for side in (True, False))
    differences = {integers(minus(x, z)) for x in positives for z in negatives}
    directions = all_directions([d for d in differences if any(d)], signs) or {(1,) * len(rows[0][0])}
    return max(value_of_rows(rows, [Fraction(v) for v in w], asked) for w in directions)


def value_within(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    w: Iterable[Any],
    asked: Asked,
    strata: Iterable[Any],
    *,
    by_cases: bool = False,
    sample_weight: Iterable[Any] | None = None,
) -> Fraction:
    """Return the mean of the values of the strata that have a pair, by their pairs or by their positives."""
    direction = [Fraction(v) for v in w]
    parts = [
        (value_of_rows(rows, direction, asked), weight)
        for rows, weight in split_rows(X, y, strata, by_cases=by_cases, sample_weight=sample_weight)
    ]
    return sum(a * b for a, b in parts) / sum((b for _, b in parts), Fraction(0))


def best_within(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    asked: Asked,
    strata: Iterable[Any],
    *,
    by_cases: bool = False,
    sample_weight: Iterable[Any] | None = None,
    signs: Sequence[int] | None = None,
) -> Fraction:
    """Return the highest such mean of any allowed direction."""
    parts = split_rows(X, y, strata, by_cases=by_cases, sample_weight=sample_weight)
    differences = {
        integers(minus(x, z)) for rows, _ in parts for x, up, _ in rows for z, below, _ in rows if up > below
    }
    n_columns = len(parts[0][0][0][0])
    directions = all_directions([d for d in differences if any(d)], signs) or {(1,) * n_columns}
    whole = sum((weight for _, weight in parts), Fraction(0))
    return max(
        sum(weight * value_of_rows(rows, [Fraction(v) for v in w], asked) for rows, weight in parts) / whole
        for w in directions
    )


def split_rows(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    strata: Iterable[Any],
    *,
    by_cases: bool,
    sample_weight: Iterable[Any] | None,
) -> list[tuple[list[tuple[Point, bool, Fraction]], Fraction]]:
    """List the rows of each stratum that has a pair, and what the stratum counts."""
    points, labels, groups = exact_points(X), list(y), list(strata)
    weights = [Fraction(1)] * len(labels) if sample_weight is None else exact_column(sample_weight)
    positive, found = max(labels), []
    for group in sorted(set(groups)):
        rows = [
            (points[i], bool(labels[i] == positive), weights[i])
            for i in range(len(labels))
            if groups[i] == group and weights[i]
        ]
        ups, downs = (sum(s for _, up, s in rows if up is side) for side in (True, False))
        if ups and downs:
            found.append((rows, Fraction(ups if by_cases else ups * downs)))
    return found


def weighted_rows(
    X: Iterable[Iterable[Any]], y: Iterable[Any], sample_weight: Iterable[Any] | None
) -> list[tuple[Point, bool, Fraction]]:
    """List (row, whether it is positive, weight) for every row that weighs anything."""
    points, labels = exact_points(X), list(y)
    weights = [Fraction(1)] * len(labels) if sample_weight is None else exact_column(sample_weight)
    positive = max(label for label, s in zip(labels, weights, strict=True) if s)
    rows = zip(points, labels, weights, strict=True)
    return [(x, bool(label == positive), s) for x, label, s in rows if s]


def value_of_rows(rows: list[tuple[Point, bool, Fraction]], w: Sequence[Fraction], asked: Asked) -> Fraction:
    """Sum over one class what the rows of the other on the wrong side leave of each."""
    scores = [(dot(tuple(w), x), positive, s) for x, positive, s in rows]
    of_positives = asked.kind in ("max_fpr", "specificity")
    total = {side: sum(s for _, positive, s in scores if positive is side) for side in (True, False)}
    part = Fraction(asked.limit)
    room = (part if asked.kind == "max_fpr" else 1 - part) * total[not of_positives]
    summed = Fraction(0)
    for score, positive, s in scores:
        if positive is not of_positives:
            continue
        wrong = Fraction(0)
        for other, kind, weight in scores:
            if kind is positive:
                continue
            if other == score:
                wrong += weight / 2 if asked.ties_half else weight
            elif (other > score) == of_positives:
                wrong += weight
        if asked.ties_half:
            summed += s * max(room - wrong, Fraction(0)) / room
        else:
            summed += s * (wrong <= room)
    return summed / total[of_positives]


def rates(
    X: Iterable[Iterable[Any]],
    y: Iterable[Any],
    w: Iterable[Any],
    cut: Any,
    sample_weight: Iterable[Any] | None = None,
) -> tuple[Fraction, Fraction]:
    """Return sensitivity and specificity of the rule w.x > cut."""
    rows = weighted_rows(X, y, sample_weight)
    vector, threshold = tuple(Fraction(v) for v in w), Fraction(cut)
    sums = {(side, above): Fraction(0) for side in (True, False) for above in (True, False)}
    for x, positive, s in rows:
        sums[positive, dot(vector, x) > threshold] += s
    positives, negatives = (sums[side, True] + sums[side, False] for side in (True, False))
    return sums[True, True] / positives, sums[False, False] / negatives


def worth_of(worth: Sequence[int], amount: int) -> int:
    """Return what a positive is worth with so much above it: a ramp, or a step where the slope is 0."""
    cap, slope, _ = worth
    return max(cap - slope * amount, 0) if slope else int(amount <= cap)


def value_along(
    points: Sequence[Vector], p: Sequence[int], q: Sequence[int], w: Vector, worth: Sequence[int]
) -> int:
    """Return what all positives are worth along w; tied negatives count once, those above `unit` times."""
    total = 0
    for x, mine in zip(points, p, strict=True):
        sides = [sign_of(inner(w, minus(x, z))) for z in points]
        amount = sum((worth[2] * (s < 0) + (s == 0)) * b for s, b in zip(sides, q, strict=True))
        total += mine * worth_of(worth, amount)
    return total


def best_inside(
    points: Sequence[Vector], p: Sequence[int], q: Sequence[int], cone: Cone, worth: Sequence[int]
) -> int:
    """Return the highest value of any open cell inside a cone."""
    middles = middles_inside(tuple(d for _, _, d, _ in pairs_apart(points, p, q)), cone)
    return max(value_along(points, p, q, w, worth) for w in middles)


def certain_above(
    points: Sequence[Vector], p: Sequence[int], q: Sequence[int], cone: Cone, worth: Sequence[int]
) -> dict[int, tuple[int, set[int]]]:
    """Return for each positive what is above it in all of a cone, and the negatives that may be."""
    found = {}
    for i, mine in enumerate(p):
        if not mine:
            continue
        certain, rest = q[i], set()
        for j, weight in enumerate(q):
            if j == i or not weight:
                continue
            signs = [sign_of(inner(v, minus(points[i], points[j]))) for v in cone]
            if max(signs) <= 0:
                certain += worth[2] * weight
            elif min(signs) < 0:
                rest.add(j)
        found[i] = (certain, rest)
    return found


def bound_of(p: Sequence[int], certain: dict[int, tuple[int, set[int]]], worth: Sequence[int]) -> int:
    """Return what the positives are worth at most."""
    return sum(p[i] * worth_of(worth, amount) for i, (amount, _) in certain.items())

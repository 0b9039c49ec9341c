"""Slow twins of concordance and accuracy: every pair and every row looked at, in fractions."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import naive

Weighted = list[tuple[tuple[Fraction, ...], Fraction]]


def should_score_higher(a: Any, b: Any) -> bool:
    """Whether the outcome a belongs above b: numbers, or (event, time)."""
    if isinstance(a, tuple):
        return bool(a[0]) and (a[1] < b[1] or (a[1] == b[1] and not b[0]))
    return bool(a > b)


def compared(
    y: Sequence[Any],
    weight: Sequence[Any] | None = None,
    strata: Sequence[Any] | None = None,
    by_cases: bool = False,
) -> list[tuple[int, int, Fraction]]:
    """All pairs (i, j, weight) of which row i should score higher than row j."""
    n = len(y)
    s = [Fraction(1)] * n if weight is None else [naive.written_number(w) for w in weight]
    groups = [0] * n if strata is None else list(strata)
    pairs = []
    for i in range(n):
        share = Fraction(1)
        if by_cases:
            share = sum((s[j] for j in range(n) if groups[j] == groups[i] and y[j] < y[i]), Fraction(0))
        for j in range(n):
            if groups[i] == groups[j] and should_score_higher(y[i], y[j]) and s[i] * s[j]:
                pairs.append((i, j, s[i] * s[j] / share))
    return pairs


def concordance(y: Sequence[Any], scores: Sequence[Any], **how: Any) -> Fraction:
    """(2R + T) / 2N of scores."""
    pairs = compared(y, **how)
    value = sum(w * ((scores[i] > scores[j]) * 2 + (scores[i] == scores[j])) for i, j, w in pairs)
    return Fraction(value) / (2 * sum(w for _, _, w in pairs))


def best_concordance(
    X: Sequence[Sequence[Any]], y: Sequence[Any], signs: Sequence[int] | None = None, **how: Any
) -> Fraction:
    """The highest concordance of any allowed direction."""
    points = naive.exact_points(X)
    pairs = compared(y, **how)
    differences = [
        (naive.integers(tuple(a - b for a, b in zip(points[i], points[j], strict=True))), w)
        for i, j, w in pairs
    ]
    directions = naive.all_directions({u for u, _ in differences}, signs)
    total = 2 * sum(w for _, w in differences)
    return max(
        Fraction(sum(w * (1 + naive.sign_of(naive.inner(u, v))) for u, w in differences)) / total
        for v in directions
    )


def sides(X: Sequence[Sequence[Any]], y: Sequence[Any]) -> list[tuple[int, ...]]:
    """The points y (x, 1) as integers."""
    return [
        naive.integers(tuple((1 if label else -1) * v for v in (*x, Fraction(1))))
        for x, label in zip(naive.exact_points(X), y, strict=True)
    ]


def best_accuracy(
    X: Sequence[Sequence[Any]],
    y: Sequence[int],
    signs: Sequence[int] | None = None,
    weight: Sequence[Any] | None = None,
    costs: tuple[Any, Any] = (1, 1),
) -> Fraction:
    """The highest share of rows on their side of any allowed hyperplane; rows on it are wrong."""
    points = sides(X, y)
    s = [Fraction(1)] * len(y) if weight is None else [naive.written_number(w) for w in weight]
    s = [w * naive.written_number(costs[label]) for w, label in zip(s, y, strict=True)]
    directions = naive.all_directions(set(points), None if signs is None else (*signs, 0))
    right = max(sum(w for u, w in zip(points, s, strict=True) if naive.inner(u, v) > 0) for v in directions)
    return Fraction(right) / sum(s)

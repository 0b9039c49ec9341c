"""Which vectors a direction can have on its side, subset by subset in fractions: slow and obvious."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

Vector = tuple[int, ...]


def null_vector(vectors: Sequence[Vector]) -> list[Fraction] | None:
    """The one vector (but for its length) of multipliers that cancel the vectors, the last of them 1."""
    rows = [[Fraction(v) for v in column] for column in zip(*vectors, strict=True)]
    last = len(vectors) - 1
    for k in range(last):
        pivot = next((row for row in rows[k:] if row[k]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows.insert(k, [v / pivot[k] for v in pivot])
        rows = [
            row if i == k else [a - row[k] * b for a, b in zip(row, rows[k], strict=True)]
            for i, row in enumerate(rows)
        ]
    if any(row[last] for row in rows[last:]):
        return None
    return [-row[last] for row in rows[:last]] + [Fraction(1)]


def conflicts(vectors: Sequence[Vector]) -> list[tuple[int, ...]]:
    """All smallest sets of vectors that no direction has on its side together."""
    found = []
    for size in range(1, len(vectors[0]) + 2):
        for some in combinations(range(len(vectors)), size):
            multipliers = null_vector([vectors[i] for i in some])
            if multipliers is not None and min(multipliers) > 0:
                found.append(some)
    return found


def least_lost(vectors: Sequence[Vector], weight: Sequence[int]) -> int:
    """The least weight of vectors without which no conflict is left."""
    every = conflicts(vectors)
    return min(
        sum(w for w, out in zip(weight, chosen, strict=True) if out)
        for chosen in product((False, True), repeat=len(vectors))
        if all(any(chosen[i] for i in conflict) for conflict in every)
    )

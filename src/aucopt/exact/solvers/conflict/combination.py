"""Vectors that cancel each other with positive multipliers: no direction has all of them on its side.

Everything is decided in integers. `cancelling` confirms a few vectors that floats have named; `separate`
decides any number of vectors by itself, slowly, where floats do not tell.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from aucopt.exact.problem.columns import primitive_vector

Vector = tuple[int, ...]


def cancelling(vectors: Sequence[Vector]) -> Vector | None:
    """Find the positive integers times which the vectors sum to zero; all but the last must be independent.

    Examples
    --------
    >>> from aucopt.exact.solvers.conflict.combination import cancelling
    >>> cancelling([(2, 0), (-1, 3), (0, -1)])
    (1, 2, 6)
    >>> cancelling([(2, 0), (-1, 3), (0, 1)]) is None
    True
    """
    last = len(vectors) - 1
    rows = [list(column) for column in zip(*vectors, strict=True)]
    before = 1
    for k in range(last):
        place = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if place is None:
            return None
        rows[k], rows[place] = rows[place], rows[k]
        pivot = rows[k]
        p, ahead = pivot[k], pivot[k + 1 :]
        for i in range(k + 1, len(rows)):
            row = rows[i]
            r = row[k]
            # Dividing by the pivot before this one leaves no remainder, and keeps the numbers short.
            row[k + 1 :] = [(p * a - r * b) // before for a, b in zip(row[k + 1 :], ahead, strict=True)]
        before = p
    if any(row[last] for row in rows[last:]):
        return None
    # The last pivot is the determinant, so by Cramer's rule the others are whole numbers too.
    multipliers = [0] * last + [abs(before)]
    for k in range(last - 1, -1, -1):
        row = rows[k]
        multipliers[k] = -sum(row[c] * multipliers[c] for c in range(k + 1, last + 1)) // row[k]
        if multipliers[k] <= 0:
            return None
    divisor = gcd(*multipliers)
    return tuple(y // divisor for y in multipliers)


def separate(vectors: Sequence[Vector]) -> tuple[Vector | None, dict[int, int]]:
    """Find a direction with all vectors on its side, or else multipliers with which some of them cancel.

    The simplex method with Bland's rule on: y >= 0, sum of y times the vectors is zero, sum of y is one.

    Examples
    --------
    >>> from aucopt.exact.solvers.conflict.combination import separate
    >>> separate([(1, 0), (0, 2), (1, 1)])
    ((2, 1), {})
    >>> separate([(1, 0), (0, 1), (-2, -3)])
    (None, {0: 2, 1: 3, 2: 1})
    """
    n = len(vectors[0])
    size = n + 1
    # The inverse of the basis, which starts with artificial variables, numbered beyond the vectors.
    basis = [len(vectors) + r for r in range(size)]
    inverse = [[Fraction(int(r == c)) for c in range(size)] for r in range(size)]
    while True:
        artificial = [r for r in range(size) if basis[r] >= len(vectors)]
        prices = [sum((inverse[r][c] for r in artificial), Fraction(0)) for c in range(size)]
        entering = next((j for j, v in enumerate(vectors) if _price(prices, v) > 0), None)
        if entering is None:
            break
        column = [_price(row, vectors[entering]) for row in inverse]
        # The right hand side is one in the last equation and zero in all others.
        _, _, leaving = min((inverse[r][n] / column[r], basis[r], r) for r in range(size) if column[r] > 0)
        pivot = [a / column[leaving] for a in inverse[leaving]]
        for r in range(size):
            if r != leaving and column[r]:
                inverse[r] = [a - column[r] * b for a, b in zip(inverse[r], pivot, strict=True)]
        inverse[leaving] = pivot
        basis[leaving] = entering
    if prices[n] > 0:
        return primitive_vector([-p for p in prices[:n]]), {}
    used = {j: inverse[r][n] for r, j in enumerate(basis) if j < len(vectors) and inverse[r][n] > 0}
    whole = primitive_vector(list(used.values()))
    return None, dict(sorted(zip(used, whole, strict=True)))


def _price(row: Sequence[Fraction], vector: Vector) -> Fraction:
    """The product of a row of the inverse with a vector and its one in the last equation."""
    return sum((a * v for a, v in zip(row, vector, strict=False) if v), row[-1])

"""Which columns are combinations of others, exactly.

Elimination modulo a prime tells independent columns for certain and dependent ones almost so; each relation
is then solved in fractions and checked on all rows. A prime that deceives is replaced by the next.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

import numpy as np

from aucopt.exact.problem.columns import digits_of
from aucopt.kernels.integers.points import BASE_BITS, all_tied

# Products of two residues fit int64.
_PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549)
# Rows a column that usually show independence.
_SAMPLE = 16

# Weights of the independent columns that make up a dependent one, up to a constant.
Relation = tuple[Fraction, ...]


def split_columns(
    limbs: np.ndarray, scale: Sequence[Fraction], blocks: np.ndarray
) -> tuple[list[int], dict[int, Relation]]:
    """The first independent columns of points given by their digits, and the relations of the others.

    Relations hold for the columns before they were scaled, up to a constant in each block of points.
    """
    n_columns = limbs.shape[1]
    # The first point of the block of each point.
    heads = np.repeat(blocks[:-1], np.diff(blocks))
    few = slice(None, None, max(1, len(limbs) // (_SAMPLE * n_columns)))
    if len(_eliminate(_residues(limbs[few], limbs[heads[few]], _PRIMES[0]), _PRIMES[0])[0]) == n_columns:
        return list(range(n_columns)), {}
    for prime in _PRIMES:
        columns, rows = _eliminate(_residues(limbs, limbs[heads], prime), prime)
        relations = {j: _solve(limbs, heads, rows, columns, j) for j in range(n_columns) if j not in columns}
        if all(_holds(limbs, blocks, columns, j, relation) for j, relation in relations.items()):
            return columns, {
                j: tuple(c * scale[j] / scale[k] for c, k in zip(relation, columns, strict=True))
                for j, relation in relations.items()
            }
    raise ArithmeticError("No prime separates the columns.")


def _residues(limbs: np.ndarray, heads: np.ndarray, prime: int) -> np.ndarray:
    """Differences to the first points of blocks modulo a prime."""
    total = np.zeros(limbs.shape[:2], dtype=np.int64)
    for k in range(limbs.shape[2]):
        digits = limbs[:, :, k].astype(np.int64) - heads[:, :, k]
        total = (total + digits * pow(2, BASE_BITS * k, prime)) % prime
    return total


def _eliminate(residues: np.ndarray, prime: int) -> tuple[list[int], list[int]]:
    """Independent columns modulo a prime, and as many rows on which they are."""
    columns: list[int] = []
    rows: list[int] = []
    reduced: list[np.ndarray] = []
    for j in range(residues.shape[1]):
        rest = residues[:, j].copy()
        for row, pivot in zip(rows, reduced, strict=True):
            rest = (rest - rest[row] * pivot) % prime
        found = np.flatnonzero(rest)
        if len(found):
            row = int(found[0])
            columns.append(j)
            rows.append(row)
            reduced.append(rest * pow(int(rest[row]), -1, prime) % prime)
    return columns, rows


def _difference(limbs: np.ndarray, head: int, row: int, column: int) -> int:
    digits = limbs[row, column].astype(np.int64) - limbs[head, column]
    return sum(int(v) << (BASE_BITS * k) for k, v in enumerate(digits))


def _solve(
    limbs: np.ndarray, heads: np.ndarray, rows: list[int], columns: list[int], target: int
) -> Relation:
    """The weights with which the columns give the target on the chosen rows."""
    table = [[Fraction(_difference(limbs, heads[row], row, j)) for j in (*columns, target)] for row in rows]
    n = len(columns)
    for k in range(n):
        pivot = next(i for i in range(k, n) if table[i][k] != 0)
        table[k], table[pivot] = table[pivot], table[k]
        table[k] = [v / table[k][k] for v in table[k]]
        for i in range(n):
            if i != k and table[i][k] != 0:
                factor = table[i][k]
                table[i] = [a - factor * b for a, b in zip(table[i], table[k], strict=True)]
    return tuple(row[n] for row in table)


def _holds(
    limbs: np.ndarray, blocks: np.ndarray, columns: list[int], target: int, relation: Relation
) -> bool:
    """Whether a relation holds on every row, with a constant for each block."""
    common = lcm(*(c.denominator for c in relation))
    weights = [0] * limbs.shape[1]
    weights[target] = -common
    for j, c in zip(columns, relation, strict=True):
        weights[j] = int(c * common)
    digits = digits_of([weights])[0]
    return all(bool(all_tied(limbs[begin:end], digits)) for begin, end in pairwise(blocks))

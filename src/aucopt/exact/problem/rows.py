"""Rows as they came: sparse tables, and the exact order of rows without exact integers for all of them.

A float score carries a bound on its error. Scores further apart than their bounds are in order for certain;
only the rows of near ties are read exactly. So a table of any size is counted exactly, at the cost of a sort.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.columns import exact_column

_UNIT_ROUNDOFF = 2.0**-53


class RawRows(NamedTuple):
    """The rows of a table of positive weight, as they came.

    Attributes
    ----------
    columns : sequence of arrays
        The columns, each of its own type.
    sparse : sparse matrix or None
        The table, if it came as a sparse matrix.
    positive : (n,) bool array
        Which rows are positive.
    weight : (n,) array or None
        Their sample weights.
    """

    columns: Sequence[np.ndarray]
    sparse: Any
    positive: np.ndarray
    weight: np.ndarray | None

    @property
    def matrix(self) -> Any:
        """All columns as one float64 matrix; a sparse one as it came."""
        if self.sparse is not None:
            return self.sparse
        return np.column_stack([column.astype(np.float64) for column in self.columns])

    @property
    def size(self) -> int:
        """How many numbers the table holds."""
        return len(self.columns) * len(self.positive)


class SparseColumns(Sequence[np.ndarray]):
    """The columns of a sparse matrix, each spread out when it is asked for."""

    def __init__(self, matrix: Any) -> None:
        self._matrix = matrix.tocsc()

    def __len__(self) -> int:
        return int(self._matrix.shape[1])

    def __getitem__(self, j: Any) -> Any:
        return self._matrix[:, [range(len(self))[j]]].toarray().ravel() + 0.0


def read_sparse(X: Any) -> tuple[Any, SparseColumns, tuple[str, ...]]:
    """A sparse table of finite numbers, its columns, and names for them."""
    table = X.tocsr().astype(np.float64)
    if 0 in table.shape:
        raise ValueError(f"X has no {'rows' if table.shape[0] == 0 else 'columns'}.")
    if not np.isfinite(table.data).all():
        raise ValueError("The sparse X has NaN or infinite values. Drop these rows or impute them.")
    return table, SparseColumns(table), tuple(f"x{j}" for j in range(table.shape[1]))


def order_rows(columns: Sequence[np.ndarray], coef: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in the exact order of their scores by float weights, and where the score rises."""
    n = len(columns[0])
    score, size = np.zeros(n), np.zeros(n)
    used = np.flatnonzero(coef).tolist()
    with np.errstate(over="ignore", invalid="ignore"):
        for j in used:
            part = coef[j] * columns[j].astype(np.float64)
            score += part
            size += np.abs(part)
        # Each value, product and sum is rounded once; there is a margin, and room for underflow.
        error = 2 * (len(used) + 4) * (_UNIT_ROUNDOFF * size + np.finfo(np.float64).tiny)
        certain = np.isfinite(score) & np.isfinite(error)
        # What has left the floats is near everything.
        score, error = np.where(certain, score, 0.0), np.where(certain, error, np.inf)
        place = np.argsort(score, kind="stable")
        # A row is in order with all those below if even the highest of them cannot reach it.
        highest = np.maximum.accumulate((score + error)[place])
        lowest = np.minimum.accumulate((score - error)[place][::-1])[::-1]
    rises = np.ones(n, dtype=bool)
    rises[1:] = lowest[1:] > highest[:-1]
    doubtful = np.flatnonzero(~(rises & np.append(rises[1:], True)))
    if len(doubtful):
        rows = place[doubtful]
        exact = _exact_scores(columns, coef, used, rows)
        begin = np.cumsum(rises)[doubtful]
        ranked = sorted(range(len(rows)), key=lambda i: (begin[i], exact[i]))
        place[doubtful] = rows[ranked]
        for k in range(1, len(ranked)):
            a, b = ranked[k - 1], ranked[k]
            if begin[a] == begin[b]:
                rises[doubtful[k]] = exact[a] != exact[b]
    return place, rises


def _exact_scores(
    columns: Sequence[np.ndarray], coef: np.ndarray, used: Sequence[int], rows: np.ndarray
) -> list[int]:
    """Scores of some rows as integers in a unit of their own, the columns taken as written."""
    weights, parts = [], []
    for j in used:
        exact = exact_column(columns[j])
        mantissa, shift = exact.mantissa[rows].astype(object), exact.shift[rows]
        parts.append(mantissa if not shift.any() else mantissa << shift.astype(object))
        weights.append(Fraction(float(coef[j])) * exact.unit)
    unit = lcm(*(weight.denominator for weight in weights))
    scores = sum(int(weight * unit) * part for weight, part in zip(weights, parts, strict=True))
    return list(scores) if len(used) else [0] * len(rows)

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
from aucopt.inputs import as_numbers

_UNIT_ROUNDOFF = 2.0**-53
_INT64_BITS = 62


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
            return self.sparse.astype(np.float64)
        return np.array([column.astype(np.float64) for column in self.columns]).T

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
        column = self._matrix[:, [range(len(self))[j]]].toarray().ravel()
        # -0.0 is 0.0, and other kinds of numbers stay what they are.
        return column.astype(np.float64) + 0.0 if column.dtype.kind == "f" else column


def read_sparse(X: Any) -> tuple[Any, SparseColumns, tuple[str, ...]]:
    """A sparse table of finite numbers, its columns, and names for them."""
    if len(X.shape) != 2:
        raise ValueError("X is one-dimensional; use X.reshape(-1, 1) for a single column.")
    if 0 in X.shape:
        raise ValueError(f"X has no {'rows' if X.shape[0] == 0 else 'columns'}.")
    table = X.tocsr()
    columns = SparseColumns(table)
    names = tuple(f"x{j}" for j in range(table.shape[1]))
    # One column tells whether the type will do; the first that holds a NaN says where.
    as_numbers(columns[0], names[0])
    for j in np.unique(table.indices[~np.isfinite(table.data)]).tolist():
        as_numbers(columns[j], names[j])
    return table, columns, names


def drop_weightless(raw: RawRows, classes: np.ndarray) -> RawRows:
    """The rows of positive weight; the classes are named if none of one is left."""
    assert raw.weight is not None
    used = raw.weight > 0
    positive = raw.positive[used]
    if positive.all() or not positive.any():
        label = classes.tolist()[0 if positive.any() else 1]
        raise ValueError(f"All rows of class {label!r} have weight 0: an AUC needs both classes.")
    if raw.sparse is None:
        columns: Sequence[np.ndarray] = [column[used] for column in raw.columns]
        return RawRows(columns, None, positive, raw.weight[used])
    sparse, columns, _ = read_sparse(raw.sparse[used])
    return RawRows(columns, sparse, positive, raw.weight[used])


def order_rows(columns: Sequence[np.ndarray], coef: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows in the exact order of their scores by float weights, and where the score rises."""
    n = len(columns[0])
    score, size, misread = np.zeros(n), np.zeros(n), np.finfo(np.float64).tiny
    used = np.flatnonzero(coef).tolist()
    with np.errstate(over="ignore", invalid="ignore"):
        for j in used:
            part = coef[j] * columns[j].astype(np.float64)
            score += part
            size += np.abs(part)
            # A decimal below the normal numbers may be this far from the float that stands for it.
            misread += abs(coef[j]) * np.finfo(np.float64).smallest_subnormal
        # Each value, product and sum is rounded once; there is a margin, and room for underflow.
        error = 2 * (len(used) + 4) * (_UNIT_ROUNDOFF * size + misread)
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
        if exact.dtype == object:
            ranked = np.array(sorted(range(len(rows)), key=lambda i: (begin[i], exact[i])))
        else:
            ranked = np.lexsort([exact, begin])
        place[doubtful] = rows[ranked]
        rises[doubtful[1:]] = np.diff(begin[ranked]).astype(bool) | (exact[ranked[1:]] != exact[ranked[:-1]])
    return place, rises


def _exact_scores(
    columns: Sequence[np.ndarray], coef: np.ndarray, used: Sequence[int], rows: np.ndarray
) -> np.ndarray:
    """Scores of some rows as integers in a unit of their own: int64 where all of them fit, else Python's."""
    read = [exact_column(columns[j]) for j in used]
    parts = [Fraction(float(coef[j])) * column.unit for j, column in zip(used, read, strict=True)]
    unit = lcm(*(part.denominator for part in parts))
    weights = [int(part * unit) for part in parts]
    bits = max(
        (abs(w).bit_length() + column.bits for w, column in zip(weights, read, strict=True)), default=0
    )
    fits = bits + len(used).bit_length() <= _INT64_BITS and not any(column.shift.any() for column in read)
    scores = np.zeros(len(rows), dtype=np.int64 if fits else object)
    for weight, column in zip(weights, read, strict=True):
        if fits:
            scores += weight * column.mantissa[rows]
        else:
            scores += weight * (column.mantissa[rows].astype(object) << column.shift[rows].astype(object))
    return scores

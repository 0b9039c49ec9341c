"""Rows as points that should lie on one side of a hyperplane: y (x, 1), with the origin as the only negative.

Weights on the columns and an intercept classify a row right if they have a positive product with its point.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse as scipy_sparse

from aucopt.exact.problem.columns import exact_weights
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import RawRows, read_sparse

# What the column of the intercept is called inside a search.
INTERCEPT = "(intercept)"
# Weights are summed in int64.
_MOST = 1 << 62


def rows_as_sides(rows: Problem, costs: Sequence[int]) -> Problem:
    """The problem of the points y (x, 1) and the origin, from a table that was read with its two classes.

    Parameters
    ----------
    rows : Problem
        The rows as they came.
    costs : two integers
        What a negative and a positive row counts beside its weight; rows that cost nothing are left out.
    """
    assert rows.raw is not None
    raw = rows.raw
    whole = exact_weights(raw.positive, raw.weight)
    weight = whole[:, 0] * costs[1] + whole[:, 1] * costs[0]
    if sum(map(int, weight)) >= _MOST:
        raise ValueError(
            "Sample weights times costs have too many digits for exact counts; round them to a few decimals."
        )
    used = np.flatnonzero(weight)
    weight = np.append(weight[used].astype(np.int64), 1)
    side = np.where(raw.positive[used], 1, -1)
    positive = np.append(np.ones(len(used), dtype=bool), False)
    names = (*rows.feature_names, INTERCEPT)
    columns: Sequence[np.ndarray]
    if raw.sparse is not None:
        turned = raw.sparse.tocsr()[used].multiply(side[:, np.newaxis])
        table = scipy_sparse.hstack([turned, scipy_sparse.csr_matrix(side[:, np.newaxis])])
        origin = scipy_sparse.csr_matrix((1, table.shape[1]), dtype=table.dtype)
        sparse, columns, _ = read_sparse(scipy_sparse.vstack([table, origin]).tocsr())
    else:
        sparse = None
        columns = [*(_turned(column[used], side) for column in raw.columns), np.append(side, 0)]
    return Problem(RawRows(columns, sparse, positive, weight), names, rows.classes)


def _turned(column: np.ndarray, side: np.ndarray) -> np.ndarray:
    """A column with the signs of its rows, then a zero for the origin."""
    if column.dtype.kind in "bu":
        if column.dtype == np.uint64 and column.max(initial=0) >= _MOST:
            raise ValueError("Integers of 2^62 and more cannot be classified; divide the column by a number.")
        column = column.astype(np.int64)
    turned: Any = np.append(column * side.astype(column.dtype), column.dtype.type(0))
    return turned + column.dtype.type(0)

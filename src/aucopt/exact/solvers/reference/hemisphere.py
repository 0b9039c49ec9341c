"""The densest open hemisphere and the best linear score are one problem: the reduction of the NP proof.

Points s_1..s_t on the sphere -> positives s_i and one negative at the origin: w ranks as many pairs right as
it has points in its open hemisphere, w.s > 0. And back: a data set -> its N differences x+ - x-.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from aucopt.exact.maximize import maximize_auc
from aucopt.exact.problem.columns import exact_column
from aucopt.exact.solution.solution import Progress
from aucopt.exact.solvers.base import MEMORY
from aucopt.inputs import TableLike, encode_labels, read_columns


@dataclass(frozen=True, eq=False)
class Hemisphere:
    """An open hemisphere with many points, and what is proved about it.

    Attributes
    ----------
    normal : (d,) array
        A point s lies inside when normal.s > 0.
    count : int
        Points inside, for exactly this normal.
    bound : int
        No open hemisphere holds more.
    status : str
        "optimal", or why the search stopped, as in `aucopt.Solution`.
    direction : tuple of int
        The exact normal behind `normal`; its hemisphere holds `bound` points if the status is "optimal".
    """

    normal: np.ndarray
    count: int
    bound: int
    status: str
    direction: tuple[int, ...]


def densest_hemisphere(
    points: TableLike,
    *,
    solver: str = "auto",
    max_gap: float = 0.0,
    time_limit: float | None = None,
    n_restarts: int | None = None,
    n_jobs: int | None = None,
    memory: int = MEMORY,
    random_state: int | np.random.Generator | None = None,
    callback: Callable[[Progress], object] | None = None,
) -> Hemisphere:
    """Find the open hemisphere that holds the most points, and prove that none holds more.

    Parameters
    ----------
    points : array or frame of shape (n, d)
        Vectors of any length; only their directions matter. A vector of zeros lies in no open hemisphere.
    solver, max_gap, time_limit, n_restarts, n_jobs, memory, random_state, callback
        As in `aucopt.maximize_auc`. There is no `signs`: where normals are constrained the best AUC, which
        counts points on the boundary half, is a different problem.

    Returns
    -------
    Hemisphere

    Examples
    --------
    >>> from aucopt import densest_hemisphere
    >>> points = [[0, 1], [3, 0], [1, 1], [-2, -2]]
    >>> found = densest_hemisphere(points)
    >>> found.count, found.bound, found.status
    (3, 3, 'optimal')
    >>> (points @ found.normal > 0).tolist()
    [True, True, True, False]
    """
    X, y = as_auc_problem(points)
    at_origin = int((~X[:-1].any(axis=1)).sum())
    if at_origin == len(X) - 1:
        raise ValueError("All points are zero: no open hemisphere holds any.")
    solution = maximize_auc(
        X,
        y,
        solver=solver,
        max_gap=max_gap,
        time_limit=time_limit,
        n_restarts=n_restarts,
        n_jobs=n_jobs,
        memory=memory,
        random_state=random_state,
        callback=callback,
    )
    # Points at the origin are tied for every normal; 2R + T cannot do without them.
    bound = floor(solution.bound_exact * solution.total - Fraction(at_origin, 2))
    return Hemisphere(solution.coef, solution.right, bound, solution.status, solution.direction)


def as_auc_problem(points: Any) -> tuple[np.ndarray, np.ndarray]:
    """Write a hemisphere problem as a data set: the points are positive, one negative is at the origin.

    Parameters
    ----------
    points : array or frame of shape (n, d)
        Vectors of any length.

    Returns
    -------
    X : (n + 1, d) array
        The points, then the origin.
    y : (n + 1,) array of int
        1 for the points, 0 for the origin.

    Examples
    --------
    >>> from aucopt import as_auc_problem
    >>> X, y = as_auc_problem([[0, 1], [1, 0]])
    >>> X.tolist(), y.tolist()
    ([[0, 1], [1, 0], [0, 0]], [1, 1, 0])
    """
    columns, _ = read_columns(points)
    X = np.column_stack([np.append(column, column.dtype.type(0)) for column in columns])
    return X, np.append(np.ones(len(X) - 1, dtype=np.int64), 0)


def pair_differences(X: Any, y: Any) -> np.ndarray:
    """Write a data set as a hemisphere problem: the difference x+ - x- of every pair.

    The densest open hemisphere of the differences holds as many of them as the best linear score ranks pairs
    right; pairs of equal rows are zero, and in no hemisphere.

    Parameters
    ----------
    X : array or frame of shape (n, d)
        Columns of finite numbers, taken as written, as in `aucopt.maximize_auc`.
    y : array of shape (n,)
        Two classes; the larger label is the positive one.

    Returns
    -------
    (N, d) array
        For each positive, its differences to all negatives. Integers if all columns are; otherwise the exact
        differences rounded to float64, once.

    Examples
    --------
    >>> from aucopt import pair_differences
    >>> pair_differences([[0.3, 1.0], [0.1, 1.0], [0.2, 0.5]], [1, 0, 0])
    array([[0.2, 0. ],
           [0.1, 0.5]])
    """
    columns, names = read_columns(X)
    positive, _ = encode_labels(y)
    if len(columns[0]) != len(positive):
        raise ValueError(f"X has {len(columns[0])} rows, y has {len(positive)}.")
    return np.column_stack(
        [_column_differences(column, name, positive) for column, name in zip(columns, names, strict=True)]
    )


def _column_differences(column: np.ndarray, name: str, positive: np.ndarray) -> np.ndarray:
    exact = exact_column(column)
    values = np.array(exact.integers(), dtype=object)
    differences = np.subtract.outer(values[positive], values[~positive]).ravel()
    try:
        if column.dtype.kind in "iu":
            return differences.astype(np.int64)
        return np.array([float(d * exact.unit) for d in differences])
    except OverflowError:
        raise ValueError(f"Differences in column {name!r} overflow; rescale it first.") from None

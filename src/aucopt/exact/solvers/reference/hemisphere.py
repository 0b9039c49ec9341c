"""The densest open hemisphere and the best linear score are one problem: the reduction of the NP proof.

Points s_1..s_t on the sphere -> positives s_i and one negative at the origin: w ranks as many pairs right as
it has points in its open hemisphere, w.s > 0. And back: a data set -> its N differences x+ - x-.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from aucopt.exact.maximize import best_solution, read_options
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.problem.columns import MAX_TOTAL, exact_column
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.base import MEMORY
from aucopt.inputs import check_weights, encode_labels, read_columns
from aucopt.typing import TableLike


@dataclass(frozen=True, eq=False)
class Hemisphere:
    """An open hemisphere that contains many points, and a bound on all others.

    Attributes
    ----------
    normal : (d,) array
        The normal vector. A point s lies inside if normal.s > 0.
    count : int or float
        Number (or total weight) of the points inside.
    bound : int or float
        Proved upper bound over all open hemispheres with a normal of the allowed signs.
    status : str
        "optimal", or why the search stopped, as in `aucopt.Solution`.
    direction : tuple of int
        The normal in exact integers. Its hemisphere contains `bound` points if the status is "optimal".
    """

    normal: np.ndarray
    count: int | float
    bound: int | float
    status: str
    direction: tuple[int, ...]


def densest_hemisphere(
    points: TableLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    signs: int | Sequence[int] | None = None,
    solver: str = "auto",
    max_gap: float = 0.0,
    time_limit: float | None = None,
    n_restarts: int | None = None,
    n_jobs: int | None = None,
    memory: int = MEMORY,
    random_state: int | np.random.Generator | None = None,
    callback: Callable[[Progress], object] | None = None,
) -> Hemisphere:
    """Find the open hemisphere that contains the most points, and prove that none contains more.

    Parameters
    ----------
    points : array or frame of shape (n, d)
        Vectors of any length; only their directions matter. The zero vector lies in no open hemisphere.
    sample_weight : array of shape (n,), optional
        Nonnegative weights of the points, integers or short decimals.
    signs : int or sequence of int, optional
        Sign constraints on the normal: +1 means at least 0, -1 at most 0, and 0 no constraint. One number for
        each column, or one for all columns. A point on the boundary does not lie in the open hemisphere.
    solver, max_gap, time_limit, n_restarts, n_jobs, memory, random_state, callback
        See `aucopt.maximize_auc`. The enumeration is not available, because it counts points on the boundary
        half.

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
    weight = check_weights(sample_weight, len(X) - 1)
    used = X[:-1].any(axis=1) if weight is None else X[:-1].any(axis=1) & (weight > 0)
    if not used.any():
        raise ValueError("All points are zero, or weigh nothing: no open hemisphere holds any.")
    whole = None if weight is None else _whole_weights(weight[used])
    X, y = X[np.append(used, True)], y[np.append(used, True)]
    problem = Problem.read(X, y, None if whole is None else np.append(whole[0], 1))
    # Points on the boundary are not inside, as rows on a hyperplane are not right.
    solution = best_solution(
        problem,
        Accuracy(),
        read_options(
            problem,
            signs=signs,
            solver=solver,
            max_gap=max_gap,
            time_limit=time_limit,
            n_restarts=n_restarts,
            n_jobs=n_jobs,
            memory=memory,
            random_state=random_state,
            callback=callback,
        ),
    )
    count, bound = (
        _in_unit(share * problem.total, whole) for share in (solution.value_exact, solution.bound_exact)
    )
    return Hemisphere(solution.coef, count, bound, solution.status, solution.direction)


def _whole_weights(weight: np.ndarray) -> tuple[np.ndarray, Fraction]:
    """Weights as integers, and the unit that these count in."""
    read = exact_column(weight)
    values = read.integers()
    divisor = gcd(*values)
    if sum(values) // divisor >= MAX_TOTAL:
        raise ValueError("sample_weight has too many digits for exact counts; round it to a few decimals.")
    return np.array([v // divisor for v in values], dtype=np.int64), read.unit * divisor


def _in_unit(amount: Fraction, whole: tuple[np.ndarray, Fraction] | None) -> int | float:
    """An amount of whole weights as the user counts."""
    value = Fraction(floor(amount)) * (1 if whole is None else whole[1])
    return value.numerator if value.denominator == 1 else float(value)


def as_auc_problem(points: Any) -> tuple[np.ndarray, np.ndarray]:
    """Convert a hemisphere problem to a data set: the points are positive, the origin is negative.

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
    """Convert a data set to a hemisphere problem: the difference x+ - x- of every pair.

    The densest open hemisphere contains as many differences as the best linear score ranks pairs correctly.
    Pairs of equal rows have the difference zero, which lies in no open hemisphere.

    Parameters
    ----------
    X : array or frame of shape (n, d)
        Columns of finite numbers, read as in `aucopt.maximize_auc`.
    y : array of shape (n,)
        Labels of two classes. The larger label is the positive class.

    Returns
    -------
    (N, d) array
        For each positive row, its differences to all negative rows. Integers if all columns are integers;
        otherwise the exact differences rounded to float64.

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

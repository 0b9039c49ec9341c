"""The front door: the AUC-optimal linear score of a data set, and how far another score is from it."""

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

from aucopt.exact import enumeration
from aucopt.exact.answer import Found, as_auc, build_solution, line_weights, recount
from aucopt.exact.plane import PlaneSearch, search_plane
from aucopt.exact.problem import Problem, build_problem
from aucopt.exact.solution import Progress, Solution
from aucopt.kernels.order import count_right

SOLVERS = ("auto", "plane", "enumeration")


def maximize_auc(
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    signs: int | Sequence[int] | None = None,
    solver: str = "auto",
    max_gap: float = 0.0,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    random_state: Any = None,
    certify: bool = False,
    callback: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find the linear score with the highest AUC, and prove that none is higher.

    Parameters
    ----------
    X : array, frame or sparse matrix of shape (n, 1) or (n, 2)
        Columns of finite numbers, taken as written: values with at most 15 significant decimal digits as
        those decimals, others as the float64 numbers they are. Constant and dependent columns do not count.
    y : array of shape (n,)
        Two classes, any labels; the larger in sorted order is the positive one.
    sample_weight : array of shape (n,), optional
        A pair counts the product of its weights. Integers (and decimals) are exact.
    signs : int or sequence of int, optional
        +1: weight >= 0, -1: weight <= 0, 0: free; one for each column, or one for all.
    solver : {"auto", "plane", "enumeration"}
        "enumeration" is the paper's Algorithm 1, corrected: the slow reference.
    max_gap : float
        Stop when the bound is within this of the AUC found. 0 finds all optimal directions.
    time_limit : float, optional
        Seconds after which to stop with what is proved so far.
    n_jobs : int, optional
        Threads; all cores by default. The result does not depend on it, unless time runs out.
    random_state : ignored
        The solvers for one and two columns use no randomness.
    certify : bool
        Certificates are not available in this version; must be False.
    callback : callable, optional
        Called with a `Progress` now and then.

    Returns
    -------
    Solution

    Examples
    --------
    >>> import aucopt
    >>> X = [[1, 0], [1, 1], [0, 0.5]]
    >>> solution = aucopt.maximize_auc(X, [1, 0, 0])
    >>> solution.auc, solution.gap, solution.status
    (1.0, 0.0, 'optimal')
    """
    started = time.monotonic()
    _check_options(solver, max_gap, time_limit, n_jobs, certify)
    problem = build_problem(X, y, sample_weight)
    if len(problem.columns) > 2:
        raise ValueError(
            f"This version solves one or two columns exactly; X has {len(problem.columns)} that vary. "
            "Choose two of them."
        )
    sign_tuple = _read_signs(signs, problem.n_features)
    if len(problem.columns) == 1:
        found = _solve_line(problem, sign_tuple)
    else:
        pair_signs = tuple(sign_tuple[j] for j in problem.columns)
        if solver == "enumeration":
            found = _solve_by_enumeration(problem, pair_signs)
        else:
            found = _solve_plane(problem, pair_signs, max_gap, time_limit, n_jobs, callback, started)
    return build_solution(problem, found, X, y, sample_weight, started)


def auc_gap(X: Any, y: Any, coef: Any, *, sample_weight: Any = None, **options: Any) -> float:
    """How far the AUC of given weights is from the best that any weights reach.

    Parameters
    ----------
    X, y, sample_weight
        As in `maximize_auc`.
    coef : array of n_features numbers
        Weights of a linear score, for instance ``LogisticRegression().fit(X, y).coef_``.
    **options
        Passed on to `maximize_auc`; the gap is then to its bound.

    Returns
    -------
    float
        Zero when the weights are optimal. Exact: both AUCs come from integer counts.

    Examples
    --------
    >>> import aucopt
    >>> aucopt.auc_gap([[1, 0], [1, 1], [0, 0.5]], [1, 0, 0], coef=[1, 0])
    0.25
    """
    problem = build_problem(X, y, sample_weight)
    weights = np.asarray(coef, dtype=np.float64).ravel()
    if weights.shape != (problem.n_features,) or not np.isfinite(weights).all():
        raise ValueError(
            f"coef must be {problem.n_features} finite numbers, one a column; got shape {weights.shape}."
        )
    solution = maximize_auc(X, y, sample_weight=sample_weight, **options)
    right, tied, total = recount(problem, problem.direction_of(weights))
    return float(solution.bound_exact - Fraction(2 * right + tied, 2 * total))


def _check_options(
    solver: str, max_gap: float, time_limit: float | None, n_jobs: int | None, certify: bool
) -> None:
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {', '.join(map(repr, SOLVERS))}, not {solver!r}.")
    if not isinstance(max_gap, Real) or not 0 <= max_gap <= 1:
        raise ValueError(f"max_gap must lie between 0 and 1, not {max_gap!r}.")
    if time_limit is not None and not (isinstance(time_limit, Real) and time_limit >= 0):
        raise ValueError(f"time_limit must be a number of seconds, not {time_limit!r}.")
    if n_jobs is not None and (not isinstance(n_jobs, Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs must be a number of threads, -1 for all cores, not {n_jobs!r}.")
    if certify:
        raise ValueError("certify=True is not available in this version.")


def _read_signs(signs: int | Sequence[int] | None, n_features: int) -> tuple[int, ...]:
    if signs is None:
        return (0,) * n_features
    given = np.asarray(signs)
    full = np.full(n_features, given) if given.ndim == 0 else given
    if full.shape != (n_features,) or not np.isin(full, (-1, 0, 1)).all():
        raise ValueError(
            f"signs must be -1, 0 or +1, once or for each of {n_features} columns; got {signs!r}."
        )
    return tuple(int(s) for s in full)


def _solve_line(problem: Problem, signs: tuple[int, ...]) -> Found:
    """One column that matters: up, down, or (0) a direction that other columns allow and that ties all."""
    up = 2 * int(count_right(problem.weight)) + problem.coincident
    values = {1: up, -1: 2 * problem.total - up, 0: problem.total}
    best = max(value for sign, value in values.items() if line_weights(problem, signs, sign))
    cells = [
        ((sign,), (sign,))
        for sign, value in values.items()
        if value == best and line_weights(problem, signs, sign)
    ]
    return Found(cells, best, best, "optimal", 1, 0, signs)


def _solve_by_enumeration(problem: Problem, signs: tuple[int, ...]) -> Found:
    p, q = ([int(w) for w in column] for column in problem.weight.T)
    found = enumeration.algorithm_1(problem.integers(), p, q, signs)
    n_pairs = int((problem.weight[:, 0] > 0).sum()) * int((problem.weight[:, 1] > 0).sum())
    return Found(list(found.cells), found.value, found.value, "optimal", len(found.cells), n_pairs, signs)


def _solve_plane(
    problem: Problem,
    signs: tuple[int, ...],
    max_gap: float,
    time_limit: float | None,
    n_jobs: int | None,
    callback: Callable[[Progress], object] | None,
    started: float,
) -> Found:
    def report(search: PlaneSearch) -> None:
        if callback is not None:
            auc, bound = (as_auc(problem, value) for value in (search.value, search.bound))
            callback(Progress(float(auc), float(bound), float(bound - auc), time.monotonic() - started))

    search = search_plane(
        problem,
        signs=signs,
        max_gap=max_gap,
        deadline=None if time_limit is None else started + time_limit,
        n_jobs=n_jobs,
        report=report,
    )
    cells = [(cell.low.vector, cell.high.vector) for cell in search.cells]
    return Found(cells, search.value, search.bound, search.status, search.n_arcs, search.n_swaps, signs)

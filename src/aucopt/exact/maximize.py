"""The front door: the AUC-optimal linear score of a data set, and how far another score is from it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

from aucopt.exact.problem.counting import recount
from aucopt.exact.problem.problem import Problem, build_problem
from aucopt.exact.problem.table import count_columns
from aucopt.exact.proof.certificate import build_certificate
from aucopt.exact.solution.answer import build_solution
from aucopt.exact.solution.solution import Progress, Solution
from aucopt.exact.solvers.ascent.local import climb
from aucopt.exact.solvers.cone.search import MEMORY
from aucopt.exact.solvers.solve import Run, is_within_reach, solve

SOLVERS = ("auto", "plane", "cone", "ascent", "enumeration")
# With more columns than this an exact search is not thought of.
MANY_COLUMNS = 12
# More columns make more edges than a certificate has room for in a byte.
MOST_CERTIFIED = 16
# Nobody who did not ask for cones waits longer for them.
CONE_SECONDS = 120.0


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
    memory: int = MEMORY,
    random_state: Any = None,
    certify: bool = False,
    callback: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find the linear score with the highest AUC, and prove that none is higher.

    Parameters
    ----------
    X : array, frame or sparse matrix of shape (n, d)
        Columns of finite numbers, taken as written: values with at most 15 significant decimal digits as
        those decimals, others as the float64 numbers they are. Constant and dependent columns do not count.
    y : array of shape (n,)
        Two classes, any labels; the larger in sorted order is the positive one.
    sample_weight : array of shape (n,), optional
        A pair counts the product of its weights. Integers (and decimals) are exact.
    signs : int or sequence of int, optional
        +1: weight >= 0, -1: weight <= 0, 0: free; one for each column, or one for all.
    solver : {"auto", "plane", "cone", "ascent", "enumeration"}
        "plane" marches around the circle of two columns, "cone" is branch and bound over cones of directions
        in any number, "ascent" searches planes exactly, one after the other, and proves nothing;
        "enumeration" stands for the paper's algorithms, corrected: the slow reference. "auto" takes the
        plane, then cones where they end within about a minute on smooth data, even on one core (three
        columns and 2e7 pairs, four and 3e5, five and 1e4, six and 1e3), or a `time_limit` ends them, else
        the ascent. Without a `time_limit` it gives cones two minutes; the bound then holds, but the gap is
        not zero.
    max_gap : float
        Stop when the bound is within this of the AUC found. 0 proves the optimum, and in the plane finds
        all optimal directions.
    time_limit : float, optional
        Seconds after which to stop with what is proved so far.
    n_jobs : int, optional
        Threads; all cores by default. The result does not depend on it, unless time runs out.
    memory : int
        Bytes that each thread of the cone solver may take for pairs, and all cones that wait.
    random_state : int, Generator or None
        Seed of the ascent; the other solvers use no randomness. None stands for 0.
    certify : bool
        Write down the proof as `solution.certificate`, which `aucopt.verify` checks without the solver. Needs
        an exact search, and sample weights that are integers or decimals of few digits.
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
    _check_options(solver, max_gap, time_limit, n_jobs)
    n_features = count_columns(X)
    run = Run(
        solver=solver,
        signs=read_signs(signs, n_features),
        max_gap=max_gap,
        deadline=None if time_limit is None else started + time_limit,
        n_jobs=n_jobs,
        memory=memory,
        certify=certify,
        random_state=random_state,
        callback=callback,
        started=started,
    )
    if solver == "ascent" or (solver == "auto" and n_features > MANY_COLUMNS):
        return _climb(X, y, sample_weight, run)
    problem = build_problem(X, y, sample_weight)
    if certify:
        _check_certifiable(problem, solver)
    if solver == "plane" and len(problem.columns) > 2:
        raise ValueError(
            f"The plane solver takes two columns; X has {len(problem.columns)} that are independent. "
            'Use solver="cone" or "auto".'
        )
    if not is_within_reach(problem, run):
        return _climb(X, y, sample_weight, run)
    if solver == "auto" and time_limit is None and len(problem.columns) > 2:
        run.deadline = started + CONE_SECONDS
    found = solve(problem, run, lambda columns: build_problem(X, y, sample_weight, only=columns))
    solution = build_solution(problem, found, run.signs, X, y, sample_weight, started)
    if not certify:
        return solution
    certificate = build_certificate(problem, found, solution, run.signs, X, y, sample_weight)
    return replace(solution, certificate=certificate, seconds=time.monotonic() - started)


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
    weights = np.asarray(coef, dtype=np.float64).ravel()
    n_features = count_columns(X)
    if weights.shape != (n_features,) or not np.isfinite(weights).all():
        raise ValueError(
            f"coef must be {n_features} finite numbers, one a column; got shape {weights.shape}."
        )
    # Any weights are counted: columns need not be independent.
    problem = build_problem(X, y, sample_weight, reduce=False)
    counts = recount(problem, problem.direction_of(weights))
    bound = maximize_auc(X, y, sample_weight=sample_weight, **options).bound_exact
    return float(bound - Fraction(counts.value, 2 * counts.total))


def _check_options(solver: str, max_gap: float, time_limit: float | None, n_jobs: int | None) -> None:
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {', '.join(map(repr, SOLVERS))}, not {solver!r}.")
    if not isinstance(max_gap, Real) or not 0 <= max_gap <= 1:
        raise ValueError(f"max_gap must lie between 0 and 1, not {max_gap!r}.")
    if time_limit is not None and not (isinstance(time_limit, Real) and time_limit >= 0):
        raise ValueError(f"time_limit must be a number of seconds, not {time_limit!r}.")
    if n_jobs is not None and (not isinstance(n_jobs, Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs must be a number of threads, -1 for all cores, not {n_jobs!r}.")


def _climb(X: Any, y: Any, sample_weight: Any, run: Run) -> Solution:
    if run.certify:
        raise ValueError(
            "certify=True needs an exact search; the ascent proves nothing. With many columns or pairs use "
            'solver="cone" and a time_limit: the bound reached by then is certified.'
        )
    return climb(X, y, sample_weight, run)


def _check_certifiable(problem: Problem, solver: str) -> None:
    n_columns = len(problem.columns)
    if problem.exact_weight is not None:
        raise ValueError(
            "These sample weights have too many digits for exact counts, which a certificate needs; round "
            "them to integers or to a few decimals."
        )
    if solver == "enumeration" and n_columns > 2:
        raise ValueError(
            'The enumeration of three columns and more writes no proof; use solver="cone" or "auto".'
        )
    if n_columns > MOST_CERTIFIED:
        raise ValueError(
            f"Certificates are for up to {MOST_CERTIFIED} independent columns; X has {n_columns}."
        )


def read_signs(signs: int | Sequence[int] | None, n_features: int) -> tuple[int, ...]:
    """One sign a column: -1, 0 or +1."""
    if signs is None:
        return (0,) * n_features
    given = np.asarray(signs)
    full = np.full(n_features, given) if given.ndim == 0 else given
    if full.shape != (n_features,) or not np.isin(full, (-1, 0, 1)).all():
        raise ValueError(
            f"signs must be -1, 0 or +1, once or for each of {n_features} columns; got {signs!r}."
        )
    return tuple(int(s) for s in full)

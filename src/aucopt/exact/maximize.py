"""The front door: the linear score with the highest AUC. Read, choose a solver, search, answer."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Integral, Real
from typing import Any, Protocol

import joblib
import numpy as np
import numpy.typing as npt

from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.certificate import RawTable, build_certificate, certificate_refusal
from aucopt.exact.rehearsal import REHEARSED, Kind, rehearse, rehearse_reading
from aucopt.exact.solution.answer import build_solution, seconds_of_answer
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.ascent.solver import AscentSolver
from aucopt.exact.solvers.base import EXACT_SECONDS, MEMORY, NOTHING_KNOWN, Found, Known, Options, Solver
from aucopt.exact.solvers.cone.reach import cones_in_reach
from aucopt.exact.solvers.cone.solver import ConeSolver
from aucopt.exact.solvers.conflict.reach import climb_first, conflicts_in_reach, may_reach_conflicts
from aucopt.exact.solvers.conflict.solver import ConflictSolver
from aucopt.exact.solvers.exchange import exchange, turn_back
from aucopt.exact.solvers.faces import solve_signed
from aucopt.exact.solvers.plane.solver import PlaneSolver
from aucopt.exact.solvers.reference.solver import ReferenceSolver
from aucopt.exact.solvers.starts import at_least, best_start, read_starts
from aucopt.inputs import read_share
from aucopt.typing import TableLike

SOLVERS: dict[str, Solver] = {
    solver.name: solver
    for solver in (PlaneSolver(), ConeSolver(), ConflictSolver(), AscentSolver(), ReferenceSolver())
}
# With more columns than this "auto" does not think of an exact search, nor merges equal rows for it.
MANY_COLUMNS = 12


def maximize_auc(
    X: TableLike,
    y: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
    signs: int | Sequence[int] | None = None,
    solver: str = "auto",
    smoothing: float = 0.0,
    max_gap: float = 0.0,
    time_limit: float | None = None,
    starts: npt.ArrayLike | None = None,
    n_restarts: int | None = None,
    n_jobs: int | None = None,
    memory: int = MEMORY,
    random_state: int | np.random.Generator | None = None,
    certify: bool = False,
    callback: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find the linear score with the highest AUC, and prove that no linear score has a higher one.

    Parameters
    ----------
    X : array, frame or sparse matrix of shape (n, d)
        The columns, finite numbers. Values with at most 15 significant digits are read as exact decimals,
        other values as exact float64 numbers. Constant columns, and columns that depend linearly on others,
        get the weight zero.
    y : array of shape (n,)
        Labels of two classes, of any type. The larger label is the positive class.
    sample_weight : array of shape (n,), optional
        Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two rows.
        Integers and decimals are exact.
    signs : int or sequence of int, optional
        Sign constraints on the weights: +1 means at least 0, -1 at most 0, and 0 no constraint. One number
        for each column, or one for all columns.
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}
        The search algorithm. "plane" searches the circle of directions of two columns. "cone" is branch and
        bound over cones of directions, for any number of columns. "conflict" is branch and bound over sets of
        wrongly ranked pairs, for many columns and few such pairs. "ascent" is a local search that optimises
        over one plane after the other, and proves nothing. "enumeration" is a slow reference: the algorithms
        of the paper, corrected.

        "auto" uses "plane" for two columns. For five to twelve columns and up to 1e4 pairs it uses "conflict"
        if a short ascent leaves at most 16 pairs wrong. For three to eight columns it uses "cone" if that
        should end within about a minute on smooth data, even on one core (up to 2e7 pairs for three columns,
        4e5 for four, 4e4 for five, 8,000 for six, 2,000 for seven and 400 for eight), and for three to seven
        columns also if a `time_limit` is given. Otherwise it uses "ascent". Without a `time_limit`, "auto"
        stops "cone" and "conflict" after two minutes; the bound is then still valid, but the gap may not be
        zero.
    smoothing : float
        0 maximises the AUC. A positive value maximises the average AUC over nearby directions, which often
        generalises better. The value is roughly the tangent of the angle between the weights and these
        directions, on standardised columns. Needs `solver` "auto" or "ascent".
    max_gap : float
        Stop as soon as the gap between the bound and the AUC found is at most this. 0 continues until the
        optimum is proved, and with two columns until all optimal directions are found.
    time_limit : float, optional
        Time limit in seconds. The search then stops and returns the best weights and bound found so far. It
        does not include the time to compile, which the first search of its kind in a process may need.
    starts : array of shape (d,) or (k, d), optional
        Known weights, such as those of logistic regression or of a fit to similar rows. The search starts
        from them as well, so that its result is never worse than theirs. Weights that violate `signs` are set
        to zero.
    n_restarts : int, optional
        Number of restarts of the ascent from other weights after it has reached a local optimum. The default
        is 4 or, with a `time_limit`, as many as time allows. Other solvers stop when the optimum is proved.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn. The result does not
        depend on this number, unless the time limit is reached.
    memory : int
        Memory limit in bytes: for the pairs in each thread of the cone solver, and for its queue of cones.
    random_state : int, Generator or None
        Seed of the ascent; the other solvers use no randomness. None means the fixed seed 0, so that results
        are reproducible; pass a Generator for different draws.
    certify : bool
        Whether to store the proof in `solution.certificate`, which `aucopt.verify` checks independently of
        the solver. Requires an exact search, and sample weights that are integers or short decimals.
    callback : callable, optional
        Called repeatedly during the search, with a `Progress`.

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
    return best_of_table(
        X,
        y,
        AUC(),
        sample_weight,
        signs=signs,
        solver=solver,
        smoothing=smoothing,
        max_gap=max_gap,
        time_limit=time_limit,
        starts=starts,
        n_restarts=n_restarts,
        n_jobs=n_jobs,
        memory=memory,
        random_state=random_state,
        certify=certify,
        callback=callback,
    )


def best_of_table(
    X: TableLike, y: npt.ArrayLike, objective: Objective, sample_weight: npt.ArrayLike | None, **options: Any
) -> Solution:
    """What `maximize` returns for an objective that is read already, with the keywords of `read_options`."""
    if not REHEARSED:
        rehearse_reading()
    started = time.monotonic()
    problem = Problem.read(X, y, sample_weight)
    settings = read_options(problem, **options, started=started)
    problem, settings, chosen = choose_solver(problem, objective, settings)
    found = solve(problem, objective, settings, chosen)
    solution = build_solution(problem, objective, settings, found)
    if settings.certify:
        table = RawTable(X, y, sample_weight)
        certificate = build_certificate(problem, found, solution, settings.signs, table)
        solution = replace(solution, certificate=certificate, seconds=time.monotonic() - settings.started)
    return solution


def best_solution(problem: Problem, objective: Objective, options: Options) -> Solution:
    """What `maximize_auc` returns, of a problem that is read already."""
    problem, options, chosen = choose_solver(problem, objective, options)
    return build_solution(problem, objective, options, solve(problem, objective, options, chosen))


def choose_solver(
    problem: Problem, objective: Objective, options: Options
) -> tuple[Problem, Options, Solver]:
    """The solver asked for, or the one that suits; with the problem and the options as it takes them.

    Exact solvers take independent columns.
    """
    searched = objective.exchanged or objective
    if options.solver not in ("auto", "ascent") and (too_large := problem.refusal(options.solver)):
        raise ValueError(too_large)
    if options.solver == "auto":
        problem, options, chosen = _suitable(problem, searched, options)
    else:
        chosen = SOLVERS[options.solver]
        problem = problem if chosen is SOLVERS["ascent"] else problem.independent()
    refusal = objective.refusal(problem) or chosen.refusal(problem, searched, options)
    if refusal is None and options.certify:
        refusal = certificate_refusal(problem, objective)
    if refusal is not None:
        raise ValueError(refusal)
    return problem, _compiled(problem, searched, options, chosen), chosen


def _suitable(problem: Problem, objective: Objective, options: Options) -> tuple[Problem, Options, Solver]:
    """What "auto" takes; exact solvers that do not end by themselves are given a limit."""
    ascent = SOLVERS["ascent"]
    if options.smoothing or problem.n_features > MANY_COLUMNS:
        return problem, options, ascent
    if problem.refusal() is not None:
        if problem.refusal("plane") is None:
            return problem.independent(), options, SOLVERS["plane"]
        return problem, options, ascent
    reduced = problem.independent()
    if len(reduced.columns) <= 2 and SOLVERS["plane"].refusal(reduced, objective, options) is None:
        return reduced, options, SOLVERS["plane"]
    chosen = SOLVERS["cone"] if cones_in_reach(reduced, objective, options) else ascent
    if objective.by_pairs and may_reach_conflicts(reduced, options):
        options = climb_first(reduced, objective, _compiled(reduced, objective, options, ascent))
        if conflicts_in_reach(reduced, objective, options):
            chosen = SOLVERS["conflict"]
    if chosen is ascent:
        return problem, options, ascent
    if options.deadline is None:
        options = replace(options, deadline=options.started + EXACT_SECONDS)
    return reduced, options, chosen


def _compiled(problem: Problem, objective: Objective, options: Options, solver: Solver) -> Options:
    """The options, with the clock put forward by the time that compiling took, if it had to be done."""
    raw = problem.raw
    weight = "" if raw is None or raw.weight is None else raw.weight.dtype.kind
    is_sparse = raw is not None and raw.sparse is not None
    kind = Kind(solver.kernels(problem, options), objective.by_pairs, weight, is_sparse)
    return options if kind in REHEARSED else rehearse(kind, objective, options, solver)


def solve(problem: Problem, objective: Objective, options: Options, solver: Solver) -> Found:
    """Search a problem, face by face where signs make faces; the ascent minds signs by itself.

    An objective of the negatives is searched with the classes exchanged, and its directions negated.
    """
    if objective.exchanged is not None:
        found = solve(problem.exchanged(), objective.exchanged, exchange(options), solver)
        return turn_back(found, options)
    if solver is SOLVERS["ascent"]:
        return solver.solve(problem, objective, options)
    if options.deadline is not None:
        options = options.leaving(seconds_of_answer(problem, objective))
    start = best_start(problem, objective, options) if options.starts else None
    known = Known(start.value) if start else NOTHING_KNOWN
    if len(problem.columns) > 1 and not any(options.signs):
        found = solver.solve(problem, objective, options, known)
    else:
        found = solve_signed(problem, objective, options, solver, known)
    return found if start is None else at_least(found, start, problem, options)


class HasColumns(Protocol):
    """What options are read for: a table with so many columns."""

    @property
    def n_features(self) -> int:
        """The number of columns."""


def read_options(
    problem: HasColumns,
    *,
    signs: int | Sequence[int] | None = None,
    solver: str = "auto",
    smoothing: float = 0.0,
    max_gap: float = 0.0,
    time_limit: float | None = None,
    starts: npt.ArrayLike | None = None,
    n_restarts: int | None = None,
    n_jobs: int | None = None,
    memory: int = MEMORY,
    random_state: int | np.random.Generator | None = None,
    certify: bool = False,
    callback: Callable[[Progress], object] | None = None,
    started: float | None = None,
) -> Options:
    """Check the options of a search, see `maximize_auc`; its clock runs from now, or since it `started`."""
    names = ("auto", *SOLVERS)
    if solver not in names:
        raise ValueError(f"solver must be one of {', '.join(map(repr, names))}, not {solver!r}.")
    if time_limit is not None and not (isinstance(time_limit, Real) and time_limit >= 0):
        raise ValueError(f"time_limit must be a number of seconds, not {time_limit!r}.")
    if not isinstance(smoothing, Real) or not 0 <= smoothing < np.inf:
        raise ValueError(f"smoothing must be a finite number of at least 0, not {smoothing!r}.")
    if smoothing and solver not in ("auto", "ascent"):
        raise ValueError(f"smoothing needs solver='auto' or 'ascent', not {solver!r}.")
    if smoothing and certify:
        raise ValueError(
            "certify=True needs smoothing=0: a smoothed score is not the one with the highest AUC."
        )
    if n_restarts is not None and (not isinstance(n_restarts, Integral) or n_restarts < 0):
        raise ValueError(f"n_restarts must be a whole number of at least 0, not {n_restarts!r}.")
    started = time.monotonic() if started is None else started
    return Options(
        signs=read_signs(signs, problem.n_features),
        solver=solver,
        max_gap=read_share(max_gap, "max_gap"),
        deadline=None if time_limit is None else started + time_limit,
        n_threads=count_threads(n_jobs),
        memory=memory,
        certify=certify,
        smoothing=float(smoothing),
        starts=() if starts is None else read_starts(starts, problem.n_features),
        n_restarts=None if n_restarts is None else int(n_restarts),
        random_state=random_state,
        callback=callback,
        started=started,
    )


def count_threads(n_jobs: int | None) -> int:
    """Threads to use: None means 1, as in scikit-learn, and -1 all processors."""
    if n_jobs is not None and (not isinstance(n_jobs, Integral) or n_jobs == 0):
        raise ValueError(f"n_jobs must be a number of threads, -1 for all cores, not {n_jobs!r}.")
    # Asking for the number of processors takes its time.
    return 1 if n_jobs is None else int(joblib.effective_n_jobs(n_jobs))


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

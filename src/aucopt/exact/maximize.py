"""The front door: the best linear score of a data set."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Integral, Real

import joblib
import numpy as np
import numpy.typing as npt

from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.certificate import build_certificate
from aucopt.exact.proof.record import turn_record
from aucopt.exact.rehearsal import rehearse, rehearse_reading
from aucopt.exact.solution.answer import build_solution, seconds_of_answer
from aucopt.exact.solution.solution import Progress, Solution
from aucopt.exact.solvers.ascent.solver import AscentSolver
from aucopt.exact.solvers.base import MEMORY, NOTHING_KNOWN, Found, Known, Options, Solver, turn
from aucopt.exact.solvers.cone.solver import ConeSolver
from aucopt.exact.solvers.conflict.reach import climb_first, conflicts_in_reach, may_reach_conflicts
from aucopt.exact.solvers.conflict.solver import ConflictSolver
from aucopt.exact.solvers.faces import solve_signed
from aucopt.exact.solvers.plane.solver import PlaneSolver
from aucopt.exact.solvers.reference.solver import ReferenceSolver
from aucopt.exact.solvers.starts import at_least, best_start, read_starts
from aucopt.inputs import TableLike, read_share

SOLVERS: dict[str, Solver] = {
    solver.name: solver
    for solver in (PlaneSolver(), ConeSolver(), ConflictSolver(), AscentSolver(), ReferenceSolver())
}
# With more columns than this "auto" does not think of an exact search, nor merges equal rows for it.
MANY_COLUMNS = 12
# Pairs for which cones end within about a minute, even on one core: overlapping Gaussians.
_PAIRS_IN_REACH = {3: 20_000_000, 4: 400_000, 5: 40_000, 6: 5_000, 7: 1_500}
# The same for sums over the positives, where most of these soon do not count any more.
_PAIRS_IN_REACH_BY_POSITIVES = {1: 1 << 62, 2: 1 << 62, 3: 20_000_000, 4: 1_000_000, 5: 100_000, 6: 10_000}
# Nobody who did not ask for cones or conflicts waits longer for them.
EXACT_SECONDS = 120.0


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
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}
        "plane" marches around the circle of two columns. "cone" is branch and bound over cones of directions
        in any number of columns. "conflict" is branch and bound on which pairs are wrong, for many columns
        and few wrong pairs. "ascent" searches planes exactly, one after the other, and proves nothing.
        "enumeration" stands for the paper's algorithms, corrected: the slow reference.

        "auto" takes the plane for two columns. For five to twelve columns and up to 1e4 pairs it takes
        conflicts if a short ascent leaves at most 16 pairs wrong. For three to seven columns it takes cones
        if they should end within about a minute on smooth data, even on one core (three columns and 2e7
        pairs, four and 4e5, five and 4e4, six and 5e3, seven and 1,500), or if a `time_limit` is given.
        Otherwise it takes the ascent. If no `time_limit` is given, "auto" stops cones and conflicts after two
        minutes; the bound then holds, but the gap may not be zero.
    smoothing : float
        0 maximises the AUC. With a larger value the ascent maximises the AUC averaged over nearby directions,
        which often generalises better. The value is about the tangent of the angle between the weights and
        the directions averaged, on standardised columns. Needs `solver` "auto" or "ascent".
    max_gap : float
        Stop when the bound is within this of the AUC found. 0 proves the optimum, and with two columns finds
        all optimal directions.
    time_limit : float, optional
        Seconds after which to stop with what is proved so far. Compiling, which the first search of its kind
        in a process may need, is not counted.
    starts : array of shape (d,) or (k, d), optional
        Weights that are known beforehand, such as those of logistic regression or of a fit to similar rows.
        The search begins with them too and never returns less than the best of them. Weights of a forbidden
        sign are set to zero.
    n_restarts : int, optional
        How often the ascent begins anew from other weights after it has come to a halt. By default 4 times,
        or, with a `time_limit`, until time is up. Other solvers stop when the optimum is proved.
    n_jobs : int, optional
        Threads. None means 1, -1 all processors, as in scikit-learn. The result does not depend on it,
        unless time runs out.
    memory : int
        Bytes that each thread of the cone solver may take for pairs, and all cones that wait.
    random_state : int, Generator or None
        Seed of the ascent; the other solvers use no randomness. None is the fixed seed 0, so that results
        repeat; pass a Generator for other draws.
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
    return maximize(
        X,
        y,
        AUC(),
        sample_weight=sample_weight,
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


def maximize(
    X: TableLike,
    y: npt.ArrayLike,
    objective: str | Objective = "auc",
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
    """Find the linear score that is best by an objective of the ROC curve, and prove that none is better.

    Parameters
    ----------
    X, y, signs, smoothing, max_gap, time_limit, starts, n_restarts, n_jobs, memory, random_state, callback
        As in `maximize_auc`, which is the same with the AUC. Gaps are those of the objective.
    objective : "auc", PartialAUC, Sensitivity or Specificity
        What to maximise, for instance ``aucopt.Sensitivity(specificity=0.95)``.
    sample_weight : array of shape (n,), optional
        Limits such as a false positive rate are shares of the weight of a class. Integers and decimals of few
        digits are exact; objectives other than the AUC take no others.
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}
        As in `maximize_auc` for the AUC. Parts of the ROC curve are searched by the plane (two columns), by
        cones or by the ascent. "auto" takes the plane for two columns, cones for three to six if they should
        end within about a minute (three columns and 2e7 pairs, four and 1e6, five and 1e5, six and 1e4) or if
        a `time_limit` is given, and otherwise the ascent.
    certify : bool
        As in `maximize_auc`. Proofs for a part of the ROC curve are written by cones, which "auto" then takes
        for two columns as well; `arcs` of the solution then has a single direction.

    Returns
    -------
    Solution
        `value`, `bound`, `gap` and `status` are about the objective. `auc` is the AUC of the same weights,
        and a sensitivity or specificity has a `cutoff`.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> solution = aucopt.maximize(X, y, aucopt.Sensitivity(specificity=0.9))
    >>> print(round(solution.value, 3), solution.gap, solution.status)
    0.171 0.0 optimal
    """
    rehearse_reading()
    started = time.monotonic()
    objective = read_objective(objective)
    problem = Problem.read(X, y, sample_weight)
    options = read_options(
        problem,
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
        started=started,
    )
    problem, options, chosen = choose_solver(problem, objective, options)
    found = solve(problem, objective, options, chosen)
    solution = build_solution(problem, objective, options, found)
    if certify:
        certificate = build_certificate(problem, found, solution, options.signs, X, y, sample_weight)
        solution = replace(solution, certificate=certificate, seconds=time.monotonic() - options.started)
    return solution


def best_solution(problem: Problem, objective: Objective, options: Options) -> Solution:
    """What `maximize_auc` returns, of a problem that is read already."""
    problem, options, chosen = choose_solver(problem, objective, options)
    return build_solution(problem, objective, options, solve(problem, objective, options, chosen))


def choose_solver(
    problem: Problem, objective: Objective, options: Options
) -> tuple[Problem, Options, Solver]:
    """The solver asked for, or the one that suits; with the problem and the options as it takes them.

    Exact solvers take independent columns, and "auto" does not let them run for ever.
    """
    asked, objective = objective, objective.exchanged or objective
    ascent = SOLVERS["ascent"]
    chosen = SOLVERS.get(options.solver, ascent)
    is_free = options.solver == "auto" and not options.smoothing and problem.n_features <= MANY_COLUMNS
    if is_free or chosen is not ascent:
        reduced = problem.independent()
        n_columns = len(reduced.columns)
        in_reach = _PAIRS_IN_REACH if objective.by_pairs else _PAIRS_IN_REACH_BY_POSITIVES
        if is_free and n_columns <= 2 and SOLVERS["plane"].refusal(reduced, objective, options) is None:
            chosen = SOLVERS["plane"]
        elif is_free:
            has_limit = options.deadline is not None
            if objective.by_pairs and may_reach_conflicts(reduced, options):
                options = rehearse(reduced, objective, options, ascent)
                options = climb_first(reduced, objective, options)
                if conflicts_in_reach(reduced, objective, options):
                    chosen = SOLVERS["conflict"]
            most_pairs = in_reach.get(n_columns)
            if chosen is ascent and most_pairs and (has_limit or reduced.n_point_pairs <= most_pairs):
                chosen = SOLVERS["cone"]
            if chosen is not ascent and not has_limit:
                options = replace(options, deadline=options.started + EXACT_SECONDS)
        if chosen is not ascent:
            problem = reduced
    refusal = asked.refusal(problem) or chosen.refusal(problem, objective, options)
    if refusal is None and options.certify and "/" in "".join((asked.stated or {}).values()):
        refusal = f"certify=True needs a limit that is a decimal, not that of {asked!r}."
    if refusal is None and options.certify and problem.exact_weight is not None:
        refusal = (
            "These sample weights have too many digits for exact counts, which a certificate needs; round "
            "them to integers or to a few decimals."
        )
    if refusal is not None:
        raise ValueError(refusal)
    return problem, rehearse(problem, objective, options, chosen), chosen


def solve(problem: Problem, objective: Objective, options: Options, solver: Solver) -> Found:
    """Search a problem, face by face where signs make faces; the ascent minds signs by itself.

    An objective of the negatives is searched with the classes exchanged, and its directions negated.
    """
    if objective.exchanged is not None:
        turned = replace(
            options,
            signs=tuple(-s for s in options.signs),
            starts=tuple(-w for w in options.starts),
            turned=True,
        )
        found = turn(solve(problem.exchanged(), objective.exchanged, turned, solver))
        # Where time ran out, the proof may be that of the problem without signs.
        signs = options.signs if found.searched is None else found.searched
        return found._replace(proof=tuple(turn_record(record, signs) for record in found.proof))
    if solver is SOLVERS["ascent"]:
        return solver.solve(problem, objective, options)
    if options.deadline is not None:
        options = options.leaving(seconds_of_answer(problem, objective))
    start = best_start(problem, objective, options)
    known = Known(start.value) if start else NOTHING_KNOWN
    if len(problem.columns) > 1 and not any(options.signs):
        found = solver.solve(problem, objective, options, known)
    else:
        found = solve_signed(problem, objective, options, solver, known)
    return found if start is None else at_least(found, start, problem, options)


def read_options(
    problem: Problem,
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
        starts=read_starts(starts, problem.n_features),
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

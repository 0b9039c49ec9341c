"""Which solver for which problem: a line, a plane or cones, on each face of the allowed cone."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import joblib
import numpy as np

from aucopt.exact.problem.counting import count
from aucopt.exact.problem.faces import allowed_faces
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import arcs_part, face_part, tree_part
from aucopt.exact.solution.answer import Found, Vector, as_auc
from aucopt.exact.solution.solution import Progress
from aucopt.exact.solvers import reference as enumeration
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.cone.search import MEMORY, ConeSearch, search_cone
from aucopt.exact.solvers.plane.search import PlaneSearch, search_plane
from aucopt.exact.solvers.separable import separating_direction

# What cones prove in about a minute on two cores, overlapping Gaussians.
_PAIRS_IN_REACH = {3: 20_000_000, 4: 300_000, 5: 10_000, 6: 1_000}
_MOST_COLUMNS = max(_PAIRS_IN_REACH)
# Up to this many columns cones find the optimum faster than an ascent comes close.
_EASY = 3
# Worse discriminants are hardly those of separable data, and cones find these too.
_MAY_SEPARATE = 0.8
# From best to worst: of several searches the worst counts.
_STATUSES = ("optimal", "max_gap", "time_limit", "interrupted")


@dataclass
class Run:
    """How to search: the options of `maximize_auc` that every solver takes."""

    solver: str
    signs: tuple[int, ...]
    max_gap: float
    deadline: float | None
    n_jobs: int | None
    random_state: Any
    callback: Callable[[Progress], object] | None
    started: float
    memory: int = MEMORY
    certify: bool = False
    # Of the faces that were searched before, and of those that wait.
    value: int = 0
    bound: int = 0

    @property
    def n_threads(self) -> int:
        """Threads to use; asking for the number of cores takes its time."""
        return int(joblib.effective_n_jobs(-1 if self.n_jobs is None else self.n_jobs))

    def report(self, problem: Problem, value: int, bound: int) -> None:
        """Tell the callback the best value of 2R + T and the bound."""
        if self.callback is not None:
            value, bound = max(value, self.value), max(bound, self.bound)
            auc, top = as_auc(problem, value), as_auc(problem, bound)
            self.callback(Progress(float(auc), float(top), float(top - auc), time.monotonic() - self.started))


def is_within_reach(problem: Problem, run: Run) -> bool:
    """Whether an exact search of the problem ends in about a minute, or is given a time to end."""
    n_columns = len(problem.columns)
    if n_columns <= 2 or run.solver != "auto":
        return True
    if n_columns > _MOST_COLUMNS:
        return False
    n_positive, n_negative = (int(n) for n in (problem.weight > 0).sum(axis=0))
    return run.deadline is not None or n_positive * n_negative <= _PAIRS_IN_REACH[n_columns]


def solve(problem: Problem, run: Run, restrict: Callable[[Sequence[int]], Problem]) -> Found:
    """Search every face of the allowed cone; return the best with the bound of all.

    `restrict` builds the problem of some of the columns only.
    """
    best: Found | None = None
    faces = allowed_faces(problem, run.signs)
    for columns in faces:
        face = problem if columns == problem.columns else restrict(columns)
        run.value = best.value if best else 0
        run.bound = 2 * problem.total if columns != faces[-1] else best.bound if best else 0
        found = _solve_face(face, tuple(run.signs[j] for j in columns), run, best)
        if found.status == "interrupted":
            # Only bound what is left.
            run.deadline = 0.0
        best = found if best is None else _join(best, found)
    assert best is not None
    return best


def _join(best: Found, found: Found) -> Found:
    """The better of two faces, a plane with all its cells if equal; bound and status hold for both."""
    beats = found.value > best.value or (found.value == best.value and len(found.signs) == 2)
    winner = found if found.cells and beats else best
    bound = max(best.bound, found.bound)
    status = max(best.status, found.status, key=_STATUSES.index)
    work = {name: best.work.get(name, 0) + found.work.get(name, 0) for name in (*best.work, *found.work)}
    return winner._replace(
        bound=bound,
        status="optimal" if bound == winner.value else status,
        work=work,
        proof=best.proof + found.proof,
    )


def _solve_face(problem: Problem, signs: tuple[int, ...], run: Run, best: Found | None) -> Found:
    n_columns = len(problem.columns)
    if n_columns == 1:
        return _solve_line(problem, signs)
    if run.solver == "enumeration":
        return _solve_by_enumeration(problem, signs, run)
    if n_columns == 2 and run.solver != "cone":
        return _solve_plane(problem, signs, run)
    found = _solve_cone(problem, signs, run, best)
    if n_columns == 2 and found.status == "optimal":
        # Cones give one direction; all arcs of its value are the plane's to tell.
        plane = _solve_plane(problem, signs, replace(run, callback=None))
        if plane.status == "optimal" and plane.value == found.value:
            return found._replace(cells=plane.cells)
    return found


def _solve_line(problem: Problem, signs: tuple[int, ...]) -> Found:
    """One column: up or down."""
    up = count(problem, (1,))
    values = {1: up.value, -1: 2 * up.total - up.value}
    best = max(value for sign, value in values.items() if signs[0] in (0, sign))
    cells = [((s,), (s,)) for s, value in values.items() if value == best and signs[0] in (0, s)]
    return Found(problem, signs, cells, best, best, "optimal", {})


def _solve_by_enumeration(problem: Problem, signs: tuple[int, ...], run: Run) -> Found:
    p, q = ([int(w) for w in column] for column in problem.weight.T)
    n_pairs = int((problem.weight[:, 0] > 0).sum()) * int((problem.weight[:, 1] > 0).sum())
    if len(problem.columns) == 2:
        found = enumeration.algorithm_1(problem.integers(), p, q, signs)
        proof = (arcs_part(problem, signs, ()),) if run.certify else ()
        return Found(
            problem, signs, found.cells, found.value, found.value, "optimal", {"pairs": n_pairs}, proof
        )
    optimum = enumeration.algorithm_2(problem.integers(), p, q, signs)
    cells = [(optimum.direction, optimum.direction)]
    return Found(problem, signs, cells, optimum.value, optimum.value, "optimal", {"pairs": n_pairs})


def _solve_plane(problem: Problem, signs: tuple[int, ...], run: Run) -> Found:
    def report(search: PlaneSearch) -> None:
        run.report(problem, search.value, search.bound)

    search = search_plane(
        problem,
        signs=signs,
        max_gap=run.max_gap,
        deadline=run.deadline,
        n_jobs=run.n_jobs,
        report=report,
    )
    cells = [(cell.low.vector, cell.high.vector) for cell in search.cells]
    work = {"arcs": search.n_arcs, "swaps": search.n_swaps}
    proof = (arcs_part(problem, signs, search.arcs),) if run.certify else ()
    return Found(problem, signs, cells, search.value, search.bound, search.status, work, proof)


def _solve_cone(problem: Problem, signs: tuple[int, ...], run: Run, best: Found | None) -> Found:
    start, found, interrupted = _start(problem, signs, run)
    if found == 2 * problem.total - problem.coincident:
        return Found(problem, signs, [(start, start)], found, found, "optimal", {}, (face_part(problem),))
    value = max(found, best.value if best else 0)

    def right_pairs(value: int) -> int:
        """How many pairs a cell must rank right to reach a value; more beats it."""
        return (value - problem.coincident) // 2

    def value_of(count: int) -> int:
        return max(value, 2 * count + problem.coincident)

    def report(search: ConeSearch) -> None:
        run.report(problem, value_of(search.best), value_of(search.bound))

    search = search_cone(
        problem,
        (right_pairs(value), start),
        signs=signs,
        max_gap=run.max_gap,
        deadline=0.0 if interrupted else run.deadline,
        n_jobs=run.n_threads,
        memory=run.memory,
        certify=run.certify,
        report=report,
    )
    work = {"cones": search.n_cones, "pairs": search.n_pairs}
    bound = value_of(search.bound)
    status = "interrupted" if interrupted and search.status == "time_limit" else search.status
    if search.where != start:
        cells, value = [(search.where, search.where)], value_of(search.best)
    else:
        cells = [(start, start)] if found == value else []
    proof = (tree_part(problem, search.log, search.merged),) if search.log is not None else ()
    return Found(problem, signs, cells, value, bound, status, work, proof)


def _start(problem: Problem, signs: tuple[int, ...], run: Run) -> tuple[Vector, int, bool]:
    """A good direction to begin with: one that separates, or the best of an ascent.

    Also its value, and whether the ascent was interrupted.
    """
    x, positive, weight = problem.rows()
    start = problem.towards(_discriminant(problem, signs))
    value = count(problem, start).value
    found, interrupted = [], False
    if value > _MAY_SEPARATE * 2 * problem.total:
        found.append(separating_direction(x[positive], x[~positive], signs))
    if len(signs) > _EASY:
        start_only = partial(ascend, signs=signs, deadline=run.deadline, budget=0, n_jobs=run.n_threads)
        ascent = start_only(x, positive, weight)
        found.append(ascent.coef)
        interrupted = ascent.status == "interrupted"
    for w in found:
        if w is not None and (better := count(problem, problem.towards(w)).value) > value:
            start, value = problem.towards(w), better
    return start, value, interrupted


def _discriminant(problem: Problem, signs: tuple[int, ...]) -> np.ndarray:
    """Weights of the linear discriminant, clipped to the signs."""
    factor = problem.within_factor
    means = [problem.weight[:, k] @ problem.x / problem.weight[:, k].sum() for k in (0, 1)]
    w = np.linalg.solve(factor.T, np.linalg.solve(factor, means[0] - means[1]))
    w = np.where(np.asarray(signs) * w < 0, 0.0, w)
    return w if w.any() else np.where(np.asarray(signs) < 0, -1.0, 1.0)

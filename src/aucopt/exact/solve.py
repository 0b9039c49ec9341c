"""Which solver for which problem: a line, a plane or cones, on each face of the allowed cone."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from aucopt.exact import enumeration
from aucopt.exact.answer import Found, as_auc
from aucopt.exact.cone import ConeSearch, search_cone
from aucopt.exact.counting import count_nominal
from aucopt.exact.faces import allowed_faces
from aucopt.exact.plane import PlaneSearch, search_plane
from aucopt.exact.problem import Problem
from aucopt.exact.solution import Progress

# From best to worst: of several searches the worst counts.
_STATUSES = ("optimal", "max_gap", "time_limit", "interrupted")


@dataclass
class Run:
    """How to search: the options of `maximize_auc` that every solver takes."""

    solver: str
    max_gap: float
    deadline: float | None
    n_jobs: int
    callback: Callable[[Progress], object] | None
    started: float
    # Of the faces that were searched before, and of those that wait.
    value: int = 0
    bound: int = 0

    def report(self, problem: Problem, value: int, bound: int) -> None:
        """Tell the callback the best value of 2R + T and the bound."""
        if self.callback is not None:
            value, bound = max(value, self.value), max(bound, self.bound)
            auc, top = as_auc(problem, value), as_auc(problem, bound)
            self.callback(Progress(float(auc), float(top), float(top - auc), time.monotonic() - self.started))


def solve(
    problem: Problem, signs: Sequence[int], run: Run, restrict: Callable[[Sequence[int]], Problem]
) -> Found:
    """Search every face of the allowed cone; return the best with the bound of all.

    `restrict` builds the problem of some of the columns only.
    """
    best: Found | None = None
    faces = allowed_faces(problem, signs)
    for columns in faces:
        face = problem if columns == problem.columns else restrict(columns)
        run.value = best.value if best else 0
        run.bound = 2 * problem.total if columns != faces[-1] else best.bound if best else 0
        found = _solve_face(face, tuple(signs[j] for j in columns), run, best)
        if found.status == "interrupted":
            # Only bound what is left.
            run.deadline = 0.0
        best = found if best is None else _join(best, found)
    assert best is not None
    return best


def _join(best: Found, found: Found) -> Found:
    """The better of two faces, the later one if equal; bound and status hold for both."""
    winner = found if found.cells and found.value >= best.value else best
    bound = max(best.bound, found.bound)
    status = max(best.status, found.status, key=_STATUSES.index)
    work = {name: best.work.get(name, 0) + found.work.get(name, 0) for name in (*best.work, *found.work)}
    return winner._replace(bound=bound, status="optimal" if bound == winner.value else status, work=work)


def _solve_face(problem: Problem, signs: tuple[int, ...], run: Run, best: Found | None) -> Found:
    n_columns = len(problem.columns)
    if n_columns == 1:
        return _solve_line(problem, signs)
    if run.solver == "enumeration":
        return _solve_by_enumeration(problem, signs)
    if n_columns == 2 and run.solver != "cone":
        return _solve_plane(problem, signs, run)
    return _solve_cone(problem, signs, run, best)


def _solve_line(problem: Problem, signs: tuple[int, ...]) -> Found:
    """One column: up or down."""
    up = count_nominal(problem, (1,))
    values = {1: up.value, -1: 2 * up.total - up.value}
    best = max(value for sign, value in values.items() if signs[0] in (0, sign))
    cells = [((s,), (s,)) for s, value in values.items() if value == best and signs[0] in (0, s)]
    return Found(problem, signs, cells, best, best, "optimal", {})


def _solve_by_enumeration(problem: Problem, signs: tuple[int, ...]) -> Found:
    p, q = ([int(w) for w in column] for column in problem.weight.T)
    n_pairs = int((problem.weight[:, 0] > 0).sum()) * int((problem.weight[:, 1] > 0).sum())
    if len(problem.columns) == 2:
        found = enumeration.algorithm_1(problem.integers(), p, q, signs)
        return Found(problem, signs, found.cells, found.value, found.value, "optimal", {"pairs": n_pairs})
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
    return Found(problem, signs, cells, search.value, search.bound, search.status, work)


def _solve_cone(problem: Problem, signs: tuple[int, ...], run: Run, best: Found | None) -> Found:
    start = _discriminant(problem, signs)
    found = count_nominal(problem, start).value if any(start) else 0
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
        deadline=run.deadline,
        n_jobs=run.n_jobs,
        report=report,
    )
    work = {"cones": search.n_cones, "pairs": search.n_pairs}
    bound = value_of(search.bound)
    if search.where != start:
        cells, value = [(search.where, search.where)], value_of(search.best)
    else:
        cells = [(start, start)] if found == value else []
    return Found(problem, signs, cells, value, bound, search.status, work)


def _discriminant(problem: Problem, signs: tuple[int, ...]) -> tuple[int, ...]:
    """The direction of the linear discriminant, clipped to the signs: a good place to begin."""
    factor = problem.within_factor
    means = [problem.weight[:, k] @ problem.x / problem.weight[:, k].sum() for k in (0, 1)]
    w = np.linalg.solve(factor.T, np.linalg.solve(factor, means[0] - means[1]))
    w = np.where(np.asarray(signs) * w < 0, 0.0, w)
    largest = np.abs(w).max()
    if not largest:
        w, largest = np.where(np.asarray(signs) < 0, -1.0, 1.0), 1.0
    return tuple(int(v) for v in np.rint(np.ldexp(w / largest, 40)))

"""The optimum in any number of columns by cones, from the best direction that cheap searches find."""

from dataclasses import replace

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import face_part, tree_part
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Known, Options, Vector
from aucopt.exact.solvers.cone.search import ConeSearch, search_cone
from aucopt.exact.solvers.plane.solver import PlaneSolver
from aucopt.exact.solvers.separable import separating_direction

# More columns make more edges than a certificate has room for in a byte.
MOST_CERTIFIED = 16
# Up to this many columns cones find the optimum faster than an ascent comes close.
_EASY = 3
# Worse discriminants are hardly those of separable data, and cones find these too.
_MAY_SEPARATE = 0.8


class ConeSolver:
    """Two columns and more: exact, practical up to about six."""

    name = "cone"

    def refusal(self, problem: Problem, objective: Objective, options: Options) -> str | None:
        """Say why cones cannot be searched."""
        if not (objective.by_pairs or objective.by_positives):
            return (
                "The cone solver needs an objective that counts right pairs, or what is above each positive."
            )
        if options.certify and len(problem.columns) > MOST_CERTIFIED:
            return (
                f"Certificates are for up to {MOST_CERTIFIED} independent columns; X has "
                f"{len(problem.columns)}."
            )
        return None

    def solve(
        self, problem: Problem, objective: Objective, options: Options, known: Known = NOTHING_KNOWN
    ) -> Found:
        """Search cones of directions; of two columns tell all arcs."""
        found = _solve(problem, objective, options, known)
        plane_solver = PlaneSolver()
        is_told = len(problem.columns) == 2 and plane_solver.refusal(problem, objective, options) is None
        if is_told and found.status == "optimal":
            # Cones give one direction; all arcs of its value are the plane's to tell.
            plane = plane_solver.solve(problem, objective, replace(options, callback=None, certify=False))
            if plane.status == "optimal" and plane.value == found.value:
                return found._replace(cells=plane.cells)
        return found


def _solve(problem: Problem, objective: Objective, options: Options, known: Known) -> Found:
    signs = problem.pick(options.signs)
    start, reached, interrupted = _start(problem, objective, options)
    if reached == objective.most(problem):
        # The best that any direction can do needs no search.
        proof = (face_part(problem),) if options.certify else ()
        return Found(problem, signs, [(start, start)], reached, reached, "optimal", {}, proof)
    value = max(reached, known.value)

    def value_of(count: int) -> int:
        return max(value, objective.value_of_cell(problem, count))

    def report(search: ConeSearch) -> None:
        known.report(options, problem, objective, value_of(search.best), value_of(search.bound))

    if interrupted:
        options = replace(options, deadline=0.0)
    incumbent = (objective.right_for(problem, value), start)
    search = search_cone(problem, objective, incumbent, options, report)
    bound = value_of(search.bound)
    status = "interrupted" if interrupted and search.status == "time_limit" else search.status
    if search.where != start:
        cells, value = [(search.where, search.where)], value_of(search.best)
    else:
        cells = [(start, start)] if reached == value else []
    work = {"cones": search.n_cones, "pairs": search.n_pairs}
    proof = (tree_part(problem, search.log, search.merged),) if search.log is not None else ()
    return Found(problem, signs, cells, value, bound, status, work, proof)


def _start(problem: Problem, objective: Objective, options: Options) -> tuple[Vector, int, bool]:
    """A good direction to begin with: one that separates, or the best of an ascent.

    Also its value, and whether the ascent was interrupted.
    """
    signs = problem.pick(options.signs)
    x, positive, weight = problem.rows()
    start = problem.towards(_discriminant(problem, signs))
    value = objective.count(problem, start).value
    found, interrupted = [], False
    if value > _MAY_SEPARATE * objective.whole(problem):
        found.append(separating_direction(x[positive], x[~positive], signs))
    if len(signs) > _EASY:
        ascent = ascend(
            x,
            positive,
            weight,
            signs=signs,
            worth=None if objective.by_pairs else objective.worth(problem),
            deadline=options.deadline,
            budget=0,
            n_jobs=options.n_threads,
        )
        found.append(ascent.coef)
        interrupted = ascent.status == "interrupted"
    for w in found:
        if w is None:
            continue
        direction = problem.towards(w)
        better = objective.count(problem, direction).value
        if better > value:
            start, value = direction, better
    return start, value, interrupted


def _discriminant(problem: Problem, signs: tuple[int, ...]) -> np.ndarray:
    """Weights of the linear discriminant, clipped to the signs."""
    factor = problem.within_factor
    means = [problem.weight[:, k] @ problem.x / problem.weight[:, k].sum() for k in (0, 1)]
    w = np.linalg.solve(factor.T, np.linalg.solve(factor, means[0] - means[1]))
    w = np.where(np.asarray(signs) * w < 0, 0.0, w)
    return w if w.any() else np.where(np.asarray(signs) < 0, -1.0, 1.0)

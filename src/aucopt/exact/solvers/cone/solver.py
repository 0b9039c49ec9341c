"""The optimum in any number of columns by cones, from the best direction that cheap searches find."""

from dataclasses import replace

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import face_part, tree_part
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Kernels, Known, Options, Vector
from aucopt.exact.solvers.cone.lookout import Lookout
from aucopt.exact.solvers.cone.search import ConeSearch, search_cone
from aucopt.exact.solvers.plane.solver import PlaneSolver
from aucopt.exact.solvers.separable import separating_direction
from aucopt.exact.solvers.starts import Start, start_directions

# More columns make more edges than a certificate has room for in a byte.
MOST_CERTIFIED = 16
# Up to this many columns cones find the optimum faster than an ascent comes close.
_EASY = 3
# Worse discriminants are hardly those of separable data, and cones find these too.
_MAY_SEPARATE = 0.8


class ConeSolver:
    """Two columns and more: exact, practical up to about seven."""

    name = "cone"

    def kernels(self, problem: Problem, options: Options) -> Kernels:
        """The number of columns decides between cones and boxes."""
        return Kernels("cone", len(problem.columns))

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
                return found._replace(cells=plane.cells, chosen=plane.chosen)
        return found


def _solve(problem: Problem, objective: Objective, options: Options, known: Known) -> Found:
    signs = problem.pick(options.signs)
    lookout = Lookout(problem, objective, options)
    start = best = _start(problem, objective, options, lookout)
    if start.value == objective.most(problem):
        # The best that any direction can do needs no search.
        proof = (face_part(problem),) if options.certify else ()
        cells = [(start.direction, start.direction)]
        return Found(problem, signs, cells, start.value, start.value, "optimal", {}, proof)

    def value_of(count: int) -> int:
        return max(best.value, known.value, objective.value_of_cell(problem, count))

    def best_of(search: ConeSearch) -> Start:
        value = objective.value_of_cell(problem, search.best)
        return Start(value, search.where) if value > max(best.value, known.value) else best

    def follow(search: ConeSearch) -> None:
        """Look for a better direction now and then, and tell of the best."""
        nonlocal best
        best = lookout.later(best_of(search), search.n_pairs)
        if lookout.interrupted:
            raise KeyboardInterrupt
        search.offer(objective.right_for(problem, best.value), best.direction)
        known.report(options, problem, objective, value_of(search.best), value_of(search.bound))

    incumbent = (objective.right_for(problem, value_of(0)), start.direction)
    before_last = lookout.options_before_last()
    if lookout.interrupted:
        before_last = replace(before_last, deadline=0.0)
    search = search_cone(problem, objective, incumbent, before_last, follow)
    best = best_of(search)
    if search.status == "time_limit":
        best = lookout.last(best)
    status = "interrupted" if lookout.interrupted and search.status == "time_limit" else search.status
    value, bound = value_of(search.best), value_of(search.bound)
    status = "optimal" if value == bound else status
    cells = [(best.direction, best.direction)] if best.value == value else []
    work = {"cones": search.n_cones, "pairs": search.n_pairs}
    proof = (tree_part(problem, search.log, search.merged),) if search.log is not None else ()
    return Found(problem, signs, cells, value, bound, status, work, proof)


def _start(problem: Problem, objective: Objective, options: Options, lookout: Lookout) -> Start:
    """A good direction to begin with: one that is known or separates, or the best of an ascent."""
    signs = problem.pick(options.signs)

    def counted(direction: Vector) -> Start:
        return Start(objective.count(problem, direction).value, direction)

    start = counted(problem.towards(_discriminant(problem, signs)))
    start = max([start, *map(counted, start_directions(problem, options))], key=lambda s: s.value)
    if len(signs) > _EASY:
        # An ascent by positives looks along lines, which takes longer than their swaps: cones do without.
        return lookout.first(start, budget=None if objective.by_pairs else 0)
    if start.value > _MAY_SEPARATE * objective.whole(problem):
        x, positive, _ = problem.rows()
        separating = separating_direction(x[positive], x[~positive], signs, options.deadline)
        if separating is not None:
            start = max(start, counted(problem.towards(separating)), key=lambda s: s.value)
    return start


def _discriminant(problem: Problem, signs: tuple[int, ...]) -> np.ndarray:
    """Weights of the linear discriminant, clipped to the signs."""
    factor = problem.within_factor
    means = [problem.weight[:, k] @ problem.x / problem.weight[:, k].sum() for k in (0, 1)]
    w = np.linalg.solve(factor.T, np.linalg.solve(factor, means[0] - means[1]))
    w = np.where(np.asarray(signs) * w < 0, 0.0, w)
    return w if w.any() else np.where(np.asarray(signs) < 0, -1.0, 1.0)

"""The optimum in any number of columns where few pairs are wrong, or few pairs there are."""

from dataclasses import replace

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.conflict_tree import ConflictLog, conflicts_part
from aucopt.exact.proof.record import face_part
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Known, Options
from aucopt.exact.solvers.conflict.pairs import group_pairs
from aucopt.exact.solvers.conflict.search import ConflictSearch
from aucopt.exact.solvers.plane.solver import PlaneSolver

# What is kept of each pair.
_PAIR_BYTES = 1024


class ConflictSolver:
    """Two columns and more: exact, practical up to about twelve if few pairs are wrong."""

    name = "conflict"

    def refusal(self, problem: Problem, objective: Objective, options: Options) -> str | None:
        """Say why conflicts cannot be searched."""
        if not objective.by_pairs:
            return "The conflict solver needs an objective that counts right pairs."
        if problem.n_point_pairs * _PAIR_BYTES > options.memory:
            return (
                f"The conflict solver lists all pairs of distinct rows, {problem.n_point_pairs:,} here; "
                f"memory={options.memory:,} bytes allow {options.memory // _PAIR_BYTES:,}. Use "
                'solver="cone", or more memory.'
            )
        return None

    def solve(
        self, problem: Problem, objective: Objective, options: Options, known: Known = NOTHING_KNOWN
    ) -> Found:
        """Search on which pairs are wrong; of two columns tell all arcs."""
        found = _solve(problem, objective, options, known)
        if len(problem.columns) == 2 and found.status == "optimal":
            plane = PlaneSolver().solve(problem, objective, replace(options, callback=None, certify=False))
            if plane.status == "optimal" and plane.value == found.value:
                return found._replace(cells=plane.cells)
        return found


def _solve(problem: Problem, objective: Objective, options: Options, known: Known) -> Found:
    signs = problem.pick(options.signs)
    x, positive, weight = problem.rows()
    ascent = ascend(
        x, positive, weight, signs=signs, deadline=options.deadline, budget=0, n_jobs=options.n_threads
    )
    start = problem.towards(ascent.coef)
    reached = objective.count(problem, start).value
    if reached == objective.most(problem):
        # The best that any direction can do needs no search.
        proof = (face_part(problem),) if options.certify else ()
        return Found(problem, signs, [(start, start)], reached, reached, "optimal", {}, proof)
    groups = group_pairs(problem)
    where = start if reached >= known.value else None
    search = ConflictSearch(problem, objective, groups, signs, max(reached, known.value), where)
    search.log = ConflictLog() if options.certify else None

    def bound() -> int:
        return max(search.best, objective.value_of_cell(problem, search.bound))

    def report(search: ConflictSearch) -> None:
        known.report(options, problem, objective, search.best, bound())

    if ascent.status == "interrupted":
        options = replace(options, deadline=0.0)
    search.run(options, report)
    status = (
        "interrupted" if ascent.status == "interrupted" and search.status == "time_limit" else search.status
    )
    proof = ()
    if search.log is not None:
        proof = (conflicts_part(problem, search.log, search.conflicts, groups.weight.tolist()),)
    cells = [] if search.where is None else [(search.where, search.where)]
    work = {"nodes": search.n_nodes, "programs": search.n_programs, "conflicts": len(search.conflicts)}
    return Found(problem, signs, cells, search.best, bound(), status, work, proof)

"""The optimum in any number of columns where few pairs are wrong, or few pairs there are."""

from dataclasses import replace

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.conflict_tree import ConflictLog, conflicts_part
from aucopt.exact.proof.record import face_part
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Kernels, Known, Options
from aucopt.exact.solvers.cone.lookout import Lookout
from aucopt.exact.solvers.conflict.pairs import group_pairs
from aucopt.exact.solvers.conflict.reach import first_direction
from aucopt.exact.solvers.conflict.search import ConflictSearch
from aucopt.exact.solvers.plane.solver import PlaneSolver

# Of the table that a rehearsal searches.
_COLUMNS = 4
# What is kept of each pair.
_PAIR_BYTES = 1024


class ConflictSolver:
    """Two columns and more: exact, practical up to about twelve if few pairs are wrong."""

    name = "conflict"

    def kernels(self, problem: Problem, options: Options) -> Kernels:
        """One loop beside those of an ascent, for any number of columns."""
        return Kernels("conflict", _COLUMNS)

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
    lookout = Lookout(problem, objective, options)
    start = first_direction(problem, objective, options, lookout)
    if start.value == objective.most(problem):
        # The best that any direction can do needs no search.
        proof = (face_part(problem),) if options.certify else ()
        cells = [(start.direction, start.direction)]
        return Found(problem, signs, cells, start.value, start.value, "optimal", {}, proof)
    groups = group_pairs(problem)
    where = start.direction if start.value >= known.value else None
    search = ConflictSearch(problem, objective, groups, signs, max(start.value, known.value), where)
    search.log = ConflictLog() if options.certify else None

    def bound() -> int:
        return max(search.best, objective.value_of_cell(problem, search.bound))

    def report(search: ConflictSearch) -> None:
        known.report(options, problem, objective, search.best, bound())

    search.run(replace(options, deadline=0.0) if lookout.interrupted else options, report)
    status = search.status
    if lookout.interrupted and status == "time_limit":
        status = "interrupted"
    proof = ()
    if search.log is not None:
        proof = (conflicts_part(problem, search.log, search.conflicts, groups.weight.tolist()),)
    cells = [] if search.where is None else [(search.where, search.where)]
    work = {"nodes": search.n_nodes, "programs": search.n_programs, "conflicts": len(search.conflicts)}
    return Found(problem, signs, cells, search.best, bound(), status, work, proof)

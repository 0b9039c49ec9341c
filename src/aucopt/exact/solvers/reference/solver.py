"""The paper's algorithms as a solver: slow, obvious, the yardstick of the others."""

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import arcs_part
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Known, Options
from aucopt.exact.solvers.plane.arcs import arcs_to_prove
from aucopt.exact.solvers.reference.plane import algorithm_1
from aucopt.exact.solvers.reference.space import algorithm_2


class ReferenceSolver:
    """Algorithm 1 in two columns, Algorithm 2 in more, both corrected."""

    name = "enumeration"

    def kernels(self, problem: Problem, options: Options) -> None:
        """Hardly anything is compiled."""

    def refusal(self, problem: Problem, objective: Objective, options: Options) -> str | None:
        """Say why the paper's algorithms will not do."""
        if options.certify and len(problem.columns) > 2:
            return 'The enumeration of three columns and more writes no proof; use solver="cone" or "auto".'
        if objective.by_pairs and objective.needs_faces:
            return None
        return "The enumeration needs an objective that counts right pairs, and tied ones half."

    def solve(
        self, problem: Problem, objective: Objective, options: Options, known: Known = NOTHING_KNOWN
    ) -> Found:
        """Enumerate the directions at which pairs swap; neither a deadline nor a gap stops it."""
        signs = problem.pick(options.signs)
        p, q = ([int(w) for w in column] for column in problem.weight.T)
        points, work = problem.integers(), {"pairs": problem.n_point_pairs}
        if len(problem.columns) == 2:
            found = algorithm_1(points, p, q, signs)
            proof = (arcs_part(problem, arcs_to_prove((), signs)),) if options.certify else ()
            return Found(problem, signs, found.cells, found.value, found.value, "optimal", work, proof)
        best = algorithm_2(points, p, q, signs)
        cells = [(best.direction, best.direction)]
        return Found(problem, signs, cells, best.value, best.value, "optimal", work)

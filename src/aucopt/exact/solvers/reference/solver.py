"""The paper's algorithms as a solver: slow, obvious, the yardstick of the others."""

from collections.abc import Callable

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import arcs_part, face_part
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Kernels, Known, Options
from aucopt.exact.solvers.cone.lookout import Lookout
from aucopt.exact.solvers.plane.arcs import arcs_to_prove
from aucopt.exact.solvers.reference.plane import algorithm_1
from aucopt.exact.solvers.reference.space import algorithm_2
from aucopt.exact.solvers.starts import any_start

# Any number of columns calls the same kernels.
_COLUMNS = 4


class TooLateError(Exception):
    """The deadline has passed in the middle of an enumeration."""


class ReferenceSolver:
    """Algorithm 1 in two columns, Algorithm 2 in more, both corrected."""

    name = "enumeration"

    def kernels(self, problem: Problem, options: Options) -> Kernels | None:
        """Hardly anything is compiled, but for the ascents that give an answer if time runs out."""
        return None if options.deadline is None else Kernels("enumeration", _COLUMNS)

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
        """Enumerate the directions at which pairs swap; it is done, or it has shown nothing."""
        lookout = Lookout(problem, objective, options)
        best = any_start(problem, objective, options)
        try:
            if options.deadline is not None:
                best = lookout.first(best)
            return _enumerate(problem, options, _alarm(lookout.options_before_last()))
        except TooLateError:
            status, best = "time_limit", lookout.last(best)
        except KeyboardInterrupt:
            status = "interrupted"
        if lookout.interrupted:
            status = "interrupted"
        most = objective.most(problem)
        return Found(
            problem,
            problem.pick(options.signs),
            cells=[(best.direction, best.direction)],
            value=best.value,
            bound=most,
            status="optimal" if best.value == most else status,
            work={"pairs": problem.n_point_pairs},
            proof=(face_part(problem),) if options.certify else (),
        )


def _enumerate(problem: Problem, options: Options, tick: Callable[[], None]) -> Found:
    signs = problem.pick(options.signs)
    p, q = ([int(w) for w in column] for column in problem.weight.T)
    points, work = problem.integers(), {"pairs": problem.n_point_pairs}
    if len(problem.columns) == 2:
        found = algorithm_1(points, p, q, signs, tick)
        proof = (arcs_part(problem, arcs_to_prove((), signs)),) if options.certify else ()
        return Found(problem, signs, found.cells, found.value, found.value, "optimal", work, proof)
    best = algorithm_2(points, p, q, signs, tick)
    cells = [(best.direction, best.direction)]
    return Found(problem, signs, cells, best.value, best.value, "optimal", work)


def _alarm(options: Options) -> Callable[[], None]:
    """What raises an error as soon as the deadline has passed."""

    def tick() -> None:
        if options.is_late():
            raise TooLateError

    return tick

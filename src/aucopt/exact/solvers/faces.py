"""The faces of the allowed cone: problems of their own with fewer columns.

Without constraints the optimum lies inside an open cell. Under signs it need not: with ties at one half a
weight of exactly zero can beat both of its sides when the better one is forbidden. So each set of
constrained columns that may be zero is left out in turn, and inside each face only open cells count.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import interior_part
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.base import NOTHING_KNOWN, STATUSES, Found, Known, Options, Solver
from aucopt.exact.solvers.plane.solver import PlaneSolver

# From this many columns on time may end a search long before it is done.
_MANY = 3
# What the faces get of the time, and how much more a face gets for each of its columns.
_OF_FACES, _TIMES_A_COLUMN = 0.6, 4.0

Columns = tuple[int, ...]


def solve_faces(
    problem: Problem, objective: Objective, options: Options, solver: Solver, known: Known = NOTHING_KNOWN
) -> Found:
    """Search every face of the allowed cone, the smallest first; the best, with the bound of all.

    Where the value known before is that of no face searched, `at_least` has to name its direction.
    """
    best: Found | None = None
    faces = needed_faces(problem, objective, options)
    for k, columns in enumerate(faces):
        face = problem if columns == problem.columns else problem.restrict(columns)
        if len(columns) == 1:
            found = _solve_line(face, objective, options)
        else:
            waiting = objective.whole(problem) if columns != faces[-1] else 0
            if best is not None:
                known = Known(max(known.value, best.value), best.bound or 0)
            known = known._replace(bound=max(waiting, known.bound))
            # Two columns are the plane's, unless another solver was asked for.
            plane, of_face = PlaneSolver(), solver
            if options.solver == "auto" and plane.refusal(face, objective, options) is None:
                of_face = plane
            found = of_face.solve(face, objective, _share_time(options, faces[k:]), known)
        if found.status == "interrupted":
            # What is left is only bounded.
            options = replace(options, deadline=0.0)
        best = found if best is None else _join(best, found)
    assert best is not None
    if options.certify and not objective.by_pairs and objective.needs_faces:
        scale = dict(zip(problem.columns, problem.scale, strict=True))
        skipped = [face for face in allowed_faces(problem, options.signs) if face not in faces]
        parts = [interior_part(problem, face, [scale[j] for j in face]) for face in skipped if len(face) > 1]
        best = best._replace(proof=(*best.proof, *parts))
    return best


def solve_signed(
    problem: Problem, objective: Objective, options: Options, solver: Solver, known: Known = NOTHING_KNOWN
) -> Found:
    """Search every face; where a deadline leaves a gap, the bound is the better of that and the free one.

    What no direction exceeds, no allowed one does.
    """
    if options.deadline is None or len(problem.columns) < _MANY or not any(options.signs):
        return solve_faces(problem, objective, options, solver, known)
    now = time.monotonic()
    ends = now + _OF_FACES * max(options.deadline - now, 0.0)
    found = solve_faces(problem, objective, replace(options, deadline=ends), solver, known)
    if found.status != "time_limit" or options.is_late():
        return found
    assert found.bound is not None
    free = solver.solve(problem, objective, _without_signs(problem, objective, options, found))
    status = "interrupted" if free.status == "interrupted" else found.status
    if free.bound is None or free.bound >= found.bound:
        return found._replace(status=status)
    bound = max(free.bound, found.value)
    status = "optimal" if bound == found.value else status
    return found._replace(bound=bound, status=status, proof=free.proof, searched=(0,) * len(options.signs))


def _without_signs(problem: Problem, objective: Objective, options: Options, found: Found) -> Options:
    """The options of a search whose bound alone is wanted."""
    tell, reached, top = options.callback, objective.share(problem, found.value), found.bound
    assert top is not None

    def told(progress: Progress) -> None:
        assert tell is not None
        bound = max(min(progress.bound, float(objective.share(problem, top))), float(reached))
        tell(progress._replace(value=float(reached), bound=bound, gap=bound - float(reached)))

    signs = (0,) * len(options.signs)
    return replace(options, signs=signs, starts=(), callback=None if tell is None else told)


def _share_time(options: Options, faces: Sequence[Columns]) -> Options:
    """The options for the first of some faces: of the time left it gets a share by its size."""
    now = time.monotonic()
    if options.deadline is None or options.deadline <= now:
        return options
    first, *others = (_TIMES_A_COLUMN ** len(columns) for columns in faces)
    share = first / (first + sum(others))
    return replace(options, deadline=now + share * (options.deadline - now))


def needed_faces(problem: Problem, objective: Objective, options: Options) -> list[Columns]:
    """The faces that have to be searched; small ones first.

    Where no more pairs coincide on a face than in the whole, directions beside it order all pairs alike. A
    certificate of the AUC bounds every face, and one column takes no search.
    """
    faces = allowed_faces(problem, options.signs)
    if not objective.needs_faces:
        # What ties on a smaller face counts against it: directions beside it are as good.
        return [face for face in faces if len(face) == len(problem.columns)]
    if (options.certify and objective.by_pairs) or problem.relations:
        return faces
    searched = (1, len(problem.columns))
    return [
        face
        for face in faces
        if len(face) in searched or problem.restrict(face).coincident > problem.coincident
    ]


def allowed_faces(problem: Problem, signs: Sequence[int]) -> list[Columns]:
    """Sets of columns inside whose allowed cones lie all allowed directions; small sets first.

    Columns that depend on others matter under signs: a direction that is forbidden to one may be allowed
    by way of another.
    """
    varying = [*problem.columns, *problem.relations]
    if not any(signs[j] for j in varying):
        return [problem.columns]
    found = set()
    for basis in _bases(problem, varying):
        free = [j for j in basis if not signs[j]]
        bound = [j for j in basis if signs[j]]
        for size in range(len(bound) + 1):
            found |= {tuple(sorted((*free, *some))) for some in combinations(bound, size)}
    constant = [j for j in range(problem.n_features) if j not in varying]
    if constant:
        # Weight on a constant column alone ties all pairs: better than directions that are worse than chance.
        found.add((constant[0],))
    return sorted((face for face in found if face), key=lambda face: (len(face), face))


def _solve_line(problem: Problem, objective: Objective, options: Options) -> Found:
    """One column: up or down."""
    (sign,) = problem.pick(options.signs)
    values = {s: objective.count(problem, (s,)).value for s in (1, -1) if sign in (0, s)}
    best = max(values.values())
    cells = [((s,), (s,)) for s, value in values.items() if value == best]
    return Found(problem, (sign,), cells, best, best, "optimal", {})


def _join(best: Found, found: Found) -> Found:
    """The better of two faces, a plane with all its cells if equal; bound and status hold for both."""
    beats = found.value > best.value or (found.value == best.value and len(found.signs) == 2)
    winner = found if found.cells and beats else best
    bound = max(best.bound or 0, found.bound or 0)
    status = max(best.status, found.status, key=STATUSES.index)
    work = {name: best.work.get(name, 0) + found.work.get(name, 0) for name in (*best.work, *found.work)}
    return winner._replace(
        bound=bound,
        status="optimal" if bound == winner.value else status,
        work=work,
        proof=best.proof + found.proof,
    )


def _bases(problem: Problem, varying: Sequence[int]) -> list[Columns]:
    """All largest sets of independent columns."""
    rank = len(problem.columns)
    if not problem.relations:
        return [problem.columns]
    made_of = dict(problem.relations)
    for k, j in enumerate(problem.columns):
        made_of[j] = tuple(Fraction(int(i == k)) for i in range(rank))
    return [some for some in combinations(varying, rank) if _independent([made_of[j] for j in some])]


def _independent(vectors: Sequence[Sequence[Fraction]]) -> bool:
    rows = [list(vector) for vector in vectors]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k] != 0), None)
        if pivot is None:
            return False
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return True

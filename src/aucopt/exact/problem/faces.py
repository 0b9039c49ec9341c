"""The faces of the allowed cone: problems of their own with fewer columns.

Without constraints the optimum lies inside an open cell. Under signs it need not: with ties at one half a
weight of exactly zero can beat both of its sides when the better one is forbidden. So each set of
constrained columns that may be zero is left out in turn, and inside each face only open cells count.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from aucopt.exact.problem.problem import Problem

Columns = tuple[int, ...]


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

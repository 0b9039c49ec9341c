"""Pairs as vectors with weights: what a direction must have on its side, and what it loses if it does not.

Pairs with parallel differences are right or wrong together. Of such a group the smaller side is always lost;
what is left of the larger one is lost if the group is wrong. A group is right where its vector, the
shortest along the differences of the larger side, has a positive product with the direction.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.conflict.combination import Vector


@dataclass(frozen=True)
class PairGroups:
    """Groups of parallel pairs whose sides differ, in lexicographic order of their vectors.

    Attributes
    ----------
    vectors : list of tuple of int
        One for each group.
    weight : (m,) int64 array
        By how much the larger side of each exceeds the other.
    most : int
        The weight of right pairs if all groups were right.
    """

    vectors: list[Vector]
    weight: np.ndarray
    most: int


def group_pairs(problem: Problem) -> PairGroups:
    """Group all pairs of a problem; those whose points coincide are left out."""
    points = np.array(problem.integers(), dtype=object)
    # Differences of such integers fit into int64.
    if all(abs(v) < 1 << 61 for v in points.flat):
        points = points.astype(np.int64)
    sides = [np.flatnonzero(problem.weight[:, k]) for k in (0, 1)]
    side_weights = [problem.weight[rows, k].tolist() for k, rows in enumerate(sides)]
    of_line: defaultdict[Vector, int] = defaultdict(int)
    for i, p in zip(sides[0], side_weights[0], strict=True):
        differences = points[i] - points[sides[1]]
        divisors = np.gcd.reduce(np.abs(differences), axis=1)
        distinct = divisors != 0
        lines = (differences[distinct] // divisors[distinct, None]).tolist()
        weights = [q for q, some in zip(side_weights[1], distinct.tolist(), strict=True) if some]
        for line, q in zip(lines, weights, strict=True):
            of_line[tuple(line)] += p * q
    excess = {line: w - of_line.get(tuple(-v for v in line), 0) for line, w in of_line.items()}
    vectors = sorted(line for line, w in excess.items() if w > 0)
    weight = [excess[line] for line in vectors]
    # The sum of all pairs has both sides of each group, that of what is left over their difference.
    most = (sum(of_line.values()) + sum(weight)) // 2
    return PairGroups(vectors, np.array(weight, dtype=np.int64), most)

"""Right, tied and all pairs of one exact direction, in any number of columns."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from aucopt.exact.problem.numbers import limbs_of
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.solution import BestColumn
from aucopt.kernels.integers.points import BASE_BITS, count_along, order_along

_UNIT_ROUNDOFF = 2.0**-53


class Counts(NamedTuple):
    """Weight of the right, the tied and all pairs."""

    right: int
    tied: int
    total: int

    @property
    def value(self) -> int:
        """2R + T."""
        return 2 * self.right + self.tied


def count(problem: Problem, direction: Sequence[int]) -> Counts:
    """Count the pairs of an integer direction in the problem's coordinates."""
    right, tied = count_along(*_sort(problem, direction), problem.weight)
    return Counts(int(right), int(tied), problem.total)


def recount(problem: Problem, direction: Sequence[int]) -> Counts:
    """Count by the true weights, where those of the problem had to be rounded."""
    if problem.exact_weight is None:
        return count(problem, direction)
    right = tied = below = positives = p = q = 0
    for row, rise in zip(*_sort(problem, direction), strict=True):
        if rise:
            right, tied, below, positives = right + p * below, tied + p * q, below + q, positives + p
            p = q = 0
        p, q = p + problem.exact_weight[row][0], q + problem.exact_weight[row][1]
    return Counts(right + p * below, tied + p * q, (positives + p) * (below + q))


def best_column(problem: Problem, signs: Sequence[int]) -> BestColumn | None:
    """The column that does best by itself, in an allowed direction; None unless two or more vary."""
    varying = [*problem.columns, *problem.relations]
    if len(varying) < 2 or problem.n_points < 2:
        return None
    found = []
    for j in sorted(varying):
        up = recount(problem, problem.direction_of(np.eye(problem.n_features)[j]))
        values = {1: up.value, -1: 2 * up.total - up.value}
        found += [
            BestColumn(problem.feature_names[j], sign, Fraction(value, 2 * up.total))
            for sign, value in values.items()
            if signs[j] in (0, sign)
        ]
    return max(found, key=lambda column: column.auc_exact)


def _sort(problem: Problem, direction: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the points in the order of a direction, and where their height rises."""
    size = max(abs(v) for v in direction).bit_length()
    c = np.array([v / (1 << size) for v in direction])
    digits = np.array([limbs_of(v, size // BASE_BITS + 1) for v in direction], dtype=np.int64)
    key = problem.x @ c
    place = np.argsort(key, kind="stable")
    # Images, weights, products and sums are rounded, and there is a margin.
    error = (24 + 8 * len(c)) * _UNIT_ROUNDOFF * float(np.abs(c) @ problem.reach)
    return place, order_along(key, place, problem.limbs, digits, error)

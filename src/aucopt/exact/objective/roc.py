"""Objectives of the ROC curve: so far the area under all of it.

With N pairs, R right, T tied and T0 coincident, AUC = (2R + T) / 2N, ties counted half. Inside an open cell
T = T0, so that its value is 2R + T0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from aucopt.exact.objective.base import Counts
from aucopt.exact.problem.columns import exact_weights, fit_weights
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import order_rows
from aucopt.kernels.integers.points import count_along


@dataclass(frozen=True)
class AUC:
    """The area under the ROC curve; values are 2R + T."""

    by_pairs = True
    needs_faces = True

    def count(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count an integer direction in the problem's coordinates, by its integer weights."""
        return _count(*problem.order(direction), problem.weight, None)

    def recount(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count by the true weights, where those of the problem had to be rounded."""
        return _count(*problem.order(direction), problem.weight, problem.exact_weight)

    def count_scores(self, problem: Problem, scores: np.ndarray) -> Counts:
        """Count float scores of the points by the true weights, as they are, equal ones tied."""
        place = np.argsort(scores, kind="stable")
        ordered = scores[place]
        rises = np.append(True, ordered[1:] != ordered[:-1])
        return _count(place, rises, problem.weight, problem.exact_weight)

    def count_rows(self, problem: Problem, coef: np.ndarray) -> Counts:
        """Count float weights on the rows as they came, exactly; no points are merged for it."""
        assert problem.raw is not None
        whole = exact_weights(problem.raw.positive, problem.raw.weight)
        weight, exact_weight = fit_weights(whole, whole.ravel())
        return _count(*order_rows(problem.raw.columns, coef), weight, exact_weight)

    def whole(self, problem: Problem) -> int:
        """The value of an AUC of 1."""
        return 2 * problem.total

    def most(self, problem: Problem) -> int:
        """No direction has a higher value: coincident rows of both classes tie whatever the weights."""
        return 2 * problem.total - problem.coincident

    def value_of_cell(self, problem: Problem, right: int) -> int:
        """2R + T of an open cell."""
        return 2 * right + problem.coincident

    def right_for(self, problem: Problem, value: int) -> int:
        """The weight of right pairs beyond which a cell beats a value."""
        return (value - problem.coincident) // 2

    def share(self, problem: Problem, value: int) -> Fraction:
        """The AUC of a value."""
        return Fraction(value, 2 * problem.total)


def _count(
    place: np.ndarray, rises: np.ndarray, weight: np.ndarray, exact_weight: np.ndarray | None
) -> Counts:
    """Count pairs of points in order: by the true weights where those at hand had to be rounded."""
    if exact_weight is None:
        found = count_along(place, rises, weight)
        totals = weight.sum(axis=0)
        return Counts(int(found[0]), int(found[1]), int(totals[0]) * int(totals[1]))
    right = tied = below = positives = p = q = 0
    for row, rise in zip(place.tolist(), rises.tolist(), strict=True):
        if rise:
            right, tied, below, positives = right + p * below, tied + p * q, below + q, positives + p
            p = q = 0
        p, q = p + int(exact_weight[row, 0]), q + int(exact_weight[row, 1])
    return Counts(right + p * below, tied + p * q, (positives + p) * (below + q))

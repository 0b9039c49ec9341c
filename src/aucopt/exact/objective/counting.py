"""Points in the order of a direction, of float scores or of rows, and the pairs counted along it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import Counts
from aucopt.exact.problem.columns import exact_weights, fit_weights
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import order_rows
from aucopt.kernels.integers.points import count_along


class Ordered(NamedTuple):
    """Points from the lowest up: rows, where the height rises, weights, and the true ones if rounded."""

    place: np.ndarray
    rises: np.ndarray
    weight: np.ndarray
    exact_weight: np.ndarray | None = None

    @property
    def begins_from_above(self) -> np.ndarray:
        """Where a new height begins, going through the points from the highest down."""
        return np.append(True, self.rises[:0:-1])


def order_direction(problem: Problem, direction: Sequence[int]) -> Ordered:
    """The points along an integer direction, exactly."""
    return Ordered(*problem.order(direction), problem.weight, problem.exact_weight)


def order_scores(scores: np.ndarray, weight: np.ndarray, exact_weight: np.ndarray | None = None) -> Ordered:
    """The points by float scores as they are, equal ones tied."""
    place = np.argsort(scores, kind="stable")
    ordered = scores[place]
    return Ordered(place, np.append(True, ordered[1:] != ordered[:-1]), weight, exact_weight)


def order_raw_rows(problem: Problem, coef: np.ndarray) -> Ordered:
    """The rows as they came by float weights, exactly; no points are merged for it."""
    assert problem.raw is not None
    whole = exact_weights(problem.raw.positive, problem.raw.weight)
    weight, exact_weight = fit_weights(whole, whole.ravel())
    return Ordered(*order_rows(problem.raw.columns, coef), weight, exact_weight)


def count_pairs(ordered: Ordered) -> Counts:
    """Count pairs of points in order: by the true weights where those at hand had to be rounded."""
    place, rises, weight, exact_weight = ordered
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

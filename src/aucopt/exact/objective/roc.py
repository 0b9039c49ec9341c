"""The area under the whole ROC curve, and the pairs that it counts in the order of a direction.

With N pairs, R right, T tied and T0 coincident, AUC = (2R + T) / 2N, ties counted half. Inside an open cell
T = T0, so that its value is 2R + T0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from aucopt.exact.problem.columns import exact_weights, fit_weights
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import order_rows
from aucopt.kernels.integers.points import count_along
from aucopt.kernels.scores.curve import Worth
from aucopt.metrics.auc import roc_auc_score
from aucopt.words import quantity


class Counts(NamedTuple):
    """Weight of the right, the tied and all pairs, and 2R + T."""

    right: int
    tied: int
    total: int

    @property
    def value(self) -> int:
        """2R + T."""
        return 2 * self.right + self.tied

    @property
    def share(self) -> Fraction:
        """The AUC."""
        return Fraction(self.value, 2 * self.total)

    @property
    def pairs(self) -> "Counts":
        """The counts of pairs, which every objective reports beside its own value."""
        return self


@dataclass(frozen=True)
class AUC:
    """The area under the ROC curve; values are 2R + T."""

    by_pairs = True
    by_positives = True
    exchanged = None
    needs_faces = True
    has_cut_off = False
    is_auc = True
    classifies = True
    name = "AUC"
    condition = ""
    stated = None
    optimiser = "AUC-opt"
    part = None
    shortfall = ""
    explained = (
        "The share of pairs of a positive and a negative row that are ranked correctly; ties count one half."
    )
    quantity = quantity.AUC

    def refusal(self, problem: Problem) -> str | None:
        """The AUC of every problem can be counted."""
        return None

    def count(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count an integer direction in the problem's coordinates, by its integer weights."""
        return count_pairs(order_direction(problem, direction)._replace(exact_weight=None))

    def recount(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count by the true weights, where those of the problem had to be rounded."""
        return count_pairs(order_direction(problem, direction))

    def count_scores(self, problem: Problem, scores: np.ndarray) -> Counts:
        """Count float scores of the points by the true weights, as they are, equal ones tied."""
        return count_pairs(order_scores(scores, problem.weight, problem.exact_weight))

    def count_rows(self, problem: Problem, coef: np.ndarray) -> Counts:
        """Count float weights on the rows as they came, exactly; no points are merged for it."""
        return count_pairs(order_raw_rows(problem, coef))

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

    def worth(self, problem: Problem) -> Worth:
        """What a positive is worth by the negatives of a problem."""
        return self.worth_among(int(problem.weight[:, 1].sum()))

    def worth_among(self, weight_of_others: int) -> Worth:
        """What a positive is worth: the negatives that are not above it, ties counted half."""
        return Worth(2 * weight_of_others, 1, 2)

    def handicaps(self, problem: Problem) -> np.ndarray:
        """Nothing is above the positives from the start."""
        return np.zeros(len(problem.blocks) - 1, dtype=np.int64)

    def share(self, problem: Problem, value: int) -> Fraction:
        """The AUC of a value."""
        return Fraction(value, 2 * problem.total)

    def share_at_most(self, problem: Problem, value: int) -> Fraction:
        """The highest AUC that a value may stand for where weights are rounded."""
        return Fraction(value + problem.rounding, 2 * problem.nominal)

    def standardize(self, share: Fraction) -> Fraction | None:
        """The whole area has no other form."""
        return None

    def measure(
        self,
        y: np.ndarray,
        scores: np.ndarray,
        weights: np.ndarray | None,
        strata: np.ndarray | None = None,
    ) -> float:
        """The AUC of any scores."""
        return roc_auc_score(y, scores, sample_weight=weights)

    def allows(self, fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
        """A cut-off may be anywhere on the curve."""
        return np.ones(len(fpr), dtype=bool)

    def cut_off(self, scores: np.ndarray, weight: np.ndarray) -> None:
        """An area knows no cut-off."""
        return None


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
    place = np.argsort(scores)
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
        return Counts(*map(int, count_along(place, rises, weight)))
    right = tied = below = positives = p = q = 0
    for row, rise in zip(place.tolist(), rises.tolist(), strict=True):
        if rise:
            right, tied, below, positives = right + p * below, tied + p * q, below + q, positives + p
            p = q = 0
        p, q = p + int(exact_weight[row, 0]), q + int(exact_weight[row, 1])
    return Counts(right + p * below, tied + p * q, (positives + p) * (below + q))

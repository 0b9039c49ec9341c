"""The accuracy of weights at their own best cut-off, for weights that are not searched with a cut-off."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.roc import Counts, Ordered, count_pairs, order_direction
from aucopt.exact.problem.columns import exact_weights
from aucopt.exact.problem.problem import Problem


class CutCounts(NamedTuple):
    """What the best cut-off of scores classifies right, of all that counts; and the pairs of the scores."""

    value: int
    total: int
    pairs: Counts

    @property
    def share(self) -> Fraction:
        """The accuracy."""
        return Fraction(self.value, self.total)


@dataclass(frozen=True)
class BestCut:
    """An accuracy as a number of weights alone: that at the best cut-off between their scores, or beyond all.

    `costs` are what a negative and a positive row counts, as integers.
    """

    accuracy: Accuracy
    costs: tuple[int, int]

    is_auc = False
    by_pairs = False

    @classmethod
    def of(cls, accuracy: Accuracy, problem: Problem) -> "BestCut":
        """That of the rows of a problem."""
        assert problem.raw is not None
        totals = exact_weights(problem.raw.positive, problem.raw.weight).sum(axis=0)
        return cls(accuracy, accuracy.whole_costs(problem.classes.tolist(), [int(totals[1]), int(totals[0])]))

    def recount(self, problem: Problem, direction: Sequence[int]) -> CutCounts:
        """Count an integer direction of the columns by the true weights."""
        return self._count(order_direction(problem, direction))

    def _count(self, ordered: Ordered) -> CutCounts:
        weight: Any = ordered.weight if ordered.exact_weight is None else ordered.exact_weight
        weight = weight[ordered.place].astype(object)
        positives, negatives = weight[:, 0] * self.costs[1], weight[:, 1] * self.costs[0]
        # From the lowest height up: accept all, then ever fewer; equal scores are accepted together.
        rises = np.flatnonzero(ordered.rises)
        gains = np.add.reduceat(negatives - positives, rises)
        right = int(positives.sum()) + max(0, *np.cumsum(gains).tolist())
        return CutCounts(right, int(positives.sum() + negatives.sum()), count_pairs(ordered))

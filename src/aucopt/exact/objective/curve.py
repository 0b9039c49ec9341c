"""What objectives of a part of the ROC curve share: each positive is worth the less, the more lies above it.

An objective of the other side of the curve is a sum over the negatives, by the positives below each: the same
with the classes exchanged and all directions negated. It is counted as it was asked, and searched exchanged.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import CutOff
from aucopt.exact.objective.roc import (
    Counts,
    Ordered,
    count_pairs,
    order_direction,
    order_raw_rows,
    order_scores,
)
from aucopt.exact.problem.problem import Problem
from aucopt.kernels.scores.curve import Worth, weigh_positives, worth_of
from aucopt.metrics.auc import check_rows
from aucopt.metrics.curve import value_of
from aucopt.metrics.part import Part, read_part
from aucopt.words.quantity import Quantity

# Sums of worths must stay below this.
MOST = 1 << 62
# Floats as written have no more decimal places that matter.
_MOST_PLACES = 16


def as_decimal(share: Fraction) -> str:
    """A share as a certificate writes it: 0.95; a fraction that is no decimal stays one.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from aucopt.exact.objective.curve import as_decimal
    >>> as_decimal(Fraction(19, 20)), as_decimal(Fraction(1)), as_decimal(Fraction(1, 3))
    ('0.95', '1', '1/3')
    """
    for places in range(_MOST_PLACES):
        scaled = share * 10**places
        if scaled.denominator == 1:
            digits = str(scaled.numerator).zfill(places + 1)
            return f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return str(share)


class CurveCounts(NamedTuple):
    """A value of an objective that is no count of pairs, the value of a share of 1, and the pairs beside."""

    value: int
    whole: int
    pairs: Counts

    @property
    def share(self) -> Fraction:
        """The value as the number people know."""
        return Fraction(self.value, self.whole)


class CurveObjective:
    """A sum over one class: over the positives, or `of_negatives`."""

    has_cut_off = False
    classifies = True
    shortfall = ""

    @property
    def is_auc(self) -> bool:
        """Whether this is the area under the whole curve."""
        return self.by_pairs

    @property
    def by_pairs(self) -> bool:
        """Whether right pairs alone decide: of the whole area only."""
        return False

    @property
    def of_negatives(self) -> bool:
        """Whether each negative is worth something, by the positives below it."""
        raise NotImplementedError

    @property
    def by_positives(self) -> bool:
        """Whether it is a sum over the positives."""
        return not self.of_negatives

    @property
    def name(self) -> str:
        """What the value is called."""
        raise NotImplementedError

    @property
    def condition(self) -> str:
        """Where on the curve."""
        raise NotImplementedError

    @property
    def quantity(self) -> Quantity:
        """Its names for the narrator."""
        return Quantity(self.name, self.condition, self.shortfall)

    @property
    def explained(self) -> str:
        """What the value is."""
        raise NotImplementedError

    @property
    def part(self) -> Part | None:
        """The part of the curve; none where all pairs count alike."""
        return None if self.by_pairs else read_part(**self._limits)

    @property
    def _limits(self) -> dict[str, float | None]:
        """What names the part, by the names of the metrics."""
        raise NotImplementedError

    def worth_among(self, weight_of_others: int) -> Worth:
        """What a row is worth if so much of the other class might lie on its wrong side."""
        return self._worth(weight_of_others)

    def _worth(self, weight_of_others: int) -> Worth:
        raise NotImplementedError

    def whole_among(self, mine: int, others: int) -> int:
        """The value of a share of 1 for these weights of both classes."""
        raise NotImplementedError

    def refusal(self, problem: Problem) -> str | None:
        """Say why this objective of a problem cannot be counted; None if it can."""
        if problem.exact_weight is not None:
            return (
                f"These sample weights have too many digits for exact counts, which the objective {self!r} "
                "needs; round them to integers or to a few decimals."
            )
        mine, others = self._totals(problem.weight)
        worth = self.worth_among(others)
        if mine * max(worth.cap, worth.slope * worth.unit * others, others) >= MOST:
            return (
                f"Counts of {self!r} on these rows leave 62 bits. Write its limit with fewer digits, or use "
                "smaller sample weights."
            )
        return None

    def count(self, problem: Problem, direction: Sequence[int]) -> CurveCounts | Counts:
        """Count an integer direction in the problem's coordinates, by its integer weights."""
        return self._count(order_direction(problem, direction))

    def recount(self, problem: Problem, direction: Sequence[int]) -> CurveCounts | Counts:
        """Count by the true weights; rounded ones are refused."""
        return self.count(problem, direction)

    def count_scores(self, problem: Problem, scores: np.ndarray) -> CurveCounts | Counts:
        """Count float scores of the points, as they are, equal ones tied."""
        return self._count(order_scores(scores, problem.weight))

    def count_rows(self, problem: Problem, coef: np.ndarray) -> CurveCounts | Counts:
        """Count float weights on the rows as they came, exactly; no points are merged for it."""
        return self._count(order_raw_rows(problem, coef))

    def _count(self, ordered: Ordered) -> CurveCounts | Counts:
        mine, others = self._totals(ordered.weight)
        value, _ = weigh_positives(self.worth_among(others), 0, *self._from_best(ordered))
        return CurveCounts(int(value), self.whole_among(mine, others), count_pairs(ordered))

    def _from_best(self, ordered: Ordered) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Points from the best place on, where a height begins, the weights of this class and the other."""
        weight = ordered.weight
        if self.of_negatives:
            return ordered.place, ordered.rises, weight[:, 1], weight[:, 0]
        return ordered.place[::-1], ordered.begins_from_above, weight[:, 0], weight[:, 1]

    def _totals(self, weight: np.ndarray) -> tuple[int, int]:
        """Weight of the class that is summed over, and of the other."""
        # Column by column: summing rows of two numbers takes ten times as long.
        positives, negatives = int(weight[:, 0].sum()), int(weight[:, 1].sum())
        return (negatives, positives) if self.of_negatives else (positives, negatives)

    def whole(self, problem: Problem) -> int:
        """The value of a share of 1."""
        return self.whole_among(*self._totals(problem.weight))

    def most(self, problem: Problem) -> int:
        """No direction has a higher value: rows of the other class at the same point tie for ever."""
        worth = self.worth(problem)
        mine, others = problem.weight.T[:: -1 if self.of_negatives else 1]
        used = np.flatnonzero(mine)
        return sum(int(mine[i]) * int(worth_of(worth, others[i])) for i in used)

    def value_of_cell(self, problem: Problem, right: int) -> int:
        """What is searched for is the value itself."""
        return right

    def right_for(self, problem: Problem, value: int) -> int:
        """What a cell must exceed to beat a value."""
        return value

    def worth(self, problem: Problem) -> Worth:
        """What a row of the class that is summed over is worth."""
        return self.worth_among(self._totals(problem.weight)[1])

    def handicaps(self, problem: Problem) -> np.ndarray:
        """Nothing is above the rows from the start."""
        return np.zeros(len(problem.blocks) - 1, dtype=np.int64)

    def share(self, problem: Problem, value: int) -> Fraction:
        """A value as the number people know."""
        return Fraction(value, self.whole(problem))

    def share_at_most(self, problem: Problem, value: int) -> Fraction:
        """The same: rounded weights are refused."""
        return self.share(problem, value)

    def standardize(self, share: Fraction) -> Fraction | None:
        """Nothing but areas has another form."""
        return None

    def measure(
        self,
        y: np.ndarray,
        scores: np.ndarray,
        weights: np.ndarray | None,
        strata: np.ndarray | None = None,
    ) -> float:
        """The value of any scores of some rows."""
        part = self.part
        assert part is not None
        return float(value_of(part, *check_rows(y, scores, weights, None)))

    def allows(self, fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
        """A point has its own cut-off; elsewhere any will do."""
        return np.ones(len(fpr), dtype=bool)

    def cut_off(self, scores: np.ndarray, weight: np.ndarray) -> CutOff | None:
        """Nothing but operating points has a cut-off."""
        return None

"""Objectives of a part of the ROC curve: what the rows of one class are worth by those of the other.

A rule sums over the positives, each by the negatives above it, or over the negatives, each by the positives
below it. What lies on the wrong side counts twice where ties count half, so that ties count once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from aucopt.verifier.points import ExactPoints


@dataclass(frozen=True)
class Rule:
    """What is claimed of: `room` is the share of the other class that may be on the wrong side."""

    text: str
    of_negatives: bool
    is_half: bool
    room: Fraction

    @property
    def unit(self) -> int:
        """What a row on the wrong side counts, where one that ties counts one."""
        return 2 if self.is_half else 1

    def sides(self, points: ExactPoints) -> tuple[list[int], list[int]]:
        """The weights of the class that is summed over, and of the other."""
        both = points.positive, points.negative
        return (both[1], both[0]) if self.of_negatives else both

    def worth(self, amount: int, others: int) -> int:
        """What a row is worth with so much on its wrong side, of so much that there is."""
        p, q = self.room.numerator, self.room.denominator
        if self.is_half:
            return max(0, 2 * p * others - q * amount)
        return int(q * amount <= p * others)

    def whole(self, points: ExactPoints) -> int:
        """The unit of the value."""
        mine, others = (sum(side) for side in self.sides(points))
        return 2 * self.room.numerator * mine * others if self.is_half else mine

    def value(self, points: ExactPoints, amounts: Iterable[int]) -> int:
        """What all rows are worth, by what is on the wrong side of the rows of each point."""
        mine, others = self.sides(points)
        total = sum(others)
        return sum(s * self.worth(a, total) for s, a in zip(mine, amounts, strict=True) if s)

    def most(self, points: ExactPoints) -> int:
        """What no direction exceeds: rows of the other class at the same point never leave it."""
        return self.value(points, self.sides(points)[1])

    def along(self, points: ExactPoints) -> int:
        """The value of points on a line, in its direction."""
        _, others = self.sides(points)
        order = sorted(range(len(points.at)), key=lambda i: points.at[i], reverse=not self.of_negatives)
        amounts, passed = [0] * len(order), 0
        for i in order:
            amounts[i] = self.unit * passed + others[i]
            passed += others[i]
        return self.value(points, amounts)

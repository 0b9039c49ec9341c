"""Objectives of a part of the ROC curve: what the rows of one class are worth by those of the other.

A rule sums over the positives, each by the negatives above it, or over the negatives, each by the positives
below it. What lies on the wrong side counts twice where ties count half, so that ties count once. Rows are
compared within their stratum, whose own weight of the other class is what the room is a share of.
"""

from collections.abc import Sequence
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
        return 2 * self.room.numerator * points.total if self.is_half else sum(self.sides(points)[0])

    def value(self, points: ExactPoints, amounts: Sequence[int]) -> int:
        """What all rows are worth, by what is on the wrong side of the rows of each point."""
        mine, others = self.sides(points)
        value = 0
        for block in points.blocks:
            total = sum(others[block])
            there = zip(mine[block], amounts[block], strict=True)
            value += sum(s * self.worth(a, total) for s, a in there if s)
        return value

    def most(self, points: ExactPoints) -> int:
        """What no direction exceeds: rows of the other class at the same point never leave it."""
        return self.value(points, self.sides(points)[1])

    def along(self, points: ExactPoints) -> int:
        """The value of points on a line, in its direction."""
        _, others = self.sides(points)
        amounts = [0] * len(points.at)
        for block in points.blocks:
            passed = 0
            order = sorted(range(block.start, block.stop), key=points.at.__getitem__)
            for i in order if self.of_negatives else reversed(order):
                amounts[i] = self.unit * passed + others[i]
                passed += others[i]
        return self.value(points, amounts)

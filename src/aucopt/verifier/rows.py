"""Cones for objectives that are sums over the rows of one class, by those of the other on the wrong side.

In a cone a row that is on the wrong side of another at all vertices stays there. What that leaves of each row
bounds the cone; planes are listed by the row that is summed over, and only its own parallel ones are merged.
"""

from collections.abc import Sequence

import numpy as np

from aucopt.verifier.batch import ConeBatch
from aucopt.verifier.clock import Clock
from aucopt.verifier.cones import ConeTree
from aucopt.verifier.planes import SwapPlanes, group_lines, listed_pairs
from aucopt.verifier.points import FITS, ExactPoints, exact_array
from aucopt.verifier.rules import Rule
from aucopt.verifier.statement import Vector
from aucopt.verifier.steps import StepReader


class RowTree(ConeTree):
    """Walks the splits of cones with what is certainly on the wrong side of each row.

    `sure` of a batch has a row for each cone, with an entry for each point that is summed over.
    """

    def __init__(
        self,
        points: ExactPoints,
        merged: bool,
        basis: Sequence[Vector],
        steps: StepReader,
        rule: Rule,
        clock: Clock | None = None,
    ) -> None:
        self.rule = rule
        super().__init__(points, merged, basis, steps, clock)

    def list_planes(self, merged: bool) -> SwapPlanes:
        """All planes, by the row that is summed over; what each puts on its wrong side."""
        points, rule = self.points, self.rule
        mine, others = (exact_array(side) for side in rule.sides(points))
        if rule.unit * sum(rule.sides(points)[1]) >= FITS:
            # Each weight may fit, and what is on the wrong side of a row, their sum, not.
            others = others.astype(object)
        self.owners = np.flatnonzero(mine)
        high, low = listed_pairs(points)
        owner, other = (low, high) if rule.of_negatives else (high, low)
        amount = rule.unit * others[other]
        line = group_lines(points, high, low, owner) if merged else None
        if line is None:
            gain, loss = amount, np.zeros_like(amount)
        else:
            number, is_back, first = line
            gain, loss = (np.zeros(len(first), dtype=amount.dtype) for _ in range(2))
            np.add.at(gain, number[~is_back], amount[~is_back])
            np.add.at(loss, number[is_back], amount[is_back])
            high, low, owner = high[first], low[first], owner[first]
        # Wrong pairs put the gain on the wrong side, right ones the loss: the lesser is there in any case.
        self.place = np.searchsorted(self.owners, owner)
        lesser = np.minimum(gain, loss)
        self.more_if_wrong, self.more_if_right = gain - lesser, loss - lesser
        # The other class of the stratum of each row: what the room is a share of.
        totals = [sum(rule.sides(points)[1][block]) for block in points.blocks]
        block_of = np.searchsorted(points.begins, self.owners, side="right") - 1
        self.others = exact_array(totals)[block_of]
        self.base = others[self.owners].astype(amount.dtype)
        np.add.at(self.base, self.place, lesser)
        self.weight = mine[self.owners]
        return SwapPlanes(points, high, low, gain, loss, merged)

    def nothing(self) -> np.ndarray:
        """What is on the wrong side of each row whatever the direction."""
        return self.base[np.newaxis].copy()

    def settle(self, batch: ConeBatch) -> ConeBatch:
        """Leave out the planes that are decided, and count what is on the wrong side."""
        is_wrong = batch.masks >> self.n == self.full
        is_right = batch.masks & self.full == self.full
        sure = batch.sure.copy()
        cone = np.repeat(np.arange(len(batch.numbers)), batch.sizes)
        for chosen, more in ((is_wrong, self.more_if_wrong), (is_right & ~is_wrong, self.more_if_right)):
            entries = np.flatnonzero(chosen)
            planes = batch.open[entries]
            np.add.at(sure, (cone[entries], self.place[planes]), more[planes])
        kept = np.flatnonzero(~(is_wrong | is_right))
        begin = np.searchsorted(kept, batch.begin)
        return ConeBatch(batch.numbers, batch.vertices, sure, begin, batch.open[kept], batch.masks[kept])

    def most(self, batch: ConeBatch) -> np.ndarray:
        """What the rows are worth at most in each cone."""
        mine, total = (sum(side) for side in self.rule.sides(self.points))
        p, q = self.rule.room.numerator, self.rule.room.denominator
        sure, others, weight = batch.sure, self.others, self.weight
        if max(2 * p, q, 2 * q) * total * mine >= FITS:
            sure, others, weight = (part.astype(object) for part in (sure, others, weight))
        if self.rule.is_half:
            return np.maximum(2 * p * others - q * sure, 0) @ weight
        return (q * sure <= p * others).astype(weight.dtype) @ weight

    def complaint(self, most: int, limit: int) -> str:
        """Why a cone does not end."""
        return f"{self.rule.text} may reach {most:,}, but the claim allows only {limit:,}"

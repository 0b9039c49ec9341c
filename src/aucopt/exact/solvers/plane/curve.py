"""Marching for an objective of a part of the ROC curve: a sum over the positives, by what is above each.

Between two directions a positive is worth at most what the negatives above it at both leave of it. Most
positives soon cannot be worth anything, or are worth the same all the way; they leave, and so do negatives
that are never above one that matters. So parts of an arc are searched with ever fewer points.
"""

from copy import copy
from typing import NamedTuple

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane.direction import Direction, Whitening, axis_of, swap_directions
from aucopt.exact.solvers.plane.march import Stretch
from aucopt.kernels.plane.bits import BLOCK, GROUP, WORD
from aucopt.kernels.plane.inversions import list_inversions
from aucopt.kernels.plane.order import (
    Axis,
    OrderedPoints,
    Scratch,
    SwapTally,
    new_scratch,
    permute,
    score_points,
)
from aucopt.kernels.plane.positives import bound_worth, count_gains, count_gains_by_bits, renumber
from aucopt.kernels.plane.positives_sweep import sweep_worth
from aucopt.kernels.plane.sorting import sort_exactly
from aucopt.kernels.plane.strata import keep_blocks, reorder_blocks, weigh_blocks, weigh_opposite_blocks
from aucopt.kernels.scores.curve import Worth

_N_BUCKETS = 1024
_MIN_ROOM = 1 << 15
# Swaps are listed by moving point by point, unless a point passes more others than this on average.
_PASSED_A_POINT = 64
# If a larger share of the points matters, none leaves: copying the others costs as much as they do.
_MOST_KEPT = 0.9


class CurveLook(NamedTuple):
    """What lies between the current direction and the one looked at.

    `upper` bounds the value between, `right` is the value there, `n_swaps` the weight of the swaps of a
    positive and a negative.
    """

    to: Direction
    axis: Axis
    upper: int
    right: int
    n_swaps: int
    place: np.ndarray
    above: np.ndarray
    gains: np.ndarray


class Room(NamedTuple):
    """Room for sorting all points and for listing swaps, shared by a march and its marches into parts."""

    scratch: Scratch
    pairs: np.ndarray
    merging: tuple[np.ndarray, np.ndarray, np.ndarray]
    bits: tuple[np.ndarray, np.ndarray, np.ndarray]

    @classmethod
    def of(cls, n: int) -> "Room":
        """Room for n points."""
        order, spare = (np.empty(n, dtype=np.int32) for _ in range(2))
        words, groups, blocks = ((n >> size) + 1 for size in (WORD, GROUP, BLOCK))
        return cls(
            new_scratch(n),
            np.empty((max(n, _MIN_ROOM), 2), dtype=np.int32),
            (order, spare, np.empty(n, dtype=np.int64)),
            (
                np.empty(words, dtype=np.uint64),
                np.empty(groups, dtype=np.int64),
                np.empty(blocks, dtype=np.int64),
            ),
        )


class CurveMarch:
    """The points that matter in the order of the direction `at`, with the value there (`right`).

    Arrays are never changed, but replaced: marches through the same points share them.
    """

    def __init__(self, problem: Problem, worth: Worth, handicaps: np.ndarray) -> None:
        # All points just after the first axis: so a problem lists them.
        n, self.at = problem.n_points, Direction(1, 0)
        rows, above = np.arange(n, dtype=np.int32), np.empty(n, dtype=np.int64)
        self.problem, self.worth = problem, worth
        self.whitening = Whitening(problem)
        self.n_points = n
        self._points, self._blocks = OrderedPoints(problem.x, problem.weight, rows), problem.blocks
        self._over, self._settled, self._above = handicaps, 0, above
        self.right = int(weigh_blocks(problem.weight, rows, problem.blocks, worth, handicaps, above))
        self._axis = axis_of(problem, self.at.vector, self.at.side)
        self._room = Room.of(n)
        self.room = len(self._room.pairs)
        self._entered: tuple[CurveMarch, CurveMarch] | None = None

    def enter(self, part: "CurveMarch") -> "CurveMarch":
        """The march through a part of the points, of one's own: others may march through the same part."""
        if self._entered is None or self._entered[0] is not part:
            own = copy(part)
            own._room = self._room
            self._entered = part, own
        return self._entered[1]

    def look(self, to: Direction) -> CurveLook:
        """Sort along another direction without going there, and bound what lies between."""
        axis = axis_of(self.problem, to.vector, to.side)
        place, weight, worth = self._sort(axis), self._points.weight, self.worth
        gains = np.empty_like(self._above)
        if self.problem.counts_one:
            gained = int(count_gains_by_bits(weight, place, gains, *self._room.bits))
        else:
            gained = int(count_gains(weight, place, gains, *self._room.merging))
        right, above = self._weigh(place)
        upper = self._settled + int(bound_worth(weight, self._above, gains, worth))
        lost = gained + int(weight[:, 0] @ (above - self._above)) // worth.unit
        return CurveLook(to, axis, upper, right, gained + lost, place, above, gains)

    def look_back(self, look: CurveLook) -> tuple[int, int]:
        """The value half a turn on from here, and a bound up to half a turn on from where we looked.

        Of a march of all points only: what is above all positives here is so there.
        """
        weight, blocks, worth, over = self._points.weight, self._blocks, self.worth, self._over
        most = look.above + worth.unit * look.gains
        right = weigh_opposite_blocks(weight, self._above, blocks, worth, over)
        return int(right), int(weigh_opposite_blocks(weight, most, blocks, worth, over))

    def _weigh(self, place: np.ndarray) -> tuple[int, np.ndarray]:
        """The value of an order, and what is above each point in it."""
        above = np.empty_like(self._above)
        value = weigh_blocks(self._points.weight, place, self._blocks, self.worth, self._over, above)
        return self._settled + int(value), above

    def _sort(self, axis: Axis) -> np.ndarray:
        """The new order as positions in the old one, exactly."""
        key = np.empty(self.n_points)
        score_points(self._points.xy, axis.c, key)
        place = sort_exactly(key, self._blocks, self._points.row, self.problem.limbs, axis)
        if place is None:
            self._reorder(axis, self._tally(0))
            return self._room.scratch.place[: self.n_points].copy()
        return place

    def accept(self, look: CurveLook) -> None:
        """Go where we looked."""
        self._turn(look.to, look.axis, look.place, look.above, look.right)

    def go(self, to: Direction) -> None:
        """Go to a direction, whatever lies between."""
        if to != self.at:
            axis = axis_of(self.problem, to.vector, to.side)
            place = self._sort(axis)
            right, above = self._weigh(place)
            self._turn(to, axis, place, above, right)

    def count_at(self, to: Direction) -> int:
        """The value at another direction, without going there."""
        return self._weigh(self._sort(axis_of(self.problem, to.vector, to.side)))[0]

    def _turn(self, to: Direction, axis: Axis, place: np.ndarray, above: np.ndarray, right: int) -> None:
        old = self._points
        self._points = OrderedPoints(*(np.empty_like(a) for a in old))
        permute(old, place, self._points)
        self.at, self._axis, self._above, self.right = to, axis, above[place], right

    def focus(self, look: CurveLook) -> tuple["CurveMarch", CurveLook]:
        """A march from here that knows only what matters up to where we looked, and what it sees of that."""
        xy, weight, row = self._points
        kept, over = np.empty_like(weight), self._over.copy()
        settled = keep_blocks(
            weight, look.place, self._blocks, self._above, look.above, look.gains, self.worth, over, kept
        )
        used, place = renumber(kept, look.place)
        inner = copy(self)
        if len(used) > _MOST_KEPT * self.n_points:
            return inner, look
        above, above_then, gains = self._above[used], look.above[used], look.gains[used]
        inner._points = OrderedPoints(xy[used], kept[used], row[used])
        inner._blocks, inner._over = np.searchsorted(used, self._blocks), over
        inner._above, inner._settled = above, self._settled + int(settled)
        inner.n_points = len(used)
        swaps = 2 * gains + (above_then - above) // self.worth.unit
        n_swaps = int(inner._points.weight[:, 0] @ swaps)
        return inner, look._replace(n_swaps=n_swaps, place=place, above=above_then, gains=gains)

    def sweep(self, look: CurveLook, threshold: int) -> tuple[int, list[Stretch], int] | None:
        """The best value up to where we looked, where it is reached, and how many swaps there are.

        Below the threshold only a bound of the value is told. None if there are too many swaps to list.
        """
        tally, n_swaps = self._swaps_to(look)
        if n_swaps > self.room:
            return None
        best, rows = sweep_worth(
            self._points,
            self.problem.limbs,
            look.axis,
            tally,
            n_swaps,
            self._above.copy(),
            self.worth,
            self.right - self._settled,
            threshold - self._settled,
        )
        ends = [[None if s < 0 else self._direction_of(tally, s) for s in row] for row in rows.tolist()]
        return self._settled + int(best), [Stretch(*pair) for pair in ends], n_swaps

    def crowd(self, look: CurveLook) -> Direction | None:
        """The direction of one of the swaps up to where we looked, if there are any."""
        tally, n_swaps = self._swaps_to(look)
        # Any swap will do; a mixed-up choice soon hits a crowd.
        return self._direction_of(tally, (n_swaps * 40503 + 1) % min(n_swaps, self.room)) if n_swaps else None

    def _swaps_to(self, look: CurveLook) -> tuple[SwapTally, int]:
        """The swaps up to where we looked, while there is room, and how many there are."""
        tally = self._tally(_N_BUCKETS)
        most, order = _PASSED_A_POINT * self.n_points, self._room.merging[0]
        n_swaps = int(list_inversions(self._points, look.place, look.axis, tally, order, most))
        return (tally, n_swaps) if n_swaps >= 0 else (tally, self._reorder(look.axis, tally))

    def _tally(self, n_buckets: int) -> SwapTally:
        return SwapTally(
            pairs=self._room.pairs,
            gains=np.zeros(n_buckets, dtype=np.int64),
            losses=np.zeros(n_buckets, dtype=np.int64),
            glued=np.zeros(n_buckets, dtype=np.bool_),
            score=np.empty((self.n_points if n_buckets else 0, 2)),
            start=self._axis,
        )

    def _reorder(self, axis: Axis, tally: SwapTally) -> int:
        """Sort along an axis by merging, and count the swaps if they are tallied."""
        scratch = self._room.scratch
        _, _, n_swaps = reorder_blocks(self._points, self._blocks, self.problem.limbs, axis, scratch, tally)
        return int(n_swaps)

    def _direction_of(self, tally: SwapTally, index: int) -> Direction:
        low, up = self._points.row[np.sort(tally.pairs[index])]
        return swap_directions(self.problem, low[np.newaxis], up[np.newaxis])[0]

"""Marching around the circle: the points in the order of a direction that moves.

One `March` a thread. It looks ahead to a direction, which costs one sort of what is nearly sorted, and says
how many pairs the arc up to there gains and loses; then it goes there, sweeps the arc, or looks again.
"""

from functools import cached_property
from math import pi
from typing import NamedTuple

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane.direction import Direction, Whitening, axis_of, primitive, swap_directions
from aucopt.kernels.plane.bits import BLOCK, GROUP, WORD, count_changes
from aucopt.kernels.plane.order import (
    Axis,
    OrderedPoints,
    Scratch,
    SwapTally,
    new_scratch,
    permute,
    score_points,
)
from aucopt.kernels.plane.sorting import sort_exactly
from aucopt.kernels.plane.strata import count_blocks, reorder_blocks
from aucopt.kernels.plane.sweep import extreme_swap, open_runs, walk_swaps

# Twice as many where there are many points.
N_BUCKETS = 4096
_MANY_POINTS = 200_000
# Swaps that can be listed, for each point: the more, the fewer sorts settle an arc.
_ROOM_A_POINT, _MIN_ROOM = 1, 1 << 16
# Swaps a point from which a fresh sort is faster than merging what is nearly sorted.
_FEW_SWAPS = 0.5


class Look(NamedTuple):
    """What changes between the current direction and the one looked at; swaps only if tallied."""

    to: Direction
    axis: Axis
    gain: int
    loss: int
    n_swaps: int


class Stretch(NamedTuple):
    """Directions of a swept arc that reach the threshold; None stands for an end of the arc."""

    low: Direction | None
    high: Direction | None


class Stage(NamedTuple):
    """A part of an arc: where it ends, the count at its start, and a bound on the count inside."""

    high: Direction
    right: int
    upper: int
    open: bool


class March:
    """The points of a problem in the order of the direction `at`, with the count of right pairs there."""

    def __init__(self, problem: Problem) -> None:
        n = problem.n_points
        self.problem = problem
        self.whitening = Whitening(problem)
        self.has_many_points = n > _MANY_POINTS
        self.n_buckets = 2 * N_BUCKETS if self.has_many_points else N_BUCKETS
        self.room = max(_ROOM_A_POINT * n, _MIN_ROOM)
        self._points = OrderedPoints(problem.x, problem.weight, np.arange(n, dtype=np.int32))
        self._spare: list[OrderedPoints] = []
        self._place = self._points.row
        # A problem lists its points by the first column, then the second: the order just after (1, 0).
        self.at = Direction(1, 0)
        self._axis = axis_of(problem, (1, 0))
        self.right = int(count_blocks(problem.weight, problem.blocks))
        self._tally: SwapTally | None = None

    @cached_property
    def _scratch(self) -> Scratch:
        return new_scratch(self.problem.n_points)

    @cached_property
    def _bits(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        n = self.problem.n_points
        return (
            np.empty((n >> WORD) + 1, dtype=np.uint64),
            np.empty((n >> GROUP) + 1, dtype=np.int64),
            np.empty((n >> BLOCK) + 1, dtype=np.int64),
        )

    @cached_property
    def _no_tally(self) -> SwapTally:
        nothing = np.empty(0, dtype=np.int64)
        return SwapTally(
            pairs=np.empty((0, 2), dtype=np.int32),
            gains=nothing,
            losses=nothing,
            glued=np.empty(0, dtype=np.bool_),
            score=np.empty((0, 2)),
            start=self._axis,
        )

    def look(self, to: Direction, *, tally: bool = False) -> Look:
        """Sort along another direction without going there; with a tally the arc can be swept."""
        axis = axis_of(self.problem, to.vector, to.side)
        changes = self._look_by_bits(axis) if not tally and self._moves_far(to) else None
        if changes is None:
            record = self._fresh_tally() if tally else self._no_tally
            changes = reorder_blocks(
                self._points, self.problem.blocks, self.problem.limbs, axis, self._scratch, record
            )
            self._place = self._scratch.place
        gain, loss, n_swaps = (int(count) for count in changes)
        return Look(to, axis, gain, loss, n_swaps)

    def _moves_far(self, to: Direction) -> bool:
        """Whether to sort anew and count by bits, which beats merging unless hardly any points swap."""
        if not self.problem.counts_one:
            return False
        width = self.whitening.width(self.at, to)
        # All pairs swap within half a turn.
        swaps = self.problem.total * min(width, 2 * pi - width) / pi
        return swaps > _FEW_SWAPS * self.problem.n_points

    def _look_by_bits(self, axis: Axis) -> tuple[int, int, int] | None:
        """Sort by floats, settle near ties exactly, and count; None where most points tie."""
        points, key = self._points, self._scratch.key
        # Not a product of matrices: its threads would take the processors of other marches.
        score_points(points.xy, axis.c, key)
        place = sort_exactly(key, self.problem.blocks, points.row, self.problem.limbs, axis)
        if place is None:
            return None
        self._place = place
        return *count_changes(points.weight, place, *self._bits), 0

    def _fresh_tally(self) -> SwapTally:
        if self._tally is None:
            self._tally = SwapTally(
                pairs=np.empty((self.room, 2), dtype=np.int32),
                gains=np.empty(self.n_buckets, dtype=np.int64),
                losses=np.empty(self.n_buckets, dtype=np.int64),
                glued=np.empty(self.n_buckets, dtype=np.bool_),
                score=np.empty((self.problem.n_points, 2)),
                start=self._axis,
            )
        tally = self._tally = self._tally._replace(start=self._axis)
        tally.gains[:] = 0
        tally.losses[:] = 0
        tally.glued[:] = False
        return tally

    def accept(self, look: Look) -> None:
        """Go where we last looked."""
        old = self._points
        self._points = self._spare.pop() if self._spare else OrderedPoints(*(np.empty_like(a) for a in old))
        permute(old, self._place, self._points)
        # The problem's own arrays are never written to.
        if old.xy is not self.problem.x:
            self._spare.append(old)
        self.at, self._axis = look.to, look.axis
        self.right += look.gain - look.loss

    def go(self, to: Direction) -> None:
        """Go to a direction, whatever lies between."""
        if to != self.at:
            self.accept(self.look(to))

    def count_at(self, to: Direction) -> int:
        """Go to another direction, and tell the count there."""
        self.go(to)
        return self.right

    def rows(self) -> np.ndarray:
        """Rows of the problem's points in the current order."""
        return self._points.row

    def sweep(self, look: Look, threshold: int, *, cells: bool) -> tuple[int, list[Stretch]]:
        """Sweep the arc just looked at, all of whose swaps are listed.

        Returns the best count where it can reach the threshold, and where it is reached: optimal cells
        (with the threshold rising to the best), or maximal stretches at or above a fixed threshold.
        """
        assert self._tally is not None
        args = (look.axis, self._tally, look.n_swaps, self.right, threshold, cells)
        best, rows = walk_swaps(self._points, self.problem.limbs, *args)
        ends = [[None if s < 0 else self._direction_of_swap(s) for s in row] for row in rows]
        return int(best), [Stretch(*pair) for pair in ends]

    def runs(self, look: Look, threshold: int) -> tuple[list[Stage], int, Direction]:
        """Split the arc just looked at by whether the threshold can be reached.

        Also returns the largest count seen at an end of a bucket, and that end.
        """
        assert self._tally is not None
        _, gains, losses, glued, _, _ = self._tally
        rows, best, end = open_runs(gains, losses, glued, self.right, threshold)
        moved = np.concatenate([[0], np.cumsum(gains + losses)])
        joined = _join_runs(rows.tolist(), moved, self.room * self.problem.pair_unit // 2)
        runs = [
            Stage(self._end_of_bucket(k, look), right, upper, bool(is_open))
            for k, right, upper, is_open in joined
        ]
        return runs, int(best), self._end_of_bucket(int(end), look)

    def narrows(self, look: Look, threshold: int) -> bool:
        """Whether the buckets of the arc just looked at rule out at least half of its swaps."""
        assert self._tally is not None
        _, gains, losses, glued, _, _ = self._tally
        rows, _, _ = open_runs(gains, losses, glued, self.right, threshold)
        moved, begin = gains + losses, 0
        still_open = 0
        for end, _, _, is_open in rows:
            still_open += int(moved[begin:end].sum()) if is_open else 0
            begin = end
        return 2 * still_open <= look.gain + look.loss

    def _end_of_bucket(self, k: int, look: Look) -> Direction:
        if k == self.n_buckets:
            return look.to
        if k == 0:
            return self.at
        # Exactly the direction that the float images of the two ends imply.
        a, b = self.at, look.to
        shift = max(abs(a.x), abs(a.y)).bit_length() - max(abs(b.x), abs(b.y)).bit_length()
        times_a, times_b = (self.n_buckets - k) << max(-shift, 0), k << max(shift, 0)
        return primitive(times_a * a.x + times_b * b.x, times_a * a.y + times_b * b.y)

    def listed_direction(self, look: Look, choice: int) -> Direction:
        """The exact direction at which one of the listed swaps happens."""
        return self._direction_of_swap(choice % min(look.n_swaps, self.room))

    def extreme_direction(self, look: Look, *, latest: bool) -> Direction:
        """The exact direction of the first or last of the swaps, all of which are listed."""
        assert self._tally is not None
        pairs = self._tally.pairs[: look.n_swaps]
        return self._direction_of_swap(extreme_swap(pairs, self._points.row, self.problem.limbs, latest))

    def _direction_of_swap(self, index: int) -> Direction:
        assert self._tally is not None
        low, up = self._points.row[np.sort(self._tally.pairs[index])]
        return swap_directions(self.problem, low[np.newaxis], up[np.newaxis])[0]


def order_along(problem: Problem, to: Direction) -> np.ndarray:
    """Rows of the problem's points by their score along a direction, by one sort and no march."""
    axis = axis_of(problem, to.vector, to.side)
    key = problem.x @ axis.c
    everything = np.arange(problem.n_points, dtype=np.int32)
    rows = sort_exactly(key, problem.blocks, everything, problem.limbs, axis)
    if rows is not None:
        return rows
    # Most points tie: merging sorts them exactly.
    march = March(problem)
    march.go(to)
    return march.rows()


def _join_runs(rows: list[list[int]], moved: np.ndarray, most: int) -> list[list[int]]:
    """Join neighbouring open runs, and what lies between, while all their swaps can still be listed."""
    joined: list[list[int]] = []
    first = begin = 0
    for end, right, upper, is_open in rows:
        near = len(joined) > 1 and joined[-2][3] and moved[end] - moved[first] <= most
        if is_open and near:
            joined.pop()
            joined[-1][0] = end
            joined[-1][2] = max(joined[-1][2], upper)
        else:
            joined.append([end, right, upper, is_open])
            first = begin if is_open else first
        begin = end
    return joined

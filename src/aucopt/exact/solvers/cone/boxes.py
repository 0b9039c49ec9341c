"""Working on one box of directions: its bound, its halves, and its exploration once its rows can be listed.

A box that halving does not close, because hyperplanes meet in one direction, is bounded by what these count
as a problem of their own. Where a proof is written, or floats are too short for further halves, it is cut
into simplices: cones whose vertices can be put on hyperplanes.
"""

import threading
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.columns import primitive_vector
from aucopt.exact.problem.problem import Problem
from aucopt.exact.proof.record import box_tokens_to_bytes, halving
from aucopt.exact.solvers.base import Vector, as_floats
from aucopt.exact.solvers.cone.explorer import Explorer
from aucopt.exact.solvers.cone.meeting import meeting_point, rows_alone
from aucopt.exact.solvers.cone.pieces import StoppedError
from aucopt.exact.solvers.cone.rows import list_rows
from aucopt.exact.solvers.cone.shapes import Box, Cone, Explored
from aucopt.kernels.cone.box import OpenRows, list_box
from aucopt.kernels.cone.explore_boxes import BoxesLeft, BoxStack, explore_boxes
from aucopt.verifier.steps import CUT_UP

# From so many columns on boxes are faster than simplices (benchmarks/tilt.py), up to so many a log has room.
FEWEST, MOST = 4, 12
# Tilted bounds halve the boxes but have not been measured to save time; searches that write a proof use them
# in any case: it is half as long, and sooner checked.
FEWEST_TILTED = MOST + 1
# Work, in looks at a row, before a listed box hands back what is left of it.
_BUDGET = 10_000_000
_DEPTH = 1024
# The parts of a listed box may take this many times its room, and their ranges.
_DEEP, _DEEP_RANGES = 4, 16
_LEAST_ROOM = 1 << 10
# Boxes that a log has room for, should one be kept.
_LOG = 1 << 20
# How far beside a meeting point directions are tried, in units of the box.
_BESIDE = (2.0**-6, 2.0**-14, 2.0**-22)


def suits_boxes(problem: Problem, memory: int) -> bool:
    """Whether boxes are the better cones of a problem, and all of its pairs can be listed."""
    n = len(problem.columns)
    bytes_a_pair = 8 * (n + 5)
    return FEWEST <= n <= MOST and problem.n_point_pairs * bytes_a_pair <= memory


class Alone(NamedTuple):
    """What a search of some rows as a problem of their own found: weight right, a bound, and where."""

    best: int
    bound: int
    where: Vector
    n_cones: int = 0
    n_pairs: int = 0


class BoxExplorer:
    """Bounds, splits and explores the boxes of one problem, and cones where boxes do not end.

    `search_alone` is told a problem, a weight to be beaten and whether to stop; it finds the most that any
    direction of the problem ranks right, None if it was stopped. Without it boxes that are stuck are cut up.
    """

    method = "boxes"

    def __init__(
        self,
        problem: Problem,
        objective: Objective,
        memory: int,
        basis: Sequence[Vector],
        *,
        keep_log: bool = False,
    ) -> None:
        self.problem = problem
        self.search_alone: Callable[[Problem, int, Callable[[], bool]], Alone | None] | None = None
        self.objective = objective
        self.basis = basis
        self.keep_log = keep_log
        self.tilting = keep_log or len(basis) >= FEWEST_TILTED
        self.n = len(basis) - 1
        self.cones = Explorer(problem, objective, memory, keep_log=keep_log)
        self.most_waiting = self.cones.most_waiting
        self.whole = self.cones.whole
        self.rows = list_rows(problem, basis, self.whole)
        bytes_a_row = 8 * _DEEP * (self.n + 1) + 16 * _DEEP_RANGES + 16
        self.room = max(min(self.rows.score.shape[1], memory // bytes_a_row), _LEAST_ROOM)
        self._own = threading.local()

    def n_starts(self, signs: Sequence[int]) -> int:
        """How many boxes a search starts with."""
        return sum(1 if s else 2 for s in signs)

    def bound(self, box: Box, stopped: Callable[[], bool] = bool) -> Box:
        """A box with its bound, from all rows; a StoppedError if it is late."""
        if stopped():
            raise StoppedError
        _, upper, _, _ = self._list(box)
        return box._replace(upper=upper)

    def work(self, box: Box | Cone, best: int, slack: int, stopped: Callable[[], bool]) -> Explored:
        """Halve a box, or explore it if its open rows can be listed; cut it into cones if that is no use."""
        if isinstance(box, Cone):
            return self.cones.work(box, best, slack, stopped)
        if stopped():
            return Explored([box], best, None, 0, 0, 0, 0)
        if box.is_stuck:
            return self._part(box, best, slack, stopped)
        n_open, upper, heavy, spread = self._list(box)
        if n_open > self.room:
            return self._halve(box)
        rows, stack, left, log = self._buffers()
        stack.centre[0], stack.level[0], stack.spread[0] = box.centre, box.level, spread
        size, crowd = (box.size, box.crowd) if box.crowd else (float(spread @ box.half), heavy)
        champion = np.zeros(self.n)
        n_left, found, closed, work, n_boxes, n_tilted, n_log = explore_boxes(
            rows, stack, left, champion, n_open, heavy, upper, size, crowd, self.rows.error,
            self.rows.rounding, self.rows.doubt, self.rows.deepest, best, slack, _BUDGET, self.tilting, log,
        )  # fmt: skip
        boxes = [
            Box(
                box.chart,
                box.sign,
                tuple(left.centre[k].tolist()),
                tuple(left.level[k].tolist()),
                int(left.upper[k]),
                float(left.size[k]),
                int(left.crowd[k]),
                bool(left.is_stuck[k]),
            )
            for k in range(n_left)
        ]
        where = self._attaining(box, champion, int(found)) if found > best else None
        pieces = box_tokens_to_bytes(log[:n_log], self.n) if self.keep_log else None
        return Explored(
            boxes, int(found), where, int(closed), int(work), int(n_boxes), 0, pieces, int(n_tilted)
        )

    def direction(self, box: Box, x: Sequence[float]) -> Vector:
        """The shortest integer vector of a direction of a box."""
        weights = [Fraction(v) for v in x]
        weights.insert(box.chart, Fraction(box.sign))
        columns = zip(*self.basis, strict=True)
        return primitive_vector([sum(w * v for w, v in zip(weights, c, strict=True)) for c in columns])

    def _attaining(self, box: Box, x: np.ndarray, wanted: int) -> Vector:
        """A direction, or one just beside it where it ties pairs of which either side is counted."""
        at = self.direction(box, x.tolist())
        if self.objective.count(self.problem, at).pairs.right >= wanted:
            return at
        rng = np.random.default_rng(0)
        centre, half = np.array(box.centre), np.array(box.half)
        while True:
            # Inside the box signs are kept.
            beside = self.direction(box, (centre + half * rng.uniform(-1.0, 1.0, self.n)).tolist())
            found = self.cones.attaining(at, [beside], wanted)
            if self.objective.count(self.problem, found).pairs.right >= wanted:
                return found

    def _list(self, box: Box) -> tuple[int, int, int, np.ndarray]:
        """How many rows are open in a box, its bound, their weight, and the spread of their scores."""
        rows, _, _, _ = self._buffers()
        spread = np.zeros(self.n)
        within = self.rows.error + sum(box.level) * self.rows.rounding
        n_open, heavy, sure = list_box(
            self.rows.score,
            self.rows.weight,
            box.chart,
            box.sign,
            np.array(box.centre),
            np.array(box.half),
            within,
            rows,
            spread,
        )
        return int(n_open), self.rows.always + int(sure) + int(heavy), int(heavy), spread

    def _halve(self, box: Box) -> Explored:
        axis = int(np.argmax(box.half))
        if box.level[axis] >= self.rows.deepest:
            # More rows meet here than there is room for: cones can go on.
            return Explored([box._replace(is_stuck=True)], -1, None, 0, 0, 0, 0)
        parts = []
        for sign in (-1, 1):
            centre, level = list(box.centre), list(box.level)
            centre[axis] += sign * box.half[axis] / 2
            level[axis] += 1
            parts.append(self.bound(box._replace(centre=tuple(centre), level=tuple(level))))
        pieces = [halving(axis), b"", b""] if self.keep_log else None
        return Explored(parts, -1, None, 0, 0, 2, 0, pieces)

    def _part(self, box: Box, best: int, slack: int, stopped: Callable[[], bool]) -> Explored:
        """Bound a box by the rows that meet in it; what that does not close is halved again, or cut up."""
        n_open, upper, _, _ = self._list(box)
        if self.search_alone is None or n_open > self.room or max(box.level) >= self.rows.deepest:
            return self._cut_up(box, stopped)
        rows, _, _, _ = self._buffers()
        slopes = rows.column[:, :n_open].T * box.half
        x, near = meeting_point(rows.mid[:n_open], slopes)
        chosen = rows.order[:n_open][near]
        again = box._replace(upper=upper, is_stuck=False, size=0.0, crowd=0)
        alone = rows_alone(self.problem, self.rows, chosen) if len(chosen) else self.problem
        if len(alone.columns) > self.n:
            # They have no direction in common.
            return Explored([again], -1, None, 0, n_open, 1, 0)
        rest = upper - int(self.rows.weight[chosen].sum())
        found = self.search_alone(alone, best + slack - rest, stopped)
        if found is None:
            return Explored([box], -1, None, 0, n_open, 1, 0)
        work, n_cones = n_open + found.n_pairs, 1 + found.n_cones
        upper = min(upper, rest + found.bound)
        if upper <= best + slack:
            return Explored([], -1, None, upper, work, n_cones, 0)
        count, where = self._beside(box, x, alone, found.where)
        if upper <= count + slack:
            return Explored([], count, where, upper, work, n_cones, 0)
        return Explored([again._replace(upper=upper)], count, where, 0, work, n_cones, 0)

    def _beside(self, box: Box, x: np.ndarray, alone: Problem, towards: Vector) -> tuple[int, Vector]:
        """The best of some directions of a box beside a meeting point, towards one of the rows alone."""
        along = dict(zip(alone.columns, as_floats(towards), strict=True))
        step = np.array([along.get(j, 0.0) for j in self.problem.columns])
        step = np.linalg.solve(np.array([as_floats(vector) for vector in self.basis]).T, step)
        step *= box.sign * min(box.half) / np.abs(step).max()
        chart = step[box.chart]
        centre, half = np.array(box.centre), np.array(box.half)
        at, step = centre + half * x, np.delete(step, box.chart)
        tried = []
        for part in _BESIDE:
            weights = (at + box.sign * part * step) / (1.0 + part * chart)
            tried.append(self.direction(box, np.clip(weights, centre - half, centre + half).tolist()))
        return max((self.objective.count(self.problem, where).pairs.right, where) for where in tried)

    def _cut_up(self, box: Box, stopped: Callable[[], bool]) -> Explored:
        """The simplices of a box: from its lowest corner to its highest, one axis after the other.

        There are very many of them in ten columns: it may become late on the way, which is a StoppedError.
        """
        ends = [(x - h, x + h) for x, h in zip(box.centre, box.half, strict=True)]
        parts = []
        for order in permutations(range(self.n)):
            corners = [
                self.direction(box, [ends[i][i in order[:k]] for i in range(self.n)])
                for k in range(self.n + 1)
            ]
            parts.append(self.cones.bound(corners, stopped))
        pieces = [bytes([CUT_UP]), *[b""] * len(parts)] if self.keep_log else None
        return Explored(parts, -1, None, 0, 0, len(parts), 0, pieces)

    def _buffers(self) -> tuple[OpenRows, BoxStack, BoxesLeft, np.ndarray]:
        """Room for listed rows, one for each thread, made once: fresh pages cost more than the search."""
        if not hasattr(self._own, "buffers"):
            room, deep, ranges = self.room, _DEEP * self.room, _DEEP_RANGES * self.room
            self._own.buffers = (
                OpenRows(
                    column=np.empty((self.n, deep)),
                    weight=np.empty(deep, dtype=np.int64),
                    mid=np.empty(ranges),
                    rad=np.empty(ranges),
                    order=np.empty(room, dtype=np.int64),
                    slope=np.empty(room),
                ),
                new_stack(self.n, _DEPTH),
                new_left(self.n, 2 * _DEPTH),
                np.empty(_LOG if self.keep_log else 0, dtype=np.int64),
            )
        return self._own.buffers


def new_stack(n: int, depth: int) -> BoxStack:
    """Room for boxes that wait inside a kernel."""
    numbers = {name: np.empty(depth, dtype=np.int64) for name in BoxStack._fields}
    return BoxStack(**numbers)._replace(
        centre=np.empty((depth, n)),
        level=np.empty((depth, n), dtype=np.int64),
        reference=np.empty((depth, n)),
        spread=np.empty((depth, n)),
        size=np.empty(depth),
    )


def new_left(n: int, room: int) -> BoxesLeft:
    """Room for boxes that are handed back."""
    return BoxesLeft(
        centre=np.empty((room, n)),
        level=np.empty((room, n), dtype=np.int64),
        upper=np.empty(room, dtype=np.int64),
        size=np.empty(room),
        crowd=np.empty(room, dtype=np.int64),
        is_stuck=np.empty(room, dtype=np.bool_),
    )

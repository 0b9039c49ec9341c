"""Working on one cone of directions for an objective that is a sum over the positives.

Counts are values of the objective: what the negatives that are above each positive in all of a cone leave of
it bounds the cone.
"""

from collections.abc import Callable, Sequence

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Vector
from aucopt.exact.solvers.cone.explorer import BUDGET, DEPTH, Explorer, new_left
from aucopt.exact.solvers.cone.pieces import pieces
from aucopt.exact.solvers.cone.shapes import Cone, Explored
from aucopt.kernels.cone.cone import Hyperplanes, Open
from aucopt.kernels.cone.explore_positives import PositiveStack, explore_positives
from aucopt.kernels.cone.gather import Lines
from aucopt.kernels.cone.parallel import number_lines
from aucopt.kernels.cone.positives import Positives, merge_within
from aucopt.kernels.cone.split import SplitLook
from aucopt.kernels.cone.strata import bound_strata, list_strata

# The parts of a listed cone may take this many times the room of its positives.
_DEEP = 32
# Merging the pairs of several positives takes some time: at least so many must share hyperplanes.
_MOST_LINES = 0.75
# What a listed pair takes then, with its parts and their planes.
_BYTES_A_PAIR, _BYTES_A_WEIGHT = 280, 48


def explorer_for(
    problem: Problem,
    objective: Objective,
    memory: int,
    *,
    keep_log: bool = False,
    towards: Vector | None = None,
    by_edges: bool = True,
) -> Explorer:
    """The explorer of a problem that suits an objective."""
    if objective.by_pairs:
        return Explorer(problem, objective, memory, keep_log=keep_log, towards=towards, by_edges=by_edges)
    return PositiveExplorer(problem, objective, memory, keep_log=keep_log)


class PositiveExplorer(Explorer):
    """Bounds, splits and explores the cones of one problem by what is above each positive."""

    def __init__(
        self, problem: Problem, objective: Objective, memory: int, *, keep_log: bool = False
    ) -> None:
        super().__init__(problem, objective, memory, keep_log=keep_log, by_edges=False)
        self.worth = objective.worth(problem)
        self.total, self.most = objective.whole(problem), objective.most(problem)
        heaviest, other = (int(weight) for weight in problem.weight.max(axis=0))
        self.heaviest = heaviest * (self.worth.slope * self.worth.unit * other or 1)
        self.coincident = np.ascontiguousarray(problem.weight[self.high, 1])
        # Whether pairs of several positives merge: certificates have no words for that.
        self.merges = self.whole is not None and self.worth.slope != 0 and not keep_log
        if self.merges:
            self.room = min(self.room, max(memory // (_BYTES_A_PAIR + _BYTES_A_WEIGHT * self.n), 1 << 10))
        # Where each stratum begins among the positives and among the negatives.
        self.handicaps = objective.handicaps(problem)
        self.highs, self.lows = (np.searchsorted(rows, problem.blocks) for rows in (self.high, self.low))

    def bound(self, corners: Sequence[Vector], stopped: Callable[[], bool] = bool) -> Cone:
        """A cone with its bound, from all pairs; a StoppedError if it becomes late on the way."""
        vertices = self.vertices(corners, 0)
        scores = vertices.w @ self.problem.x.T
        above, below = (np.ascontiguousarray(scores[:, rows]) for rows in (self.high, self.low))
        upper = n_open = 0
        for some in pieces(len(self.high), len(self.low), self.n, stopped):
            worth, more = bound_strata(
                np.ascontiguousarray(above[:, some]), below, vertices.error, self.gain[some], self.loss,
                self.coincident[some], self.worth, self.handicaps, self._highs_of(some), self.lows,
            )  # fmt: skip
            upper, n_open = upper + int(worth), n_open + int(more)
        return Cone(tuple(corners), upper, n_open)

    def _highs_of(self, some: slice) -> np.ndarray:
        """Where each stratum begins among some of the positives."""
        return np.clip(self.highs, some.start, some.stop) - some.start

    def work(self, cone: Cone, best: int, slack: int, stopped: Callable[[], bool]) -> Explored:
        """Split a cone in two, or explore it if its open pairs can be listed."""
        if stopped():
            return Explored([cone], best, None, 0, 0, 0, 0)
        if not self.is_listed(cone):
            return self._split(cone, best, stopped)
        vertices = self.vertices(cone.vertices, self.n + 1 + DEPTH)
        scores = vertices.w[: self.n] @ self.problem.x.T
        # From the top of each stratum: neighbours are alike.
        stratum = np.repeat(np.arange(len(self.handicaps)), np.diff(self.highs))
        high = self.high[np.lexsort([-scores[:, self.high].sum(axis=0), stratum])]
        planes, pairs, look = self.buffers()
        listed = Hyperplanes(*(column[: self.room] for column in planes))
        positives = self._own.positives
        problem = self.problem
        n_open = n_listed = settled = 0
        for some in pieces(len(high), len(self.low), self.n, stopped):
            n_open, n_listed, gone = list_strata(
                scores, vertices.error, high[some], self.low, problem.weight, problem.x, vertices.digits,
                problem.limbs, self.worth, self.handicaps, self._highs_of(some), self.lows, listed, pairs,
                positives, (n_open, n_listed),
            )  # fmt: skip
            if n_open < 0:
                return self._split(cone, best, stopped)
            settled += gone
        if self.whole is not None and n_open:
            n_open, n_listed, gone = merge_within(self.whole, planes, pairs, positives, n_listed, self.worth)
            settled += gone
        lines = self._lines(planes, n_open)
        size, crowd = self.progress_of(cone, vertices, n_open)
        left, log = new_left(self.n, vertices.digits.shape[2]), self._own.log
        told = explore_positives(
            self.frame, (0,) * self.n, self.worth, vertices, planes, pairs, positives, lines,
            _new_stack(self.n), left, look, self.scratch(vertices), n_open, n_listed, settled, size, crowd,
            best, slack, BUDGET, log,
        )  # fmt: skip
        return self.explored(vertices, left, best, log, told)

    def buffers(self) -> tuple[Hyperplanes, Open, SplitLook]:
        """Room for listed pairs and their positives, one for each thread."""
        if not hasattr(self._own, "positives"):
            room = _DEEP * len(self.high)
            self._own.positives = Positives(*(np.empty(room, dtype=np.int64) for _ in Positives._fields))
            planes, pairs, look = super().buffers()
            # Pairs that merge get planes of their own.
            deep = len(pairs.plane) if self.merges else self.room
            self._own.buffers = Hyperplanes(*(np.empty(deep, dtype=a.dtype) for a in planes)), pairs, look
        return super().buffers()

    def _lines(self, planes: Hyperplanes, n_open: int) -> Lines:
        """The hyperplanes of listed pairs where many share one, else none."""
        n_lines, number = 0, np.empty(len(planes.high) if self.merges else 0, dtype=np.int64)
        if self.merges:
            n_lines = int(number_lines(self.whole, planes.high, planes.low, n_open, number))
        if n_lines > _MOST_LINES * n_open:
            n_lines = 0
        plus, minus, plane, up, down, met = np.zeros((6, n_lines), dtype=np.int64)
        return Lines(number, plus, minus, plane, np.empty((self.n, n_lines)), up, down, met)

    def reached(self, direction: Vector) -> int:
        """The value of a direction."""
        return self.objective.count(self.problem, direction).value


def _new_stack(n: int) -> PositiveStack:
    vertex, size = np.empty((DEPTH, n), dtype=np.int32), np.empty(DEPTH)
    stack = PositiveStack(*(np.empty(DEPTH, dtype=np.int64) for _ in PositiveStack._fields))
    return stack._replace(vertex=vertex, size=size)

"""Working on one cone of directions: its bound, its halves, and its exploration once few pairs are open."""

import threading
from collections.abc import Callable, Sequence
from math import gcd

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.columns import limbs_of
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import stated_numbers
from aucopt.exact.proof.record import split_token, tokens_to_bytes
from aucopt.exact.solvers.base import Vector
from aucopt.exact.solvers.cone.edges import EdgeCounter, EdgeCounts
from aucopt.exact.solvers.cone.parallel import merge_parallel, whole_points
from aucopt.exact.solvers.cone.pieces import pieces
from aucopt.exact.solvers.cone.shapes import Cone, Explored
from aucopt.kernels.cone.cone import Frame, Hyperplanes, Open, Vertices, count_decided, list_open, measure
from aucopt.kernels.cone.explore import KEPT, SHRUNK, OpenCones, Stack, explore
from aucopt.kernels.cone.split import SplitLook
from aucopt.kernels.integers.bignum import WORK_ROWS
from aucopt.kernels.integers.points import BASE_BITS

# Work, in looks at a pair, before a listed cone hands back what is left of it.
BUDGET = 10_000_000
DEPTH = 1024
# What a waiting cone takes, and each number in it.
_BYTES_A_CONE, _BYTES_A_WEIGHT = 800, 48
# The parts of a listed cone may take this many times its room, and their bits.
_DEEP, _DEEP_SIDES = 6, 24
# Room for bisecting.
_SPARE_LIMBS = 3
# Cones that a log has room for, should one be kept.
_LOG = 1 << 20
# With more pairs than this for each row cones are bounded by their edges, not by a look at all pairs: the
# bound is weaker, the more so the more columns there are, and takes that much less time.
_PAIRS_A_ROW, _PAIRS_A_ROW_AND_COLUMN = 500, 4
# Cones with so few open pairs are listed whatever it takes; with room for fewer than one in so many pairs
# no others are.
_FEW_PAIRS, _LISTINGS = 1 << 15, 64


class Explorer:
    """Bounds, splits and explores the cones of one problem."""

    method = "cones"

    def __init__(
        self,
        problem: Problem,
        objective: Objective,
        memory: int,
        *,
        keep_log: bool = False,
        towards: Vector | None = None,
        by_edges: bool = True,
    ) -> None:
        self.problem = problem
        self.objective = objective
        self.keep_log = keep_log
        self._own = threading.local()
        self.n = problem.x.shape[1]
        self.whole = whole_points(problem)
        whiten = np.ascontiguousarray(problem.within_factor.T)
        self.frame = Frame(problem.limbs, whiten, problem.reach)
        self.high = np.flatnonzero(problem.weight[:, 0] > 0).astype(np.int32)
        self.low = np.flatnonzero(problem.weight[:, 1] > 0).astype(np.int32)
        self.gain = np.ascontiguousarray(problem.weight[self.high, 0])
        self.loss = np.ascontiguousarray(problem.weight[self.low, 1])
        n_pairs = len(self.high) * len(self.low)
        # A cone is listed when this few of its pairs are open; pairs that merge are worth listing at once.
        part = 8 if self.whole is None else 1
        bytes_a_pair = 34 + _DEEP * (8 * self.n + 4) + 2 * _DEEP_SIDES
        most = max(memory // bytes_a_pair, 1 << 10)
        self.few = min(max(_FEW_PAIRS, n_pairs // part), most)
        # A cone that halving does not close may list as many as there are: it can be cut where they meet.
        self.room = max(min(n_pairs, most), self.few)
        self.edges: EdgeCounter | None = None
        n_rows = len(self.high) + len(self.low)
        if by_edges and n_pairs > n_rows * _PAIRS_A_ROW * _PAIRS_A_ROW_AND_COLUMN ** (self.n - 3):
            self.edges = EdgeCounter(problem, towards or self.n * (1,), memory)
        if n_pairs > _LISTINGS * self.few:
            # Listing takes a look at all pairs: only cones that are soon done with are worth it.
            self.few = self.room = min(self.few, _FEW_PAIRS)
        self.most_waiting = memory // (_BYTES_A_CONE + _BYTES_A_WEIGHT * self.n**2)
        # Of what bounds count: all of it, and the most that any direction has.
        self.total, self.most = problem.total, problem.total - problem.coincident
        # No open pair takes more off a bound.
        self.heaviest = int(np.prod(problem.weight.max(axis=0)))

    def n_starts(self, signs: Sequence[int]) -> int:
        """How many cones a search starts with."""
        return int(2 ** sum(s == 0 for s in signs))

    def vertices(self, cone: Sequence[Vector], spare: int) -> Vertices:
        """The vertices of a cone as arrays, with room for more."""
        bits = max(abs(v).bit_length() for vertex in cone for v in vertex)
        # Enough for bisecting many times, and for one cut: that takes the digits of two vertices and a pair.
        limbs = bits // BASE_BITS + 1
        size = max(limbs + _SPARE_LIMBS, 2 * limbs + self.problem.limbs.shape[2] + 1)
        n = self.n
        room = len(cone) + spare
        vertices = Vertices(
            digits=np.zeros((room, n, size), dtype=np.int64),
            w=np.zeros((room, n)),
            u=np.zeros((room, n)),
            length=np.zeros(room),
            error=np.zeros(room),
        )
        for k, vertex in enumerate(cone):
            vertices.digits[k] = [limbs_of(v, size) for v in vertex]
            measure(vertices, k, self.frame)
        return vertices

    def bound(self, corners: Sequence[Vector], stopped: Callable[[], bool] = bool) -> Cone:
        """A cone with its bound, from all pairs; a StoppedError if it becomes late on the way."""
        vertices = self.vertices(corners, 0)
        if self.edges is not None:
            counts = self.edges.count(corners, vertices)
            return self._bound_by_edges(corners, counts, range(self.n))
        scores = vertices.w @ self.problem.x.T
        above, below = scores[:, self.high], scores[:, self.low]
        order = np.argsort(below[0])
        below, loss, error = below[:, order], self.loss[order], vertices.error
        wrong_from = np.searchsorted(below[0], above[0] + error[0], side="right")
        right_to = np.searchsorted(below[0], above[0] - error[0], side="left")
        ones = np.ones_like(self.gain), np.ones_like(loss)
        upper = self.problem.total - self.problem.coincident
        n_open = upper if self.problem.counts_one else len(self.high) * len(self.low)
        for some in pieces(len(self.high), len(self.low), self.n, stopped):
            of_piece, spans = np.ascontiguousarray(above[:, some]), (wrong_from[some], right_to[some])
            decided = count_decided(of_piece, below, error, self.gain[some], loss, *spans)
            upper -= int(decided[0])
            if not self.problem.counts_one:
                # What matters is how many pairs there are to list, not what they weigh.
                decided = count_decided(of_piece, below, error, ones[0][some], ones[1], *spans)
            n_open -= int(sum(decided))
        return Cone(tuple(corners), upper, n_open)

    def work(self, cone: Cone, best: int, slack: int, stopped: Callable[[], bool]) -> Explored:
        """Split a cone in two, or explore it if its open pairs can be listed."""
        if stopped():
            return Explored([cone], best, None, 0, 0, 0, 0)
        if not self.is_listed(cone):
            return self._split(cone, best, stopped)
        vertices = self.vertices(cone.vertices, self.n + 1 + DEPTH)
        listed = self._list(vertices, stopped)
        if listed is None:
            return self._split(cone, best, stopped)
        planes, pairs, look, n_open, sure = listed
        if self.whole is not None and n_open:
            n_open = merge_parallel(self.whole, planes, pairs, n_open)
        upper = sure + int(np.maximum(planes.gain, planes.loss)[:n_open].sum())
        size, crowd = self.progress_of(cone, vertices, n_open)
        stack = _new_stack(self.n)
        left = new_left(self.n, vertices.digits.shape[2])
        log = self._own.log
        told = explore(
            self.frame, (0,) * self.n, vertices, planes, pairs, stack, left, look, self.scratch(vertices),
            n_open, upper, size, crowd, best, slack, BUDGET, log,
        )  # fmt: skip
        return self.explored(vertices, left, best, log, told)

    def is_listed(self, cone: Cone) -> bool:
        """Whether the open pairs of a cone are listed: they are few, or halving does not make them fewer."""
        if cone.n_open <= self.few or cone.n_open > self.room:
            return cone.n_open <= min(self.few, self.room)
        return self._longest(self.vertices(cone.vertices, 0))[0] < SHRUNK * cone.size

    def progress_of(self, cone: Cone, vertices: Vertices, n_open: int) -> tuple[float, int]:
        """The longest edge of a cone and its open pairs when these last became fewer."""
        return (cone.size, cone.crowd) if cone.crowd else (self._longest(vertices)[0], n_open)

    def scratch(self, vertices: Vertices) -> np.ndarray:
        """Room for the digits of cuts."""
        width = self.problem.limbs.shape[2] + 2 * vertices.digits.shape[2] + 3
        return np.empty((WORK_ROWS + self.n, max(width, self.n)), dtype=np.int64)

    def explored(
        self, vertices: Vertices, left: OpenCones, best: int, log: np.ndarray, told: tuple[int, ...]
    ) -> Explored:
        """What a kernel told of a cone that it explored."""
        n_left, found, closed, work, n_cones, n_cuts, n_log = told
        cones = [
            Cone(
                tuple(_integers(vertex) for vertex in left.digits[k]),
                int(left.upper[k]),
                0,
                float(left.size[k]),
                int(left.crowd[k]),
            )
            for k in range(n_left)
        ]
        where = None
        if found > best:
            at, *around = (_integers(vertex) for vertex in vertices.digits[self.n : 2 * self.n + 1])
            where = self.attaining(at, around, int(found))
        pieces = tokens_to_bytes(log[:n_log], stated_numbers(self.problem)) if self.keep_log else None
        return Explored(cones, int(found), where, int(closed), int(work), int(n_cones), int(n_cuts), pieces)

    def attaining(self, vertex: Vector, around: Sequence[Vector], wanted: int) -> Vector:
        """A vertex, or where it ties pairs that are right inside its cone a direction just beside it."""
        if self.reached(vertex) >= wanted:
            return vertex
        # Vertices of unequal lengths would sum to a direction beside the longest.
        sizes = [_size(v) for v in around]
        even = [[v << (max(sizes) - size) for v in w] for w, size in zip(around, sizes, strict=True)]
        inside = tuple(map(sum, zip(*even, strict=True)))
        size, lift = _size(inside), _size(vertex)
        # No pair that the vertex decides turns after a step this short; a longer one leaves more room.
        shortest = size + self.n.bit_length() + BASE_BITS * self.problem.limbs.shape[2] + 1
        step, more = max(size - lift, 0), 1
        while True:
            step = min(step + more, shortest)
            beside = tuple((v << step) + w for v, w in zip(vertex, inside, strict=True))
            if step == shortest or self.reached(beside) >= wanted:
                divisor = gcd(*beside)
                return tuple(v // divisor for v in beside)
            more *= 2

    def reached(self, direction: Vector) -> int:
        """What a direction counts."""
        return self.objective.count(self.problem, direction).pairs.right

    def _list(
        self, vertices: Vertices, stopped: Callable[[], bool]
    ) -> tuple[Hyperplanes, Open, SplitLook, int, int] | None:
        """The open pairs of a cone, and the weight of those right in all of it; None if there is no room."""
        scores = vertices.w[: self.n] @ self.problem.x.T
        planes, pairs, look = self.buffers()
        above, below = (np.ascontiguousarray(scores[:, rows]) for rows in (self.high, self.low))
        n, sure = 0, 0
        for some in pieces(len(self.high), len(self.low), self.n, stopped):
            n, more = list_open(
                np.ascontiguousarray(above[:, some]),
                below,
                vertices.error,
                self.high[some],
                self.low,
                self.problem.weight,
                self.problem.x,
                vertices.digits,
                self.problem.limbs,
                planes,
                pairs,
                n,
            )
            if n < 0:
                return None
            sure += int(more)
        return planes, pairs, look, int(n), sure

    def buffers(self) -> tuple[Hyperplanes, Open, SplitLook]:
        """Room for listed pairs, one for each thread, made once: fresh pages cost more than the search."""
        if not hasattr(self._own, "buffers"):
            room, deep, sides = self.room, _DEEP * self.room, _DEEP_SIDES * self.room
            bits = np.uint8 if self.n <= 8 else np.int64
            self._own.log = np.empty(_LOG if self.keep_log else 0, dtype=np.int64)
            self._own.buffers = (
                Hyperplanes(
                    high=np.empty(room, dtype=np.int32),
                    low=np.empty(room, dtype=np.int32),
                    gain=np.empty(room, dtype=np.int64),
                    loss=np.empty(room, dtype=np.int64),
                ),
                Open(
                    d=np.empty((self.n, deep)),
                    up=np.empty(sides, dtype=bits),
                    down=np.empty(sides, dtype=bits),
                    plane=np.empty(deep, dtype=np.int32),
                ),
                SplitLook(
                    score=np.empty(room),
                    rises=np.empty(room, dtype=bits),
                    falls=np.empty(room, dtype=bits),
                ),
            )
        return self._own.buffers

    def _longest(self, vertices: Vertices) -> tuple[float, int, int]:
        u = vertices.u[: self.n]
        chord = ((u[:, None] - u[None]) ** 2).sum(axis=2)
        i, j = np.unravel_index(int(np.argmax(chord)), chord.shape)
        return float(chord[i, j]), int(i), int(j)

    def _bound_by_edges(self, corners: Sequence[Vector], counts: EdgeCounts, places: Sequence[int]) -> Cone:
        """A cone with the bound that counts along its edges give."""
        twice, n_open = counts.bound(places)
        # What coincides counts as right everywhere.
        upper = min(twice // 2, self.problem.total) - self.problem.coincident
        return Cone(tuple(corners), upper, n_open)

    def _split(self, cone: Cone, best: int, stopped: Callable[[], bool]) -> Explored:
        """Split a cone in the middle of its longest edge."""
        vertices = self.vertices(cone.vertices, 0)
        edge, i, j = self._longest(vertices)
        shift = round(vertices.length[i] - vertices.length[j])
        a, b = cone.vertices[i], cone.vertices[j]
        middle = tuple((v << max(-shift, 0)) + (w << max(shift, 0)) for v, w in zip(a, b, strict=True))
        # As in a log: first the part that keeps the first end.
        parts = [tuple(middle if k == gone else v for k, v in enumerate(cone.vertices)) for gone in (j, i)]
        pieces = [*tokens_to_bytes(split_token(self.n, i, j, shift)), b"", b""] if self.keep_log else None
        where = None
        if self.edges is None:
            cones = [self.bound(part, stopped) for part in parts]
        else:
            # The new vertex first: all of its edges are counted from one order.
            around = (middle, *cone.vertices)
            counts = self.edges.count(around, self.vertices(around, 0), (i + 1, j + 1))
            places = [[0 if k == gone else k + 1 for k in range(self.n)] for gone in (j, i)]
            cones = [
                self._bound_by_edges(part, counts, some) for part, some in zip(parts, places, strict=True)
            ]
            # Other edges may have been better for the whole.
            cones = [part._replace(upper=min(part.upper, cone.upper)) for part in cones]
            if counts.right[0] - self.problem.coincident > best:
                right = self.objective.count(self.problem, middle).pairs.right
                best, where = (right, middle) if right > best else (best, None)
        last = (cone.size, cone.crowd) if 0 < KEPT * cone.crowd < cone.n_open else (edge, cone.n_open)
        cones = [part._replace(size=last[0], crowd=last[1]) for part in cones]
        return Explored(cones, best, where, 0, 0, 2, 0, pieces)


def _new_stack(n: int) -> Stack:
    stack = Stack(*(np.empty(DEPTH, dtype=np.int64) for _ in Stack._fields))
    return stack._replace(vertex=np.empty((DEPTH, n), dtype=np.int32), size=np.empty(DEPTH))


def new_left(n: int, size: int) -> OpenCones:
    """Room for cones that are handed back."""
    room = 2 * DEPTH
    return OpenCones(
        digits=np.empty((room, n, n, size), dtype=np.int64),
        upper=np.empty(room, dtype=np.int64),
        size=np.empty(room),
        crowd=np.empty(room, dtype=np.int64),
    )


def _size(vector: Sequence[int]) -> int:
    return max(abs(v) for v in vector).bit_length()


def _integers(digits: np.ndarray) -> Vector:
    """An integer vector out of its digits, without common factors."""
    whole = [sum(int(v) << (BASE_BITS * k) for k, v in enumerate(row)) for row in digits]
    divisor = gcd(*whole) or 1
    return tuple(v // divisor for v in whole)

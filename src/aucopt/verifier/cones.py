"""What no direction of a cone exceeds: a tree of splits, walked down with only the open pairs in hand.

Inside a cone a pair that every vertex ranks right is right, and one that none does is wrong. The parts of a
cone are made by a positive combination of two of its vertices, so they cover it by construction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd

from aucopt.verifier.arcs import ExactPoints, dot
from aucopt.verifier.statement import FailedError, Vector, show
from aucopt.verifier.steps import COUNTS, NORMALISE, SPLIT, StepReader, TreeStep

_LONGEST_SHIFT = 1 << 16


@dataclass
class SwapPlanes:
    """The hyperplanes at which pairs swap: one pair of points each, and the weight on either side of it."""

    high: list[int]
    low: list[int]
    gain: list[int]
    loss: list[int]


def list_planes(points: ExactPoints, merged: bool) -> SwapPlanes:
    """All pairs of distinct points; if merged, those with parallel differences together."""
    planes = SwapPlanes([], [], [], [])
    known: dict[Vector, int] = {}
    lows = [j for j, q in enumerate(points.negative) if q]
    for i, p in enumerate(points.positive):
        for j in lows if p else ():
            if i == j:
                continue
            weight = p * points.negative[j]
            if merged:
                line = shortest([a - b for a, b in zip(points.at[i], points.at[j], strict=True)])
                if (k := known.get(line)) is not None:
                    planes.gain[k] += weight
                    continue
                if (k := known.get(tuple(-v for v in line))) is not None:
                    planes.loss[k] += weight
                    continue
                known[line] = len(planes.high)
            planes.high.append(i)
            planes.low.append(j)
            planes.gain.append(weight)
            planes.loss.append(0)
    return planes


def shortest(vector: Sequence[int]) -> Vector:
    """The shortest integer vector of the same direction."""
    divisor = gcd(*vector) or 1
    return tuple(v // divisor for v in vector)


@dataclass
class OpenCone:
    """A cone of directions by its vertices.

    `open` holds, for each plane that is not decided, its number and two bits for each vertex: >= 0 and <= 0
    there. `sure` is the weight of what is decided, `most` that plus the better side of what is open.
    """

    vertices: list[Vector]
    open: list[int]
    sure: int
    most: int


class ConeTree:
    """Walks the splits of cones as they were written down, carrying only the open planes."""

    def __init__(self, points: ExactPoints, merged: bool, basis: Sequence[Vector], steps: StepReader) -> None:
        self.points = points
        self.planes = list_planes(points, merged)
        self.basis = basis
        self.n = len(basis)
        self.full = (1 << self.n) - 1
        self.edges = [(a, b) for a in range(self.n) for b in range(a + 1, self.n)]
        self.steps = steps
        self.n_cones = 0

    def bound(self, signs: Sequence[tuple[int, ...]], limit: int) -> None:
        """Check that no end of the tree holds more right pairs than the limit.

        The tree starts with the cones spanned by the basis vectors, each taken with the signs it may have.
        """
        signed = [self.signs(v, range(len(self.planes.high))) for v in self.basis]
        for chosen in product(*signs):
            stack = [self.start(chosen, signed)]
            while stack:
                cone = stack.pop()
                self.n_cones += 1
                step = self.next_step()
                if step[0] == NORMALISE:
                    cone.vertices = [shortest(v) for v in cone.vertices]
                    step = self.next_step()
                if step[0] == COUNTS:
                    if cone.most > limit:
                        inside = tuple(map(sum, zip(*cone.vertices, strict=True)))
                        raise FailedError(
                            f"cone {self.n_cones}, around {show(inside)}: {cone.most:,} pairs may be right, "
                            f"the claim allows {limit:,}."
                        )
                    continue
                stack += self.split(cone, step)
        if not self.steps.is_done:
            raise FailedError(f"the tree goes on after its last cone, at byte {self.steps.at:,}.")

    def next_step(self) -> TreeStep:
        """What becomes of a cone."""
        try:
            return self.steps.step()
        except EOFError:
            raise FailedError(f"the tree breaks off in cone {self.n_cones}.") from None

    def start(self, chosen: Sequence[int], signed: Sequence[list[int]]) -> OpenCone:
        """One of the cones that the tree starts with."""
        vertices = [tuple(s * v for v in vertex) for s, vertex in zip(chosen, self.basis, strict=True)]
        # A whole cone of planes, as if its vertices had been set one after the other.
        cone = OpenCone(vertices, [g << 2 * self.n for g in range(len(self.planes.high))], 0, 0)
        for k, (side, values) in enumerate(zip(chosen, signed, strict=True)):
            cone = self.settle(cone, k, vertices[k], [side * v for v in values])
        return cone

    def signs(self, vertex: Vector, planes: Sequence[int]) -> list[int]:
        """On which side of each plane a vertex lies: positive, zero or negative."""
        at, high, low = self.points.at, self.planes.high, self.planes.low
        if 2 * len(planes) > len(at):
            height = [dot(vertex, x) for x in at]
            return [height[high[g]] - height[low[g]] for g in planes]
        return [dot(vertex, at[high[g]]) - dot(vertex, at[low[g]]) for g in planes]

    def split(self, cone: OpenCone, step: TreeStep) -> list[OpenCone]:
        """The two parts of a cone, at a new vertex on one of its edges; the one to go on with is last."""
        if step[0] == NORMALISE:
            raise FailedError(f"cone {self.n_cones} is divided by common divisors twice.")
        kind, edge, *numbers = step
        if not edge < len(self.edges):
            raise FailedError(f"cone {self.n_cones} is split at an edge that it does not have.")
        a, b = self.edges[edge]
        v, w = cone.vertices[a], cone.vertices[b]
        if kind == SPLIT:
            (shift,) = numbers
            if abs(shift) > _LONGEST_SHIFT:
                raise FailedError(f"cone {self.n_cones} is split by a number that is too long.")
            times_v, times_w = 1 << max(-shift, 0), 1 << max(shift, 0)
            vertex = tuple(times_v * x + times_w * z for x, z in zip(v, w, strict=True))
        else:
            i, j = numbers
            if not (0 <= i < len(self.points.at) and 0 <= j < len(self.points.at)):
                raise FailedError(f"cone {self.n_cones} is cut by a pair of points that are not there.")
            at_v, at_w = (dot(u, self.points.at[i]) - dot(u, self.points.at[j]) for u in (v, w))
            if at_v * at_w >= 0:
                raise FailedError(
                    f"cone {self.n_cones} is cut by a pair that both ends of its edge rank alike."
                )
            vertex = shortest([abs(at_w) * x + abs(at_v) * z for x, z in zip(v, w, strict=True)])
        values = self.signs(vertex, [bits >> 2 * self.n for bits in cone.open])
        return [self.settle(cone, k, vertex, values) for k in (a, b)]

    def settle(self, cone: OpenCone, k: int, vertex: Vector, values: Sequence[int]) -> OpenCone:
        """The cone with another vertex in place k, where its open planes have these signs."""
        n, full = self.n, self.full
        keep = ~(1 << k | 1 << n + k)
        above, on, below = 1 << k, 1 << k | 1 << n + k, 1 << n + k
        gain, loss = self.planes.gain, self.planes.loss
        sure, most, rest = cone.sure, 0, []
        for bits, value in zip(cone.open, values, strict=True):
            bits = bits & keep | (above if value > 0 else below if value else on)
            plane = bits >> 2 * n
            if bits >> n & full == full:
                sure += loss[plane]
            elif bits & full == full:
                sure += gain[plane]
            else:
                rest.append(bits)
                most += max(gain[plane], loss[plane])
        vertices = [*cone.vertices[:k], vertex, *cone.vertices[k + 1 :]]
        return OpenCone(vertices, rest, sure, sure + most)

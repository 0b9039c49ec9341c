"""What no direction of a cone exceeds: a tree of splits, walked down with only the open pairs in hand.

Inside a cone a pair that every vertex ranks right is right, and one that none does is wrong. The parts of a
cone are made by a positive combination of two of its vertices, so they cover it by construction.

Many cones are looked at together, a batch, with their open planes in one array: the parts of a batch are the
next one, or several if they are many.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from aucopt.verifier.batch import ConeBatch, in_pieces
from aucopt.verifier.clock import Clock
from aucopt.verifier.planes import SwapPlanes, list_planes
from aucopt.verifier.points import ExactPoints, dot, shortest
from aucopt.verifier.statement import FailedError, Vector, show, sized
from aucopt.verifier.steps import PARTS, SPLIT, StepReader, TreeStep
from aucopt.verifier.tree import read_tree

_LONGEST_SHIFT = 1 << 16
# Open planes of a batch: so many fit into the cache of a processor.
_BATCH = 1 << 16


class ConeTree:
    """Walks the splits of cones as they were written down, carrying only the open planes."""

    def __init__(
        self,
        points: ExactPoints,
        merged: bool,
        basis: Sequence[Vector],
        steps: StepReader,
        clock: Clock | None = None,
    ) -> None:
        self.points = points
        self.basis = basis
        self.n = len(basis)
        self.full = (1 << self.n) - 1
        self.edges = [(a, b) for a in range(self.n) for b in range(a + 1, self.n)]
        self.steps = steps
        self.clock = clock or Clock()
        self.n_cones = 0
        self.planes = self.list_planes(merged)

    def list_planes(self, merged: bool) -> SwapPlanes:
        """All planes at which pairs swap."""
        return list_planes(self.points, merged)

    def bound(self, signs: Sequence[tuple[int, ...]], limit: int) -> None:
        """Check that no end of the tree holds more right pairs than the limit.

        The tree starts with the cones spanned by the basis vectors, each taken with the signs it may have.
        """
        chosen = list(product(*signs))
        self.tree = read_tree(self.steps, len(chosen), self.clock)
        everything = np.arange(len(self.planes.high), dtype=np.int32)
        whole = np.array([0, len(everything)])
        sides = [self.planes.sides([v], whole, everything) for v in self.basis]
        for number, signed in zip(self.tree.starts(), chosen, strict=True):
            self.walk(self.start(number, signed, sides), limit)

    def walk(self, start: ConeBatch, limit: int) -> None:
        """Check some cones with all of their parts."""
        stack = [start]
        while stack:
            batch = stack.pop()
            stack += self.check(batch, limit)
            self.n_cones += len(batch.numbers)
            self.clock.reach(self.n_cones / len(self.tree.steps))

    def spanned(self, number: int, vertices: list[Vector]) -> ConeBatch:
        """The cone of some vertices, which has this place in the tree."""
        everything = np.arange(len(self.planes.high), dtype=np.int32)
        whole = np.array([0, len(everything)])
        sides = [self.planes.sides([v], whole, everything) for v in vertices]
        return self._whole(number, vertices, sides)

    def start(self, number: int, signed: Sequence[int], sides: Sequence[np.ndarray]) -> ConeBatch:
        """One of the cones that the tree starts with, from the sides of the basis vectors."""
        vertices = [tuple(s * v for v in vertex) for s, vertex in zip(signed, self.basis, strict=True)]
        turned = [sign * side for sign, side in zip(signed, sides, strict=True)]
        return self._whole(number, vertices, turned)

    def _whole(self, number: int, vertices: list[Vector], sides: Sequence[np.ndarray]) -> ConeBatch:
        """A cone with all planes, from the sides of its vertices."""
        kind: np.dtype[Any] = np.dtype(np.int32 if self.n < 16 else np.int64)
        masks = np.zeros(len(self.planes.high), dtype=kind)
        for k, side in enumerate(sides):
            masks = masks | self.bits(side, kind) << k
        everything = np.arange(len(masks), dtype=np.int32)
        return self.settle(
            ConeBatch([number], [vertices], self.nothing(), np.array([0, len(masks)]), everything, masks)
        )

    def nothing(self) -> np.ndarray:
        """What is known of a cone before any plane is decided."""
        return np.zeros(1, dtype=self.planes.weight_type)

    def most(self, batch: ConeBatch) -> np.ndarray:
        """What each cone holds at most: the pairs that are right, and the better side of open planes."""
        return batch.sure + self.sums(self.planes.better, np.arange(len(batch.open)), batch)

    def complaint(self, most: int, limit: int) -> str:
        """Why a cone does not end."""
        return f"{most:,} pairs may be right, but the claim allows only {limit:,}"

    def bits(self, sides: np.ndarray, kind: np.dtype[Any]) -> np.ndarray:
        """The bits of a first vertex with these signs: >= 0, and <= 0."""
        return (sides >= 0).astype(kind) | (sides <= 0).astype(kind) << self.n

    def settle(self, batch: ConeBatch) -> ConeBatch:
        """Leave out the planes that are decided, and count the side that is right."""
        is_wrong = batch.masks >> self.n == self.full
        is_right = batch.masks & self.full == self.full
        wrong, right = np.flatnonzero(is_wrong), np.flatnonzero(is_right & ~is_wrong)
        kept = np.flatnonzero(~(is_wrong | is_right))
        sure = batch.sure + self.sums(self.planes.gain, right, batch)
        if self.planes.is_merged:
            sure = sure + self.sums(self.planes.loss, wrong, batch)
        begin = np.searchsorted(kept, batch.begin)
        return ConeBatch(batch.numbers, batch.vertices, sure, begin, batch.open[kept], batch.masks[kept])

    def sums(self, weight: np.ndarray, entries: np.ndarray, batch: ConeBatch) -> np.ndarray:
        """For each cone the weight of those of its open planes that are among these entries of a batch."""
        running = np.concatenate([[0], np.cumsum(weight[batch.open[entries]], dtype=self.planes.weight_type)])
        cuts = running[np.searchsorted(entries, batch.begin)]
        return cuts[1:] - cuts[:-1]

    def check(self, batch: ConeBatch, limit: int) -> list[ConeBatch]:
        """Check the cones that end here; return the parts of the others, in batches, the next one last."""
        for c, number in enumerate(batch.numbers):
            if self.tree.is_normalised[number]:
                batch.vertices[c] = [shortest(v) for v in batch.vertices[c]]
        steps = [self.tree.steps[number] for number in batch.numbers]
        most = self.most(batch)
        for c, step in enumerate(steps):
            right = int(most[c])
            if not PARTS[step[0]] and right > limit:
                inside = tuple(map(sum, zip(*batch.vertices[c], strict=True)))
                raise FailedError(
                    f"cone {batch.numbers[c] + 1}, around {show(inside)}: {self.complaint(right, limit)}."
                )
        divided = [c for c, step in enumerate(steps) if PARTS[step[0]]]
        if not divided:
            return []
        parts = self.divide(batch.pick(divided), [steps[c] for c in divided])
        return in_pieces(parts, _BATCH)[::-1]

    def divide(self, batch: ConeBatch, steps: Sequence[TreeStep]) -> list[ConeBatch]:
        """Both parts of each cone, at a new vertex on one of its edges."""
        made = [self.new_vertex(*cone) for cone in zip(batch.numbers, batch.vertices, steps, strict=True)]
        sides = self.planes.sides([vertex for _, vertex in made], batch.begin, batch.open)
        bits = self.bits(sides, batch.masks.dtype)
        both = self.bits(np.zeros(1, dtype=np.int8), batch.masks.dtype)[0]
        parts = []
        for end in (1, 0):
            # The first part keeps the first vertex of the edge, the second part the other one.
            replaced = [edge[end] for edge, _ in made]
            place = np.repeat(np.array(replaced, dtype=batch.masks.dtype), batch.sizes)
            numbers = [k + 1 for k in batch.numbers]
            part = ConeBatch(
                numbers if end else [self.tree.after[k] for k in numbers],
                [
                    [*cone[:k], vertex, *cone[k + 1 :]]
                    for cone, k, (_, vertex) in zip(batch.vertices, replaced, made, strict=True)
                ],
                batch.sure,
                batch.begin,
                batch.open,
                batch.masks & ~(both << place) | bits << place,
            )
            parts.append(self.settle(part))
        return parts

    def new_vertex(
        self, number: int, vertices: list[Vector], step: TreeStep
    ) -> tuple[tuple[int, int], Vector]:
        """The edge at which a cone is split or cut, and the vertex there."""
        self.clock.check()
        name = f"cone {number + 1}"
        kind, edge, *numbers = step
        if not edge < len(self.edges):
            raise FailedError(f"{name} is split at an edge that does not exist.")
        a, b = self.edges[edge]
        v, w = vertices[a], vertices[b]
        if kind == SPLIT:
            (shift,) = numbers
            if abs(shift) > _LONGEST_SHIFT:
                raise FailedError(f"{name} is split by a number that is too long.")
            times_v, times_w = 1 << max(-shift, 0), 1 << max(shift, 0)
            vertex = tuple(times_v * x + times_w * z for x, z in zip(v, w, strict=True))
        else:
            i, j = numbers
            if not (0 <= i < len(self.points.at) and 0 <= j < len(self.points.at)):
                raise FailedError(f"{name} is cut by a pair of points that do not exist.")
            at_v, at_w = (dot(u, self.points.at[i]) - dot(u, self.points.at[j]) for u in (v, w))
            if at_v * at_w >= 0:
                raise FailedError(
                    f"{name} is cut by a pair that is ranked in the same way at both ends of its edge."
                )
            vertex = shortest([abs(at_w) * x + abs(at_v) * z for x, z in zip(v, w, strict=True)])
        return (a, b), sized(vertex, self.n)

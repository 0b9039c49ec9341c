"""How far the directions of a level reach: the range of each weight where the AUC is high enough.

Branch and bound over cones. A cone whose bound is below the level is dropped; of one that may reach it only
what would widen the ranges known so far counts, so the search works along the rim of the region and stops
when ranges that are certain and ranges that are possible agree within the tolerance. A cone too small to
split any further is decided exactly, as in the search for the optimum.
"""

import heapq
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import ceil, log2
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights.normalize import Normalization, Range, unit_floats
from aucopt.exact.solvers.base import Vector
from aucopt.exact.solvers.cone.pieces import StoppedError
from aucopt.exact.solvers.cone.positives import explorer_for
from aucopt.exact.solvers.cone.shapes import Cone

# Cones worked on at a time: a constant, so that the search does not depend on the threads.
_BATCH = 16
_MEMORY = 1 << 27
# The steps of the walks that begin the search, in radians where whitened; bits of their directions.
_FIRST_STEP, _LAST_STEP, _MOST_ROUNDS = 0.5, 0.001, 40
_BITS = 40


class Vertex(NamedTuple):
    """A direction: weights on all columns as given, and on columns of one range; log2 of their sizes."""

    raw: np.ndarray
    even: np.ndarray
    raw_size: int
    even_size: float


@dataclass
class Reach:
    """Ranges that some direction of the level attains, and those that none exceeds."""

    certain: Range
    possible: Range

    def add(self, found: Range) -> None:
        """Directions of the level."""
        self.certain = self.certain.join(found)
        self.possible = self.possible.join(found)

    def beyond(self, limits: Range) -> tuple[np.ndarray, np.ndarray]:
        """By how much limits exceed what is certain, below and above; without end where nothing is."""
        below, above = self.certain.low - limits.low, limits.high - self.certain.high
        unknown = np.where(np.isnan(limits.low), -np.inf, np.inf)
        return np.where(np.isnan(below), unknown, below), np.where(np.isnan(above), unknown, above)


class RimPart(NamedTuple):
    """A cone that waits, the limits of the weights in it, and whether all of it reaches the level."""

    cone: Cone
    limits: Range
    inside: bool


@dataclass
class PartResult:
    """What working on a part brought: parts, directions of the level, and what needs no further work."""

    parts: list[RimPart] = field(default_factory=list)
    found: list[Range] = field(default_factory=list)
    settled: list[Range] = field(default_factory=list)


class Face:
    """One face of the allowed cone: its problem, its cones, and the directions met on the way."""

    def __init__(
        self,
        problem: Problem,
        objective: Objective,
        signs: Sequence[int],
        level: Fraction,
        norm: Normalization,
    ) -> None:
        self.problem = problem
        self.objective = objective
        self.signs = signs
        self.level = level
        self.norm = norm
        # A cell reaches the level with this many right pairs, or this value.
        self.threshold = objective.right_for(problem, ceil(level) - 1) + 1
        # What is certain of a cone is read off its open pairs, which bounds by edges do not count.
        self.explorer = explorer_for(problem, objective, _MEMORY, by_edges=False)
        self._vertices: dict[Vector, Vertex] = {}

    def start(self) -> PartResult:
        """The whole face."""
        outcome = PartResult()
        for corners in self._start_cones():
            self._sort_in(self.explorer.bound(corners), False, outcome)
            for corner in corners:
                self._try(corner, outcome)
        return outcome

    def _reaches(self, corner: Vector) -> bool:
        return self.objective.count(self.problem, corner).value >= self.level

    def _start_cones(self) -> Iterator[tuple[Vector, ...]]:
        """The allowed orthants: in each of them all weights keep their signs."""
        n = len(self.signs)
        for orthant in product(*[(s,) if s else (1, -1) for s in self.signs]):
            yield tuple(tuple(s * (k == j) for k in range(n)) for j, s in enumerate(orthant))

    def work(self, part: RimPart, reach: Reach, tolerance: float, deadline: float | None) -> PartResult:
        """Halve a part, or decide it if it is small where it matters. What becomes late stays as it is."""
        try:
            return self._work(part, reach, tolerance, deadline)
        except StoppedError:
            return PartResult(parts=[part])

    def _work(self, part: RimPart, reach: Reach, tolerance: float, deadline: float | None) -> PartResult:
        outcome = PartResult()
        low, high = part.limits
        below, above = reach.beyond(part.limits)
        matters = np.maximum(below, above) > tolerance
        is_small = bool((high - low)[matters].max(initial=0.0) <= tolerance)
        # Nothing like it is known to reach the level: most likely nothing does.
        is_beyond = bool(np.any((low > reach.certain.high) | (high < reach.certain.low)))

        def stopped() -> bool:
            return deadline is not None and time.monotonic() > deadline

        if not part.inside and (is_small or is_beyond):
            explored = self.explorer.work(part.cone, self.threshold - 1, 0, stopped)
            if explored.where is None:
                for cone in explored.cones:
                    self._sort_in(cone, False, outcome)
                return outcome
            outcome.found.append(self.limits([explored.where]))
            if is_small:
                # One direction of the level answers for the whole cone.
                outcome.settled.append(part.limits)
                return outcome
        for corners in self._halves(part.cone, matters, outcome):
            cone = (
                part.cone._replace(vertices=corners) if part.inside else self.explorer.bound(corners, stopped)
            )
            self._sort_in(cone, part.inside, outcome)
        return outcome

    def seek(self, start: Sequence[int], reach: Reach, deadline: float | None) -> None:
        """Walk from a direction of the level as far as it goes, each weight up and down: a good beginning."""
        factor = self.problem.within_factor
        n = len(self.signs)
        rng = np.random.default_rng(0)
        for j in self.problem.columns:
            for side in (1, -1):
                u, step = factor.T @ unit_floats(start), _FIRST_STEP
                u /= np.linalg.norm(u)
                best = side * self.limits([tuple(start)]).high[j]
                for _ in range(_MOST_ROUNDS):
                    if step < _LAST_STEP or (deadline is not None and time.monotonic() > deadline):
                        break
                    turns = np.vstack([np.eye(n), rng.standard_normal((n, n)) / np.sqrt(n)])
                    before = best
                    for turn in (*turns, *-turns):
                        v = u + step * turn
                        w = np.linalg.solve(factor.T, v)
                        corner = tuple(int(c) for c in np.rint(np.ldexp(w / np.abs(w).max(), _BITS)))
                        if any(sign * c < 0 for sign, c in zip(self.signs, corner, strict=True)):
                            continue
                        found = self.limits([corner])
                        if side * found.high[j] > best and self._reaches(corner):
                            u, best = v / np.linalg.norm(v), side * found.high[j]
                            reach.add(found)
                    if best == before:
                        step /= 2

    def limits(self, corners: Sequence[Vector]) -> Range:
        """The range of each weight over a cone."""
        return self.norm.limits(np.array([self._vertex(corner).raw for corner in corners]))

    def _sort_in(self, cone: Cone, inside: bool, outcome: PartResult) -> None:
        """Keep a cone unless it is below the level."""
        if cone.upper < self.threshold:
            return
        # Open pairs are counted, not weighed; those of explored cones are not even counted.
        sure = cone.upper - cone.n_open * self.explorer.heaviest
        inside = inside or (cone.crowd == 0 and sure >= self.threshold)
        outcome.parts.append(RimPart(cone, self.limits(cone.vertices), inside))
        if inside:
            outcome.found += [self.limits([corner]) for corner in cone.vertices]

    def _try(self, corner: Vector, outcome: PartResult) -> None:
        if self._reaches(corner):
            outcome.found.append(self.limits([corner]))

    def _halves(self, cone: Cone, matters: np.ndarray, outcome: PartResult) -> list[tuple[Vector, ...]]:
        """Both halves of a cone, cut across its longest edge: by the weights that matter, or of one range."""
        corners = [self._vertex(corner) for corner in cone.vertices]
        even = np.array([corner.even for corner in corners])
        chord = np.linalg.norm(even[:, None] - even[None], axis=2)
        measured = self.norm.measure(np.array([corner.raw for corner in corners]))
        steps = np.nan_to_num(np.abs(measured[:, None] - measured[None]))
        if self.norm.reference is not None:
            # At length one, limits are wide as long as any edge is long.
            steps *= matters
        if chord.max() > steps.max():
            i, j = np.unravel_index(int(np.argmax(chord)), chord.shape)
            sizes = [corner.even_size for corner in corners]
        else:
            i, j, column = np.unravel_index(int(np.argmax(steps)), steps.shape)
            lengths = [self.norm.size(corner.raw, int(column)) or 1.0 for corner in corners]
            sizes = [corner.raw_size + log2(length) for corner, length in zip(corners, lengths, strict=True)]
        shift = round(sizes[i] - sizes[j])
        a, b = cone.vertices[i], cone.vertices[j]
        middle = tuple((v << max(-shift, 0)) + (w << max(shift, 0)) for v, w in zip(a, b, strict=True))
        self._try(middle, outcome)
        halves = []
        for k in (i, j):
            vertices = list(cone.vertices)
            vertices[k] = middle
            halves.append(tuple(vertices))
        return halves

    def _vertex(self, corner: Vector) -> Vertex:
        found = self._vertices.get(corner)
        if found is None:
            exact = self.problem.coef_of(corner)
            largest = max(abs(v) for v in exact)
            raw_size = largest.numerator.bit_length() - largest.denominator.bit_length()
            even = unit_floats(corner)
            length = float(np.linalg.norm(even))
            even_size = log2(max(abs(v) for v in corner)) + log2(length)
            found = Vertex(unit_floats(exact), even / length, raw_size, even_size)
            self._vertices[corner] = found
        return found


def search_reach(
    faces: Sequence[Face],
    towards: Sequence[Sequence[int]],
    reach: Reach,
    *,
    tolerance: float,
    deadline: float | None,
    n_threads: int,
) -> bool:
    """Widen `reach` until what is certain and what is possible agree; False if time ran out first.

    `towards` are directions in the faces to look around.
    """
    heap: list[tuple[float, int, Face, RimPart]] = []
    serial = 0

    def take(face: Face, outcome: PartResult) -> None:
        nonlocal serial
        for found in outcome.found:
            reach.add(found)
        for settled in outcome.settled:
            reach.possible = reach.possible.join(settled)
        for part in outcome.parts:
            heapq.heappush(heap, (-_excess(reach, part), serial, face, part))
            serial += 1

    for face, direction in zip(faces, towards, strict=True):
        if any(direction) and face.objective.count(face.problem, direction).value >= face.level:
            face.seek(direction, reach, deadline)
        take(face, face.start())
    with ThreadPoolExecutor(n_threads) as pool:
        while heap:
            if deadline is not None and time.monotonic() > deadline:
                for _, _, _, part in heap:
                    reach.possible = reach.possible.join(part.limits)
                return False
            batch: list[tuple[Face, RimPart]] = []
            while heap and len(batch) < _BATCH:
                _, _, face, part = heapq.heappop(heap)
                if _excess(reach, part) > tolerance:
                    batch.append((face, part))
                else:
                    reach.possible = reach.possible.join(part.limits)
            # All work on one state of knowledge, so that the outcome does not depend on who is faster.
            known = Reach(reach.certain, reach.possible)
            waiting = [pool.submit(face.work, part, known, tolerance, deadline) for face, part in batch]
            for (face, _), job in zip(batch, waiting, strict=True):
                take(face, job.result())
    return True


def _excess(reach: Reach, part: RimPart) -> float:
    below, above = reach.beyond(part.limits)
    return float(np.maximum(below, above).max())

"""What no direction of a box exceeds: a tree of halves, walked down with only the open rows in hand.

A box is a set of directions: one basis vector with a sign, plus all others with weights in intervals. The
score of a pair is linear in these weights, so on a box it lies between mid - rad and mid + rad. Both are kept
as int64, off by less than a bound that is known; where that leaves a row in doubt it counts as open. An end
that this does not prove is looked at again in integers of any size.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial, lcm

import numpy as np

from aucopt.verifier.box_batch import BoxBatch, in_pieces
from aucopt.verifier.clock import Clock
from aucopt.verifier.cones import ConeTree
from aucopt.verifier.points import ExactPoints, shortest
from aucopt.verifier.statement import FailedError, Vector
from aucopt.verifier.steps import COUNTS, CUT, CUT_UP, HALVE, PARTS, SPLIT, TILTED, StepReader
from aucopt.verifier.tilted import PARTS as REFERENCE_PARTS
from aucopt.verifier.tilted import QUOTIENT_BITS, exact_tilt, tilt_rows
from aucopt.verifier.tree import read_tree

# Bits of all scores together; sums of a few of them are int64.
_SCORE_BITS = 58
# Boxes are not halved more often along one axis.
_DEEPEST = 60
# Open rows of a batch: so many fit into the cache of a processor.
_BATCH = 1 << 16
# Weights of this many bits sum to int64, quotients and all.
_SHORT_WEIGHTS = 26


class BoxTree:
    """Walks the halves of boxes as they were written down, carrying only the open rows."""

    def __init__(
        self,
        points: ExactPoints,
        merged: bool,
        basis: Sequence[Vector],
        steps: StepReader,
        clock: Clock | None = None,
    ) -> None:
        self.basis = basis
        self.n = len(basis) - 1
        self.steps = steps
        self.clock = clock or Clock()
        self.cones = ConeTree(points, merged, basis, steps, clock)
        self.n_boxes = 0
        planes = self.cones.planes
        kind = np.int64 if points.total < 1 << _SHORT_WEIGHTS else object
        # A row looks to its heavier side; the lighter one counts everywhere.
        self.turn = np.where(planes.loss > planes.gain, -1, 1)
        self.weight = np.abs(planes.gain.astype(kind) - planes.loss)
        self.always = int(np.minimum(planes.gain, planes.loss).astype(kind).sum())
        exact = [self.exact_scores(vector, np.arange(len(self.turn))) for vector in basis]
        largest = sum(int(np.abs(score).max(initial=0)) for score in exact)
        up = _SCORE_BITS - largest.bit_length()
        self.exact = up
        self.score = [(s << up if up > 0 else s >> -up).astype(np.int64) for s in exact]

    @property
    def n_cones(self) -> int:
        """Boxes and cones looked at."""
        return self.n_boxes + self.cones.n_cones

    def exact_scores(self, vector: Vector, rows: np.ndarray) -> np.ndarray:
        """The scores of a vector on rows."""
        return self.cones.planes.scores(vector, rows) * self.turn[rows]

    def bound(self, signs: Sequence[tuple[int, ...]], limit: int) -> None:
        """Check that no end of the tree holds more right pairs than the limit.

        The tree starts with a box for each basis vector and each of its signs: the weights of the others are
        at most one in absolute value, and not negative where there is only one sign.
        """
        starts = [(chart, side) for chart, sides in enumerate(signs) for side in sides]
        parts = {**PARTS, HALVE: 2, CUT_UP: factorial(self.n), TILTED: 0}
        self.tree = self.cones.tree = read_tree(self.steps, len(starts), self.clock, parts)
        for number, (chart, side) in zip(self.tree.starts(), starts, strict=True):
            self.axes = [k for k in range(self.n + 1) if k != chart]
            self.first = chart, side
            stack = [self.start(number, [len(signs[k]) == 1 for k in self.axes])]
            while stack:
                batch = stack.pop()
                stack += self.check(batch, limit)
                self.n_boxes += len(batch.numbers)
                self.clock.reach(self.n_cones / len(self.tree.steps))

    def start(self, number: int, signed: Sequence[bool]) -> BoxBatch:
        """One of the boxes that the tree starts with."""
        chart, side = self.first
        mid, rad = side * self.score[chart], np.zeros_like(self.score[chart])
        for axis, has_sign in zip(self.axes, signed, strict=True):
            mid = mid + (self.score[axis] >> 1 if has_sign else 0)
            rad += np.abs(self.score[axis]) >> has_sign
        place = np.array([signed], dtype=np.int64)
        everything = np.arange(len(mid), dtype=np.int32)
        sure = np.array([self.always], dtype=self.weight.dtype)
        begin = np.array([0, len(mid)])
        return self.settle(
            BoxBatch(np.array([number]), place, place, sure, begin, everything, mid, rad, self.exact)
        )

    def settle(self, batch: BoxBatch) -> BoxBatch:
        """Leave out the rows that are decided, and count those that are right."""
        doubt = batch.doubt[batch.owner]
        is_right = batch.mid - batch.rad >= doubt
        is_open = ~is_right & (batch.mid + batch.rad > -doubt)
        right = np.where(is_right, self.weight[batch.rows], 0)
        return BoxBatch(
            batch.numbers,
            batch.centre,
            batch.level,
            batch.sure + self.sums(right, batch.begin),
            np.concatenate([[0], np.cumsum(is_open)])[batch.begin],
            batch.rows[is_open],
            batch.mid[is_open],
            batch.rad[is_open],
            batch.exact,
        )

    def sums(self, values: np.ndarray, begin: np.ndarray) -> np.ndarray:
        """The sum of each box."""
        running = np.concatenate([[0], np.cumsum(values, dtype=self.weight.dtype)])
        return running[begin[1:]] - running[begin[:-1]]

    def check(self, batch: BoxBatch, limit: int) -> list[BoxBatch]:
        """Check the boxes that end here; return the parts of the others, in batches."""
        steps = [self.tree.steps[number] for number in batch.numbers.tolist()]
        kinds = np.array([step[0] for step in steps])
        for c in np.flatnonzero((kinds == SPLIT) | (kinds == CUT)).tolist():
            raise FailedError(f"cone {batch.numbers[c] + 1} is a box, which has no edges to split.")
        for number in batch.numbers.tolist():
            if self.tree.is_normalised[number]:
                raise FailedError(f"cone {number + 1} is a box, which has no common divisors.")
        most = batch.sure + self.sums(self.weight[batch.rows], batch.begin)
        failing = (kinds == COUNTS) & (most > limit)
        tilted = (kinds == TILTED) & (most > limit)
        if tilted.any():
            reference = np.array([step[1:] for step in steps if step[0] == TILTED])[tilted[kinds == TILTED]]
            if np.abs(reference).max() >= REFERENCE_PARTS:
                raise FailedError("a point of reference is outside its box.")
            most[tilted] += self.tilt(batch.pick(tilted), reference)
            failing |= tilted & (most > limit)
        for c in np.flatnonzero(failing).tolist():
            self.look_again(
                batch.centre[c].tolist(), batch.level[c].tolist(), steps[c], batch.numbers[c], limit
            )
        for c in np.flatnonzero(kinds == CUT_UP).tolist():
            self.cut_up(batch.centre[c].tolist(), batch.level[c].tolist(), int(batch.numbers[c]), limit)
        halved = kinds == HALVE
        if not halved.any():
            return []
        halves = self.halve(batch.pick(halved), [s[1] for s in steps if s[0] == HALVE])
        return in_pieces(halves, _BATCH)

    def tilt(self, batch: BoxBatch, reference: np.ndarray) -> np.ndarray:
        """What tilting adds to the count of each box."""
        owner = batch.owner
        slopes = [self.score[k][batch.rows] >> batch.level[owner, i] for i, k in enumerate(self.axes)]
        parts = [reference[owner, i] for i in range(self.n)]
        middle, along = tilt_rows(batch.mid, batch.rad, slopes, parts, batch.doubt[owner])
        weight = self.weight[batch.rows]
        total = self.sums(weight * middle, batch.begin)
        for slope in along:
            total = total + np.abs(self.sums(weight * slope, batch.begin))
        return total >> QUOTIENT_BITS

    def look_again(
        self, centre: list[int], level: list[int], step: Sequence[int], number: int, limit: int
    ) -> None:
        """Bound one box in integers of any size; fail if that does not do either."""
        self.clock.check()
        everything = np.arange(len(self.turn))
        chart, side = self.first
        scores = [self.exact_scores(self.basis[k], everything).tolist() for k in (chart, *self.axes)]
        deepest = max(level)
        units = [1 << deepest - k for k in level]
        right, rest = self.always, []
        for weight, first, *others in zip(self.weight.tolist(), *scores, strict=True):
            slopes = [unit * s for unit, s in zip(units, others, strict=True)]
            mid = (side * first << deepest) + sum(x * s for x, s in zip(centre, slopes, strict=True))
            rad = sum(map(abs, slopes))
            if mid > -rad:
                right += weight
                if mid < rad:
                    rest.append((mid, rad, slopes, weight))
        if step[0] == TILTED:
            right += exact_tilt(rest, step[1:])
        if right > limit:
            raise FailedError(
                f"cone {number + 1}, a box: {right:,} pairs may be right, but the claim allows only "
                f"{limit:,}."
            )

    def cut_up(self, centre: list[int], level: list[int], number: int, limit: int) -> None:
        """Check the cones that a box is cut into: from its lowest corner to its highest, axis by axis."""
        last = self.tree.after[number]
        if any(step[0] in (HALVE, CUT_UP, TILTED) for step in self.tree.steps[number + 1 : last]):
            raise FailedError(f"cone {number + 1} is divided into parts that are not boxes.")
        at = number + 1
        for order in permutations(range(self.n)):
            corners = [
                self.corner(
                    [
                        Fraction(x + (1 if i in order[:k] else -1), 1 << depth)
                        for i, (x, depth) in enumerate(zip(centre, level, strict=True))
                    ]
                )
                for k in range(self.n + 1)
            ]
            self.cones.walk(self.cones.spanned(at, corners), limit)
            at = self.tree.after[at]

    def corner(self, weights: Sequence[Fraction]) -> Vector:
        """The shortest integer vector of a direction of a box."""
        chart, side = self.first
        common = lcm(*(w.denominator for w in weights))
        vector = [side * common * v for v in self.basis[chart]]
        for k, w in zip(self.axes, weights, strict=True):
            vector = [a + int(w * common) * v for a, v in zip(vector, self.basis[k], strict=True)]
        return shortest(vector)

    def halve(self, batch: BoxBatch, axes: Sequence[int]) -> list[BoxBatch]:
        """Both halves of each box, the lower ones first."""
        axis = np.array(axes)
        boxes = np.arange(len(axis))
        if axis.max() >= self.n or batch.level[boxes, axis].max() >= _DEEPEST:
            raise FailedError("a box is halved along an axis that does not exist, or too often.")
        level = batch.level.copy()
        level[boxes, axis] += 1
        owner = batch.owner
        table = np.stack([self.score[k] for k in self.axes])
        column = table[axis[owner], batch.rows]
        down = level[boxes, axis][owner]
        shift, rad = column >> down, batch.rad - (np.abs(column) >> down)
        parts = []
        for side in (-1, 1):
            centre = batch.centre.copy()
            centre[boxes, axis] = 2 * centre[boxes, axis] + side
            following = [k + 1 if side < 0 else self.tree.after[k + 1] for k in batch.numbers.tolist()]
            parts.append(
                self.settle(
                    BoxBatch(
                        np.array(following),
                        centre,
                        level,
                        batch.sure,
                        batch.begin,
                        batch.rows,
                        batch.mid + side * shift,
                        rad,
                        batch.exact,
                    )
                )
            )
        return parts

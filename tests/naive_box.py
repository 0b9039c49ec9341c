"""Slow, obvious twins of the box kernels and of tilted counts, in fractions, without the package.

A box is a basis vector with a sign, and an interval for the weight of each other one.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

import naive_cone
from naive import Cone, inner, shortest

Vector = tuple[int, ...]


class Box(NamedTuple):
    """Directions: one basis vector with a sign, plus all others with weights in intervals."""

    basis: Sequence[Vector]
    chart: int
    sign: int
    ends: tuple[tuple[Fraction, Fraction], ...]

    def direction(self, x: Sequence[Fraction]) -> tuple[Fraction, ...]:
        weights = [*x[: self.chart], Fraction(self.sign), *x[self.chart :]]
        return tuple(
            sum(w * v for w, v in zip(weights, c, strict=True)) for c in zip(*self.basis, strict=True)
        )

    def corners(self) -> list[tuple[Fraction, ...]]:
        return [self.direction(x) for x in product(*self.ends)]

    def halves(self, axis: int) -> list["Box"]:
        low, high = self.ends[axis]
        middle = (low + high) / 2
        return [
            self._replace(ends=(*self.ends[:axis], end, *self.ends[axis + 1 :]))
            for end in ((low, middle), (middle, high))
        ]

    def simplices(self) -> Iterator[Cone]:
        """Cones that make up the box: from its lowest corner to its highest, one axis after the other."""
        for order in permutations(range(len(self.ends))):
            places = [order[:k] for k in range(len(order) + 1)]
            yield tuple(
                whole(self.direction([end[i in place] for i, end in enumerate(self.ends)]))
                for place in places
            )


def whole(vector: Sequence[Fraction]) -> Vector:
    """The shortest integer vector of a direction."""
    common = 1
    for v in vector:
        common *= Fraction(v).denominator
    return tuple(shortest([int(v * common) for v in vector]))


def box_at(basis: Sequence[Vector], chart: int, sign: int, centre: Sequence, level: Sequence[int]) -> Box:
    halves = [Fraction(1, 1 << int(k)) for k in level]
    ends = tuple((Fraction(x) - h, Fraction(x) + h) for x, h in zip(centre, halves, strict=True))
    return Box(basis, chart, sign, ends)


def sides(box: Box, d: Sequence[int]) -> tuple[Fraction, Fraction]:
    """The lowest and the highest score of a difference on a box."""
    along = [inner(vector, d) for vector in box.basis]
    first = box.sign * along.pop(box.chart)
    scores = [sorted((low * s, high * s)) for (low, high), s in zip(box.ends, along, strict=True)]
    return first + sum(low for low, _ in scores), first + sum(high for _, high in scores)


def best_inside(points: Sequence[Vector], p: Sequence[int], q: Sequence[int], box: Box) -> int:
    """Return the most right pairs, by weight, of any open cell inside a box."""
    return max(naive_cone.best_inside(points, p, q, cone) for cone in box.simplices())


def tilted_count(box: Box, rows: Sequence[tuple[Vector, int]], reference: Sequence[Fraction]) -> Fraction:
    """Bound rows on a box: those wrong at a point by linear functions, the others by one where open.

    The point is told from the middle, in units of the half widths.
    """
    point = box.direction(
        [(a + b) / 2 + r * (b - a) / 2 for (a, b), r in zip(box.ends, reference, strict=True)]
    )
    corners = box.corners()
    totals = [Fraction(0)] * len(corners)
    for d, weight in rows:
        low, high = sides(box, d)
        for k, corner in enumerate(corners):
            if high <= 0:
                continue
            tilts = low < 0 and inner(point, d) < 0
            totals[k] += weight * (1 + inner(corner, d) / -low) if tilts else weight
    return max(totals)

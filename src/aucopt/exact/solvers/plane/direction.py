"""Integer directions in the plane: their order, what lies between them, and how far apart they are.

A direction is an integer vector and a side: the limit of directions turned to that side. So ends of arcs may
be critical and still leave no pair tied but coincident ones.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, cos, gcd, hypot, pi, sin
from typing import NamedTuple

import numpy as np

from aucopt.exact.problem.columns import digits_of
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import DirectionArc
from aucopt.kernels.integers.points import BASE_BITS
from aucopt.kernels.plane.order import Axis

# Bits that a direction of our own choosing keeps, where the arc is wide enough for it.
_BITS = 48
_UNIT_ROUNDOFF = 2.0**-53


class Direction(NamedTuple):
    """An integer vector, approached from its clockwise (-1) or counter-clockwise side (+1)."""

    x: int
    y: int
    side: int = 1

    @property
    def vector(self) -> tuple[int, int]:
        """The vector without its side."""
        return (self.x, self.y)

    def opposite(self) -> "Direction":
        """Half a turn on; the side turns along."""
        return Direction(-self.x, -self.y, self.side)


AXES = (Direction(1, 0), Direction(0, 1), Direction(-1, 0), Direction(0, -1))


class Cell(NamedTuple):
    """The open arc from `low` counter-clockwise to `high`; a single ray if they are the same."""

    low: Direction
    high: Direction


def cross(a: Direction, b: Direction) -> int:
    """Positive when b lies counter-clockwise of a, by less than half a turn."""
    return a.x * b.y - a.y * b.x


def same_vector(a: Direction, b: Direction) -> bool:
    """Whether two directions differ in length and side only."""
    return cross(a, b) == 0 and a.x * b.x + a.y * b.y > 0


def primitive(x: int, y: int, side: int = 1) -> Direction:
    """The shortest integer vector of a direction."""
    divisor = gcd(x, y)
    return Direction(x // divisor, y // divisor, side)


def swap_directions(problem: Problem, low: np.ndarray, up: np.ndarray) -> list[Direction]:
    """The directions, going counter-clockwise, at which upper points come down to lower ones."""
    digits = problem.limbs[up].astype(np.int64) - problem.limbs[low]
    powers = [BASE_BITS * k for k in range(digits.shape[2])]
    found = []
    for pair in digits.tolist():
        d0, d1 = (sum(v << power for v, power in zip(row, powers, strict=True)) for row in pair)
        found.append(primitive(-d1, d0))
    return found


def axis_of(problem: Problem, direction: Sequence[int], side: int = 1) -> Axis:
    """Digits and float image of an integer direction, ties broken by a turn to ``side``."""
    x, y = (int(v) for v in direction)
    size = max(abs(x), abs(y)).bit_length()
    c = np.array([x / (1 << size), y / (1 << size)])
    # Two images, their weights, products and sums: eight roundings a score at most, and a margin.
    error = 32.0 * _UNIT_ROUNDOFF * float(np.abs(c) @ problem.reach)
    return Axis(c, error, digits_of([(x, y), (-y * side, x * side)]))


def allowed_quadrants(signs: Sequence[int]) -> list[tuple[Direction, Direction]]:
    """The quadrants that sign constraints leave, each between two axes."""
    quadrants = []
    for low, high in pairwise((*AXES, AXES[0])):
        inside = (low.x + high.x, low.y + high.y)
        if all(s in (0, v) for s, v in zip(signs, inside, strict=True)):
            quadrants.append((low, high._replace(side=-1)))
    return quadrants


def edge_rays(signs: Sequence[int]) -> list[Direction]:
    """The axes that bound the allowed directions: candidates of their own, with ties at one half."""
    quadrants = allowed_quadrants(signs)
    lows = {low.vector for low, _ in quadrants}
    highs = {high.vector for _, high in quadrants}
    return [axis for axis in AXES if (axis.vector in lows) != (axis.vector in highs)]


def strictly_inside(c: Direction, low: Direction, high: Direction) -> bool:
    """Whether c lies in the open cone from low counter-clockwise to high, less than half a turn."""
    return cross(low, c) > 0 and cross(c, high) > 0


class Whitening:
    """Angles measured where the within-class covariance is the identity.

    There the data look alike in all directions, so equal angles hold about equally many swaps.
    """

    def __init__(self, problem: Problem) -> None:
        self.factor = problem.within_factor
        # The factor is lower triangular; plain floats are faster than matrices of four.
        self.a, self.b, self.c = (float(self.factor[i, j]) for i, j in ((0, 0), (1, 0), (1, 1)))

    def image(self, d: Direction) -> tuple[float, float]:
        """Whitened coordinates, up to a positive factor."""
        size = 1 << max(abs(d.x), abs(d.y)).bit_length()
        x, y = d.x / size, d.y / size
        return self.a * x + self.b * y, self.c * y

    def angle(self, d: Direction) -> float:
        """Whitened angle in [0, 2 pi)."""
        u, v = self.image(d)
        return atan2(v, u) % (2 * pi)

    def width(self, a: Direction, b: Direction) -> float:
        """Whitened angle from a counter-clockwise to b, accurate for the thinnest arcs."""
        (a0, a1), (b0, b1) = self.image(a), self.image(b)
        size = (max(abs(a.x), abs(a.y)).bit_length()) + (max(abs(b.x), abs(b.y)).bit_length())
        turn = (cross(a, b) / (1 << size)) * self.a * self.c
        return atan2(turn, a0 * b0 + a1 * b1) % (2 * pi)

    def at_angle(self, angle: float) -> Direction:
        """An integer direction at (about) the whitened angle."""
        w = np.linalg.solve(self.factor.T, (cos(angle), sin(angle)))
        w /= np.abs(w).max()
        return Direction(int(w[0] * 2.0**_BITS), int(w[1] * 2.0**_BITS))

    def between(self, a: Direction, b: Direction, fraction: float) -> Direction:
        """An integer direction strictly between a and b, (about) the fraction of the way."""
        if cross(a, b) == 0 and not same_vector(a, b):
            # Half a turn: what lies between is on neither line of the two.
            turned = Direction(-a.y, a.x)
            if fraction == 0.5:
                return turned
            ends, part = ((a, turned), 2 * fraction) if fraction < 0.5 else ((turned, b), 2 * fraction - 1)
            return self.between(*ends, part)
        (a0, a1), (b0, b1) = self.image(a), self.image(b)
        width = self.width(a, b)
        # Weights of the two ends that give the angle asked for; images are of unequal lengths.
        size_a, size_b = (max(abs(d.x), abs(d.y)).bit_length() for d in (a, b))
        part_a = sin((1 - fraction) * width) / hypot(a0, a1) if width > 1e-8 else 1 - fraction
        part_b = sin(fraction * width) / hypot(b0, b1) if width > 1e-8 else fraction
        share = min(max(part_b / (part_a + part_b), 2.0**-40), 1 - 2.0**-40)
        times_b = max(1, int(share * 2.0**_BITS))
        times_a = max(1, (1 << _BITS) - times_b)
        times_a <<= max(0, size_b - size_a)
        times_b <<= max(0, size_a - size_b)
        x, y = times_a * a.x + times_b * b.x, times_a * a.y + times_b * b.y
        excess = max(abs(x), abs(y)).bit_length() - _BITS
        if excess > 0:
            rounded = Direction(x >> excess, y >> excess)
            # Near an axis, or in a thin arc, rounding may undo the step: keep it within a factor of two.
            left, right = times_a * cross(a, rounded), times_b * cross(rounded, b)
            if 0 < left <= 2 * right and right <= 2 * left:
                return rounded
        return primitive(x, y)


def by_angle(cells: Iterable[Cell], problem: Problem) -> list[Cell]:
    """Cells by the whitened angle they start at; where floats cannot tell, by their edges: always alike."""
    whitening = Whitening(problem)
    return sorted(cells, key=lambda cell: (whitening.angle(cell.low), *cell))


def arcs_between(problem: Problem, cells: Iterable[Sequence[Sequence[int]]]) -> list[DirectionArc]:
    """Cells as users see them: raw weights and whitened angles."""
    whitening = Whitening(problem)
    edges = [Direction(v[0], v[1]) for cell in cells for v in cell]
    raw = problem.raw_vectors([edge[:2] for edge in edges])
    arcs = []
    for i in range(0, len(edges), 2):
        low, high = edges[i : i + 2]
        start = whitening.angle(low)
        width = 0.0 if same_vector(low, high) else whitening.width(low, high)
        arcs.append(DirectionArc(raw[i], raw[i + 1], start, start + width))
    return arcs


def middle(problem: Problem, low: Direction, high: Direction) -> Direction:
    """The direction half way between two, or the one that they are."""
    return low if same_vector(low, high) else Whitening(problem).between(low, high, 0.5)


def simplest_between(low: Direction, high: Direction) -> Direction:
    """The integer vector of least size strictly between two directions less than half a turn apart.

    Examples
    --------
    >>> simplest_between(Direction(10, 3), Direction(10, 4))
    Direction(x=3, y=1, side=1)
    """
    for axis in AXES:
        if strictly_inside(axis, low, high):
            return axis
    # No axis in between: one quadrant holds both. Turn it to the first, and back at the end.
    turns = 0
    while not (low.x > 0 and low.y >= 0):
        low, high = Direction(low.y, -low.x), Direction(high.y, -high.x)
        turns += 1
    x, y = _simplest_slope(low.y, low.x, high.y, high.x)
    for _ in range(turns):
        x, y = -y, x
    return Direction(x, y)


def _simplest_slope(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """(denominator, numerator) of the simplest fraction strictly between a/b and c/d (d may be 0)."""
    wholes = []
    while True:
        whole = a // b
        wholes.append(whole)
        if d == 0 or (whole + 1) * d < c:
            break
        # Same integer part, or the upper end is the next integer: go on with reciprocals of the rests.
        a, b, c, d = d, c - whole * d, b, a - whole * b
    x, y = 1, wholes.pop() + 1
    while wholes:
        x, y = y, x + wholes.pop() * y
    return x, y

"""The optimum in the plane by all swaps at once: for few pairs there is nothing faster."""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

import numpy as np

from aucopt.exact.problem.counting import count
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane.arcs import allowed_quadrants, edge_rays
from aucopt.exact.solvers.plane.cells import Cell, by_angle
from aucopt.exact.solvers.plane.direction import Direction, Whitening, swap_direction
from aucopt.exact.solvers.plane.march import order_along
from aucopt.kernels.plane.listing import CIRCLE, HALF, QUADRANT, Gauge, list_turn
from aucopt.kernels.plane.order import OrderedPoints

# Swaps a bucket; a bucket costs about as much as a few swaps.
_SWAPS_A_BUCKET = 8
_MIN_BUCKETS, _MAX_BUCKETS = 16, 8192
# A difference of images is off by at most 20 roundings of their reach, what a `Gauge` makes of it by 28.
_ROUNDINGS = 28 * 2.0**-53


class Listing(NamedTuple):
    """Most right pairs in a cell, all such cells by whitened angle, 2R + T on the edge rays, and swaps."""

    best: int
    cells: list[Cell]
    rays: list[tuple[int, Direction]]
    n_swaps: int


def list_circle(problem: Problem, signs: Sequence[int]) -> Listing:
    """Find all cells of the allowed directions that have the most right pairs."""
    start, end, extent = _turn(signs)
    rays = []
    # A problem lists its points in the order just after (1, 0).
    points = OrderedPoints(problem.x, problem.weight, np.arange(problem.n_points, dtype=np.int32))
    if extent != CIRCLE:
        for ray in edge_rays(signs):
            rays.append((count(problem, ray.vector).value, ray))
        rows = order_along(problem, start)
        # The first coordinate is to be the score along the axis where the turn starts.
        turned = problem.x @ np.array([[start.x, -start.y], [start.y, start.x]], dtype=np.float64)
        points = OrderedPoints(turned[rows], problem.weight[rows], rows)
    n_buckets = min(max(problem.n_point_pairs // _SWAPS_A_BUCKET, _MIN_BUCKETS), _MAX_BUCKETS)
    best, swaps, n_swaps, cells, mirrored = list_turn(
        points, problem.limbs, _gauge(problem, start), extent, n_buckets
    )

    def direction(swap: int) -> Direction:
        low, up = sorted(swaps.pairs[swap].tolist())
        return swap_direction(problem, points.row[low], points.row[up])

    def ends(first: int, last: int) -> Cell:
        # A cell of the circle that reaches an end of the half turn goes on in the opposite one.
        if extent != CIRCLE:
            return Cell(direction(first) if first >= 0 else start, direction(last) if last >= 0 else end)
        low = direction(first) if first >= 0 else direction(swaps.queue[-1]).opposite()
        return Cell(low, direction(last) if last >= 0 else direction(swaps.queue[0]).opposite())

    found = {ends(*row) for row in cells.tolist()}
    found |= {Cell(low.opposite(), high.opposite()) for low, high in (ends(*r) for r in mirrored.tolist())}
    return Listing(int(best), by_angle(found, Whitening(problem)), rays, int(n_swaps))


def _turn(signs: Sequence[int]) -> tuple[Direction, Direction, int]:
    """Where the allowed directions begin and end, and how far apart that is."""
    if not any(signs):
        return Direction(1, 0), Direction(1, 0), CIRCLE
    quadrants = allowed_quadrants(signs)
    highs = {high.vector for _, high in quadrants}
    start = next(low for low, _ in quadrants if low.vector not in highs)
    if len(quadrants) == 1:
        return start, Direction(-start.y, start.x), QUADRANT
    return start, start.opposite(), HALF


def _gauge(problem: Problem, start: Direction) -> Gauge:
    """Whitened angles from the direction on where the turn starts."""
    white = Whitening(problem)
    a, b, c = white.a, white.b, white.c
    reach, across = problem.reach.tolist()
    if start.x == 0:
        # The same covariance, the columns having changed places.
        norm = hypot(b, c)
        a, b, c = norm, -a * b / norm, a * c / norm
        reach, across = across, reach
    error = _ROUNDINGS * ((abs(b) + c) * reach + a * across)
    return Gauge(a, b, c, error, problem.axis(start.vector).exact)

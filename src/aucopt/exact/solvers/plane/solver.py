"""The optimum in the plane: all swaps at once where pairs are few, else by marching around the circle."""

import time
from collections.abc import Sequence
from math import hypot

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.exact.proof.record import arcs_part
from aucopt.exact.solvers.base import NOTHING_KNOWN, Found, Kernels, Known, Options
from aucopt.exact.solvers.plane.arcs import arcs_to_prove
from aucopt.exact.solvers.plane.direction import (
    Cell,
    Direction,
    Whitening,
    allowed_quadrants,
    axis_of,
    by_angle,
    edge_rays,
    swap_directions,
)
from aucopt.exact.solvers.plane.march import order_along
from aucopt.exact.solvers.plane.search import PlaneSearch, march_plane
from aucopt.kernels.plane.listing import ALL_PAIRS, CIRCLE, HALF, QUADRANT, Compared, Gauge, list_turn
from aucopt.kernels.plane.order import OrderedPoints
from aucopt.kernels.plane.swaps import Swaps

# Up to this many pairs of points listing all of them is faster than marching.
LISTED = 3 << 19
# Swaps a bucket; a bucket costs about as much as a few swaps.
_SWAPS_A_BUCKET = 8
_MIN_BUCKETS, _MAX_BUCKETS = 16, 8192
# A difference of images is off by at most 20 roundings of their reach, what a `Gauge` makes of it by 28.
_ROUNDINGS = 28 * 2.0**-53
# Pairs of compared units that are gone through twice in about half a minute.
_MOST_VISITED = 1 << 28
# What going through one of them takes, twice, on a slow machine.
_VISIT_SECONDS = 1e-7


class PlaneSolver:
    """Two columns, any number of rows: exact, with every optimal cell."""

    name = "plane"

    def kernels(self, problem: Problem, options: Options) -> Kernels:
        """Few pairs are listed, many marched around."""
        return Kernels("march" if problem.n_point_pairs > LISTED else "listing", 2)

    def refusal(self, problem: Problem, objective: Objective, options: Options) -> str | None:
        """Say why the plane cannot be searched."""
        if len(problem.columns) > 2:
            return (
                f"The plane solver takes two columns; X has {len(problem.columns)} that are independent. "
                'Use solver="cone" or "auto".'
            )
        if objective.by_positives and options.certify and not objective.by_pairs:
            return 'Proofs of this objective are written by cones: use solver="cone" or "auto".'
        if objective.by_pairs or objective.by_positives:
            return None
        return "The plane solver needs an objective that counts right pairs, or sums over the positives."

    def solve(
        self, problem: Problem, objective: Objective, options: Options, known: Known = NOTHING_KNOWN
    ) -> Found:
        """Search two columns."""

        def report(search: PlaneSearch) -> None:
            known.report(options, problem, objective, search.value, search.bound)

        if isinstance(problem, ComparedProblem) and _has_large_strata(problem) and not options.certify:
            # Points in their strata are fewer than pairs; only certificates speak of these.
            problem = problem.as_strata()
        if isinstance(problem, ComparedProblem) and problem.is_large and _takes_long(problem, options):
            # Going through all pairs cannot be interrupted.
            from aucopt.exact.solvers.plane.outcome_arcs import search_arcs

            return search_arcs(problem, objective, options, known)
        listed = objective.by_pairs and not isinstance(problem, StratifiedProblem)
        few = listed and problem.n_point_pairs <= LISTED
        is_large = isinstance(problem, ComparedProblem) and problem.is_large
        if is_large or (few and (options.deadline is None or not options.is_late())):
            found, arcs = list_plane(problem, objective, problem.pick(options.signs)), []
            if options.callback is not None:
                known.report(options, problem, objective, found.value, found.value)
        else:
            search = march_plane(problem, objective, options, report)
            found, arcs = search.found(), search.arcs
        if options.certify:
            found = found._replace(proof=(arcs_part(problem, arcs_to_prove(arcs, found.signs)),))
        return found


def _has_large_strata(problem: ComparedProblem) -> bool:
    """Whether two classes have more pairs within strata than are listed."""
    return problem.given.outcome.kind == "classes" and problem.n_point_pairs > LISTED


def _takes_long(problem: ComparedProblem, options: Options) -> bool:
    """Whether there are too many pairs of units to go through all, or too many for the time limit."""
    if options.certify:
        return False
    if problem.n_point_pairs > _MOST_VISITED:
        return True
    if options.deadline is None:
        return False
    units = problem.units
    visits = int(np.count_nonzero(units.outcome.wins)) * len(units.point)
    return time.monotonic() + _VISIT_SECONDS * visits > options.deadline


def list_plane(problem: Problem, objective: Objective, signs: tuple[int, ...]) -> Found:
    """Find all best cells and edge rays of the allowed directions by all swaps at once."""
    start, end, extent = _turn(signs)
    rays = []
    # A problem lists its points in the order just after (1, 0).
    points, compared = (
        OrderedPoints(problem.x, problem.weight, np.arange(problem.n_points, dtype=np.int32)),
        ALL_PAIRS,
    )
    rows = points.row
    if extent != CIRCLE:
        rays = [(objective.count(problem, ray.vector).value, ray) for ray in edge_rays(signs)]
        rows = order_along(problem, start)
        # The first coordinate is to be the score along the axis where the turn starts.
        turned = problem.x @ np.array([[start.x, -start.y], [start.y, start.x]], dtype=np.float64)
        points = OrderedPoints(turned[rows], problem.weight[rows], rows)
    if isinstance(problem, ComparedProblem) and problem.is_large:
        points, compared = _compared_points(problem, points, rows)
    n_buckets = min(max(problem.n_point_pairs // _SWAPS_A_BUCKET, _MIN_BUCKETS), _MAX_BUCKETS)
    best, swaps, n_swaps, own, mirrored = list_turn(
        points, problem.limbs, _gauge(problem, start), extent, n_buckets, compared
    )
    in_cells = objective.value_of_cell(problem, int(best))
    value = max([in_cells, *(value for value, _ in rays)])
    cells: list[Cell] = []
    if in_cells == value:
        ends = None if extent == CIRCLE else (start, end)
        if ends is None and not n_swaps:
            # All directions are alike.
            return Found(problem, signs, [(start[:2], start[:2])], value, value, "optimal", {"arcs": 1})
        cells = by_angle(_cells(problem, points.row, swaps, (own, mirrored), ends), problem)
    cells += [Cell(ray, ray) for ray_value, ray in rays if ray_value == value]
    vectors = [(low[:2], high[:2]) for low, high in cells]
    return Found(problem, signs, vectors, value, value, "optimal", {"arcs": 1, "swaps": int(n_swaps)})


def _compared_points(
    problem: ComparedProblem, points: OrderedPoints, rows: np.ndarray
) -> tuple[OrderedPoints, Compared]:
    """The units of compared rows in the order of their points, and which of their pairs count."""
    units = problem.units
    place = np.empty(len(rows), dtype=np.int64)
    place[rows] = np.arange(len(rows))
    rank = place[units.point]
    order = np.argsort(rank, kind="stable")
    weight = np.column_stack([np.where(units.outcome.wins, units.weight, 0), units.weight])[order]
    ordered = OrderedPoints(points.xy[rank[order]], weight, units.point[order].astype(np.int32))
    right, distinct = problem.rank_pairs(rank)[0], problem.total - problem.coincident
    return ordered, Compared(units.outcome.stratum[order], units.outcome.level[order], right, distinct)


def _cells(
    problem: Problem,
    row: np.ndarray,
    swaps: Swaps,
    halves: Sequence[np.ndarray],
    ends: tuple[Direction, Direction] | None,
) -> set[Cell]:
    """Cells between listed swaps, of this half of the circle and mirrored; -1 is an end of the turn."""
    listed = (swaps.queue[:1], swaps.queue[-1:], *(half.ravel() for half in halves))
    used = set().union(*(some.tolist() for some in listed)) - {-1}
    low, up = row[np.sort(swaps.pairs[list(used)], axis=1)].T
    at = dict(zip(used, swap_directions(problem, low, up), strict=True))
    # A cell of the circle that reaches an end of the half turn goes on in the opposite one.
    first, last = ends or (Direction(-d.x, -d.y) for d in (at[int(swaps.queue[k])] for k in (-1, 0)))
    own, mirrored = (
        {Cell(at.get(low, first), at.get(high, last)) for low, high in half.tolist()} for half in halves
    )
    return own | {Cell(low.opposite(), high.opposite()) for low, high in mirrored}


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
    return Gauge(a, b, c, error, axis_of(problem, start[:2]).exact)

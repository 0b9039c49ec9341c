"""Arcs of directions and what can be proved of them: a coarse cover, and marching through one arc.

A pair wrong at both ends of an arc (less than half a turn) is wrong everywhere between, so inside
(a, b) at most R(a) + gain(a, b) pairs are right: one sort bounds a whole arc.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf, pi
from typing import NamedTuple

from aucopt.exact.direction import Direction, Whitening, cross, same_vector
from aucopt.exact.march import Look, March
from aucopt.exact.problem import Problem

_COVER = 16
_COVER_SMALL = 8
_SMALL = 1000
_CLIMBS = 4
# A sort costs as much as counting this many swaps a point into buckets.
SWAPS_A_POINT = 32
# A generic start: no axis of anybody's data.
_OFFSET = 0.1234567
_AXES = (Direction(1, 0), Direction(0, 1), Direction(-1, 0), Direction(0, -1))


class Arc(NamedTuple):
    """An open arc with a bound on the count of right pairs inside.

    `gain` says about how many pairs it gains: the length of the next steps is guessed from it. In a swept
    arc the bound is attained, or below the threshold of its time.
    """

    low: Direction
    high: Direction
    upper: int
    gain: int
    swept: bool = False


class Piece(NamedTuple):
    """Directions of equal count; `whole` when both ends are critical, else it may go on beyond an end."""

    low: Direction
    high: Direction
    whole: bool


class Finding(NamedTuple):
    """What refining one arc brought: bounds of its parts, and its best count and where that is."""

    arcs: list[Arc]
    best: int
    where: Direction
    pieces: list[Piece]
    n_swaps: int


def allowed_quadrants(signs: Sequence[int]) -> list[tuple[Direction, Direction]]:
    """The quadrants that sign constraints leave, each between two axes."""
    quadrants = []
    for low, high in pairwise((*_AXES, _AXES[0])):
        inside = (low.x + high.x, low.y + high.y)
        if all(s in (0, v) for s, v in zip(signs, inside, strict=True)):
            quadrants.append((low, high._replace(side=-1)))
    return quadrants


def edge_rays(signs: Sequence[int]) -> list[Direction]:
    """The axes that bound the allowed directions: candidates of their own, with ties at one half."""
    quadrants = allowed_quadrants(signs)
    lows = {low.vector for low, _ in quadrants}
    highs = {high.vector for _, high in quadrants}
    return [axis for axis in _AXES if (axis.vector in lows) != (axis.vector in highs)]


def cover(march: March, whitening: Whitening, signs: Sequence[int]) -> list[Arc]:
    """Bound a coarse cover of the allowed directions."""
    n_arcs = _COVER if march.problem.n_points > _SMALL else _COVER_SMALL
    if not any(signs):
        return _cover_circle(march, whitening, n_arcs)
    arcs = []
    for low, high in allowed_quadrants(signs):
        inner = [whitening.between(low, high, 4 * k / n_arcs) for k in range(1, n_arcs // 4)]
        arcs += [arc for arc, _ in _bound_chain(march, [low, *inner, high])]
    return arcs


def _cover_circle(march: March, whitening: Whitening, n_arcs: int) -> list[Arc]:
    """Bound half the circle; the other half mirrors it, with losses for gains."""
    half = [whitening.at_angle(_OFFSET + 2 * pi * k / n_arcs) for k in range(n_arcs // 2)]
    ends = [*half, half[0].opposite()]
    if any(cross(a, b) <= 0 for a, b in pairwise(ends)):
        # Columns so nearly dependent that whitened angles collapse: any directions will do.
        ends = [Direction(987, 100), Direction(-100, 987), Direction(-987, -100)]
    distinct = march.problem.total - march.problem.coincident
    arcs, mirrored = [], []
    for arc, loss in _bound_chain(march, ends):
        arcs.append(arc)
        right = distinct - (arc.upper - arc.gain)
        mirrored.append(Arc(arc.low.opposite(), arc.high.opposite(), right + loss, loss))
    return arcs + mirrored


def _bound_chain(march: March, ends: list[Direction]) -> list[tuple[Arc, int]]:
    """Arcs between neighbouring directions, with the losses inside each."""
    bounded = []
    march.go(ends[0])
    for low, high in pairwise(ends):
        look = march.look(high)
        bounded.append((Arc(low, high, march.right + look.gain, look.gain), look.loss))
        march.accept(look)
    return bounded


def climb(march: March, whitening: Whitening, top: Direction, width: float) -> tuple[int, Direction]:
    """Follow the count uphill from a direction, by parabolas: a better incumbent for a few sorts."""
    angle, best, where = whitening.angle(top), -1, top
    for _ in range(_CLIMBS):
        counts = []
        for d in (whitening.at_angle(angle + k * width) for k in (-1, 0, 1)):
            march.go(d)
            counts.append(march.right)
            if march.right > best:
                best, where = march.right, d
        left, middle, right = counts
        bend = left - 2 * middle + right
        shift = 0.5 * (left - right) / bend if bend < 0 else float(right > left) - float(left > right)
        angle += width * min(max(shift, -1.0), 1.0)
        width /= 4
    return best, where


def cut(arc: Arc, whitening: Whitening, threshold: int, problem: Problem) -> list[Arc]:
    """Cut an arc into pieces of about equal work, for several threads to share."""
    slack = threshold - (arc.upper - arc.gain)
    n_pieces = int(arc.gain / max(SWAPS_A_POINT * problem.n_points * problem.pair_unit, slack)) + 1
    ends = [whitening.between(arc.low, arc.high, k / n_pieces) for k in range(1, n_pieces)]
    return [Arc(a, b, arc.upper, arc.gain // n_pieces) for a, b in pairwise((arc.low, *ends, arc.high))]


def refine(
    march: March,
    whitening: Whitening,
    arc: Arc,
    threshold: int,
    target: int,
    sweep: bool,
    stopped: Callable[[], bool],
) -> Finding:
    """March through an arc in steps whose bounds are at most the target; sweep, if asked, where none is."""
    march.go(arc.low)
    found = Finding([], march.right, arc.low, [], 0)
    goals = [arc.high]
    width, gain, farthest = whitening.width(arc.low, arc.high), arc.gain, inf
    lumpy = False
    while goals:
        if march.right > found.best:
            found = found._replace(best=march.right, where=march.at, pieces=[])
        if stopped():
            found.arcs.append(Arc(march.at, arc.high, arc.upper, arc.gain))
            break
        goal = goals[-1]
        if same_vector(march.at, goal):
            march.go(goal)  # the two sides of one direction: no cell lies between
            goals.pop()
            continue
        # Far from the optimum a step that settles the arc for good costs little more.
        raised = max(threshold, found.best)
        slack, settled = target + raised - threshold - march.right, raised - 1 - march.right
        if 2 * settled >= slack:
            slack = settled
        swaps = SWAPS_A_POINT * march.problem.n_points
        worth = swaps // 2 * march.problem.pair_unit
        tally = sweep and slack < worth

        def fits(look: Look, slack: int = slack, tally: bool = tally, swaps: int = swaps) -> float:
            if look.gain <= slack or (tally and look.n_swaps <= march.room):
                return 1.0
            if not tally:
                return slack / look.gain
            narrower = look.n_swaps <= 2 * swaps and march.narrows(look, slack + march.right + 1)
            return 1.0 if narrower else march.room / look.n_swaps

        # The last gain tells how long a step is worth the slack; after none at all, steps grow.
        wanted = worth if tally else slack
        reach = min(0.8 * (wanted + 1) / (gain + 0.25) * width, farthest)
        look, shortened = look_ahead(march, whitening, goal, reach, fits, tally=tally, lumpy=lumpy)
        if isinstance(look, Direction):
            if not same_vector(look, goal):
                goals.append(look)
            goals.append(look._replace(side=-1))
            continue
        width, gain = whitening.width(march.at, look.to), look.gain
        farthest = 4 * width
        lumpy = (lumpy or shortened) and 4 * gain < wanted + 1
        if look.gain <= slack:
            found.arcs.append(Arc(march.at, look.to, march.right + look.gain, look.gain))
        else:
            found = _sweep(march, look, found, raised)
        march.accept(look)
        if look.to == goal:
            goals.pop()
    if march.right > found.best:
        found = found._replace(best=march.right, where=march.at, pieces=[])
    return found


def _sweep(march: March, look: Look, found: Finding, threshold: int) -> Finding:
    """Settle the arc just looked at where all its swaps are listed; else leave what stays open for later."""
    low = march.at
    if look.n_swaps > march.room:
        runs, best, where = march.runs(look, threshold)
        for run in runs:
            found.arcs.append(Arc(low, run.high, run.upper, run.upper - run.right))
            low = run.high
        if best > found.best:
            found = found._replace(best=best, where=where, pieces=[])
        return found._replace(n_swaps=found.n_swaps + look.n_swaps)
    best, stretches = march.sweep(look, threshold, cells=True)
    pieces = [Piece(s.low or low, s.high or look.to, None not in s) for s in stretches]
    upper = min(march.right + look.gain, max(best, threshold - 1))
    found.arcs.append(Arc(low, look.to, upper, look.gain, swept=True))
    if pieces and best > found.best:
        found = found._replace(best=best, where=pieces[0].low, pieces=pieces)
    elif pieces:
        found.pieces.extend(pieces)
    return found._replace(n_swaps=found.n_swaps + look.n_swaps)


def look_ahead(
    march: March,
    whitening: Whitening,
    goal: Direction,
    reach: float,
    fits: Callable[[Look], float],
    *,
    tally: bool,
    lumpy: bool,
) -> tuple[Look | Direction, bool]:
    """Look ahead by about the whitened angle `reach`, less as long as that does not fit.

    `fits` says what part of the step would fit; 1 accepts it. Where shorter steps do not help, or in a
    `lumpy` place where they did not, swaps crowd on few directions. Then one of those is returned, for the
    arc to be split at it exactly. Also says whether the step had to be shortened.
    """
    fraction = reach / max(whitening.width(march.at, goal), 1e-300)
    for tries in range(1 if lumpy else 3):
        to = goal if fraction > 0.9 else whitening.between(march.at, goal, fraction)
        look = march.look(to, tally=tally)
        part = fits(look)
        if part >= 1:
            return look, tries > 0
        fraction = min(fraction, 1.0) * min(max(0.7 * part, 1e-3), 0.5)
    if not tally:
        look = march.look(to, tally=True)
    # Any swap will do; a mixed-up choice soon hits a crowd.
    return march.listed_direction(look, choice=look.n_swaps * 40503 + 1), True

"""Arcs of directions and what can be proved of them: a coarse cover, and marching through one arc.

A pair wrong at both ends of an arc (less than half a turn) is wrong everywhere between, so inside
(a, b) at most R(a) + gain(a, b) pairs are right: one sort bounds a whole arc.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf, pi
from typing import NamedTuple

from aucopt.exact.solvers.plane.curve import CurveMarch
from aucopt.exact.solvers.plane.direction import (
    Direction,
    Whitening,
    allowed_quadrants,
    cross,
    same_vector,
    strictly_inside,
)
from aucopt.exact.solvers.plane.march import Look, March

COVER = 16
COVER_SMALL = 8
SMALL = 1000
_CLIMBS = 4
# Parts of the curve are flatter: many directions share a value.
_CURVE_CLIMBS = 2
# A swept step counts about this many swaps a point into buckets: the more, the less each of them costs. Of
# few points a quarter of that: there the bounds of shorter steps rule out more. Of many points twice that.
SWAPS_A_POINT = 192
_FEW_POINTS = 20_000
# A generic start: no axis of anybody's data.
OFFSET = 0.1234567
# It costs as much as this many sorts without.
_SORTS_A_SWEEP = 24
_STEPS_A_PIECE = 2
_GROWTH = 4.0
_LARGE = 100_000
# Below this, angles are lost to underflow.
_TINY = 1e-290


class Arc(NamedTuple):
    """An open arc with a bound on the count of right pairs inside.

    `gain` says about how many pairs it gains: the length of the next steps is guessed from it. In a swept
    arc the bound is attained, or below the threshold of its time. Where swaps were `tallied` in buckets the
    bound may be less than start plus gains.
    """

    low: Direction
    high: Direction
    upper: int
    gain: int
    swept: bool = False
    tallied: bool = False


def arcs_to_prove(
    arcs: Sequence[Arc], signs: Sequence[int]
) -> list[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    """The ends of arcs, and whether counting may not bound them; quadrants if all was swept at once."""
    if not arcs:
        return [(low.vector, high.vector, True) for low, high in allowed_quadrants(signs)]
    return [(arc.low.vector, arc.high.vector, arc.swept or arc.tallied) for arc in arcs]


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


def cover(march: March, signs: Sequence[int]) -> list[Arc]:
    """Bound a coarse cover of the allowed directions."""
    n_arcs = COVER if march.problem.n_points > SMALL else COVER_SMALL
    if not any(signs):
        return _cover_circle(march, n_arcs)
    chains = ends_in_quadrants(march.whitening, signs, n_arcs)
    return [arc for ends in chains for arc, _ in bound_chain(march, ends)]


def ends_in_quadrants(whitening: Whitening, signs: Sequence[int], n_arcs: int) -> list[list[Direction]]:
    """The ends of arcs in each quadrant that signs allow.

    The same directions part the circle where all are allowed: an optimum of both takes no longer with signs.
    """
    around = [whitening.at_angle(OFFSET + 2 * pi * k / n_arcs) for k in range(n_arcs)]
    chains = []
    for low, high in allowed_quadrants(signs):
        ends = [low, *(d for d in around if strictly_inside(d, low, high)), high]
        collapsed = any(cross(a, b) <= 0 for a, b in pairwise(ends))
        chains.append([low, high] if collapsed else ends)
    return chains


def half_circle(whitening: Whitening, n_arcs: int) -> list[Direction]:
    """The ends of arcs of half the circle, of which there are so many in all of it."""
    half = [whitening.at_angle(OFFSET + 2 * pi * k / n_arcs) for k in range(n_arcs // 2)]
    ends = [*half, half[0].opposite()]
    if any(cross(a, b) <= 0 for a, b in pairwise(ends)):
        # Columns so nearly dependent that whitened angles collapse: any directions will do.
        return [Direction(987, 100), Direction(-100, 987), Direction(-987, -100)]
    return ends


def _cover_circle(march: March, n_arcs: int) -> list[Arc]:
    """Bound half the circle; the other half mirrors it, with losses for gains."""
    distinct = march.problem.total - march.problem.coincident
    arcs, mirrored = [], []
    for arc, loss in bound_chain(march, half_circle(march.whitening, n_arcs)):
        arcs.append(arc)
        right = distinct - (arc.upper - arc.gain)
        mirrored.append(Arc(arc.low.opposite(), arc.high.opposite(), right + loss, loss))
    return arcs + mirrored


def bound_chain(march: March, ends: list[Direction]) -> list[tuple[Arc, int]]:
    """Arcs between neighbouring directions, with the losses inside each."""
    bounded = []
    march.go(ends[0])
    for low, high in pairwise(ends):
        look = march.look(high)
        bounded.append((Arc(low, high, march.right + look.gain, look.gain), look.loss))
        march.accept(look)
    return bounded


def follow_uphill(
    march: March | CurveMarch, top: Direction, width: float, signs: Sequence[int]
) -> tuple[int, Direction]:
    """Follow the count uphill from a direction, by parabolas: a better incumbent for a few sorts."""
    angle, best, where = march.whitening.angle(top), -1, top
    for _ in range(_CLIMBS if isinstance(march, March) else _CURVE_CLIMBS):
        three = [march.whitening.at_angle(angle + k * width) for k in (-1, 0, 1)]
        # On an axis a direction stands for those of one side, which may be forbidden.
        if any(s and s * v <= 0 for d in three for s, v in zip(signs, d.vector, strict=True)):
            width /= 4
            continue
        counts = []
        for d in three:
            counts.append(march.count_at(d))
            if counts[-1] > best:
                best, where = counts[-1], d
        left, middle, right = counts
        bend = left - 2 * middle + right
        shift = 0.5 * (left - right) / bend if bend < 0 else float(right > left) - float(left > right)
        angle += width * min(max(shift, -1.0), 1.0)
        width /= 4
    return best, where


def cut(march: March, arc: Arc, threshold: int) -> list[Arc]:
    """Cut an arc into pieces of about equal work, for several threads to share."""
    slack = threshold - (arc.upper - arc.gain)
    swaps = SWAPS_A_POINT * march.problem.n_points * (2 if march.has_many_points else 1)
    worth = _STEPS_A_PIECE * swaps * march.problem.pair_unit // 2
    n_pieces = int(arc.gain / max(worth, slack)) + 1
    ends = [march.whitening.between(arc.low, arc.high, k / n_pieces) for k in range(1, n_pieces)]
    piece = arc._replace(gain=arc.gain // n_pieces)
    return [piece._replace(low=a, high=b) for a, b in pairwise((arc.low, *ends, arc.high))]


def refine(
    march: March,
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
    stride = Stride(march.whitening.width(arc.low, arc.high), arc.gain)
    shorter = 4 if march.problem.n_points <= _FEW_POINTS else 1
    swaps = max(SWAPS_A_POINT // shorter, 1) * march.problem.n_points * (2 if march.has_many_points else 1)
    worth = swaps // 2 * march.problem.pair_unit
    while goals:
        if stopped():
            found.arcs.append(arc._replace(low=march.at))
            break
        goal = goals[-1]
        if same_vector(march.at, goal):
            march.go(goal)  # the two sides of one direction: no cell lies between
            found = _offer(found, march)
            goals.pop()
            continue
        raised = max(threshold, found.best)
        slack, settled = target + raised - threshold - march.right, raised - 1 - march.right
        if 2 * settled >= slack:
            slack = settled  # far from the optimum, settling the arc for good costs little more
        tally = sweep and slack < worth // (_SORTS_A_SWEEP // shorter)

        def fits(look: Look, slack: int = slack, tally: bool = tally) -> float:
            if look.gain <= slack or (tally and look.n_swaps <= march.room):
                return 1.0
            if not tally:
                return slack / look.gain
            narrower = look.n_swaps <= 2 * swaps and march.narrows(look, slack + march.right + 1)
            return 1.0 if narrower else march.room / look.n_swaps

        look = look_ahead(march, goal, stride, worth if tally else slack, fits, tally=tally)
        if isinstance(look, Direction):
            split_at(look, goals)
            continue
        if look.gain <= slack:
            found.arcs.append(Arc(march.at, look.to, march.right + look.gain, look.gain))
        else:
            found = _sweep(march, look, found, raised)
        march.accept(look)
        found = _offer(found, march)
        if look.to == goal:
            goals.pop()
    return found


def _offer(found: Finding, march: March) -> Finding:
    """Take the direction marched to as the best of the arc, if it is."""
    if march.right <= found.best:
        return found
    return found._replace(best=march.right, where=march.at, pieces=[])


def _sweep(march: March, look: Look, found: Finding, threshold: int) -> Finding:
    """Settle the arc just looked at where all its swaps are listed; else leave what stays open for later."""
    low = march.at
    if look.n_swaps > march.room:
        runs, best, where = march.runs(look, threshold)
        for run in runs:
            found.arcs.append(Arc(low, run.high, run.upper, run.upper - run.right, tallied=True))
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


class Stride:
    """How far to look ahead, learnt from the last step.

    Where steps that were shortened gain next to nothing, the place is lumpy: swaps crowd on few directions.
    """

    def __init__(self, width: float, gain: int) -> None:
        self.width, self.gain = width, gain
        self.farthest, self.growth = inf, _GROWTH
        self.lumpy = False

    def reach(self, wanted: int) -> float:
        """The whitened angle that should gain what is wanted, or somewhat less."""
        if self.gain == 0:
            return self.farthest
        # Large gains hardly vary: what was seen of them tells the next ones within a few per cent.
        share = 0.95 if self.gain > _LARGE else 0.8
        return min(share * (wanted + 1) / self.gain * self.width, self.farthest)

    def learn(self, width: float, gain: int, wanted: int, shortened: bool) -> None:
        """Note what a step brought."""
        self.width, self.gain = width, gain
        # Steps that gain nothing grow ever faster: values of one column may span hundreds of digits.
        self.growth = _GROWTH if gain else min(self.growth**2, 1e100)
        self.farthest = self.growth * width if width > _TINY else inf
        self.lumpy = (self.lumpy or shortened) and 4 * gain < wanted + 1


def split_at(crowd: Direction, goals: list[Direction]) -> None:
    """Go first to one side of a crowded direction, then to its other, then on."""
    if not same_vector(crowd, goals[-1]):
        goals.append(crowd)
    goals.append(crowd._replace(side=-1))


def look_ahead(
    march: March,
    goal: Direction,
    stride: Stride,
    wanted: int,
    fits: Callable[[Look], float],
    *,
    tally: bool,
) -> Look | Direction:
    """Look ahead by a stride that should gain what is wanted, less as long as that does not fit.

    `fits` says what part of the step would fit; 1 accepts it. Where shorter steps do not help, or in a
    lumpy place, one of the swaps' own directions is returned, for the arc to be split at it exactly.
    """
    fraction = stride.reach(wanted) / max(march.whitening.width(march.at, goal), _TINY)
    for tries in range(1 if stride.lumpy else 3):
        to = goal if fraction > 0.9 else march.whitening.between(march.at, goal, fraction)
        look = march.look(to, tally=tally)
        part = fits(look)
        if part >= 1:
            stride.learn(march.whitening.width(march.at, to), look.gain, wanted, shortened=tries > 0)
            return look
        shorter = 0.95 * part if part > 0.8 and look.gain > _LARGE else min(max(0.7 * part, 1e-3), 0.5)
        fraction = min(fraction, 1.0) * shorter
    if not tally:
        look = march.look(to, tally=True)
    # Any swap will do; a mixed-up choice soon hits a crowd.
    return march.listed_direction(look, choice=look.n_swaps * 40503 + 1)

"""Searching the plane for an objective of a part of the ROC curve: bound, divide, sweep.

An arc whose bound reaches the incumbent is divided into as many parts as its bound and its swaps ask for, and
each part is searched with the points that matter in it, until its swaps can be listed. Very many directions
can be optimal: all arcs of them are found, and the direction is taken from the cell of highest AUC in them.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil

from aucopt.exact.solvers.plane.arcs import (
    COVER,
    COVER_SMALL,
    SMALL,
    Arc,
    Finding,
    Piece,
    ends_in_quadrants,
    half_circle,
)
from aucopt.exact.solvers.plane.curve import CurveLook, CurveMarch
from aucopt.exact.solvers.plane.direction import Cell, Direction, same_vector

_MOST_PARTS = 16
# A look costs about as much as this many swaps for each point, and for so many points besides.
_SWAPS_A_POINT, _POINTS_A_LOOK = 2, 4000
# Where a part holds this share of all swaps, they crowd on few directions.
_CROWDED = 0.9


def cover_curve(march: CurveMarch, signs: Sequence[int]) -> list[Arc]:
    """Bound a coarse cover of the allowed directions."""
    n_arcs = COVER if march.n_points > SMALL else COVER_SMALL
    if any(signs):
        chains = ends_in_quadrants(march.whitening, signs, n_arcs)
    else:
        chains = [half_circle(march.whitening, n_arcs)]
    arcs, mirrored = [], []
    for chain in chains:
        march.go(chain[0])
        for high in chain[1:]:
            look = march.look(high)
            arcs.append(Arc(march.at, high, look.upper, look.upper - march.right))
            if not any(signs):
                # What is above a positive here is below it half a turn on: no second sort.
                right, upper = march.look_back(look)
                mirrored.append(Arc(march.at.opposite(), high.opposite(), upper, upper - right))
            march.accept(look)
    return arcs + mirrored


def plan_curve(
    march: CurveMarch, arcs: Sequence[Arc], threshold: int, limit: int, stopped: Callable[[], bool]
) -> tuple[list[Arc], Callable[[CurveMarch, Arc], Finding]]:
    """Cut arcs into pieces, for several threads to share, and say how to search one of them.

    The points that matter in an arc are found once, for all of its pieces.
    """
    pieces: list[Arc] = []
    parts: dict[Arc, CurveMarch] = {}
    for arc in arcs:
        search = _ArcSearch(threshold, limit, stopped)
        inner, ends = march, [arc.high]
        if search.is_open(arc.upper) and not stopped():
            march.go(arc.low)
            look = march.look(arc.high)
            inner, inner_look = march.focus(look)
            march.accept(look)
            if not search.is_swept(inner, inner_look, None):
                ends = search.ends_of_parts(inner, inner_look, None)
        for low, high in pairwise((arc.low, *ends)):
            pieces.append(arc._replace(low=low, high=high))
            parts[pieces[-1]] = inner

    def refine_piece(march: CurveMarch, piece: Arc) -> Finding:
        return refine_curve(march.enter(parts[piece]), piece, threshold, limit, stopped)

    return pieces, refine_piece


def refine_curve(
    march: CurveMarch, arc: Arc, threshold: int, limit: int, stopped: Callable[[], bool]
) -> Finding:
    """Search an arc until no part of it can reach the threshold, or exceed it by more than the limit."""
    search = _ArcSearch(threshold, limit, stopped)
    if not search.is_open(arc.upper):
        return Finding([arc], -1, arc.low, [], 0)
    march.go(arc.low)
    search.offer(march.right, march.at)
    look = march.look(arc.high)
    search.explore(march, look, None)
    march.accept(look)
    return Finding(search.arcs, search.best, search.where, search.pieces, search.n_swaps)


class _ArcSearch:
    """What is found in one arc so far."""

    def __init__(self, threshold: int, limit: int, stopped: Callable[[], bool]) -> None:
        self.threshold, self.limit, self.stopped = threshold, limit, stopped
        self.arcs: list[Arc] = []
        self.pieces: list[Piece] = []
        self.best, self.where = -1, Direction(1, 0)
        self.n_swaps = 0

    @property
    def level(self) -> int:
        """The value that matters."""
        return max(self.threshold, self.best)

    def offer(self, value: int, where: Direction) -> None:
        """Take a direction as the best of the arc, if it is."""
        if value > self.best:
            self.best, self.where, self.pieces = value, where, []

    def is_open(self, upper: int) -> bool:
        """Whether something that matters may be below this bound."""
        return upper > self.level + self.limit if self.limit else upper >= self.level

    def explore(self, march: CurveMarch, look: CurveLook, n_swaps_before: int | None) -> None:
        """Search the arc from where the march is to where it looked."""
        if not self.is_open(look.upper) or self.stopped():
            self.arcs.append(Arc(march.at, look.to, look.upper, look.upper - march.right))
        else:
            inner, inner_look = march.focus(look)
            if not (self.is_swept(inner, inner_look, n_swaps_before) and self._sweep(inner, inner_look)):
                self._divide(inner, inner_look, n_swaps_before)
        self.offer(look.right, look.to)

    def is_swept(self, march: CurveMarch, look: CurveLook, n_swaps_before: int | None) -> bool:
        """Whether there is room to list all swaps, and parts so short that bounds settle them cost more."""
        n_swaps = look.n_swaps / march.problem.pair_unit
        if n_swaps > march.room:
            return False
        # Where parts have no fewer swaps there is no end to dividing them.
        crowded = n_swaps_before is not None and 2 * look.n_swaps > n_swaps_before
        swaps_a_look = _SWAPS_A_POINT * (march.n_points + _POINTS_A_LOOK)
        return crowded or n_swaps * self._part(march, look) <= swaps_a_look

    def _part(self, march: CurveMarch, look: CurveLook) -> float:
        """How much of an arc about gains what a bound may lie above the start."""
        slack = self.level - 1 + self.limit - march.right
        return slack / max(look.upper - march.right, 1)

    def _sweep(self, march: CurveMarch, look: CurveLook) -> bool:
        """Settle an arc by all of its swaps, if these can be listed."""
        swept = march.sweep(look, self.level)
        if swept is None:
            return False
        best, stretches, n_swaps = swept
        pieces = [Piece(s.low or march.at, s.high or look.to, None not in s) for s in stretches]
        self.n_swaps += n_swaps
        if pieces:
            self.offer(best, pieces[0].low)
            self.pieces += pieces
        self.arcs.append(Arc(march.at, look.to, best, look.upper - march.right, swept=True))
        return True

    def _divide(self, march: CurveMarch, look: CurveLook, n_swaps_before: int | None) -> None:
        """Search an arc part by part."""
        for end in self.ends_of_parts(march, look, n_swaps_before):
            if same_vector(march.at, end):
                march.go(end)  # the two sides of one direction: no cell lies between
                self.offer(march.right, march.at)
            elif self.stopped():
                self.arcs.append(Arc(march.at, look.to, look.upper, look.upper - march.right))
                return
            else:
                ahead = march.look(end)
                self.explore(march, ahead, look.n_swaps)
                if end != look.to:
                    march.accept(ahead)

    def ends_of_parts(
        self, march: CurveMarch, look: CurveLook, n_swaps_before: int | None
    ) -> list[Direction]:
        """Where to divide an arc, so that bounds or lists of swaps may settle its parts."""
        low, high = march.at, look.to
        if n_swaps_before is not None and look.n_swaps > _CROWDED * n_swaps_before:
            crowd = march.crowd(look)
            if crowd is not None:
                return [crowd._replace(side=-1), crowd, high]
        listed = march.room * march.problem.pair_unit / max(look.n_swaps, 1)
        n_parts = min(max(ceil(1.1 / max(self._part(march, look), listed)), 2), _MOST_PARTS)
        return [*(march.whitening.between(low, high, k / n_parts) for k in range(1, n_parts)), high]


def join_pieces(pieces: Sequence[Piece], order: Callable[[Direction], float]) -> list[Cell]:
    """Maximal arcs made of pieces that meet, by the angle they start at."""
    joined: list[Cell] = []
    for piece in sorted(pieces, key=lambda piece: order(piece.low)):
        if joined and same_vector(joined[-1].high, piece.low):
            joined[-1] = Cell(joined[-1].low, piece.high)
        else:
            joined.append(Cell(piece.low, piece.high))
    if len(joined) > 1 and same_vector(joined[-1].high, joined[0].low):
        joined[0] = Cell(joined.pop().low, joined[0].high)
    return joined

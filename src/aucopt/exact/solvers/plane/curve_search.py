"""Searching the plane for an objective of a part of the ROC curve: bound, divide, sweep.

An arc whose bound reaches the incumbent is divided into as many parts as its bound and its swaps ask for, and
each part is searched with the points that matter in it, until its swaps can be listed. Very many directions
can be optimal: all arcs of them are found, and the direction is taken from the cell of highest AUC in them.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, pi

from aucopt.exact.solvers.plane.arcs import (
    COVER,
    COVER_SMALL,
    OFFSET,
    SMALL,
    Arc,
    Finding,
    Piece,
    ends_in_quadrants,
)
from aucopt.exact.solvers.plane.curve import CurveLook, CurveMarch
from aucopt.exact.solvers.plane.direction import Cell, Direction, cross, same_vector

_MOST_PARTS = 16
_PIECES = 4
# Where a part holds this share of all swaps, they crowd on few directions.
_CROWDED = 0.9


def cover_curve(march: CurveMarch, signs: Sequence[int]) -> list[Arc]:
    """Bound a coarse cover of the allowed directions."""
    n_arcs = COVER if march.n_points > SMALL else COVER_SMALL
    if any(signs):
        chains = ends_in_quadrants(march.whitening, signs, n_arcs)
    else:
        ends = [march.whitening.at_angle(OFFSET + 2 * pi * k / n_arcs) for k in range(n_arcs)]
        if any(cross(a, b) <= 0 for a, b in pairwise((*ends, ends[0]))):
            # Columns so nearly dependent that whitened angles collapse: any directions will do.
            ends = [Direction(987, 100), Direction(-100, 987), Direction(-987, -100), Direction(100, -987)]
        chains = [[*ends, ends[0]]]
    arcs = []
    for chain in chains:
        march.go(chain[0])
        for high in chain[1:]:
            look = march.look(high)
            arcs.append(Arc(march.at, high, look.upper, look.upper - march.right))
            march.accept(look)
    return arcs


def cut_curve(march: CurveMarch, arc: Arc) -> list[Arc]:
    """Cut an arc into pieces, for several threads to share."""
    ends = [march.whitening.between(arc.low, arc.high, k / _PIECES) for k in range(1, _PIECES)]
    return [arc._replace(low=a, high=b) for a, b in pairwise((arc.low, *ends, arc.high))]


def refine_curve(
    march: CurveMarch, arc: Arc, threshold: int, limit: int, stopped: Callable[[], bool]
) -> Finding:
    """Search an arc until no part of it can reach the threshold, or exceed it by more than the limit."""
    search = _ArcSearch(threshold, limit, stopped)
    if not search.is_open(arc.upper):
        return Finding([arc], -1, arc.low, [], 0)
    march.go(arc.low)
    search.offer(march.right, march.at)
    search.explore(march, march.look(arc.high), None)
    return Finding(search.arcs, search.best, search.where, search.pieces, search.n_swaps)


class _ArcSearch:
    """What is found in one arc so far."""

    def __init__(self, threshold: int, limit: int, stopped: Callable[[], bool]) -> None:
        self.threshold, self.limit, self.stopped = threshold, limit, stopped
        self.arcs: list[Arc] = []
        self.pieces: list[Piece] = []
        self.best, self.where = -1, Direction(1, 0)
        self.n_swaps = 0

    def offer(self, value: int, where: Direction) -> None:
        """Take a direction as the best of the arc, if it is."""
        if value > self.best:
            self.best, self.where, self.pieces = value, where, []

    def is_open(self, upper: int) -> bool:
        """Whether something that matters may be below this bound."""
        level = max(self.threshold, self.best)
        return upper > level + self.limit if self.limit else upper >= level

    def explore(self, march: CurveMarch, look: CurveLook, n_swaps_before: int | None) -> None:
        """Search the arc from where the march is to where it looked, and go there."""
        low, gain = march.at, look.upper - march.right
        if not self.is_open(look.upper) or self.stopped():
            self.arcs.append(Arc(low, look.to, look.upper, gain))
        elif look.n_swaps > march.room * march.problem.pair_unit or not self._sweep(march, look):
            self._divide(march.focus(look), look, n_swaps_before)
        march.accept(look)
        self.offer(march.right, march.at)

    def _sweep(self, march: CurveMarch, look: CurveLook) -> bool:
        """Settle an arc by all of its swaps, if these can be listed."""
        swept = march.sweep(look, max(self.threshold, self.best))
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

    def _divide(self, inner: CurveMarch, look: CurveLook, n_swaps_before: int | None) -> None:
        """Search an arc part by part, with the points that matter in it."""
        for end in self._ends_of_parts(inner, look, n_swaps_before):
            if same_vector(inner.at, end):
                inner.go(end)  # the two sides of one direction: no cell lies between
                self.offer(inner.right, inner.at)
            elif self.stopped():
                self.arcs.append(Arc(inner.at, look.to, look.upper, look.upper - inner.right))
                return
            else:
                self.explore(inner, inner.look(end), look.n_swaps)

    def _ends_of_parts(
        self, inner: CurveMarch, look: CurveLook, n_swaps_before: int | None
    ) -> list[Direction]:
        low, high = inner.at, look.to
        if n_swaps_before is not None and look.n_swaps > _CROWDED * n_swaps_before:
            crowd = inner.crowd(look)
            if crowd is not None:
                return [crowd._replace(side=-1), crowd, high]
        slack = max(self.threshold, self.best) - 1 + self.limit - inner.right
        part = max(
            slack / max(look.upper - inner.right, 1),
            inner.room * inner.problem.pair_unit / max(look.n_swaps, 1),
        )
        n_parts = min(max(ceil(1.1 / part), 2), _MOST_PARTS)
        return [*(inner.whitening.between(low, high, k / n_parts) for k in range(1, n_parts)), high]


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

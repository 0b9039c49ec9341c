"""What no direction of an arc exceeds: counts of pairs, near both ends or swap by swap.

Directions at which distinct points tie need no care: one side of them is as good. So a bound speaks of the
inside of an arc, where a pair that is wrong near both ends is wrong throughout.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from aucopt.verifier.clock import Clock
from aucopt.verifier.heights import Heights, PlanePoints
from aucopt.verifier.inversions import inverted_weight, list_inversions
from aucopt.verifier.points import FITS, ExactPoints, dot, exact_array, shortest
from aucopt.verifier.statement import FailedError, Vector, show
from aucopt.verifier.sweep import PointSwaps

# An arc with more swaps, and more than this times its points, is divided before it is swept.
_LISTED = 1 << 20
_SWAPS_A_POINT = 4
# Swaps among which the one is chosen at which an arc is divided.
_SAMPLE = 1 << 12


class ScoredPlane:
    """The points of two columns, ready to be scored, and their weights."""

    def __init__(self, points: ExactPoints) -> None:
        self.at = points.at
        self.scored = PlanePoints(points)
        kind = np.int64 if points.total < FITS else object
        self.positive = exact_array(points.positive).astype(kind)
        self.negative = exact_array(points.negative).astype(kind)
        # 1 for each point that has weight.
        self.ups, self.downs = ((w > 0).astype(np.int64) for w in (self.positive, self.negative))
        self.is_plain = max(points.positive) == max(points.negative) == 1


class OpenArc:
    """An open arc of directions, less than half a turn, and the points in the order of both of its ends.

    Just after its start they rise by their height there, and what ties by their height at its end. A pair
    swaps inside if its points stand one way at the start and the other way at the end.
    """

    def __init__(self, plane: ScoredPlane, start: Heights, stop: Heights) -> None:
        self.plane, self.start, self.stop = plane, start, stop
        self.by_start = plane.scored.order_inside(start, stop)
        self.by_stop = plane.scored.order_inside(stop, start)
        rank = np.empty(len(self.by_stop), dtype=np.int64)
        rank[self.by_stop] = np.arange(len(rank))
        # The ranks at the end, in the order of the start.
        self.rank = rank[self.by_start]

    @cached_property
    def first(self) -> int:
        """The weight of the pairs that are right just after the start."""
        return _right(self.by_start, self.plane.positive, self.plane.negative)

    @cached_property
    def last(self) -> int:
        """The weight of the pairs that are right just before the end."""
        return _right(self.by_stop, self.plane.positive, self.plane.negative)

    @cached_property
    def most(self) -> int:
        """The weight of the pairs that are right just after the start or become so."""
        return self.first + self.gained

    @cached_property
    def gained(self) -> int:
        """The weight of the pairs that become right."""
        positive, negative = self.plane.positive[self.by_stop], self.plane.negative[self.by_stop]
        return inverted_weight(self.rank, positive, negative)

    @cached_property
    def n_swaps(self) -> int:
        """The number of swaps of points of different classes."""
        # What is gained and not lost again makes the difference of both ends.
        if self.plane.is_plain:
            return 2 * self.gained + self.first - self.last
        ups, downs = self.plane.ups, self.plane.downs
        gained = inverted_weight(self.rank, ups[self.by_stop], downs[self.by_stop])
        return 2 * gained + _right(self.by_start, ups, downs) - _right(self.by_stop, ups, downs)

    def sweep(self, limit: int) -> int:
        """The most pairs that any direction inside ranks right; where that is in the limit, perhaps more."""
        swaps = self._list_swaps()
        above, is_exact = swaps.most_above(self.start, self.stop, limit - self.first)
        if self.first + above > limit and not is_exact:
            start, stop = ([dot(end.direction, x) for x in self.plane.at] for end in (self.start, self.stop))
            above = swaps.exactly_above(start, stop)
        return self.first + above

    def _list_swaps(self) -> PointSwaps:
        plane, by_stop = self.plane, self.by_stop
        ups, downs = plane.ups[by_stop], plane.downs[by_stop]
        gains, losses = list_inversions(self.rank, [(ups, downs), (downs, ups)])
        rising, passed = (by_stop[np.concatenate(both)] for both in zip(gains, losses, strict=True))
        n = len(gains[0])
        gained = plane.positive[rising[:n]] * plane.negative[passed[:n]]
        lost = plane.negative[rising[n:]] * plane.positive[passed[n:]]
        return PointSwaps(rising, passed, np.concatenate([gained, -lost]))

    def crossing(self) -> Vector:
        """A direction inside at which a pair becomes right, with about as many gains before as after it.

        There has to be such a pair.
        """
        plane, by_stop = self.plane, self.by_stop
        ups, downs = plane.ups[by_stop], plane.downs[by_stop]
        rising = passed = by_stop[:0]
        step = 1 + self.n_swaps // _SAMPLE
        while not len(rising):
            some = np.zeros_like(downs)
            some[::step] = downs[::step]
            ((rising, passed),) = list_inversions(self.rank, [(ups, some)])
            step = (step + 1) // 2
        rising, passed = by_stop[rising], by_stop[passed]
        # Any of them will do, so it does not matter that this is not exact.
        before = self.start.values[passed] - self.start.values[rising]
        after = self.stop.values[rising] - self.stop.values[passed]
        chosen = np.argsort(before // ((before + after >> 20) + 1))[len(rising) // 2]
        (x, y), (z, t) = plane.at[rising[chosen]], plane.at[passed[chosen]]
        normal = shortest((y - t, z - x))
        return normal if turns_left(self.start.direction, normal) else tuple(-v for v in normal)


def _right(order: np.ndarray, positive: np.ndarray, negative: np.ndarray) -> int:
    """The weight of the right pairs of points that rise in this order."""
    below = np.cumsum(negative[order])
    return int(np.dot(positive[order], below - negative[order]))


def turns_left(a: Vector, b: Vector) -> bool:
    """Whether b lies counter-clockwise of a, by less than half a turn."""
    return a[0] * b[1] > a[1] * b[0]


def bound_arcs(
    points: ExactPoints, ends: Sequence[Vector], swept: frozenset[int], limit: int, clock: Clock
) -> Iterator[int]:
    """Check that no arc between neighbouring ends holds more right pairs than allowed; yield their swaps."""
    plane = ScoredPlane(points)
    stop = plane.scored.heights(ends[0])
    for k, end in enumerate(ends[1:]):
        clock.reach(k / (len(ends) - 1))
        start, stop = stop, plane.scored.heights(end)
        arc = OpenArc(plane, start, stop)
        n_swept = 0
        try:
            if arc.most > limit and k not in swept:
                raise _TooManyError(arc, arc.most)
            for n_swaps in _settle(arc, limit, clock):
                n_swept += n_swaps
                clock.reach((k + n_swept / (arc.n_swaps + 1)) / (len(ends) - 1))
        except _TooManyError as found:
            a, b = (show(end.direction) for end in (found.arc.start, found.arc.stop))
            raise FailedError(
                f"arc {k}, from {a} to {b}: {found.most:,} pairs may be right, but the claim allows only "
                f"{limit:,}."
            ) from None
        yield n_swept


class _TooManyError(Exception):
    """More pairs may be right in an arc than the claim allows."""

    def __init__(self, arc: OpenArc, most: int) -> None:
        super().__init__()
        self.arc, self.most = arc, most


def _settle(arc: OpenArc, limit: int, clock: Clock) -> Iterator[int]:
    """Check that no direction of an arc exceeds the limit, in parts if need be; yield the swaps of each."""
    plane = arc.plane
    waiting = [arc] if arc.most > limit else []
    while waiting:
        arc = waiting.pop()
        if arc.most > limit and arc.n_swaps > max(_LISTED, _SWAPS_A_POINT * len(plane.at)):
            clock.check()
            if (right := max(arc.first, arc.last)) > limit:
                raise _TooManyError(arc, right)
            # More may be right than are just after the start, so some pair becomes right.
            # No direction lies between both sides of one: the swaps at it need not be listed.
            middle = plane.scored.heights(arc.crossing())
            waiting += [OpenArc(plane, middle, arc.stop), OpenArc(plane, arc.start, middle)]
            continue
        if arc.most > limit and (most := arc.sweep(limit)) > limit:
            raise _TooManyError(arc, most)
        yield arc.n_swaps

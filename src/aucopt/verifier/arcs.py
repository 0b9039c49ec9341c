"""What no direction of a line or of an arc exceeds: counts of pairs, near both ends or swap by swap.

Points are distinct vectors of integers with a weight in each class; a pair is a positive and a negative one.
Directions at which distinct points tie need no care: one side of them is as good. So a bound speaks of the
inside of an arc, where a pair that is wrong near both ends is wrong throughout.
"""

from bisect import bisect, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from aucopt.verifier.points import ExactPoints, dot
from aucopt.verifier.statement import FailedError, Vector, show

# An arc with more swaps is halved before it is swept: counting may settle a half.
_SWAPS_A_POINT = 8
_HALVINGS = 24


class OpenArc:
    """An open arc of directions, less than half a turn, and the points in the order of both of its ends.

    Just after its start they rise by their height there, and what ties by their height at its end. A pair
    swaps inside if its points stand one way at the start and the other way at the end.
    """

    def __init__(self, points: ExactPoints, start: list[int], stop: list[int], order: Sequence[int]) -> None:
        self.points, self.start, self.stop = points, start, stop
        # Neighbouring arcs begin with nearly the right order, which saves most of the time.
        self.order = [i for _, _, i in sorted((start[i], stop[i], i) for i in order)]
        self.by_stop = [i for _, _, i in sorted((stop[i], start[i], i) for i in self.order)]
        self.rank = [0] * len(self.order)
        for place, i in enumerate(self.by_stop):
            self.rank[i] = place

    def count(self) -> tuple[int, int]:
        """The weight of the pairs that are right just after the start or become so; the number of swaps."""
        positive, negative, rank = self.points.positive, self.points.negative, self.rank
        # Ranks of what is below so far, by class, and the weights in the same order.
        places: tuple[list[int], list[int]] = ([], [])
        weights: tuple[list[int], list[int]] = ([], [])
        most = below = n_swaps = 0
        for j in self.order:
            most += positive[j] * below
            below += negative[j]
            cuts = [bisect(side, rank[j]) for side in places]
            if negative[j]:
                n_swaps += len(places[0]) - cuts[0]
                most += negative[j] * sum(weights[0][cuts[0] :])
            if positive[j]:
                n_swaps += len(places[1]) - cuts[1]
            for side, weight in enumerate((positive[j], negative[j])):
                if weight:
                    places[side].insert(cuts[side], rank[j])
                    weights[side].insert(cuts[side], weight)
        return most, n_swaps

    def sweep(self) -> int:
        """The most pairs that any direction inside ranks right, swap by swap."""
        start, stop, by_stop = self.start, self.stop, self.by_stop
        weights = (self.points.positive, self.points.negative)
        places: tuple[list[int], list[int]] = ([], [])
        digits = 2 * max(map(abs, (*start, *stop))).bit_length() + 4
        change: defaultdict[int, int] = defaultdict(int)
        right = below = 0
        for j in self.order:
            right += weights[0][j] * below
            below += weights[1][j]
            for mine, other, sign in ((0, 1, -1), (1, 0, 1)):
                if not (weight := sign * weights[mine][j]):
                    continue
                for place in places[other][bisect(places[other], self.rank[j]) :]:
                    i = by_stop[place]
                    before = start[j] - start[i]
                    # The share of the way at which they swap: two that differ do so in these digits.
                    moment = (before << digits) // (before + stop[i] - stop[j])
                    change[moment] += weight * weights[other][i]
            for side in (0, 1):
                if weights[side][j]:
                    insort(places[side], self.rank[j])
        best = right
        for moment in sorted(change):
            right += change[moment]
            best = max(best, right)
        return best


def turns_left(a: Vector, b: Vector) -> bool:
    """Whether b lies counter-clockwise of a, by less than half a turn."""
    return a[0] * b[1] > a[1] * b[0]


def bound_arcs(
    points: ExactPoints, ends: Sequence[Vector], swept: frozenset[int], limit: int
) -> Iterator[int]:
    """Check that no arc between neighbouring ends holds more right pairs than allowed; yield their swaps."""
    order: Sequence[int] = range(len(points.at))
    at_high = heights(points, ends[0])
    for k, (low, high) in enumerate(pairwise(ends)):
        at_low, at_high = at_high, heights(points, high)
        # Arcs still to be settled, the next one last: ends, heights there, and how often it may be halved.
        waiting = [(low, high, at_low, at_high, _HALVINGS)]
        n_swept = 0
        while waiting:
            a, b, at_a, at_b, halvings = waiting.pop()
            arc = OpenArc(points, at_a, at_b, order)
            order = arc.order
            most, n_swaps = arc.count()
            if most <= limit:
                continue
            if k in swept and n_swaps > _SWAPS_A_POINT * len(order) and halvings:
                middle = between(a, b)
                at_middle = heights(points, middle)
                waiting.append((middle, b, at_middle, at_b, halvings - 1))
                waiting.append((a, middle, at_a, at_middle, halvings - 1))
                continue
            if k in swept:
                n_swept += n_swaps
                most = arc.sweep()
            if most > limit:
                raise FailedError(
                    f"arc {k}, from {show(a)} to {show(b)}: {most:,} pairs may be right, "
                    f"the claim allows {limit:,}."
                )
        yield n_swept


def heights(points: ExactPoints, direction: Vector) -> list[int]:
    """Scores of the points along a direction."""
    return [dot(direction, x) for x in points.at]


def between(a: Vector, b: Vector) -> Vector:
    """A direction between two, about half of the way."""
    lift = max(map(abs, a)).bit_length() - max(map(abs, b)).bit_length()
    return tuple((v << max(-lift, 0)) + (w << max(lift, 0)) for v, w in zip(a, b, strict=True))

"""The hyperplanes at which pairs swap, and on which side of them a direction lies: exactly, and fast.

The score of a direction v on a pair of points is v . d, with d their difference. Its sign is decided in two
steps. First with the leading bits of v and d, in int64: their product is off by less than a bound that is
known, so where it is larger than that its sign is right. What is left, few pairs, is decided with all bits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from aucopt.verifier.points import FITS, ExactPoints, exact_array, shortest
from aucopt.verifier.statement import UncheckedError, Vector

# Leading bits of a coordinate: differences are below 2^30, and fit 32 bits with their sign.
_POINT_BITS = 30
# Bits of a product and of the sum of products: int64 has 63.
_SUM_BITS = 62
# More pairs are not listed: they take some 30 bytes each.
_MOST_PAIRS = 1 << 26


@dataclass(frozen=True)
class SwapPlanes:
    """A hyperplane each: a pair of points that swaps there, and the weight of the pairs on either side.

    `gain` is the weight of the pairs that are right where `high` is above `low`, `loss` that of the pairs
    that are right where it is below: none, unless parallel pairs are merged.
    """

    points: ExactPoints
    high: np.ndarray
    low: np.ndarray
    gain: np.ndarray
    loss: np.ndarray
    is_merged: bool

    @cached_property
    def better(self) -> np.ndarray:
        """The weight of the better side."""
        return np.maximum(self.gain, self.loss)

    @property
    def weight_type(self) -> type:
        """The type that sums of weights fit."""
        return np.int64 if self.points.total < FITS else object

    @cached_property
    def _shifts(self) -> list[int]:
        """How many bits of each column are left out of its leading bits."""
        return [max(bits - _POINT_BITS, 0) for bits in self._span_bits]

    @cached_property
    def _leading(self) -> list[np.ndarray]:
        """Leading bits of the differences: off by less than one, and not at all where no bit is left out."""
        leading = []
        for x, shift in zip(self.points.columns, self._shifts, strict=True):
            short = ((x - x.min()) >> shift).astype(np.int32)
            leading.append(short[self.high] - short[self.low])
        return leading

    def sides(self, vertices: Sequence[Vector], begin: np.ndarray, planes: np.ndarray) -> np.ndarray:
        """The signs, -1, 0 or +1, of vertices on planes.

        Vertex c is asked about ``planes[begin[c] : begin[c + 1]]``.
        """
        n = len(self._shifts)
        counts = np.diff(begin)
        vertex_bits = _SUM_BITS - _POINT_BITS - n.bit_length()
        short, doubt = [], []
        for vertex in vertices:
            lifted = [v << shift for v, shift in zip(vertex, self._shifts, strict=True)]
            left_out = max(max(map(abs, lifted)).bit_length() - vertex_bits, 0)
            leading = [v >> left_out for v in lifted]
            short.append(leading)
            # (v' + e) . (d' + f) with 0 <= e < 1 and |f| < 1, where bits are left out: how far from v' . d'.
            doubt.append(
                sum(abs(v) + 1 for v, shift in zip(leading, self._shifts, strict=True) if shift)
                + (n << _POINT_BITS if left_out else 0)
            )
        table = np.array(short, dtype=np.int64).reshape(-1, n)
        which = planes.astype(np.intp)
        score = np.zeros(len(planes), dtype=np.int64)
        for k in range(n):
            score += np.repeat(table[:, k], counts) * self._leading[k][which]
        signs = np.sign(score).astype(np.int8)
        if any(doubt):
            # Where there is no doubt, 0 is 0.
            limits = np.array([limit or -1 for limit in doubt], dtype=np.int64)
            unsure = np.flatnonzero(np.abs(score) <= np.repeat(limits, counts))
            owner = np.searchsorted(begin, unsure, side="right") - 1
            signs[unsure] = np.sign(self._exact(vertices, owner, planes[unsure])).astype(np.int8)
        return signs

    def scores(self, vertex: Vector, planes: np.ndarray) -> np.ndarray:
        """The exact scores of a vertex on planes: int64 where they fit, else Python integers."""
        return self._exact([vertex], np.zeros(len(planes), dtype=np.int64), planes)

    def _exact(self, vertices: Sequence[Vector], owner: np.ndarray, planes: np.ndarray) -> np.ndarray:
        """The exact scores on planes, each for the vertex that is its owner."""
        most = max(
            sum(max(abs(v), 1) << bits for v, bits in zip(vertex, self._span_bits, strict=True))
            for vertex in vertices
        )
        kind = np.int64 if most < FITS else object
        table = np.array(vertices, dtype=kind)
        high, low = self.high[planes], self.low[planes]
        total = np.zeros(len(planes), dtype=kind)
        for k, x in enumerate(self.points.columns):
            total += table[owner, k] * (x[high] - x[low]).astype(kind)
        return total

    @cached_property
    def _span_bits(self) -> list[int]:
        """Differences of each column are below this power of two."""
        return [(int(x.max()) - int(x.min())).bit_length() for x in self.points.columns]


def listed_pairs(points: ExactPoints) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of a positive and a negative at distinct points of a stratum: the numbers of these."""
    sides = []
    for block in points.blocks:
        ups = np.flatnonzero([p > 0 for p in points.positive[block]])
        downs = np.flatnonzero([q > 0 for q in points.negative[block]])
        sides.append(((ups + block.start).astype(np.int32), (downs + block.start).astype(np.int32)))
    if (n_pairs := sum(len(ups) * len(downs) for ups, downs in sides)) > _MOST_PAIRS:
        raise UncheckedError(f"cones of more than {_MOST_PAIRS:,} pairs; there are {n_pairs:,}")
    high = np.concatenate([np.repeat(ups, len(downs)) for ups, downs in sides])
    low = np.concatenate([np.tile(downs, len(ups)) for ups, downs in sides])
    differ = high != low
    return high[differ], low[differ]


def group_lines(
    points: ExactPoints, high: np.ndarray, low: np.ndarray, owner: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Groups of the parallel pairs of each owner: their numbers, which pairs look back, the first of each."""
    line, is_back = _lines(points, high, low)
    _, first, group = np.unique(
        np.column_stack([owner, line]), axis=0, return_index=True, return_inverse=True
    )
    group = group.ravel()
    return group, is_back ^ is_back[first][group], first


def list_planes(points: ExactPoints, merged: bool) -> SwapPlanes:
    """All pairs of distinct points; if merged, those with parallel differences together."""
    high, low = listed_pairs(points)
    weight = _small(exact_array(points.positive)), _small(exact_array(points.negative))
    kind = np.int64 if points.total < FITS else object
    gain = _small(weight[0][high].astype(kind) * weight[1][low])
    if not merged:
        return SwapPlanes(points, high, low, gain, np.zeros_like(gain), merged)
    line, is_back = _lines(points, high, low)
    first = np.unique(line, return_index=True)[1]
    # A group looks the way its first pair does.
    is_back ^= is_back[first][line]
    sides = [np.zeros(len(first), dtype=kind) for _ in range(2)]
    for side, chosen in zip(sides, (~is_back, is_back), strict=True):
        np.add.at(side, line[chosen], gain[chosen])
    return SwapPlanes(points, high[first], low[first], _small(sides[0]), _small(sides[1]), merged)


def _small(weights: np.ndarray) -> np.ndarray:
    """The same natural numbers in the shortest signed type: there may be many."""
    if weights.dtype == object or not weights.size:
        return weights
    return weights.astype(np.min_scalar_type(-1 - int(weights.max())))


def _lines(points: ExactPoints, high: np.ndarray, low: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of the lines along which pairs differ, and whether each looks backwards along its line."""
    differences = [x[high] - x[low] for x in points.columns]
    if any(difference.dtype == object for difference in differences):
        return _long_lines(list(zip(*(difference.tolist() for difference in differences), strict=True)))
    table = np.column_stack(differences)
    table //= np.gcd.reduce(table, axis=1)[:, None]
    leading = table[np.arange(len(table)), (table != 0).argmax(axis=1)]
    table[leading < 0] *= -1
    order = np.lexsort(table.T)
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = (table[order[1:]] != table[order[:-1]]).any(axis=1)
    line = np.empty(len(order), dtype=np.int64)
    line[order] = np.cumsum(is_new) - 1
    return line, leading < 0


def _long_lines(differences: Sequence[Vector]) -> tuple[np.ndarray, np.ndarray]:
    """The same, of integers that are too long for int64."""
    known: dict[Vector, int] = {}
    line, is_back = [], []
    for difference in differences:
        short = shortest(difference)
        back = short < (0,) * len(short)
        line.append(known.setdefault(tuple(-v for v in short) if back else short, len(known)))
        is_back.append(back)
    return np.array(line, dtype=np.int64), np.array(is_back, dtype=bool)

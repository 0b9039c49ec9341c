"""Scores of the points of a plane along a direction: leading bits in int64, off by less than is known.

Coordinates and directions may have hundreds of bits. Their leading 60 bits give a score to about as many;
where two scores are too close to tell, all bits decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from aucopt.verifier.points import FITS, ExactPoints, dot
from aucopt.verifier.statement import Vector

# Half of the leading bits of a coordinate, and of an entry of a direction.
_HALF = 30
_LOW = (1 << _HALF) - 1
# How far a product of leading bits is off, see `PlanePoints.heights`.
_DOUBT = 5


@dataclass(frozen=True)
class Heights:
    """Scores of all points along a direction, from the corner of the points on.

    A score is one of the `values`, off by less than `doubt` (by nothing if that is 0), times 2^bits.
    """

    direction: Vector
    values: np.ndarray
    doubt: int = 0
    bits: int = 0

    @cached_property
    def order(self) -> np.ndarray:
        """The points, as their values rise."""
        return np.argsort(self.values)


class PlanePoints:
    """Points of two columns, ready to be scored."""

    def __init__(self, points: ExactPoints) -> None:
        self.at = points.at
        self._moved = [x - x.min() for x in points.columns]
        self._spans = [int(x.max()) for x in self._moved]
        self._shifts = [span.bit_length() - 2 * _HALF for span in self._spans]
        self._leading = [
            (x >> shift if shift > 0 else x << -shift).astype(np.int64)
            for x, shift in zip(self._moved, self._shifts, strict=True)
        ]

    def heights(self, direction: Vector) -> Heights:
        """Scores along a direction."""
        most = sum(max(abs(v), 1) * max(span, 1) for v, span in zip(direction, self._spans, strict=True))
        if most < FITS:
            x, y = (x.astype(np.int64) * v for x, v in zip(self._moved, direction, strict=True))
            return Heights(direction, x + y)
        lowest = min(self._shifts)
        lifted = [v << shift - lowest for v, shift in zip(direction, self._shifts, strict=True)]
        left_out = max(map(abs, lifted)).bit_length() - 2 * _HALF
        total = np.zeros(len(self.at), dtype=np.int64)
        for x, long in zip(self._leading, lifted, strict=True):
            # x and v stand for x + f and v + e with 0 <= e, f < 1, whose product differs from theirs by less
            # than 2^61 + 1. Of x v the lowest 60 bits are left out; leaving out the product of both lower
            # halves, and a remainder, makes less than 2 of what is left.
            v = long >> left_out if left_out > 0 else long << -left_out
            middle = (x >> _HALF) * (v & _LOW) + (x & _LOW) * (v >> _HALF)
            total += (x >> _HALF) * (v >> _HALF) + (middle >> _HALF)
        return Heights(direction, total, _DOUBT * len(lifted), left_out + lowest + 2 * _HALF)

    def order_inside(self, near: Heights, far: Heights) -> np.ndarray:
        """The points as they rise beside the direction `near`, on the side of `far`.

        What ties along `near` rises as along `far`: distinct points do not tie along both.
        """
        order = near.order
        is_close = np.diff(near.values[order]) <= 2 * near.doubt
        if not is_close.any():
            return order
        if not near.doubt and not far.doubt:
            return np.lexsort((far.values, near.values))
        order = order.copy()
        # Runs of points that are close to their neighbours.
        padded = np.concatenate([[False], is_close, [False]])
        edges = np.flatnonzero(padded[1:] != padded[:-1])
        for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            order[begin : end + 1] = self._sorted(order[begin : end + 1].tolist(), near, far)
        return order

    def _sorted(self, which: Sequence[int], near: Heights, far: Heights) -> list[int]:
        at = self.at
        return sorted(which, key=lambda i: (dot(near.direction, at[i]), dot(far.direction, at[i])))

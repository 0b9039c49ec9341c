"""All hyperplanes of a problem as rows: their scores along a basis, and what each adds where it is right.

Pairs that share a hyperplane are one row, which points to the heavier side; the lighter side is right or open
everywhere, so it counts at once.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Vector
from aucopt.kernels.cone.cone import Hyperplanes
from aucopt.kernels.cone.parallel import merge_lines

_UNIT_ROUNDOFF = 2.0**-53
# Floats hold the middles of boxes down to this size.
DEEPEST = 48
# Differences of images that are multiples of this or a larger power of two are exact on all but tiny boxes.
_SHORT_BITS = 18


class ScoredRows(NamedTuple):
    """Scores, a row for each basis vector, within `error` in all; weights; and the weight that always counts.

    `rounding` is what one more sum may add to the error, and `doubt` the error at any direction of a box.
    `error` and `rounding` are zero, down to boxes of level `deepest`, where the scores are small integers
    along the axes: then a row that only touches a box, as many do under signs, is decided. `high` and `low`
    are the points of which each row is the difference.
    """

    score: np.ndarray
    weight: np.ndarray
    high: np.ndarray
    low: np.ndarray
    always: int
    error: float
    rounding: float
    doubt: float
    deepest: int


def list_rows(problem: Problem, basis: Sequence[Vector], whole: np.ndarray | None) -> ScoredRows:
    """The rows of all pairs that do not coincide, merged where they are parallel and `whole` is given."""
    sides = [np.flatnonzero(problem.weight[:, k] > 0).astype(np.int32) for k in (0, 1)]
    high, low = np.repeat(sides[0], len(sides[1])), np.tile(sides[1], len(sides[0]))
    apart = high != low
    high, low = high[apart], low[apart]
    gain = problem.weight[high, 0] * problem.weight[low, 1]
    loss = np.zeros_like(gain)
    if whole is not None:
        planes = Hyperplanes(high, low, gain, loss)
        n = merge_lines(whole, planes, len(high), np.empty(len(high), dtype=np.int64))
        high, low, gain, loss = (column[:n] for column in planes)
    weight = gain - loss
    used = np.flatnonzero(weight)
    largest = max(abs(v) for vector in basis for v in vector)
    # Quotients of integers are rounded once, however long they are.
    w = np.array([[v / largest for v in vector] for vector in basis])
    along = w @ problem.x.T
    score = along[:, high[used]] - along[:, low[used]]
    turned = weight[used] < 0
    score[:, turned] *= -1.0
    ends = np.where(turned, low[used], high[used]), np.where(turned, high[used], low[used])
    # Roundings of the images, of products and sums, of the middle of a box, and a margin for verifiers.
    rounding = 8.0 * _UNIT_ROUNDOFF * float(np.sum(np.abs(w) @ problem.reach))
    error = doubt = (16 + 2 * len(basis)) * rounding
    deepest = DEEPEST
    always = int(np.minimum(gain, loss).sum())
    bits = int(problem.limbs.max()).bit_length()
    if problem.limbs.shape[2] == 1 and bits <= _SHORT_BITS and np.array_equal(np.abs(w), np.eye(len(basis))):
        # Sums of at most 16 products, in 53 bits.
        error, rounding, deepest = 0.0, 0.0, DEEPEST - bits
    return ScoredRows(score, np.abs(weight[used]), *ends, always, error, rounding, doubt, deepest)

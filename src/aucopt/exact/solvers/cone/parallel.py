"""Pairs that share a hyperplane: their differences are parallel, so a direction decides them together.

Open, such a group adds the larger of its two sides to a bound, not their sum: on discrete columns this is
what closes the gap.
"""

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.kernels.cone.cone import Hyperplanes, Open
from aucopt.kernels.cone.parallel import merge_lines
from aucopt.kernels.integers.points import BASE_BITS

# Merging is tried when this part of a sample of pairs shares hyperplanes with others.
_WORTH_IT = 0.01
_SAMPLE = 300


def whole_points(problem: Problem) -> np.ndarray | None:
    """The points as int64 vectors if some of their pairs are parallel; None where merging is not worth it."""
    if problem.limbs.shape[2] > 2:
        return None
    whole = problem.limbs[:, :, 0].astype(np.int64)
    if problem.limbs.shape[2] == 2:
        whole += problem.limbs[:, :, 1].astype(np.int64) << BASE_BITS
    sides = [np.flatnonzero(problem.weight[:, k] > 0) for k in (0, 1)]
    high, low = (side[:: max(1, len(side) // _SAMPLE)].astype(np.int32) for side in sides)
    high, low = np.repeat(high, len(low)), np.tile(low, len(high))
    of_high, of_low = (np.searchsorted(problem.blocks, side, side="right") for side in (high, low))
    used = (high != low) & (of_high == of_low)
    high, low = high[used], low[used]
    ones = np.ones(len(high), dtype=np.int64)
    planes = Hyperplanes(high, low, ones, ones.copy())
    n_lines = merge_lines(whole, planes, len(high), np.empty(len(high), dtype=np.int64))
    return whole if n_lines < (1 - _WORTH_IT) * len(high) else None


def merge_parallel(whole: np.ndarray, planes: Hyperplanes, pairs: Open, n: int) -> int:
    """Merge the first n pairs where they share a hyperplane; return how many are left."""
    kept = np.empty(n, dtype=np.int64)
    m = int(merge_lines(whole, planes, n, kept))
    if m < n:
        for row in (*pairs.d, pairs.up, pairs.down):
            row[:m] = row[kept[:m]]
    return m

"""Pairs that share a hyperplane: their differences are parallel, so a direction decides them together.

Open, such a group adds the larger of its two sides to a bound, not their sum: on discrete columns this is
what closes the gap.
"""

import numpy as np

from aucopt.exact.problem import Problem
from aucopt.kernels.cone import Open, Planes
from aucopt.kernels.limbs import BASE_BITS

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
    high, low = (side[:: max(1, len(side) // _SAMPLE)] for side in sides)
    differences = (whole[high][:, None] - whole[low][None]).reshape(-1, whole.shape[1])
    differences = differences[differences.any(axis=1)]
    _, _, heads = _group(differences)
    return whole if len(heads) < (1 - _WORTH_IT) * len(differences) else None


def merge_parallel(whole: np.ndarray, planes: Planes, pairs: Open, n: int) -> int:
    """Merge the first n pairs where they share a hyperplane; return how many are left."""
    order, against, heads = _group(whole[planes.high[:n]] - whole[planes.low[:n]])
    if len(heads) == n:
        return n
    weight = planes.gain[order]
    same = np.repeat(against[heads], np.diff(heads, append=n)) == against
    gain, loss = (np.add.reduceat(np.where(side, weight, 0), heads) for side in (same, ~same))
    kept = order[heads]
    m = len(kept)
    for side, total in ((planes.gain, gain), (planes.loss, loss)):
        side[:m] = total
    for row in (planes.high, planes.low, *pairs.d, pairs.up, pairs.down):
        row[:m] = row[kept]
    return m


def _group(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sort differences so that parallel ones are neighbours: order, which are turned, starts of groups."""
    shortest = differences // np.gcd.reduce(differences, axis=1)[:, None]
    leading = shortest[np.arange(len(shortest)), (shortest != 0).argmax(axis=1)]
    against = leading < 0
    shortest[against] *= -1
    # Hashing sorts faster than comparing rows; neighbours with equal hashes are compared in full.
    key = np.zeros(len(shortest), dtype=np.uint64)
    for column in shortest.T:
        key = key * np.uint64(0x9E3779B97F4A7C15) + column.astype(np.uint64)
    order = np.argsort(key, kind="stable")
    ordered = shortest[order]
    differs = (ordered[1:] != ordered[:-1]).any(axis=1)
    return order, against[order], np.flatnonzero(np.concatenate([[True], differs]))

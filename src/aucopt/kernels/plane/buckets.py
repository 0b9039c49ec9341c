"""Swaps of a point with many others at once: listed while there is room, and counted in buckets on the arc.

The others are held in the order in which they stand above one another, a class in one piece, so that loops
over them read memory in a row and the places of several swaps are worked out by one instruction.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

# What happens to the positive of a swap: it rises above the negative, or falls below.
RISES, FALLS = np.int64(0), np.int64(1)


class Above(NamedTuple):
    """Points that others may fall below: positives from the front on, negatives from the back.

    Of each its scores at both ends of the arc, the weight of its class, and its place in the old order;
    ``bucket`` is room for the buckets of their swaps.
    """

    start: np.ndarray
    end: np.ndarray
    weight: np.ndarray
    place: np.ndarray
    bucket: np.ndarray


def new_above(n):
    """Room for n points."""
    return Above(
        start=np.empty(n),
        end=np.empty(n),
        weight=np.empty(n, dtype=np.int64),
        place=np.empty(n, dtype=np.int32),
        bucket=np.empty(n, dtype=np.int32),
    )


@njit(cache=True, nogil=True)
def put_above(above, at, score, a, weight):
    """Hold point a at a place of the list."""
    above.start[at] = score[a, 0]
    above.end[at] = score[a, 1]
    above.weight[at] = weight
    above.place[at] = a


@njit(cache=True, nogil=True)
def list_swaps(pairs, listed, above, first, last, b, falls):
    """List the swaps of point b with those at ``first:last`` while there is room, as (positive, negative)."""
    for s in range(first, min(last, first + pairs.shape[0] - listed)):
        pairs[listed + s - first, falls] = above.place[s]
        pairs[listed + s - first, 1 - falls] = b


@njit(cache=True, nogil=True, error_model="numpy")
def bin_swaps(counts, glued, above, first, last, start_b, end_b, mine, tolerance):
    """Count the swaps of a point, of this weight, with those at ``first:last`` in the buckets of the arc."""
    start, end, weight, _, bucket = above
    n_buckets = counts.shape[0]
    scale, top = float(n_buckets), np.int32(n_buckets - 1)
    unsure = np.int64(0)
    for s in range(first, last):
        before = start_b - start[s]
        whole = before + (end[s] - end_b)
        # Scores that floats do not part at either end tell no place; all buckets are glued then.
        moment = scale * before / whole if whole > tolerance else 0.0
        k = min(max(np.int32(moment), np.int32(0)), top)
        unsure += (0.5 - abs(moment - k - 0.5)) * whole <= tolerance
        bucket[s] = k
    for s in range(first, last):
        counts[bucket[s]] += mine * weight[s]
    if unsure > 0:
        _glue_buckets(glued, above, first, last, start_b, end_b, tolerance)


@njit(cache=True, nogil=True, error_model="numpy")
def _glue_buckets(glued, above, first, last, start_b, end_b, tolerance):
    """Glue the buckets between which floats cannot decide for some of these swaps."""
    for s in range(first, last):
        before = start_b - above.start[s]
        glue_swap(glued, before, before + (above.end[s] - end_b), tolerance)


@njit(cache=True, nogil=True, error_model="numpy")
def glue_swap(glued, before, whole, tolerance):
    """Glue the buckets between which floats cannot decide for a swap, at this distance at the start."""
    n_buckets = glued.shape[0]
    if whole > tolerance:
        moment = n_buckets * before / whole
        k = min(max(np.int64(moment), np.int64(0)), np.int64(n_buckets - 1))
        if (0.5 - abs(moment - k - 0.5)) * whole <= tolerance:
            glued[k] = True
            glued[min(k + 1, n_buckets - 1)] = True
    else:
        for k in range(n_buckets):
            glued[k] = True

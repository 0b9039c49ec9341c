"""Swaps of an arc in exact order: by floats where these can tell, else by how far they are from each other.

Standardised grids have thousands of swaps within a few roundings of one direction. Measured from one of
them, by an exact cross product each, their directions are floats as good as any. What even these cannot
tell apart is mostly one and the same direction; else it is compared exactly, pair by pair.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import SHORT, short_cross, short_difference, sign_cross

# Bounds the error of an angle from the reference, relative to itself: some 20 roundings at most.
_ROUNDINGS = 32.0 * 2.0**-53


class Swaps(NamedTuple):
    """Swaps of a positive and a negative, as positions in the order at the start of an arc.

    ``moment`` says where on the arc, in any scale, and ``slack`` how far that may be off; once sorted they
    are ranks, equal for equal directions. ``queue`` lists the swaps by bucket, those of bucket k from
    ``offset[k]`` to ``offset[k + 1]``.
    """

    pairs: np.ndarray
    moment: np.ndarray
    slack: np.ndarray
    queue: np.ndarray
    offset: np.ndarray


@njit(cache=True, nogil=True)
def sort_buckets(swaps, glued, row, limbs):
    """Sort the queue along the arc, exactly; glued buckets are one."""
    pairs, moment, slack, queue, offset = swaps
    n_buckets = glued.shape[0]
    spare = np.empty(queue.shape[0], dtype=np.int64)
    earliest = np.empty(queue.shape[0])
    k = 0
    while k < n_buckets:
        begin = offset[k]
        k += 1
        while k < n_buckets and glued[k]:
            k += 1
        end = offset[k]
        sort_run(pairs, queue, begin, end, moment, slack, spare, earliest, row, limbs)


@njit(cache=True, nogil=True)
def sort_run(pairs, queue, begin, end, moment, slack, spare, earliest, row, limbs):
    """Sort ``queue[begin:end]`` along the arc, exactly; ``spare`` and ``earliest`` are room for that."""
    _sort_by_moment(queue, begin, end, moment, slack, spare, earliest)
    while begin < end:
        last = _end_of_chain(queue, begin, end, moment, slack, earliest)
        if last > begin + 1:
            _measure_from_first(pairs, queue, begin, last, moment, slack, row, limbs)
            _sort_by_moment(queue, begin, last, moment, slack, spare, earliest)
        while begin < last:
            first, begin = begin, _end_of_chain(queue, begin, last, moment, slack, earliest)
            _rank(pairs, queue, first, begin, moment, spare, row, limbs)


@njit(cache=True, nogil=True)
def _sort_by_moment(queue, begin, end, moment, slack, spare, earliest):
    """Sort ``queue[begin:end]`` by moment; bound from below how early those from each place on can be."""
    width = 1
    while width < end - begin:
        for low in range(begin, end - width, 2 * width):
            mid = low + width
            high = min(mid + width, end)
            if moment[queue[mid - 1]] <= moment[queue[mid]]:
                continue
            n_left = mid - low
            for i in range(n_left):
                spare[i] = queue[low + i]
            i, j, out = 0, mid, low
            while i < n_left and j < high:
                # Arithmetic in place of branches: which side comes next is anybody's guess.
                s, t = spare[i], queue[j]
                step = np.int64(moment[s] > moment[t])
                queue[out] = t if step else s
                i += 1 - step
                j += step
                out += 1
            while i < n_left:
                queue[out] = spare[i]
                i += 1
                out += 1
        width *= 2
    bound = np.inf
    for g in range(end - 1, begin - 1, -1):
        bound = min(bound, moment[queue[g]] - slack[queue[g]])
        earliest[g] = bound


@njit(cache=True, nogil=True)
def _end_of_chain(queue, begin, end, moment, slack, earliest):
    """The first place in the queue all before which surely come before all from there on."""
    latest = moment[queue[begin]] + slack[queue[begin]]
    g = begin + 1
    while g < end and latest >= earliest[g]:
        latest = max(latest, moment[queue[g]] + slack[queue[g]])
        g += 1
    return g


@njit(cache=True, nogil=True)
def _upper_and_lower(pairs, s, row):
    """Rows of the two points of a swap, the one that comes down first."""
    return row[max(pairs[s, 0], pairs[s, 1])], row[min(pairs[s, 0], pairs[s, 1])]


@njit(cache=True, nogil=True)
def _measure_from_first(pairs, queue, begin, end, moment, slack, row, limbs):
    """Let the moments of ``queue[begin:end]`` be tangents of angles from the first, with their errors."""
    short = limbs.shape[2] <= SHORT
    up, low = _upper_and_lower(pairs, queue[begin], row)
    for g in range(begin, end):
        s = queue[g]
        moment[s], slack[s] = 0.0, np.inf
        if short:
            x, y = short_difference(limbs, up, low)
            up_s, low_s = _upper_and_lower(pairs, s, row)
            u, v = short_difference(limbs, up_s, low_s)
            along = x * u + y * v
            # Not far off, so that the sum has lost no precision.
            if along > 0.5 * (abs(x * u) + abs(y * v)):
                moment[s] = short_cross(limbs, up, low, up_s, low_s) / along
                slack[s] = _ROUNDINGS * abs(moment[s])


@njit(cache=True, nogil=True)
def _rank(pairs, queue, begin, end, moment, spare, row, limbs):
    """Sort ``queue[begin:end]`` exactly; let moments be ranks."""
    up, low = _upper_and_lower(pairs, queue[begin], row)
    same = True
    for g in range(begin + 1, end):
        up_s, low_s = _upper_and_lower(pairs, queue[g], row)
        if sign_cross(limbs, up_s, low_s, up, low) != 0:
            same = False
            break
    if not same:
        _sort_exactly(pairs, queue, begin, end, spare, row, limbs)
    first = begin
    for g in range(begin, end):
        if not same and g > begin and _comes_after(queue[g], queue[first], pairs, row, limbs):
            first = g
        moment[queue[g]] = float(first)


@njit(cache=True, nogil=True)
def _comes_after(s, t, pairs, row, limbs):
    """Whether swap s happens strictly after swap t."""
    up_s, low_s = _upper_and_lower(pairs, s, row)
    up_t, low_t = _upper_and_lower(pairs, t, row)
    return sign_cross(limbs, up_s, low_s, up_t, low_t) < 0


@njit(cache=True, nogil=True)
def _sort_exactly(pairs, queue, begin, end, spare, row, limbs):
    """Sort ``queue[begin:end]`` along the arc (bottom-up merge sort)."""
    width = 1
    while width < end - begin:
        for low in range(begin, end - width, 2 * width):
            mid = low + width
            high = min(mid + width, end)
            for i in range(mid - low):
                spare[i] = queue[low + i]
            i, j, out = 0, mid, low
            while i < mid - low:
                if j < high and _comes_after(spare[i], queue[j], pairs, row, limbs):
                    queue[out] = queue[j]
                    j += 1
                else:
                    queue[out] = spare[i]
                    i += 1
                out += 1
        width *= 2

"""AUC along a ray of directions (1 - phi) w + phi u, from the float scores along w and across, along u.

Only the pairs of a positive and a negative whose order differs at the two ends of the ray are listed: they
swap where the difference along w equals that along u, at phi = a / (a + b). Running sums over the swaps give
the value 2R + T of every cell. Floats decide here: what is found is a proposal, to be recounted.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

# Pairs inside a block of this many rows are compared one by one.
BLOCK = 32
# Swaps closer than this happen at once: rounding alone would part them.
SAME = 1e-11
# Buckets for the swaps of a ray.
N_BUCKETS = 4096
SWAPS_A_BUCKET = 16


class Ranked(NamedTuple):
    """The rows of one class by their scores along w, ties by those along u; with their weights."""

    along: np.ndarray
    across: np.ndarray
    weight: np.ndarray


class RaySwaps(NamedTuple):
    """Room for swaps: where they happen, and by how much 2R + T changes there."""

    phi: np.ndarray
    change: np.ndarray


class RayCell(NamedTuple):
    """The widest of the best cells; `lowest` bounds the value of all cells from below.

    `n_swaps` beyond the room says that not all swaps were listed: the rest then means nothing.
    """

    value: float
    low: float
    high: float
    lowest: float
    n_swaps: int


@njit(cache=True, nogil=True)
def best_on_ray(ups, downs, reach, room):
    """The best cell between w (phi = 0) and phi = `reach`, from the positives `ups` and negatives `downs`."""
    n_swaps = list_swaps(ups, downs, reach, room)
    start = start_value(ups, downs)
    if n_swaps > room.phi.size:
        return RayCell(start, 0.0, 0.0, start, n_swaps)
    return best_cell(room, n_swaps, start, reach)


@njit(cache=True, nogil=True)
def start_value(ups, downs):
    """2R + T just beside w, where only rows tie that tie all along the ray."""
    value = 0.0
    below = 0.0
    j = 0
    for i in range(ups.along.size):
        s, t = ups.along[i], ups.across[i]
        while j < downs.along.size and (downs.along[j] < s or (downs.along[j] == s and downs.across[j] < t)):
            below += downs.weight[j]
            j += 1
        tied = 0.0
        k = j
        while k < downs.along.size and downs.along[k] == s and downs.across[k] == t:
            tied += downs.weight[k]
            k += 1
        value += ups.weight[i] * (2.0 * below + tied)
    return value


@njit(cache=True, nogil=True)
def list_swaps(ups, downs, reach, room):
    """List the pairs that swap before `reach`; returns their number, and stops when there is no more room.

    A merge sort by the scores at `reach` of rows in the order at w, each class on its own but in common
    blocks, so that rows of one class never meet.
    """
    n_up, n_down = ups.along.size, downs.along.size
    n_blocks = (n_up + n_down - 1) // BLOCK + 1
    cut_up = np.empty(n_blocks + 1, dtype=np.int64)
    cut_down = np.empty(n_blocks + 1, dtype=np.int64)
    _cut_blocks(ups, downs, cut_up, cut_down)
    moving_up, moving_down = _by_rows(ups, reach), _by_rows(downs, reach)
    spare = np.empty((max(n_up, n_down), 4))
    n_swaps = np.int64(0)  # a literal would have the kernels below compiled twice
    for b in range(n_blocks):
        n_swaps = _list_in_block(
            moving_up, cut_up[b], cut_up[b + 1], moving_down, cut_down[b], cut_down[b + 1], room, n_swaps
        )
        _insertion_sort(moving_up, cut_up[b], cut_up[b + 1])
        _insertion_sort(moving_down, cut_down[b], cut_down[b + 1])
    width = 1
    while width < n_blocks and n_swaps <= room.phi.size:
        for b in range(0, n_blocks - width, 2 * width):
            end = min(b + 2 * width, n_blocks)
            u0, u1, u2 = cut_up[b], cut_up[b + width], cut_up[end]
            d0, d1, d2 = cut_down[b], cut_down[b + width], cut_down[end]
            # Positives of the first half that come above negatives of the second are put right, and so on.
            n_swaps = _list_between(moving_up, u0, u1, moving_down, d1, d2, 1.0, room, n_swaps)
            n_swaps = _list_between(moving_down, d0, d1, moving_up, u1, u2, -1.0, room, n_swaps)
            _merge(moving_up, u0, u1, u2, spare)
            _merge(moving_down, d0, d1, d2, spare)
        width *= 2
    return n_swaps


@njit(cache=True, nogil=True)
def _by_rows(rows, reach):
    """The score at the end of the ray, then those along and across and the weight: a row is moved as one."""
    n = rows.along.size
    moving = np.empty((n, 4))
    for i in range(n):
        moving[i, 0] = (1.0 - reach) * rows.along[i] + reach * rows.across[i]
        moving[i, 1] = rows.along[i]
        moving[i, 2] = rows.across[i]
        moving[i, 3] = rows.weight[i]
    return moving


@njit(cache=True, nogil=True)
def _list_in_block(ups, u0, u1, downs, d0, d1, room, n_swaps):
    """List the swaps inside a block, both classes in the order at w."""
    phi, change = room
    for i in range(u0, u1):
        for j in range(d0, d1):
            a = downs[j, 1] - ups[i, 1]
            b = ups[i, 2] - downs[j, 2]
            sign = 1.0 if a > 0.0 or (a == 0.0 and b < 0.0) else -1.0
            if sign * (ups[i, 0] - downs[j, 0]) > 0.0:
                if n_swaps < phi.size:
                    phi[n_swaps] = sign * a / (sign * a + max(sign * b, 0.0))
                    change[n_swaps] = 2.0 * sign * ups[i, 3] * downs[j, 3]
                n_swaps += 1
    return n_swaps


@njit(cache=True, nogil=True)
def _list_between(first, f0, f1, second, s0, s1, sign, room, n_swaps):
    """List the rows of a first run that end above those of a second, which began above them."""
    phi, change = room
    i = f0
    for j in range(s0, s1):
        key, along, across, weight = second[j, 0], second[j, 1], second[j, 2], 2.0 * sign * second[j, 3]
        while i < f1 and first[i, 0] <= key:
            i += 1
        n_fit = min(f1 - i, phi.size - n_swaps)
        for k in range(n_fit):
            a = along - first[i + k, 1]
            b = first[i + k, 2] - across
            phi[n_swaps + k] = a / (a + max(b, 0.0))
            change[n_swaps + k] = weight * first[i + k, 3]
        n_swaps += f1 - i
    return n_swaps


@njit(cache=True, nogil=True)
def _cut_blocks(ups, downs, cut_up, cut_down):
    """Cut the common order of both classes into blocks: where each begins among the ups and the downs."""
    n_up, n_down = ups.along.size, downs.along.size
    i = 0
    j = 0
    for at in range(n_up + n_down):
        if at % BLOCK == 0:
            cut_up[at // BLOCK] = i
            cut_down[at // BLOCK] = j
        if i < n_up and (
            j == n_down
            or ups.along[i] < downs.along[j]
            or (ups.along[i] == downs.along[j] and ups.across[i] < downs.across[j])
        ):
            i += 1
        else:
            j += 1
    cut_up[-1] = n_up
    cut_down[-1] = n_down


@njit(cache=True, nogil=True)
def _insertion_sort(rows, begin, end):
    """Sort rows by their first entry."""
    for i in range(begin + 1, end):
        r0, r1, r2, r3 = rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]
        j = i
        while j > begin and rows[j - 1, 0] > r0:
            for c in range(4):
                rows[j, c] = rows[j - 1, c]
            j -= 1
        rows[j, 0] = r0
        rows[j, 1] = r1
        rows[j, 2] = r2
        rows[j, 3] = r3


@njit(cache=True, nogil=True)
def _merge(rows, begin, middle, end, spare):
    """Merge two sorted runs; touches only where they overlap."""
    while begin < middle and middle < end and rows[begin, 0] <= rows[middle, 0]:
        begin += 1
    if middle == end:
        return
    size = middle - begin
    for i in range(size):
        for c in range(4):
            spare[i, c] = rows[begin + i, c]
    i = 0
    while i < size:
        if middle < end and rows[middle, 0] < spare[i, 0]:
            for c in range(4):
                rows[begin, c] = rows[middle, c]
            middle += 1
        else:
            for c in range(4):
                rows[begin, c] = spare[i, c]
            i += 1
        begin += 1


@njit(cache=True, nogil=True)
def best_cell(swaps, n_swaps, start, reach):
    """The best cell of a ray that begins with the value `start`.

    Counts by buckets tell which of them can hold the best value; only their swaps are kept, and sorted.
    """
    n_buckets = min(N_BUCKETS, n_swaps // SWAPS_A_BUCKET + 1)
    scale = n_buckets / reach
    phi, change = swaps
    net = np.zeros(n_buckets)
    moved = np.zeros(n_buckets)
    for e in range(n_swaps):
        k = min(int(phi[e] * scale), n_buckets - 1)
        # Without a branch on the sign, which nobody can predict.
        net[k] += change[e]
        moved[k] += abs(change[e])
    value = start
    reached = start
    lowest = start
    for k in range(n_buckets):
        lowest = min(lowest, value - (moved[k] - net[k]) / 2.0)
        value += net[k]
        reached = max(reached, value)
    is_open = np.zeros(n_buckets, dtype=np.bool_)
    value = start
    for k in range(n_buckets):
        is_open[k] = value + (moved[k] + net[k]) / 2.0 >= reached
        value += net[k]
    n_open = 0
    for e in range(n_swaps):
        if is_open[min(int(phi[e] * scale), n_buckets - 1)]:
            phi[n_open] = phi[e]
            change[n_open] = change[e]
            n_open += 1
    order = np.argsort(phi[:n_open])
    best = -np.inf
    best_low = 0.0
    best_high = 0.0
    value = start
    low = 0.0
    e = 0
    for k in range(n_buckets):
        if not is_open[k]:
            value += net[k]
            low = (k + 1) / scale
            continue
        while e < n_open and min(int(phi[order[e]] * scale), n_buckets - 1) == k:
            high = phi[order[e]]
            if high - low > SAME and (value > best or (value == best and high - low > best_high - best_low)):
                best, best_low, best_high = value, low, high
            low = high
            value += change[order[e]]
            e += 1
    if reach - low > SAME and (value > best or (value == best and reach - low > best_high - best_low)):
        best, best_low, best_high = value, low, reach
    return RayCell(best, best_low, best_high, lowest, n_swaps)

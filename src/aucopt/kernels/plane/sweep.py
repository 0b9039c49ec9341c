"""Sweeping an arc: its swaps in order, and the count of right pairs between them.

The swaps of an arc come in buckets along it. Only buckets whose start plus gains can reach the threshold
matter. Where all swaps are listed these buckets are sorted exactly and walked; equal directions act at
once, for between them there is no cell.
"""

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import sign_cross
from aucopt.kernels.plane.swaps import Swaps, sort_buckets


@njit(cache=True, nogil=True)
def open_runs(gains, losses, glued, right, threshold):
    """Join the buckets into runs that can reach the threshold, and runs between that cannot.

    Returns rows (end bucket, count at the start, bound inside, whether open), and the largest count at an
    end of a run of glued buckets with the bucket before that end.
    """
    n_buckets = gains.shape[0]
    runs = np.empty((n_buckets, 4), dtype=np.int64)
    n_runs = 0
    best, best_end = right, np.int64(0)
    k = 0
    while k < n_buckets:
        last, gain, change = k + 1, gains[k], gains[k] - losses[k]
        while last < n_buckets and glued[last]:
            gain += gains[last]
            change += gains[last] - losses[last]
            last += 1
        upper = right + gain
        is_open = np.int64(upper >= threshold)
        if n_runs > 0 and runs[n_runs - 1, 3] == is_open:
            runs[n_runs - 1, 0] = last
            runs[n_runs - 1, 2] = max(runs[n_runs - 1, 2], upper)
        else:
            runs[n_runs, 0] = last
            runs[n_runs, 1] = right
            runs[n_runs, 2] = upper
            runs[n_runs, 3] = is_open
            n_runs += 1
        right += change
        if right > best and last < n_buckets:
            best, best_end = right, np.int64(last)
        k = last
    return runs[:n_runs], best, best_end


@njit(cache=True, nogil=True, error_model="numpy")
def walk_swaps(points, limbs, end, tally, n_swaps, right, threshold, cells):
    """Find the stretches of an arc, all of whose swaps are listed, where the count reaches the threshold.

    ``right`` is the count at the start of the arc. With ``cells`` the threshold rises with the best count
    seen and a stretch ends at every swap; without, it is fixed and stretches are maximal. Returns the best
    count seen and the stretches as rows (first swap, last swap); -1 stands for an end of the arc.
    """
    _, gains, losses, glued, _, start = tally
    opened = np.zeros(gains.shape[0], dtype=np.bool_)
    open_up(opened, open_runs(gains, losses, glued, right, threshold)[0])
    swaps = open_buckets(tally, n_swaps, opened, 4.0 * (start.error + end.error))
    sort_buckets(swaps, glued, points.row, limbs)
    return walk_buckets(swaps, gains, losses, glued, points.weight, right, threshold, cells, np.int64(1))


@njit(cache=True, nogil=True)
def walk_buckets(swaps, gains, losses, glued, weight, right, threshold, cells, sign):
    """Walk the sorted swaps of the buckets that hold any; of the others the net change is enough.

    Arguments and result are those of `walk_swaps`. With ``sign`` -1 the opposite arc is walked: its gains
    are the losses of this one.
    """
    pairs, moment, _, queue, offset = swaps
    n_buckets = gains.shape[0]
    stretches = np.empty((queue.shape[0] + 1, 2), dtype=np.int64)
    n_stretches = 0
    inside = right >= threshold
    if inside and cells:
        threshold = right
    first, best, value = -1, right, right
    k = 0
    while k < n_buckets:
        last, change = k + 1, gains[k] - losses[k]
        while last < n_buckets and glued[last]:
            change += gains[last] - losses[last]
            last += 1
        g, g_end = offset[k], offset[last]
        if g == g_end:
            value += sign * change
            k = last
            continue
        while g < g_end:
            s = queue[g]
            if cells and inside:
                stretches[n_stretches, 0] = first
                stretches[n_stretches, 1] = s
                n_stretches += 1
                inside = False
            while g < g_end and moment[queue[g]] == moment[s]:
                up, down = pairs[queue[g], 0], pairs[queue[g], 1]
                won = sign * weight[up, 0] * weight[down, 1]
                value += won if up < down else -won
                g += 1
            best = max(best, value)
            if value >= threshold and not inside:
                inside = True
                first = s
                if cells and value > threshold:
                    threshold = value
                    n_stretches = 0
            elif value < threshold and inside:
                stretches[n_stretches, 0] = first
                stretches[n_stretches, 1] = s
                n_stretches += 1
                inside = False
        k = last
    if inside:
        stretches[n_stretches, 0] = first
        stretches[n_stretches, 1] = -1
        n_stretches += 1
    return best, stretches[:n_stretches]


@njit(cache=True, nogil=True, error_model="numpy")
def place_swap(pairs, score, s, n_buckets, tolerance):
    """The bucket of a listed swap, the distance of its points at the start of the arc, and at both ends.

    Also its place on the arc, in buckets.
    """
    low = min(pairs[s, 0], pairs[s, 1])
    up = max(pairs[s, 0], pairs[s, 1])
    before = score[up, 0] - score[low, 0]
    whole = before + (score[low, 1] - score[up, 1])
    part = float(n_buckets) * before / whole if whole > tolerance else 0.0
    return min(max(np.int64(part), np.int64(0)), np.int64(n_buckets - 1)), before, whole, part


@njit(cache=True, nogil=True, error_model="numpy")
def open_buckets(tally, n_swaps, opened, tolerance):
    """Queue the swaps of the opened buckets, by bucket; place them on the arc."""
    pairs, score = tally.pairs, tally.score
    n_buckets = opened.shape[0]
    bucket = np.empty(n_swaps, dtype=np.int32)
    moment = np.empty(n_swaps)
    slack = np.empty(n_swaps)
    offset = np.empty(n_buckets + 1, dtype=np.int64)
    for k in range(n_buckets + 1):
        offset[k] = 0
    for s in range(n_swaps):
        k, before, whole, _ = place_swap(pairs, score, s, n_buckets, tolerance)
        if not opened[k]:
            bucket[s] = -1
            continue
        bucket[s] = k
        offset[k + 1] += 1
        # Where the error is not small against the arc floats say nothing: such swaps compare exactly.
        sure = whole > 8.0 * tolerance
        moment[s] = before / whole if sure else 0.5
        slack[s] = tolerance / whole if sure else 2.0
    for k in range(n_buckets):
        offset[k + 1] += offset[k]
    queue = np.empty(offset[n_buckets], dtype=np.int64)
    filled = np.empty(n_buckets, dtype=np.int64)
    for k in range(n_buckets):
        filled[k] = offset[k]
    for s in range(n_swaps):
        if bucket[s] >= 0:
            queue[filled[bucket[s]]] = s
            filled[bucket[s]] += 1
    return Swaps(pairs, moment, slack, queue, offset)


@njit(cache=True, nogil=True)
def open_up(opened, runs):
    """Mark the buckets of the open runs."""
    begin = np.int64(0)
    for r in range(runs.shape[0]):
        for k in range(begin, runs[r, 0]):
            opened[k] |= runs[r, 3] == 1
        begin = runs[r, 0]


@njit(cache=True, nogil=True)
def extreme_swap(pairs, row, limbs, latest):
    """The first or the last of the listed swaps along their arc."""
    best = 0
    for s in range(1, pairs.shape[0]):
        low_s, up_s = min(pairs[s, 0], pairs[s, 1]), max(pairs[s, 0], pairs[s, 1])
        low_t, up_t = min(pairs[best, 0], pairs[best, 1]), max(pairs[best, 0], pairs[best, 1])
        sign = sign_cross(limbs, row[up_s], row[low_s], row[up_t], row[low_t])
        if (sign < 0) if latest else (sign > 0):
            best = s
    return best

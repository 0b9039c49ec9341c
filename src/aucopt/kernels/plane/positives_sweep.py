"""Sweeping an arc for what the positives are worth: its swaps by bucket, sorted exactly where it matters.

In a bucket along the arc no positive is worth more than after all of its gains there and none of its losses.
So one walk over unsorted buckets bounds each of them as tightly as single positives allow, and only buckets
that can reach the threshold are sorted and walked swap by swap.
"""

import numpy as np
from numba import njit

from aucopt.kernels.plane.buckets import glue_swap
from aucopt.kernels.plane.swaps import sort_run
from aucopt.kernels.plane.sweep import place_swap
from aucopt.kernels.scores.curve import worth_of


@njit(cache=True, nogil=True, error_model="numpy")
def sweep_worth(points, limbs, end, tally, n_swaps, above, worth, value, threshold):
    """Find the stretches of an arc, all of whose swaps are listed, where the best value is reached.

    ``value`` is that at the start of the arc, ``above`` what is above each point there, which is changed. The
    threshold rises with the best value seen. Returns that, or the bound of what was not looked at if it is
    higher, and the stretches as rows (first swap, last swap); -1 stands for an end of the arc.
    """
    weight = points.weight
    tolerance = 4.0 * (tally.start.error + end.error)
    pairs, listed, offset = _by_bucket(tally, n_swaps, tolerance)
    queue = np.empty(n_swaps, dtype=np.int64)
    moment, slack = np.empty(n_swaps), np.empty(n_swaps)
    spare, earliest = np.empty(n_swaps, dtype=np.int64), np.empty(n_swaps)
    stretches = np.empty((n_swaps + 1, 2), dtype=np.int64)
    n_stretches = 0
    inside = value >= threshold
    threshold = max(threshold, value)
    first, best, upper = np.int64(-1), value, value
    n_buckets, k = tally.glued.shape[0], 0
    while k < n_buckets:
        g = offset[k]
        k += 1
        while k < n_buckets and tally.glued[k]:
            k += 1
        g_end = offset[k]
        peak = value + _let_pass(pairs, g, g_end, True, weight, above, worth)
        if peak < threshold:
            upper = max(upper, peak)
            value = peak + _let_pass(pairs, g, g_end, False, weight, above, worth)
            continue
        _take_back(pairs, g, g_end, weight, above, worth)
        _place_swaps(pairs, tally.score, g, g_end, tolerance, queue, moment, slack)
        sort_run(pairs, queue, g, g_end, moment, slack, spare, earliest, points.row, limbs)
        while g < g_end:
            s = queue[g]
            while g < g_end and moment[queue[g]] == moment[s]:
                value += _swap(pairs, queue[g], weight, above, worth)
                g += 1
            best = max(best, value)
            if value > threshold:
                threshold, n_stretches, first, inside = value, 0, listed[s], True
            elif value == threshold and not inside:
                first, inside = listed[s], True
            elif value < threshold and inside:
                stretches[n_stretches, 0] = first
                stretches[n_stretches, 1] = listed[s]
                n_stretches += 1
                inside = False
    if inside:
        stretches[n_stretches, 0] = first
        stretches[n_stretches, 1] = -1
        n_stretches += 1
    return max(best, upper), stretches[:n_stretches]


@njit(cache=True, nogil=True, error_model="numpy")
def _by_bucket(tally, n_swaps, tolerance):
    """The swaps by bucket, which of those listed each of them is, and where the buckets begin.

    Glues buckets between which floats cannot decide.
    """
    pairs, score = tally.pairs, tally.score
    n_buckets = tally.glued.shape[0]
    bucket = np.empty(n_swaps, dtype=np.int32)
    offset = np.zeros(n_buckets + 1, dtype=np.int64)
    for s in range(n_swaps):
        k, before, whole, moment = place_swap(pairs, score, s, n_buckets, tolerance)
        if (0.5 - abs(moment - k - 0.5)) * whole <= n_buckets * tolerance:
            glue_swap(tally.glued, before, whole, n_buckets * tolerance)
        bucket[s] = k
        offset[k + 1] += 1
    for k in range(n_buckets):
        offset[k + 1] += offset[k]
    filled = offset[:-1].copy()
    ordered, listed = np.empty((n_swaps, 2), dtype=np.int32), np.empty(n_swaps, dtype=np.int32)
    for s in range(n_swaps):
        g = filled[bucket[s]]
        filled[bucket[s]] += 1
        ordered[g, 0], ordered[g, 1] = pairs[s, 0], pairs[s, 1]
        listed[g] = s
    return ordered, listed, offset


@njit(cache=True, nogil=True, error_model="numpy")
def _place_swaps(pairs, score, begin, end, tolerance, queue, moment, slack):
    """Queue the swaps ``begin:end``, and say where on the arc they are and how far that may be off."""
    for s in range(begin, end):
        queue[s] = s
        _, before, whole, _ = place_swap(pairs, score, s, 1, tolerance)
        # Where the error is not small against the arc floats say nothing: such swaps compare exactly.
        sure = whole > 8.0 * tolerance
        moment[s] = before / whole if sure else 0.5
        slack[s] = tolerance / whole if sure else 2.0


@njit(cache=True, nogil=True)
def _let_pass(pairs, begin, end, rising, weight, above, worth):
    """Let the positives of the swaps ``begin:end`` that rise pass, or those that fall; returns the change."""
    change = np.int64(0)
    for s in range(begin, end):
        if (pairs[s, 0] < pairs[s, 1]) == rising:
            change += _swap(pairs, s, weight, above, worth)
    return change


@njit(cache=True, nogil=True)
def _take_back(pairs, begin, end, weight, above, worth):
    """Undo the gains of the swaps ``begin:end``."""
    for s in range(begin, end):
        i, j = pairs[s, 0], pairs[s, 1]
        if i < j:
            above[i] += worth.unit * weight[j, 1]


@njit(cache=True, nogil=True)
def _swap(pairs, s, weight, above, worth):
    """Let a positive and a negative swap; returns how much more the positive is worth."""
    i, j = pairs[s, 0], pairs[s, 1]
    before = worth_of(worth, above[i])
    # The one that comes first in the old order rises.
    above[i] += worth.unit * weight[j, 1] * (-1 if i < j else 1)
    return weight[i, 0] * (worth_of(worth, above[i]) - before)

"""What the positives are worth along a direction, and at most on the way to the next one.

A positive is worth the less, the more negatives are above it (`kernels/scores/curve.py`). Negatives that pass
from above to below it between two directions are its gain; what is above less this gain is above it anywhere
between, which bounds what it is worth there.
"""

import numpy as np
from numba import njit

from aucopt.kernels.scores.curve import worth_of

_BLOCK = 16


@njit(cache=True, nogil=True)
def weigh_order(weight, place, worth, over, above):
    """What all positives are worth, points being in the order ``place`` from the lowest up.

    ``over`` is the weight of further negatives above all of them; ``above`` takes what is above each point in
    the units of the worth, negatives at the point itself included.
    """
    total = np.int64(0)
    for k in range(place.shape[0] - 1, -1, -1):
        i = place[k]
        above[i] = worth.unit * over + weight[i, 1]
        if weight[i, 0] > 0:
            total += weight[i, 0] * worth_of(worth, above[i])
        over += weight[i, 1]
    return total


@njit(cache=True, nogil=True)
def count_gains(weight, place, gains, order, spare, suffix):
    """Write for each point the weight of the negatives above it that are below it in the order ``place``.

    The new order is merged back into the old one; ``order``, ``spare`` and ``suffix`` are room for that.
    Returns the gains of all positives together.
    """
    n = place.shape[0]
    for k in range(n):
        order[k] = place[k]
        gains[k] = 0
    for first in range(0, n, _BLOCK):
        for k in range(first + 1, min(first + _BLOCK, n)):
            v, met = order[k], np.int64(0)
            j = k - 1
            while j >= first and order[j] > v:
                met += weight[order[j], 1]
                order[j + 1] = order[j]
                j -= 1
            order[j + 1] = v
            gains[v] += met
    width = _BLOCK
    while width < n:
        for low in range(0, n - width, 2 * width):
            mid = low + width
            high = min(mid + width, n)
            if order[mid - 1] < order[mid]:
                continue
            # Only the overlap moves: what comes on the left beyond the first on the right.
            first, last = low, mid
            while first < last:
                half = (first + last) // 2
                if order[half] > order[mid]:
                    last = half
                else:
                    first = half + 1
            n_left, met = mid - first, np.int64(0)
            for i in range(n_left - 1, -1, -1):
                spare[i] = order[first + i]
                met += weight[spare[i], 1]
                suffix[i] = met
            i, j, out = 0, mid, first
            while i < n_left and j < high:
                # Arithmetic in place of branches: which side comes next is anybody's guess.
                a, b = spare[i], order[j]
                step = np.int64(b < a)
                order[out] = b if step else a
                gains[b] += step * suffix[i]
                i += 1 - step
                j += step
                out += 1
            while i < n_left:
                order[out] = spare[i]
                out += 1
                i += 1
        width *= 2
    total = np.int64(0)
    for i in range(n):
        total += weight[i, 0] * gains[i]
    return total


@njit(cache=True, nogil=True)
def bound_worth(weight, above, gains, worth):
    """What all positives are worth at most between two directions."""
    total = np.int64(0)
    for i in range(weight.shape[0]):
        if weight[i, 0] > 0:
            total += weight[i, 0] * worth_of(worth, above[i] - worth.unit * gains[i])
    return total


@njit(cache=True, nogil=True)
def keep_open(weight, place, above, above_then, gains, worth, kept):
    """Find what still matters between two directions: the old order, and the one of ``place``.

    A positive does not matter if it is worth the same however much is above it there. Negatives that are
    below all positives that matter at both directions do not matter, and those above all of them only by
    their weight. Writes the weights that are left of each point; returns what the positives that do not
    matter are worth together, and the weight of the negatives above.
    """
    n = weight.shape[0]
    settled, over = np.int64(0), np.int64(0)
    lowest, highest = n, -1
    for i in range(n):
        kept[i, 0] = kept[i, 1] = 0
        if weight[i, 0] > 0:
            # Nowhere between is less above it, or more.
            most = worth_of(worth, above[i] - worth.unit * gains[i])
            least = worth_of(worth, above_then[i] + worth.unit * gains[i])
            if most == least:
                settled += weight[i, 0] * most
            else:
                kept[i, 0] = weight[i, 0]
                lowest, highest = min(lowest, i), max(highest, i)
    lowest_then, highest_then = n, -1
    for k in range(n):
        if kept[place[k], 0] > 0:
            lowest_then, highest_then = min(lowest_then, k), max(highest_then, k)
    for k in range(n):
        i = place[k]
        if weight[i, 1] == 0 or (i < lowest and k < lowest_then):
            continue
        if i > highest and k > highest_then:
            over += weight[i, 1]
        else:
            kept[i, 1] = weight[i, 1]
    return settled, over


@njit(cache=True, nogil=True)
def walk_worth(swaps, weight, above, worth, value, threshold):
    """Find the stretches of an arc, all of whose swaps are listed in order, where the best value is reached.

    ``value`` is that at the start of the arc, ``above`` what is above each point there; it is changed. The
    threshold rises with the best value seen. Returns that and the stretches as rows (first swap, last swap);
    -1 stands for an end of the arc.
    """
    pairs, moment, _, queue, _ = swaps
    stretches = np.empty((queue.shape[0] + 1, 2), dtype=np.int64)
    n_stretches = 0
    inside = value >= threshold
    threshold = max(threshold, value)
    first, best = np.int64(-1), value
    g = 0
    while g < queue.shape[0]:
        s = queue[g]
        while g < queue.shape[0] and moment[queue[g]] == moment[s]:
            i, j = pairs[queue[g], 0], pairs[queue[g], 1]
            before = worth_of(worth, above[i])
            # Going up the old order the positive comes first: it rises, and the negative is below it then.
            change = worth.unit * weight[j, 1]
            above[i] += -change if i < j else change
            value += weight[i, 0] * (worth_of(worth, above[i]) - before)
            g += 1
        best = max(best, value)
        if value > threshold:
            threshold, n_stretches, first, inside = value, 0, s, True
        elif value == threshold and not inside:
            first, inside = s, True
        elif value < threshold and inside:
            stretches[n_stretches, 0] = first
            stretches[n_stretches, 1] = s
            n_stretches += 1
            inside = False
    if inside:
        stretches[n_stretches, 0] = first
        stretches[n_stretches, 1] = -1
        n_stretches += 1
    return best, stretches[:n_stretches]

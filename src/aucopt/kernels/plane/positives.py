"""What the positives are worth along a direction, and at most on the way to the next one.

A positive is worth the less, the more negatives are above it (`kernels/scores/curve.py`). Negatives that pass
from above to below it between two directions are its gain; what is above less this gain is above it anywhere
between, which bounds what it is worth there.
"""

import numpy as np
from numba import njit

from aucopt.kernels.plane.bits import BLOCK, GROUP, WORD, popcount
from aucopt.kernels.scores.curve import tied_unit, worth_of

_BLOCK = 16


@njit(cache=True, nogil=True)
def weigh_order(weight, place, worth, over, above):
    """What all positives are worth, points being in the order ``place`` from the lowest up.

    ``over`` is what is above all of them besides; ``above`` takes what is above each point, negatives at the
    point itself included. Both are in the units of the worth.
    """
    total, tied = np.int64(0), tied_unit(worth)
    for k in range(place.shape[0] - 1, -1, -1):
        i = place[k]
        above[i] = over + tied * weight[i, 1]
        if weight[i, 0] > 0:
            total += weight[i, 0] * worth_of(worth, above[i])
        over += worth.unit * weight[i, 1]
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
def count_gains_by_bits(weight, place, gains, bits, groups, blocks):
    """The same for points that are each one positive or one negative: faster where many swap.

    ``bits``, ``groups`` and ``blocks`` are room as in `count_changes`.
    """
    for k in range(bits.shape[0]):
        bits[k] = np.uint64(0)
    for k in range(groups.shape[0]):
        groups[k] = 0
    for k in range(blocks.shape[0]):
        blocks[k] = 0
    total, top = np.int64(0), np.int64(-1)
    for i in range(place.shape[0]):
        r = np.int64(place[i])
        word, group, block = r >> WORD, r >> GROUP, r >> BLOCK
        met = np.int64(0)
        if weight[r, 1] > 0:
            top = max(top, r)
            bits[word] |= np.uint64(1) << np.uint64(r & 63)
            groups[group] += 1
            blocks[block] += 1
        elif r < top:
            met += popcount(bits[word] >> np.uint64(r & 63))
            for k in range(word + 1, min((group + 1) << (GROUP - WORD), (top >> WORD) + 1)):
                met += popcount(bits[k])
            for k in range(group + 1, min((block + 1) << (BLOCK - GROUP), (top >> GROUP) + 1)):
                met += groups[k]
            for k in range(block + 1, (top >> BLOCK) + 1):
                met += blocks[k]
        gains[r] = met
        total += met
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
def weigh_opposite(weight, above, over, worth):
    """What the positives of one block are worth half a turn on, ``above`` being at most above each here.

    ``over`` is above all of them at any direction. With what is above at the most between two directions
    this bounds what they are worth between the opposite ones.
    """
    total, mirror = np.int64(0), 2 * over
    for i in range(weight.shape[0]):
        mirror += worth.unit * weight[i, 1]
    # Negatives at the point itself count on both sides.
    twice = 2 * tied_unit(worth) - worth.unit
    for i in range(weight.shape[0]):
        if weight[i, 0] > 0:
            total += weight[i, 0] * worth_of(worth, mirror + twice * weight[i, 1] - above[i])
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
def renumber(kept, place):
    """The points with any weight left, as positions in the old order, and the order ``place`` of these."""
    n = place.shape[0]
    used, then = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int32)
    number, n_used, k_used = np.empty(n, dtype=np.int32), 0, 0
    for i in range(n):
        number[i] = -1
        if kept[i, 0] > 0 or kept[i, 1] > 0:
            number[i] = n_used
            used[n_used] = i
            n_used += 1
    for k in range(n):
        if number[place[k]] >= 0:
            then[k_used] = number[place[k]]
            k_used += 1
    return used[:n_used].copy(), then[:n_used].copy()

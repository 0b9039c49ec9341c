"""Points sorted along a direction: by float scores at first, near ties then put into exact order.

Sorting numbers is three times as fast as sorting places by their numbers. So each number to sort is a score
whose last bits give way to the place of its point.
"""

import numpy as np
from numba import njit

from aucopt.kernels.plane.order import exactly_above

_ALL_BUT_SIGN = np.int64((1 << 63) - 1)


def sort_exactly(key, row, limbs, axis):
    """Places of the points from the lowest score to the highest; None where most of them nearly tie."""
    packed, place = np.empty(len(key), dtype=np.int64), np.empty(len(key), dtype=np.int32)
    shift = len(key).bit_length()
    pack_keys(key, shift, packed)
    packed.sort()
    return place if settle_order(packed, shift, key, place, row, limbs, axis) else None


@njit(cache=True, nogil=True)
def pack_keys(key, shift, packed):
    """Integers that sort as the scores do but for their last bits, which tell the places."""
    bits = key.view(np.int64)
    for i in range(bits.shape[0]):
        number = bits[i]
        if number < 0:
            number ^= _ALL_BUT_SIGN
        packed[i] = ((number >> shift) << shift) | i


@njit(cache=True, nogil=True)
def settle_order(packed, shift, key, place, row, limbs, axis):
    """Unpack sorted places, and order those exactly whose scores nearly tie; False if there are too many."""
    error, moves, mask = axis.error, 0, (np.int64(1) << shift) - 1
    for i in range(packed.shape[0]):
        a, j = np.int32(packed[i] & mask), i
        while j > 0:
            b = place[j - 1]
            ahead = key[a] - key[b]
            if ahead > error or (ahead >= -error and not exactly_above(limbs, row[b], row[a], axis.exact)):
                break
            place[j] = b
            j -= 1
            moves += 1
        place[j] = a
        if moves > packed.shape[0]:
            return False
    return True

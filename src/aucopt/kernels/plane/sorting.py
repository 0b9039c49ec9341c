"""Points sorted along a direction: by float scores at first, near ties then put into exact order.

Sorting numbers is three times as fast as sorting places by their numbers. So each number to sort is a score
whose last bits give way to the place of its point.
"""

from itertools import pairwise

import numpy as np
from numba import njit

from aucopt.kernels.plane.order import exactly_above

_ALL_BUT_SIGN = np.int64((1 << 63) - 1)
# Points a block from which numpy's sort, called block by block, is faster than one call of ours.
_LARGE_BLOCK = 2000


def sort_exactly(key, blocks, row, limbs, axis):
    """Places of the points from the lowest score to the highest; None where most of them nearly tie.

    Each block of points, from ``blocks[k]`` on, is sorted by itself.
    """
    packed, place = np.empty(len(key), dtype=np.int64), np.empty(len(key), dtype=np.int32)
    shift = len(key).bit_length()
    pack_keys(key, shift, packed)
    if len(blocks) > 2 and len(key) < _LARGE_BLOCK * len(blocks):
        sort_blocks(packed, blocks)
    else:
        for first, end in pairwise(blocks.tolist()):
            packed[first:end].sort()
    return place if settle_blocks(packed, shift, key, place, blocks, row, limbs, axis) else None


@njit(cache=True, nogil=True)
def sort_blocks(packed, blocks):
    """Sort the numbers of each block."""
    for k in range(blocks.shape[0] - 1):
        packed[blocks[k] : blocks[k + 1]] = np.sort(packed[blocks[k] : blocks[k + 1]])


@njit(cache=True, nogil=True)
def settle_blocks(packed, shift, key, place, blocks, row, limbs, axis):
    """Unpack the sorted places of each block as `settle_order` does; False if too many scores nearly tie."""
    for k in range(blocks.shape[0] - 1):
        first, end = blocks[k], blocks[k + 1]
        if not settle_order(packed[first:end], shift, key, place[first:end], row, limbs, axis):
            return False
    return True


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

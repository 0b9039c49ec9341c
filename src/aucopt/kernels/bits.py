"""Gains and losses of an order that is known, for pairs that all count one: one bit a point.

Going up the new order, a point meets those of the other class that stood above it before: the bits set
beyond its old place, counted by the word and by blocks of words. Three times as fast as merging.
"""

import numpy as np
from numba import njit

from aucopt.kernels.order import exactly_above

BLOCK_BITS = 12
_WORD_BITS = 6
_ONES = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


@njit(cache=True, nogil=True)
def settle_order(key, place, row, limbs, axis):
    """Put near ties of a sort by float keys into exact order; False if there are too many of them."""
    error, moves = axis.error, 0
    for i in range(1, place.shape[0]):
        j = i
        while (
            j > 0
            and key[place[j]] - key[place[j - 1]] <= error
            and exactly_above(limbs, row[place[j - 1]], row[place[j]], axis.exact)
        ):
            place[j - 1], place[j] = place[j], place[j - 1]
            j -= 1
            moves += 1
        if moves > place.shape[0]:
            return False
    return True


@njit(cache=True, nogil=True)
def _popcount(word):
    word -= (word >> np.uint64(1)) & _ONES
    word = (word & _PAIRS) + ((word >> np.uint64(2)) & _PAIRS)
    word = (word + (word >> np.uint64(4))) & _NIBBLES
    return np.int64((word * _BYTES) >> np.uint64(56))


@njit(cache=True, nogil=True)
def count_changes(weight, place, bits, blocks):
    """Gain and loss of the new order ``place`` of points that are each one positive or one negative."""
    for k in range(bits.shape[1]):
        bits[0, k] = bits[1, k] = np.uint64(0)
    for k in range(blocks.shape[1]):
        blocks[0, k] = blocks[1, k] = 0
    gain, loss, top = 0, 0, -1
    for i in range(place.shape[0]):
        r = np.int64(place[i])
        mine = weight[r, 1]
        word, block = r >> _WORD_BITS, r >> BLOCK_BITS
        if r < top:
            other = 1 - mine
            met = _popcount(bits[other, word] >> np.uint64(r & 63))
            for k in range(word + 1, min((block + 1) << (BLOCK_BITS - _WORD_BITS), (top >> _WORD_BITS) + 1)):
                met += _popcount(bits[other, k])
            for k in range(block + 1, (top >> BLOCK_BITS) + 1):
                met += blocks[other, k]
            gain += met * other
            loss += met * mine
        else:
            top = r
        bits[mine, word] |= np.uint64(1) << np.uint64(r & 63)
        blocks[mine, block] += 1
    return gain, loss

"""Gains and losses of an order that is known, for pairs that all count one: one bit a point.

Going up the new order, a point meets those of the other class that stood above it before: the bits set
beyond its old place, counted by the word and by blocks of words. Three times as fast as merging.
"""

import numpy as np
from numba import njit

# Points an entry, as powers of two.
WORD, GROUP, BLOCK = 6, 9, 12
_ONES = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


@njit(cache=True, nogil=True)
def popcount(word):
    """How many bits of a word are set."""
    word -= (word >> np.uint64(1)) & _ONES
    word = (word & _PAIRS) + ((word >> np.uint64(2)) & _PAIRS)
    word = (word + (word >> np.uint64(4))) & _NIBBLES
    return np.int64((word * _BYTES) >> np.uint64(56))


@njit(cache=True, nogil=True)
def count_changes(weight, place, bits, groups, blocks):
    """Gain and loss of the new order ``place`` of points that are each one positive or one negative.

    ``bits``, ``groups`` and ``blocks`` are room for 2^6, 2^9 and 2^12 points an entry.
    """
    for k in range(bits.shape[0]):
        bits[k] = np.uint64(0)
    for k in range(groups.shape[0]):
        groups[k] = 0
    for k in range(blocks.shape[0]):
        blocks[k] = 0
    before, after, below, positives = 0, 0, 0, 0
    for i in range(place.shape[0]):
        before += below * weight[i, 0]
        below += weight[i, 1]
        positives += weight[i, 0]
    # The rarer class asks how many of the other it meets; what the others meet follows from the right pairs.
    asks = 0 if 2 * positives <= place.shape[0] else 1
    all_met, top, below = 0, -1, 0
    for i in range(place.shape[0]):
        r = np.int64(place[i])
        after += below * weight[r, 0]
        below += weight[r, 1]
        word, group, block = r >> WORD, r >> GROUP, r >> BLOCK
        if weight[r, asks] == 0:
            top = max(top, r)
            bits[word] |= np.uint64(1) << np.uint64(r & 63)
            groups[group] += 1
            blocks[block] += 1
        elif r < top:
            met = popcount(bits[word] >> np.uint64(r & 63))
            for k in range(word + 1, min((group + 1) << (GROUP - WORD), (top >> WORD) + 1)):
                met += popcount(bits[k])
            for k in range(group + 1, min((block + 1) << (BLOCK - GROUP), (top >> GROUP) + 1)):
                met += groups[k]
            for k in range(block + 1, (top >> BLOCK) + 1):
                met += blocks[k]
            all_met += met
    if asks == 0:
        return all_met, all_met + before - after
    return all_met + after - before, all_met

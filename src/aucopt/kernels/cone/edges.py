"""Pairs that swap along an edge of a cone, counted without looking at a pair.

Rows are ranked at both ends of the edge. The pairs of a positive and a negative that the ends order
differently are the inversions of one ranking in the order of the other, between the classes: O(n log n) time,
O(n) memory.

A score becomes an integer key whose lowest bit is the class. What floats cannot decide is decided in favour
of the positive: its score is lifted by the error bound, and keys are rounded up for positives, down for
negatives. So a pair that is right at a vertex is ranked so there, and no two classes tie.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.plane.bits import popcount

_RUN = 16
# Lifts a score by its error and by the rounding of the sum.
_LIFT = 1.125
# A lifted score that is higher by so many lifts would be higher without.
_SURE = 2.5
_ALL_BUT_SIGN = np.int64((1 << 63) - 1)
# Rows an entry, as powers of two: a word of bits, a group of words, a block of groups.
_WORD, _GROUP, _BLOCK = 6, 10, 14


class PlainRows(NamedTuple):
    """Positives and negatives as rows of their own: coordinates, whether positive, weights if not all one."""

    x: np.ndarray
    positive: np.ndarray
    weight: np.ndarray


class EdgeScratch(NamedTuple):
    """Room for sorts of rows, and for rows that were met: a bit for each, and their numbers by class."""

    place: np.ndarray
    other: np.ndarray
    score: np.ndarray
    key: np.ndarray
    left_key: np.ndarray
    left_load: np.ndarray
    bucket: np.ndarray
    bits: np.ndarray
    words: np.ndarray
    groups: np.ndarray
    blocks: np.ndarray


def new_scratch(n):
    """Room for n rows."""
    words, groups, blocks = ((n >> size) + 1 for size in (_WORD, _GROUP, _BLOCK))
    return EdgeScratch(
        place=np.empty(n, dtype=np.int32),
        other=np.empty(n, dtype=np.int32),
        score=np.empty(n),
        key=np.empty(n, dtype=np.int64),
        left_key=np.empty(n, dtype=np.int64),
        left_load=np.empty(n, dtype=np.int64),
        bucket=np.empty(n + 1, dtype=np.int32),
        bits=np.empty((2, words), dtype=np.uint64),
        words=np.empty((2, words), dtype=np.int32),
        groups=np.empty((2, groups), dtype=np.int32),
        blocks=np.empty((2, blocks), dtype=np.int32),
    )


@njit(cache=True, nogil=True)
def rank_rows(rows, w, error, scratch, rank):
    """Rank the rows at a vertex, ``w`` a tuple; the lowest bit of a rank is the class.

    ``scratch.place`` receives the order. Returns the weight of the pairs that are right there, and whether
    floats are sure of every pair.
    """
    place, score, key, bucket = scratch.place, scratch.score, scratch.key, scratch.bucket
    n = place.shape[0]
    lift = _LIFT * error
    for t in range(n):
        total = 0.0
        for c in range(len(w)):
            total += w[c] * rows.x[t, c]
        # Adding zero makes one zero of the two that floats have.
        score[t] = total + (lift if rows.positive[t] else 0.0)
    # Buckets of equal width do most of it. Rows in the order of a direction nearby hardly move.
    low, high = score[0], score[0]
    for t in range(n):
        low, high = min(low, score[t]), max(high, score[t])
    scale = (n - 1) / (high - low) if high > low else 0.0
    for k in range(n + 1):
        bucket[k] = 0
    for t in range(n):
        bucket[np.int64((score[t] - low) * scale) + 1] += 1
    for k in range(n):
        bucket[k + 1] += bucket[k]
    bits_of = score.view(np.int64)
    for t in range(n):
        k = np.int64((score[t] - low) * scale)
        to = bucket[k]
        bucket[k] = to + 1
        # As integers floats are in order once the bits of negative ones are turned.
        bits = bits_of[t]
        bits ^= (bits >> 63) & _ALL_BUT_SIGN
        key[to] = (bits & ~1) | np.int64(rows.positive[t])
        place[to] = t
    weigh_inversions(key, place, scratch)
    for t in range(n):
        rank[place[t]] = 2 * t + (key[t] & 1)
        bits_of[t] = key[t] ^ ((key[t] >> 63) & _ALL_BUT_SIGN)
    right, below = np.int64(0), np.int64(0)
    weighs = rows.weight.shape[0] > 0
    sure, clear = True, -np.inf
    for t in range(n):
        weight = rows.weight[place[t]] if weighs else 1
        if key[t] & 1:
            right += weight * below
            sure &= score[t] > clear
        else:
            below += weight
            clear = score[t] + _SURE * lift
    return right, sure


@njit(cache=True, nogil=True)
def place_ranks(rank, place):
    """The order that a ranking stands for."""
    for i in range(place.shape[0]):
        place[rank[i] >> 1] = i


@njit(cache=True, nogil=True)
def count_swaps(rank, scratch):
    """Number of the pairs of both classes that a ranking orders differently from ``scratch.place``.

    Going up the order, a row meets those of the other class that the ranking has above it: bits set beyond
    its rank, counted by the word, the group and the block.
    """
    place, other = scratch.place, scratch.other
    bits, words, groups, blocks = scratch.bits, scratch.words, scratch.groups, scratch.blocks
    for c in range(2):
        for k in range(bits.shape[1]):
            bits[c, k], words[c, k] = np.uint64(0), 0
        for k in range(groups.shape[1]):
            groups[c, k] = 0
        for k in range(blocks.shape[1]):
            blocks[c, k] = 0
    # By itself, so that one row does not wait for another to come from memory.
    for t in range(place.shape[0]):
        other[t] = rank[place[t]]
    swaps, top = np.int64(0), np.int64(-1)
    for t in range(place.shape[0]):
        r, mine = np.int64(other[t]) >> 1, np.int64(other[t]) & 1
        word, group, block = r >> _WORD, r >> _GROUP, r >> _BLOCK
        if r < top:
            they = 1 - mine
            swaps += popcount(bits[they, word] >> np.uint64(r & 63))
            for k in range(word + 1, min((group + 1) << (_GROUP - _WORD), (top >> _WORD) + 1)):
                swaps += words[they, k]
            for k in range(group + 1, min((block + 1) << (_BLOCK - _GROUP), (top >> _GROUP) + 1)):
                swaps += groups[they, k]
            for k in range(block + 1, (top >> _BLOCK) + 1):
                swaps += blocks[they, k]
        else:
            top = r
        bits[mine, word] |= np.uint64(1) << np.uint64(r & 63)
        words[mine, word] += 1
        groups[mine, group] += 1
        blocks[mine, block] += 1
    return swaps


@njit(cache=True, nogil=True)
def weigh_swaps(rank, weight, scratch):
    """As `count_swaps`, each pair by the product of its weights."""
    place, key = scratch.place, scratch.key
    n = place.shape[0]
    load = np.empty(n, dtype=np.int64)
    for t in range(n):
        key[t] = rank[place[t]]
        load[t] = weight[place[t]]
    return weigh_inversions(key, load, scratch)


@njit(cache=True, nogil=True)
def weigh_inversions(key, load, scratch):
    """Sort keys and what goes along with them; return the inversions of odd and even ones.

    Each counts the product of its loads; where these are no weights the order is what is wanted.
    """
    left_key, left_load = scratch.left_key, scratch.left_load
    n = key.shape[0]
    swaps = np.int64(0)
    for first in range(0, n, _RUN):
        for i in range(first + 1, min(first + _RUN, n)):
            k, mine = key[i], load[i]
            j = i - 1
            while j >= first and key[j] > k:
                swaps += ((key[j] ^ k) & 1) * mine * load[j]
                key[j + 1], load[j + 1] = key[j], load[j]
                j -= 1
            key[j + 1], load[j + 1] = k, mine
    width = _RUN
    while width < n:
        for low in range(0, n - width, 2 * width):
            mid = low + width
            high = min(mid + width, n)
            first = _overlap(key, low, mid)
            n_left = mid - first
            positives, negatives = np.int64(0), np.int64(0)
            for i in range(n_left):
                left_key[i], left_load[i] = key[first + i], load[first + i]
                positives += (left_key[i] & 1) * left_load[i]
                negatives += (1 - (left_key[i] & 1)) * left_load[i]
            i, j, out = 0, mid, first
            while i < n_left and j < high:
                a, b = left_key[i], key[j]
                of_a, of_b = left_load[i], load[j]
                step = np.int64(a > b)
                key[out], load[out] = b if step else a, of_b if step else of_a
                swaps += step * of_b * (negatives if b & 1 else positives)
                positives -= (1 - step) * (a & 1) * of_a
                negatives -= (1 - step) * (1 - (a & 1)) * of_a
                i += 1 - step
                j += step
                out += 1
            for t in range(i, n_left):
                key[out + t - i], load[out + t - i] = left_key[t], left_load[t]
        width *= 2
    return swaps


@njit(cache=True, nogil=True)
def _overlap(key, low, mid):
    """Where on the left run of two the keys above the first of the right run begin: only these move."""
    k = key[mid]
    first, last = low, mid
    while first < last:
        half = (first + last) // 2
        if key[half] > k:
            last = half
        else:
            first = half + 1
    return first

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


class Rows(NamedTuple):
    """Positives and negatives as rows of their own: coordinates, whether positive, weights."""

    x: np.ndarray
    positive: np.ndarray
    weight: np.ndarray


class EdgeScratch(NamedTuple):
    """Room for sorts of rows, and for rows that were met: a bit for each, and their numbers by class."""

    place: np.ndarray
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
    whole = {name: np.empty(n, dtype=np.int64) for name in ("place", "key", "left_key", "left_load")}
    return EdgeScratch(
        **whole,
        score=np.empty(n),
        bucket=np.empty(n + 1, dtype=np.int64),
        bits=np.empty((2, (n >> _WORD) + 1), dtype=np.uint64),
        words=np.empty((2, (n >> _WORD) + 1), dtype=np.int64),
        groups=np.empty((2, (n >> _GROUP) + 1), dtype=np.int64),
        blocks=np.empty((2, (n >> _BLOCK) + 1), dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def rank_rows(rows, w, error, scratch, rank):
    """Rank the rows at a vertex, ``w`` a tuple.

    Returns the weight of the pairs that are right there, and whether floats are sure of every pair.
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
        # As integers floats are in order once the bits of negative ones are turned.
        bits = bits_of[t]
        bits ^= (bits >> 63) & _ALL_BUT_SIGN
        key[bucket[k]] = (bits & ~1) | np.int64(rows.positive[t])
        place[bucket[k]] = t
        bucket[k] += 1
    weigh_inversions(key, place, scratch)
    right, below = np.int64(0), np.int64(0)
    sure, clear = True, -np.inf
    for t in range(n):
        i = place[t]
        rank[i] = t
        if rows.positive[i]:
            right += rows.weight[i] * below
            sure &= score[i] > clear
        else:
            below += rows.weight[i]
            clear = score[i] + _SURE * lift
    return right, sure


@njit(cache=True, nogil=True)
def count_swaps(start, end, positive, scratch):
    """Number of the pairs of both classes that two rankings order differently.

    Going up the one, a row meets those of the other class that stand above it in the other: bits set beyond
    its rank there, counted by the word, the group and the block.
    """
    place, bits, words, groups, blocks = (
        scratch.place,
        scratch.bits,
        scratch.words,
        scratch.groups,
        scratch.blocks,
    )
    for c in range(2):
        for k in range(bits.shape[1]):
            bits[c, k], words[c, k] = np.uint64(0), 0
        for k in range(groups.shape[1]):
            groups[c, k] = 0
        for k in range(blocks.shape[1]):
            blocks[c, k] = 0
    for i in range(place.shape[0]):
        place[start[i]] = i
    swaps, top = np.int64(0), np.int64(-1)
    for t in range(place.shape[0]):
        i = place[t]
        r, mine = np.int64(end[i]), np.int64(positive[i])
        word, group, block = r >> _WORD, r >> _GROUP, r >> _BLOCK
        if r < top:
            other = 1 - mine
            swaps += popcount(bits[other, word] >> np.uint64(r & 63))
            for k in range(word + 1, min((group + 1) << (_GROUP - _WORD), (top >> _WORD) + 1)):
                swaps += words[other, k]
            for k in range(group + 1, min((block + 1) << (_BLOCK - _GROUP), (top >> _GROUP) + 1)):
                swaps += groups[other, k]
            for k in range(block + 1, (top >> _BLOCK) + 1):
                swaps += blocks[other, k]
        else:
            top = r
        bits[mine, word] |= np.uint64(1) << np.uint64(r & 63)
        words[mine, word] += 1
        groups[mine, group] += 1
        blocks[mine, block] += 1
    return swaps


@njit(cache=True, nogil=True)
def weigh_swaps(start, end, rows, scratch):
    """As `count_swaps`, each pair by the product of its weights."""
    place, key = scratch.place, scratch.key
    n = place.shape[0]
    load = np.empty(n, dtype=np.int64)
    for i in range(n):
        place[start[i]] = i
    for t in range(n):
        i = place[t]
        key[t] = (np.int64(end[i]) << 1) | np.int64(rows.positive[i])
        load[t] = rows.weight[i]
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

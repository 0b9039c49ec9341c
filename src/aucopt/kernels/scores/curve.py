"""What the positives are worth by the negatives above them: partial areas and operating points of the curve.

What is above a positive is `unit` times the weight of the negatives above it and, for those at its height,
half of that, rounded up: a unit of 2 counts ties half, a unit of 1 as a whole. The positive is worth
max(0, cap - slope * above) if the slope is not 0, else 1 up to the cap and 0 beyond.

Strata are blocks of rows. In each only its own negatives are above a positive, and something is above all of
its positives from the start, its handicap: limits of strata differ, the cap is that of the highest.
"""

from typing import NamedTuple

import numpy as np
from numba import njit


class Worth(NamedTuple):
    """What a positive is worth, in integers; see the top of this module."""

    cap: int
    slope: int
    unit: int


@njit(cache=True, nogil=True)
def tied_unit(worth):
    """What a negative at the height of a positive counts as above it."""
    return (worth.unit + 1) // 2


@njit(cache=True, nogil=True)
def worth_of(worth, above):
    """What a positive is worth with so much above it, in units."""
    if worth.slope == 0:
        return np.int64(above <= worth.cap)
    return max(worth.cap - worth.slope * above, np.int64(0))


@njit(cache=True, nogil=True)
def weigh_positives(worth, handicap, place, begins, mine, others):
    """What all positives are worth together, points being in order from the highest; and wrong pairs.

    ``handicap`` is above all of them; ``begins`` marks where a new height begins; ``mine`` and ``others`` are
    the weights of the positives and the negatives at the points. Wrong pairs count twice, tied ones once.
    """
    total, wrong, above = np.int64(0), np.int64(0), np.int64(0)
    p, q = np.int64(0), np.int64(0)
    tied = tied_unit(worth)
    for k in range(place.shape[0]):
        if begins[k]:
            if p > 0:
                total += p * worth_of(worth, handicap + worth.unit * above + tied * q)
                wrong += p * (2 * above + q)
            above += q
            p, q = np.int64(0), np.int64(0)
        p += mine[place[k]]
        q += others[place[k]]
    if p > 0:
        total += p * worth_of(worth, handicap + worth.unit * above + tied * q)
        wrong += p * (2 * above + q)
    return total, wrong


@njit(cache=True, nogil=True)
def weigh_strata(worth, handicaps, place, begins, blocks, mine, others):
    """What the positives of each block are worth, as `weigh_positives` has it of all."""
    values = np.empty(handicaps.shape[0], dtype=np.int64)
    for k in range(handicaps.shape[0]):
        first, end = blocks[k], blocks[k + 1]
        values[k] = weigh_positives(worth, handicaps[k], place[first:end], begins[first:end], mine, others)[0]
    return values


@njit(cache=True, nogil=True)
def weigh_along(worth, blocks, handicaps, along, across, phis, mine, others, values):
    """What positives are worth along (1 - phi) s + phi t by float scores, less a part for wrong pairs.

    Block k of the rows, from ``blocks[k]`` on, is a stratum. Values of whole numbers differ by one at least;
    the part for wrong pairs is smaller than that.
    """
    n = along.shape[0]
    turned = np.empty(n)
    begins = np.empty(n, dtype=np.bool_)
    pairs = 2.0 * mine.sum() * others.sum() + 1.0
    for k in range(phis.shape[0]):
        phi = phis[k]
        for i in range(n):
            turned[i] = -((1.0 - phi) * along[i] + phi * across[i])
        values[k] = 0.0
        for block in range(handicaps.shape[0]):
            first, end = blocks[block], blocks[block + 1]
            place = np.argsort(turned[first:end]) + first
            for i in range(place.shape[0]):
                begins[i] = i == 0 or turned[place[i]] != turned[place[i - 1]]
            total, wrong = weigh_positives(worth, handicaps[block], place, begins, mine, others)
            values[k] += total - wrong / pairs

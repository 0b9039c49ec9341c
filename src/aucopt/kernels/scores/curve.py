"""What the positives are worth by the negatives above them: partial areas and operating points of the curve.

With `above` the weight of the negatives above a positive and `tied` that of those at its height, the positive
is worth max(0, cap - slope * (unit * above + tied)) if the slope is not 0, else 1 up to the cap and 0 beyond.
A unit of 2 counts ties half.
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
def worth_of(worth, above):
    """What a positive is worth with so much above it, in units."""
    if worth.slope == 0:
        return np.int64(above <= worth.cap)
    return max(worth.cap - worth.slope * above, np.int64(0))


@njit(cache=True, nogil=True)
def weigh_positives(worth, place, begins, mine, others):
    """What all positives are worth together, points being in order from the highest; and wrong pairs.

    ``begins`` marks where a new height begins; ``mine`` and ``others`` are the weights of the positives and
    the negatives at the points. Wrong pairs count twice, tied ones once.
    """
    total, wrong, above = np.int64(0), np.int64(0), np.int64(0)
    p, q = np.int64(0), np.int64(0)
    for k in range(place.shape[0]):
        if begins[k]:
            if p > 0:
                total += p * worth_of(worth, worth.unit * above + q)
                wrong += p * (2 * above + q)
            above += q
            p, q = np.int64(0), np.int64(0)
        p += mine[place[k]]
        q += others[place[k]]
    if p > 0:
        total += p * worth_of(worth, worth.unit * above + q)
        wrong += p * (2 * above + q)
    return total, wrong


@njit(cache=True, nogil=True)
def weigh_along(worth, along, across, phis, mine, others, values):
    """What positives are worth along (1 - phi) s + phi t by float scores, less a part for wrong pairs.

    Values of whole numbers differ by one at least; the part for wrong pairs is smaller than that.
    """
    n = along.shape[0]
    turned = np.empty(n)
    begins = np.empty(n, dtype=np.bool_)
    pairs = 2.0 * mine.sum() * others.sum() + 1.0
    for k in range(phis.shape[0]):
        phi = phis[k]
        for i in range(n):
            turned[i] = -((1.0 - phi) * along[i] + phi * across[i])
        place = np.argsort(turned)
        for i in range(n):
            begins[i] = i == 0 or turned[place[i]] != turned[place[i - 1]]
        total, wrong = weigh_positives(worth, place, begins, mine, others)
        values[k] = total - wrong / pairs

"""Pairs counted along one exact direction, ties told from near ties by exact signs."""

import numpy as np
from numba import njit

from aucopt.kernels.integers.limbs import sign_dot


@njit(cache=True, nogil=True)
def order_along(key, place, limbs, digits, error):
    """Put a sort by float keys into exact order, and mark where a new height begins.

    ``place`` sorts ``key``, whose differences are off by at most ``error``; ``digits`` is the direction.
    """
    n = place.shape[0]
    rises = np.ones(n, dtype=np.bool_)
    for i in range(1, n):
        a = place[i]
        first = i
        while first > 0 and key[a] - key[place[first - 1]] <= error:
            first -= 1
        # Exact signs are dear: find the place among the near ties by halving.
        last = i
        while first < last:
            half = (first + last) // 2
            if sign_dot(limbs, a, place[half], digits) < 0:
                last = half
            else:
                first = half + 1
        for j in range(i, first, -1):
            place[j] = place[j - 1]
        place[first] = a
    for i in range(1, n):
        if key[place[i]] - key[place[i - 1]] <= error:
            rises[i] = sign_dot(limbs, place[i], place[i - 1], digits) != 0
    return rises


@njit(cache=True, nogil=True)
def count_along(place, rises, weight):
    """Weight of the right and of the tied pairs of points in order."""
    right, tied, below, p, q = 0, 0, 0, 0, 0
    for i in range(place.shape[0]):
        if rises[i]:
            right += p * below
            tied += p * q
            below += q
            p, q = 0, 0
        p += weight[place[i], 0]
        q += weight[place[i], 1]
    return right + p * below, tied + p * q

"""The swaps of an arc from the orders at both of its ends: soon listed if points hardly move."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def list_inversions(points, place, end, tally, order, most):
    """List the swaps of positives and negatives up to the axis ``end``, along which ``place`` is the order.

    The new order is sorted back point by point, ``order`` being room for that: good for points that stay
    near. Fills ``tally.pairs``, while there is room, and ``tally.score``; returns the number of swaps, or -1
    if points have to pass more than ``most`` others, of any class.
    """
    xy, weight, _ = points
    pairs, score = tally.pairs, tally.score
    room, n_swaps, passed = pairs.shape[0], np.int64(0), np.int64(0)
    for k in range(place.shape[0]):
        rising = place[k]
        is_positive, is_negative = weight[rising, 0] > 0, weight[rising, 1] > 0
        j = k
        while j > 0 and order[j - 1] > rising:
            falling = order[j - 1]
            order[j] = falling
            if is_positive and weight[falling, 1] > 0:
                if n_swaps < room:
                    pairs[n_swaps, 0], pairs[n_swaps, 1] = rising, falling
                n_swaps += 1
            if is_negative and weight[falling, 0] > 0:
                if n_swaps < room:
                    pairs[n_swaps, 0], pairs[n_swaps, 1] = falling, rising
                n_swaps += 1
            j -= 1
        order[j] = rising
        passed += k - j
        if passed > most:
            return np.int64(-1)
    for i in range(place.shape[0]):
        for k, c in enumerate((tally.start.c, end.c)):
            score[i, k] = c[0] * xy[i, 0] + c[1] * xy[i, 1]
    return n_swaps

"""The smoothed hinge loss of all pairs of a positive and a negative, at the cost of a sort.

A row has a key: 1 - score of a positive, the score of a negative. A pair violates its margin of one by
u = key + key, and costs

    phi(u) = 0 for u <= 0,   u^2 / 2h for 0 < u < h,   u - h/2 for u >= h,

where h is the width of the smoothing. Its slope min(1, max(0, u/h)) is 1 for the pairs of the most violated
constraint and between 0 and 1 in the window 0 < u < h. With the keys of each class in ascending order, the
window of a row is a range of the other class that moves one way only, and prefix sums do the rest.
"""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def sum_slopes(keys, weights, own, others, width, slopes, windows):
    """Sum the slopes of the pairs of each row of one class; returns the plain hinge loss of all pairs.

    `own` and `others` list the rows of the two classes by ascending key. Fills `slopes` and `windows` (ranges
    of `others`) at the rows of `own`.
    """
    m = others.size
    weight_below = np.empty(m + 1)
    keys_below = np.empty(m + 1)
    weight_below[0] = 0.0
    keys_below[0] = 0.0
    for j in range(m):
        row = others[j]
        weight_below[j + 1] = weight_below[j] + weights[row]
        keys_below[j + 1] = keys_below[j] + weights[row] * keys[row]
    loss = 0.0
    first = 0
    last = 0
    for i in range(own.size - 1, -1, -1):
        row = own[i]
        key = keys[row]
        while first < m and key + keys[others[first]] <= 0.0:
            first += 1
        last = max(first, last)
        while last < m and key + keys[others[last]] < width:
            last += 1
        inside = key * (weight_below[last] - weight_below[first]) + (keys_below[last] - keys_below[first])
        slopes[row] = weights[row] * (inside / width + (weight_below[m] - weight_below[last]))
        windows[row, 0] = first
        windows[row, 1] = last
        violated = key * (weight_below[m] - weight_below[first]) + (keys_below[m] - keys_below[first])
        loss += weights[row] * violated
    return loss


@njit(cache=True, nogil=True)
def sum_curvature(values, weights, own, others, width, windows, out):
    """For each row of one class, sum (its value - the other's) / h over the pairs in its window."""
    m = others.size
    weight_below = np.empty(m + 1)
    values_below = np.empty(m + 1)
    weight_below[0] = 0.0
    values_below[0] = 0.0
    for j in range(m):
        row = others[j]
        weight_below[j + 1] = weight_below[j] + weights[row]
        values_below[j + 1] = values_below[j] + weights[row] * values[row]
    for row in own:
        first = windows[row, 0]
        last = windows[row, 1]
        difference = values[row] * (weight_below[last] - weight_below[first])
        difference -= values_below[last] - values_below[first]
        out[row] = weights[row] * difference / width

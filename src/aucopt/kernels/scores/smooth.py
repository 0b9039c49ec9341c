"""A smooth count of right pairs and its gradient."""

from math import sqrt

from numba import njit


@njit(cache=True, nogil=True)
def smooth_count(scores, ups, downs, rate, weight, pull):
    """Sum (1 + z / sqrt(1 + z^2)) / 2 over pairs, with z = rate (score of the up - score of the down).

    `pull` receives the derivative with respect to each score.
    """
    for i in range(pull.size):
        pull[i] = 0.0
    value = 0.0
    for k in range(ups.size):
        z = rate[k] * (scores[ups[k]] - scores[downs[k]])
        shrink = 1.0 / sqrt(1.0 + z * z)
        value += 0.5 * weight[k] * (1.0 + z * shrink)
        slope = 0.5 * weight[k] * rate[k] * shrink * shrink * shrink
        pull[ups[k]] += slope
        pull[downs[k]] -= slope
    return value

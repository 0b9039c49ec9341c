"""A smooth count of what positives are worth, and its gradient.

Each pair is wrong with a probability; by the sum of these, and the spread it would have were pairs
independent, what lies above a positive is taken as normal, and its worth by what is to be expected.
"""

from math import erf, exp, pi, sqrt

from numba import njit


@njit(cache=True, nogil=True)
def smooth_worth(limit, is_step, mean, spread):
    """What is to be expected of a positive, and how fast it falls; the limit and what is above as shares."""
    z = (limit - mean) / spread
    below = 0.5 * (1.0 + erf(z / sqrt(2.0)))
    density = exp(-0.5 * z * z) / sqrt(2.0 * pi)
    if is_step:
        return below, density / spread
    return ((limit - mean) * below + spread * density) / limit, below / limit


@njit(cache=True, nogil=True)
def smooth_positives(scores, ups, downs, rate, ends, mine, others, limit, is_step, least, pull):
    """Sum over positives what each is worth; the pairs of the k-th end at ``ends[k]``.

    ``others`` are the weights of the negatives as shares of all, ``mine`` those of the positives; ``least``
    is the smallest spread. `pull` receives the derivative with respect to each score.
    """
    for i in range(pull.size):
        pull[i] = 0.0
    value = 0.0
    begin = 0
    for g in range(ends.size):
        end = ends[g]
        up = ups[begin]
        mean, spread = 0.0, least * least
        for k in range(begin, end):
            z = rate[k] * (scores[up] - scores[downs[k]])
            wrong = 0.5 * (1.0 - z / sqrt(1.0 + z * z))
            mean += others[k] * wrong
            spread += others[k] * others[k] * wrong * (1.0 - wrong)
        worth, fall = smooth_worth(limit, is_step, mean, sqrt(spread))
        value += mine[g] * worth
        pulled = 0.0
        for k in range(begin, end):
            z = rate[k] * (scores[up] - scores[downs[k]])
            shrink = 1.0 / sqrt(1.0 + z * z)
            slope = mine[g] * fall * 0.5 * others[k] * rate[k] * shrink * shrink * shrink
            pulled += slope
            pull[downs[k]] -= slope
        pull[up] += pulled
        begin = end
    return value

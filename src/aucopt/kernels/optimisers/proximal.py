"""One pass over the rows by the stochastic proximal updates of SPAM and SPAUC, for several points of a grid.

Both descend p(1-p) times the mean over pairs of (1 - w.(x+ - x-))^2, plus l1 |w|_1 + l2/2 |w|^2, which the
proximal step soft(v, eta l1) / (1 + eta l2) takes exactly. Sums run over the columns in order, without
reassociation: a twin in plain Python gives the same bits.

`step` or `mu`, `l1` and `l2` have an entry for each point, `w` and `average` a column: the inner loops run
over points and become vector instructions. No divisor is ever zero; without Python's check (`error_model`)
so do the loops that divide. A single point may come as `w` and `average` of one dimension: that m is 1 is
then known when compiling, and the loops over points vanish.
"""

from math import sqrt

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, error_model="numpy")
def spam_pass(x, positive, order, share, positive_mean, negative_mean, step, l1, l2, t, w, average):
    """Update w by each row in `order`; returns the count of steps so far.

    The step is `step`/sqrt(t) and `share` that of the positives. With a = w.m+ and b = w.m- the update of a
    positive, 2(1-p)((w.x - a) - (1 + b - a)), needs b alone, and that of a negative a alone. `average`, if
    not empty, becomes the mean of the iterates.
    """
    d = x.shape[1]
    m = 1 if w.ndim == 1 else w.shape[1]
    w, average = w.ravel(), average.ravel()
    pulls = l1.any()
    work = np.empty((4, m))
    eta, shrink, score, other = work[0], work[1], work[2], work[3]
    for row in order:
        t += 1
        root = sqrt(t)
        for j in range(m):
            eta[j] = step[j] / root
            shrink[j] = 1.0 / (1.0 + eta[j] * l2[j])
        other_mean = negative_mean if positive[row] else positive_mean
        if m == 1:
            of_row = of_mean = 0.0  # in registers
            for k in range(d):
                of_row += w[k] * x[row, k]
                of_mean += w[k] * other_mean[k]
            score[0], other[0] = of_row, of_mean
        else:
            work[2:] = 0.0
            for k in range(d):
                value, mean = x[row, k], other_mean[k]
                for j in range(m):
                    score[j] += w[k * m + j] * value
                    other[j] += w[k * m + j] * mean
        pull = 2.0 * (1.0 - share) if positive[row] else 2.0 * share
        side = -1.0 if positive[row] else 1.0
        move = score
        for j in range(m):
            move[j] = eta[j] * (pull * (score[j] - other[j] + side))
        for k in range(d):
            value = x[row, k]
            for j in range(m):
                w[k * m + j] = (w[k * m + j] - move[j] * value) * shrink[j]
        if pulls:
            amount = eta
            for j in range(m):
                amount[j] = eta[j] * l1[j] * shrink[j]
            _pull_to_zero(w, m, amount)
        _update_mean(average, w, t)
    return t


@njit(cache=True, nogil=True, error_model="numpy")
def spauc_pass(
    x, positive, order, mu, l1, l2, scale_penalty, t, n_positive, positive_mean, negative_mean, w, average
):
    """Update w and the running class means by each row in `order`; returns the counts of steps and positives.

    The step is 2/(mu t + 1). The means and the share of positives are those of the rows so far, the current
    one included. The penalty is scaled by the step, or not at all.
    """
    d = x.shape[1]
    m = 1 if w.ndim == 1 else w.shape[1]
    w, average = w.ravel(), average.ravel()
    pulls = l1.any()
    work = np.empty((6, m))
    eta, penalty, shrink, score, up, down = work[0], work[1], work[2], work[3], work[4], work[5]
    for row in order:
        t += 1
        for j in range(m):
            eta[j] = 2.0 / (mu[j] * t + 1.0)
            penalty[j] = eta[j] if scale_penalty else 1.0
        for j in range(m):
            shrink[j] = 1.0 / (1.0 + penalty[j] * l2[j])
        n_positive += positive[row]
        own_mean = positive_mean if positive[row] else negative_mean
        own_count = n_positive if positive[row] else t - n_positive
        if m == 1:
            of_row = of_up = of_down = 0.0  # in registers
            for k in range(d):
                own_mean[k] += (x[row, k] - own_mean[k]) / own_count
                of_row += w[k] * x[row, k]
                of_up += w[k] * positive_mean[k]
                of_down += w[k] * negative_mean[k]
            score[0], up[0], down[0] = of_row, of_up, of_down
        else:
            work[3:] = 0.0
            for k in range(d):
                own_mean[k] += (x[row, k] - own_mean[k]) / own_count
                value, high, low = x[row, k], positive_mean[k], negative_mean[k]
                for j in range(m):
                    score[j] += w[k * m + j] * value
                    up[j] += w[k * m + j] * high
                    down[j] += w[k * m + j] * low
        share = n_positive / t
        pull = 2.0 * (1.0 - share) if positive[row] else 2.0 * share
        both = 2.0 * share * (1.0 - share)
        is_positive = positive[row]
        spread, apart = score, up
        for j in range(m):
            spread[j] = eta[j] * (pull * (score[j] - (up[j] if is_positive else down[j])))
            apart[j] = eta[j] * (both * (1.0 + down[j] - up[j]))
        for k in range(d):
            off = x[row, k] - own_mean[k]
            gap = negative_mean[k] - positive_mean[k]
            for j in range(m):
                w[k * m + j] = (w[k * m + j] - (spread[j] * off + apart[j] * gap)) * shrink[j]
        if pulls:
            amount = penalty
            for j in range(m):
                amount[j] = penalty[j] * l1[j] * shrink[j]
            _pull_to_zero(w, m, amount)
        _update_mean(average, w, t)
    return t, n_positive


@njit(cache=True, nogil=True, error_model="numpy")
def _pull_to_zero(w, m, amount):
    """Shorten each weight of a point by its amount, at most to zero; what is no number stays so."""
    for k in range(w.size // m):
        for j in range(m):
            old = w[k * m + j]
            new = old
            if abs(old) <= amount[j]:
                new = 0.0
            if old > amount[j]:
                new = old - amount[j]
            if old < -amount[j]:
                new = old + amount[j]
            w[k * m + j] = new


@njit(cache=True, nogil=True, error_model="numpy")
def _update_mean(average, w, t):
    """Take w as the t-th term of the mean; an empty mean stays empty."""
    for k in range(average.size):
        average[k] += (w[k] - average[k]) / t

"""One pass over the rows by the stochastic proximal updates of SPAM and SPAUC.

Both descend p(1-p) times the mean over pairs of (1 - w.(x+ - x-))^2, plus l1 |w|_1 + l2/2 |w|^2, which the
proximal step soft(v, eta l1) / (1 + eta l2) takes exactly. Sums run over the columns in order, without
reassociation: a twin in plain Python gives the same bits.
"""

from math import sqrt

from numba import njit


@njit(cache=True, nogil=True)
def spam_pass(x, positive, order, share, positive_mean, negative_mean, step, l1, l2, t, w, average):
    """Update w by each row in `order`; returns the count of steps so far.

    The step is `step`/sqrt(t) and `share` that of the positives. With a = w.m+ and b = w.m- the update of a
    positive, 2(1-p)((w.x - a) - (1 + b - a)), needs b alone, and that of a negative a alone. `average`, if
    not empty, becomes the mean of the iterates.
    """
    d = w.size
    for row in order:
        t += 1
        eta = step / sqrt(t)
        other_mean = negative_mean if positive[row] else positive_mean
        score = 0.0
        other = 0.0
        for k in range(d):
            score += w[k] * x[row, k]
            other += w[k] * other_mean[k]
        if positive[row]:
            move = eta * (2.0 * (1.0 - share) * (score - other - 1.0))
        else:
            move = eta * (2.0 * share * (score - other + 1.0))
        shrink = 1.0 / (1.0 + eta * l2)
        for k in range(d):
            w[k] = (w[k] - move * x[row, k]) * shrink
        if l1 > 0.0:
            _pull_to_zero(w, eta * l1 * shrink)
        _update_mean(average, w, t)
    return t


@njit(cache=True, nogil=True)
def spauc_pass(
    x, positive, order, mu, l1, l2, scale_penalty, t, n_positive, positive_mean, negative_mean, w, average
):
    """Update w and the running class means by each row in `order`; returns the counts of steps and positives.

    The step is 2/(mu t + 1). The means and the share of positives are those of the rows so far, the current
    one included. The penalty is scaled by the step, or not at all.
    """
    d = w.size
    for row in order:
        t += 1
        n_positive += positive[row]
        own_mean = positive_mean if positive[row] else negative_mean
        own_count = n_positive if positive[row] else t - n_positive
        score = 0.0
        up = 0.0
        down = 0.0
        for k in range(d):
            own_mean[k] += (x[row, k] - own_mean[k]) / own_count
            score += w[k] * x[row, k]
            up += w[k] * positive_mean[k]
            down += w[k] * negative_mean[k]
        share = n_positive / t
        eta = 2.0 / (mu * t + 1.0)
        if positive[row]:
            spread = eta * (2.0 * (1.0 - share) * (score - up))
        else:
            spread = eta * (2.0 * share * (score - down))
        apart = eta * (2.0 * share * (1.0 - share) * (1.0 + down - up))
        penalty = eta if scale_penalty else 1.0
        shrink = 1.0 / (1.0 + penalty * l2)
        for k in range(d):
            move = spread * (x[row, k] - own_mean[k]) + apart * (negative_mean[k] - positive_mean[k])
            w[k] = (w[k] - move) * shrink
        if l1 > 0.0:
            _pull_to_zero(w, penalty * l1 * shrink)
        _update_mean(average, w, t)
    return t, n_positive


@njit(cache=True, nogil=True)
def _pull_to_zero(w, amount):
    """Shorten each weight by `amount`, at most to zero."""
    for k in range(w.size):
        if w[k] > amount:
            w[k] -= amount
        elif w[k] < -amount:
            w[k] += amount
        else:
            w[k] = 0.0


@njit(cache=True, nogil=True)
def _update_mean(average, w, t):
    """Take w as the t-th term of the mean; an empty mean stays empty."""
    for k in range(average.size):
        average[k] += (w[k] - average[k]) / t

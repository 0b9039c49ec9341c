"""RankBoost's rounds on presorted features: the best threshold of all, and the weights after it.

A row carries its weight v, negative for negatives; each class sums to one in size. The rule
"feature > threshold" has r = the sum over the rows it picks, so one scan down each sorted feature tries all
thresholds.
"""

from numba import njit

# Sums over the same rows in another order differ in the last bits; rules this close are ties.
SAME_R = 1e-12


@njit(cache=True, nogil=True)
def best_rule(order, starts, signed):
    """Return the feature, the position in its order and the r of the rule with the largest abs(r).

    `order[f]` lists the rows by ascending feature f, and `starts[f, i]` says that a rule may pick from
    position i on. Of equals the first feature wins, and the highest threshold.
    """
    d, n = order.shape
    best_feature = 0
    best_position = 0
    best_r = 0.0
    reached = SAME_R
    for f in range(d):
        r = 0.0
        for i in range(n - 1, 0, -1):
            r += signed[order[f, i]]
            if starts[f, i] and abs(r) > reached:
                best_feature = f
                best_position = i
                best_r = r
                reached = abs(r) + SAME_R
    return best_feature, best_position, best_r


@njit(cache=True, nogil=True)
def reweigh(picked, up, down, signed):
    """Multiply the picked positives by `up` and negatives by `down`; scale each class to sum to one."""
    for row in picked:
        signed[row] *= up if signed[row] > 0.0 else down
    positives = 0.0
    negatives = 0.0
    for row in range(signed.size):
        if signed[row] > 0.0:
            positives += signed[row]
        else:
            negatives -= signed[row]
    for row in range(signed.size):
        signed[row] /= positives if signed[row] > 0.0 else negatives


@njit(cache=True, nogil=True)
def add_rules(x, features, thresholds, alphas, first, last, missing, scores):
    """Add alpha to the scores of the rows above the threshold, for each rule from first to last - 1.

    `missing` is what a rule says of a row whose feature is NaN, 0 or 1.
    """
    for row in range(x.shape[0]):
        score = scores[row]
        for t in range(first, last):
            value = x[row, features[t]]
            if value > thresholds[t] or (missing == 1 and value != value):
                score += alphas[t]
        scores[row] = score

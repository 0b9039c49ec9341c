"""Count the pairs that a score orders right, ties apart.

Without weights each class is sorted on its own (numpy's vectorised sort beats any argsort) and one merge
counts; with weights one pass over an argsort does. Equality is that of floats, so -0.0 ties with 0.0.
"""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def split_by_class(values, positive):
    """Values of the positives and of the negatives, each in row order."""
    n = values.size
    n_positive = 0
    for i in range(n):
        n_positive += positive[i]
    # Written to both sides and kept on one: without a branch on the label this is ten times faster than a
    # mask. The spare place takes the writes after a side is full.
    of_positives = np.empty(n_positive + 1, values.dtype)
    of_negatives = np.empty(n - n_positive + 1, values.dtype)
    p = 0
    for i in range(n):
        of_positives[p] = values[i]
        of_negatives[i - p] = values[i]
        p += positive[i]
    return of_positives[:n_positive], of_negatives[: n - n_positive]


@njit(cache=True, nogil=True)
def count_pairs(positives, negatives):
    """Right and tied pairs, from the ascending scores of each class."""
    n_negatives = negatives.size
    right = 0
    tied = 0
    below = 0
    not_above = 0
    for score in positives:
        while below < n_negatives and negatives[below] < score:
            below += 1
        not_above = max(not_above, below)
        while not_above < n_negatives and negatives[not_above] == score:
            not_above += 1
        right += below
        tied += not_above - below
    return right, tied


@njit(cache=True, nogil=True)
def weigh_pairs(order, scores, positive, weights):
    """Weight of the right, tied and wrong pairs, that of a pair being the product of its rows'.

    `order` sorts `scores`. Wrong pairs are summed too: right + tied + wrong is a total that float rounding
    cannot put below its parts.
    """
    zero = 0 * weights[0]
    right = zero
    tied = zero
    wrong = zero
    positive_below = zero
    negative_below = zero
    n = order.size
    i = 0
    while i < n:
        score = scores[order[i]]
        positive_here = zero
        negative_here = zero
        while i < n and scores[order[i]] == score:
            row = order[i]
            if positive[row]:
                positive_here += weights[row]
            else:
                negative_here += weights[row]
            i += 1
        right += positive_here * negative_below
        tied += positive_here * negative_here
        wrong += positive_below * negative_here
        positive_below += positive_here
        negative_below += negative_here
    return right, tied, wrong

"""Pairs of rows whose outcomes can be compared: counted along an order of scores.

Rows come sorted by stratum. A row that `wins` is to score higher than the rows of its stratum with a higher
`slot`, the rank of their level in the stratum.
"""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def weigh_compared(order, rank, stratum, slot, wins, weight, tree):
    """Weight of the pairs ranked right and of those tied.

    ``order`` has the rows by stratum, then by the rank of their score. ``tree`` is room for as many sums as
    the highest slot of any stratum, plus two.
    """
    right, tied = np.int64(0), np.int64(0)
    n = order.shape[0]
    first = 0
    while first < n:
        g = stratum[order[first]]
        last, most = first, 0
        while last < n and stratum[order[last]] == g:
            most = max(most, slot[order[last]])
            last += 1
        for k in range(most + 2):
            tree[k] = 0
        total = np.int64(0)
        i = first
        while i < last:
            end = i
            while end < last and rank[order[end]] == rank[order[i]]:
                end += 1
            # Those below first, then with the rows of the same score: the difference is tied.
            for step in range(2):
                for t in range(i, end):
                    row = order[t]
                    if wins[row]:
                        beaten = total - _sum_to(tree, slot[row])
                        if step == 0:
                            right += weight[row] * beaten
                            tied -= weight[row] * beaten
                        else:
                            tied += weight[row] * beaten
                if step == 0:
                    for t in range(i, end):
                        row = order[t]
                        _add(tree, slot[row], most, weight[row])
                        total += weight[row]
            i = end
        first = last
    return right, tied


@njit(cache=True, nogil=True)
def place_compared(order, rank, stratum, slot, wins, weight, tree, right, tied):
    """Add to each row the weight of the right and of the tied pairs that it belongs to.

    ``order`` and ``tree`` are those of `weigh_compared`.
    """
    n = order.shape[0]
    first = 0
    while first < n:
        g = stratum[order[first]]
        last, most = first, 0
        while last < n and stratum[order[last]] == g:
            most = max(most, slot[order[last]])
            last += 1
        # From below, each winner meets those it beats; then from above each row meets the winners over it.
        for way in range(2):
            for k in range(most + 2):
                tree[k] = 0
            total = 0.0
            i = first
            while i < last:
                end = i
                while (
                    end < last
                    and rank[_at(order, end, first, last, way)] == rank[_at(order, i, first, last, way)]
                ):
                    end += 1
                for step in range(2):
                    for t in range(i, end):
                        row = _at(order, t, first, last, way)
                        if way == 0:
                            met = total - _sum_to(tree, slot[row]) if wins[row] else 0.0
                        else:
                            met = _sum_to(tree, slot[row] - 1) + 0.0
                        if step == 0:
                            right[row] += weight[row] * met
                            tied[row] -= weight[row] * met
                        else:
                            tied[row] += weight[row] * met
                    if step == 0:
                        for t in range(i, end):
                            row = _at(order, t, first, last, way)
                            if way == 0 or wins[row]:
                                _add(tree, slot[row], most, weight[row])
                                total += weight[row]
                i = end
        first = last


@njit(cache=True, nogil=True)
def _at(order, t, first, last, way):
    """The row at a place of a stratum, counted from its other end on the second way."""
    return order[t] if way == 0 else order[first + last - 1 - t]


@njit(cache=True, nogil=True)
def _sum_to(tree, slot):
    """The weight of what was added at slots up to this one."""
    total = np.int64(0)
    k = slot + 1
    while k > 0:
        total += tree[k]
        k -= k & -k
    return total


@njit(cache=True, nogil=True)
def _add(tree, slot, most, weight):
    """Add weight at a slot."""
    k = slot + 1
    while k <= most + 1:
        tree[k] += weight
        k += k & -k

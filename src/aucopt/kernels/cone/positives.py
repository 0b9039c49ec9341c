"""The open pairs of a cone by positive: what is certainly above each, and what that leaves it worth.

Listed pairs lie in the order of their positives. A pair that is wrong in all of a cone puts its negative
above the positive there. A positive that is worth nothing by then leaves with all of its pairs, and so does
one whose worth no open pair can change.

What is left of a positive is its cap less what is above it, times the slope if there is one. Neighbours
of one weight whose worth falls evenly whatever the open pairs do become one (`gather.py`), as only sums
of theirs are asked for.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.cone.cone import Hyperplanes, weigh_above
from aucopt.kernels.cone.parallel import merge_lines
from aucopt.kernels.integers.points import sign_dot
from aucopt.kernels.scores.curve import tied_unit, worth_of


class Positives(NamedTuple):
    """Positives of listed pairs: where their pairs end, what is certainly left of them, and their weight."""

    end: np.ndarray
    left: np.ndarray
    weight: np.ndarray


@njit(cache=True, nogil=True)
def left_of(worth, certain):
    """What is left of a positive with so much above it."""
    return worth.cap - (worth.slope if worth.slope else 1) * certain


@njit(cache=True, nogil=True)
def value_left(worth, left):
    """What a positive is worth of which so much is left."""
    return max(left, np.int64(0)) if worth.slope else np.int64(left >= 0)


@njit(cache=True, nogil=True)
def is_settled(worth, left, possible):
    """Whether what may be above, besides what certainly is, changes nothing."""
    if worth.slope == 0:
        return possible <= left or left < 0
    return possible == 0 or left <= 0


@njit(cache=True, nogil=True)
def bound_positives(above, below, error, mine, others, coincident, worth, handicap, wrong_from, right_to):
    """What the positives of a cone are worth at most, and how many pairs are open that may change it.

    ``above[k]`` are the scores of the positives at vertex k, ``below[k]`` those of the negatives, sorted by
    vertex 0; what is within ``error`` is not decided. Negatives from ``wrong_from[i]`` on lie above positive
    i at vertex 0, those before ``right_to[i]`` below it. ``coincident`` is the weight of the negatives at the
    points of the positives; ``handicap`` is above all of these from the start.
    """
    n_vertices, n_low = below.shape
    inside = np.empty(n_low, dtype=np.bool_)
    limit = np.empty(n_vertices)
    ones = np.ones(n_low, dtype=np.int64)
    even = True
    total = np.int64(0)
    turned = np.empty((n_vertices, n_low))
    for j in range(n_low):
        even &= others[j] == 1
        total += others[j]
        for k in range(n_vertices):
            turned[k, j] = -below[k, j]
    upper, n_open, tied = np.int64(0), np.int64(0), tied_unit(worth)
    for i in range(above.shape[1]):
        for k in range(n_vertices):
            limit[k] = above[k, i] + error[k]
        wrong = weigh_above(below, limit, others, wrong_from[i], n_low, inside)
        certain = handicap + worth.unit * wrong + tied * coincident[i]
        value = worth_of(worth, certain)
        upper += mine[i] * value
        if value == 0:
            continue
        n_wrong = wrong if even else weigh_above(below, limit, ones, wrong_from[i], n_low, inside)
        for k in range(n_vertices):
            limit[k] = error[k] - above[k, i]
        right = weigh_above(turned, limit, others, 0, right_to[i], inside)
        possible = worth.unit * (total - wrong - right - coincident[i])
        if not is_settled(worth, left_of(worth, certain), possible):
            n_right = right if even else weigh_above(turned, limit, ones, 0, right_to[i], inside)
            n_open += n_low - n_wrong - n_right
    return upper, n_open


@njit(cache=True, nogil=True)
def list_positives(
    above, below, error, high, low, weight, x, digits, limbs, worth, handicap, planes, pairs, positives, done
):
    """List the open pairs of the positives whose worth they may change.

    ``high`` and ``low`` are the rows of the positives and negatives in ``x``; ``handicap`` is above all of
    the positives from the start; ``done`` is how many pairs and positives are listed already. Returns the
    number of pairs then, -1 for too many, that of the positives, and what all others are worth.
    """
    n_vertices, n_low = above.shape[0], below.shape[1]
    full = (1 << n_vertices) - 1
    second = min(1, n_vertices - 1)
    room = planes.high.shape[0]
    wrong = np.empty(n_low, dtype=np.bool_)
    right = np.empty(n_low, dtype=np.bool_)
    of_low = np.empty(n_low, dtype=np.int64)
    for j in range(n_low):
        of_low[j] = worth.unit * weight[low[j], 1]
    n, n_listed = done
    settled, tied = np.int64(0), tied_unit(worth)
    for i in range(high.shape[0]):
        mine, certain = weight[high[i], 0], handicap + tied * weight[high[i], 1]
        # Loops without branches become vector instructions; few pairs are left to look at singly.
        ceiling, floor = above[0, i] + error[0], above[0, i] - error[0]
        upper, lower = above[second, i] + error[second], above[second, i] - error[second]
        for j in range(n_low):
            wrong[j] = (below[0, j] > ceiling) & (below[second, j] > upper)
            right[j] = (below[0, j] < floor) & (below[second, j] < lower)
        for k in range(2, n_vertices):
            ceiling, floor = above[k, i] + error[k], above[k, i] - error[k]
            for j in range(n_low):
                wrong[j] &= below[k, j] > ceiling
                right[j] &= below[k, j] < floor
        total = np.int64(0)
        for j in range(n_low):
            total += wrong[j] * of_low[j]
            right[j] |= wrong[j]
        certain += total
        if worth_of(worth, certain) == 0:
            continue
        begin, possible = n, np.int64(0)
        for j in range(n_low):
            if right[j] or high[i] == low[j]:
                continue
            up, down = 0, 0
            for k in range(n_vertices):
                dot = above[k, i] - below[k, j]
                if dot > error[k]:
                    up |= 1 << k
                elif dot < -error[k]:
                    down |= 1 << k
                else:
                    sign = sign_dot(limbs, high[i], low[j], digits[k])
                    up |= (sign >= 0) << k
                    down |= (sign <= 0) << k
            if down == full:
                certain += of_low[j]
                continue
            if up == full:
                continue
            if n == room:
                return -1, n_listed, settled
            for c in range(x.shape[1]):
                pairs.d[c, n] = x[high[i], c] - x[low[j], c]
            pairs.up[n] = up
            pairs.down[n] = down
            pairs.plane[n] = n
            planes.high[n] = high[i]
            planes.low[n] = low[j]
            planes.gain[n] = of_low[j]
            planes.loss[n] = 0
            possible += of_low[j]
            n += 1
        left = left_of(worth, certain)
        if is_settled(worth, left, possible):
            settled += mine * value_left(worth, left)
            n = begin
            continue
        positives.end[n_listed] = n
        positives.left[n_listed] = left
        positives.weight[n_listed] = mine
        n_listed += 1
    return n, n_listed, settled


@njit(cache=True, nogil=True)
def merge_within(whole, planes, pairs, positives, n_listed, worth):
    """Merge the pairs of each positive that share a hyperplane, and turn them to their heavier side.

    One side or the other is above the positive: as much as the lighter one for certain, and the rest of the
    heavier one where the pair is wrong. Returns as `list_positives`; what is settled now comes on top.
    """
    n_columns = pairs.d.shape[0]
    m, n_left, settled = 0, 0, np.int64(0)
    begin = np.int64(0)
    for g in range(n_listed):
        end, left, mine = positives.end[g], positives.left[g], positives.weight[g]
        kept = np.empty(end - begin, dtype=np.int64)
        part = Hyperplanes(
            planes.high[begin:end], planes.low[begin:end], planes.gain[begin:end], planes.loss[begin:end]
        )
        n_lines = merge_lines(whole, part, end - begin, kept)
        first, possible, lighter = m, np.int64(0), np.int64(0)
        for t in range(n_lines):
            gain, loss = part.gain[t], part.loss[t]
            lighter += min(gain, loss)
            if gain == loss:
                continue
            row = begin + kept[t]
            high, low, up, down = part.high[t], part.low[t], pairs.up[row], pairs.down[row]
            turn = 1.0 if gain > loss else -1.0
            if gain < loss:
                high, low, up, down = low, high, down, up
            for c in range(n_columns):
                pairs.d[c, m] = turn * pairs.d[c, row]
            pairs.up[m], pairs.down[m] = up, down
            pairs.plane[m] = m
            planes.high[m], planes.low[m] = high, low
            planes.gain[m], planes.loss[m] = abs(gain - loss), 0
            possible += abs(gain - loss)
            m += 1
        begin = end
        left -= worth.cap - left_of(worth, lighter)
        if is_settled(worth, left, possible):
            settled += mine * value_left(worth, left)
            m = first
            continue
        positives.end[n_left], positives.left[n_left], positives.weight[n_left] = m, left, mine
        n_left += 1
    return m, n_left, settled


@njit(cache=True, nogil=True)
def value_between(worth, positives, mine):
    """What listed positives are worth at most, from the first to before the end."""
    total = np.int64(0)
    for g in range(mine[0], mine[1]):
        total += positives.weight[g] * value_left(worth, positives.left[g])
    return total


@njit(cache=True, nogil=True)
def value_parts(axes, worth, planes, pairs, positives, mine, first, at, look, a, b, even):
    """What the positives are worth at most in both parts of a split, and what they are worth at the vertex.

    In the part where the vertex takes the place of a, in that where it takes that of b, and at least beside
    it. ``mine`` is the first and the end of the positives; all pairs weigh ``even``, unless that is 0.
    """
    full = (1 << len(axes)) - 1
    bit_a, bit_b = 1 << a, 1 << b
    keep_a, keep_b = full - bit_a, full - bit_b
    slope = worth.slope if worth.slope else np.int64(1)
    worth_a, worth_b, here = np.int64(0), np.int64(0), np.int64(0)
    begin = np.int64(0)
    for g in range(mine[0], mine[1]):
        end = positives.end[g]
        up, down = pairs.up[at + begin : at + end], pairs.down[at + begin : at + end]
        falls = look.falls[begin:end]
        over_a, over_b, over = np.int64(0), np.int64(0), np.int64(0)
        if even != 0:
            for t in range(end - begin):
                over_a += ((down[t] | bit_a) & (falls[t] | keep_a)) == full
                over_b += ((down[t] | bit_b) & (falls[t] | keep_b)) == full
                over += (falls[t] == full) & (up[t] != full)
            over_a, over_b, over = even * over_a, even * over_b, even * over
        else:
            for t in range(end - begin):
                weight = planes.gain[pairs.plane[first + begin + t]]
                over_a += weight * (((down[t] | bit_a) & (falls[t] | keep_a)) == full)
                over_b += weight * (((down[t] | bit_b) & (falls[t] | keep_b)) == full)
                over += weight * ((falls[t] == full) & (up[t] != full))
        left, weight = positives.left[g], positives.weight[g]
        worth_a += weight * value_left(worth, left - slope * over_a)
        worth_b += weight * value_left(worth, left - slope * over_b)
        here += weight * value_left(worth, left - slope * over)
        begin = end
    return worth_a, worth_b, here


@njit(cache=True, nogil=True)
def set_sides_alive(axes, worth, planes, pairs, positives, mine, first, at, look, place, even):
    """Let the vertex looked at take a place; return how many pairs are open then that still matter."""
    full = (1 << len(axes)) - 1
    bit = 1 << place
    keep = full - bit
    slope = worth.slope if worth.slope else np.int64(1)
    alive, begin = np.int64(0), np.int64(0)
    for g in range(mine[0], mine[1]):
        end = positives.end[g]
        up, down = pairs.up[at + begin : at + end], pairs.down[at + begin : at + end]
        rises, falls = look.rises[begin:end], look.falls[begin:end]
        n_open, n_wrong = np.int64(0), np.int64(0)
        for t in range(end - begin):
            up[t] = (up[t] & keep) | (rises[t] & bit)
            down[t] = (down[t] & keep) | (falls[t] & bit)
            n_open += (up[t] != full) & (down[t] != full)
            n_wrong += down[t] == full
        over, possible = even * n_wrong, even * n_open
        if even == 0:
            for t in range(end - begin):
                weight = planes.gain[pairs.plane[first + begin + t]]
                over += weight * (down[t] == full)
                possible += weight * ((up[t] != full) & (down[t] != full))
        if not is_settled(worth, positives.left[g] - slope * over, possible):
            alive += n_open
        begin = end
    return alive

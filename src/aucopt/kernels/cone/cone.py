"""Cones of directions: which pairs every direction of a cone ranks right or wrong, and which are open.

A cone is spanned by as many vertices as there are columns. A vertex is an exact integer vector, held as
digits; floats only filter, and what they cannot decide the digits do.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import BASE_BITS, sign_dot

_UNIT_ROUNDOFF = 2.0**-53
# Digits are read until a number is this large; what is left out is a smaller part of it than this.
_PLENTY, _LEFT_OUT = 2.0**400, 2.0**-300


class Vertices(NamedTuple):
    """Directions: exact digits, float image, whitened image of length 1, log2 of its length, score error."""

    digits: np.ndarray
    w: np.ndarray
    u: np.ndarray
    length: np.ndarray
    error: np.ndarray


class Frame(NamedTuple):
    """What all cones of a problem share: exact points, the whitening map, and the reach of the columns."""

    limbs: np.ndarray
    whiten: np.ndarray
    reach: np.ndarray


class Hyperplanes(NamedTuple):
    """The hyperplanes of a listed cone: a pair of points each, and its weight where right or wrong."""

    high: np.ndarray
    low: np.ndarray
    gain: np.ndarray
    loss: np.ndarray


class Open(NamedTuple):
    """Pairs of cones on the stack: differences by column, bits of the vertices >= 0, <= 0, hyperplanes."""

    d: np.ndarray
    up: np.ndarray
    down: np.ndarray
    plane: np.ndarray


@njit(cache=True, nogil=True)
def count_decided(above, below, error, gain, loss, wrong_from, right_to):
    """Weight of the pairs that are wrong at all vertices, and of those that are right at all.

    ``above[k]`` are the scores of the positives at vertex k, ``below[k]`` those of the negatives, sorted by
    vertex 0; what is within ``error`` is not decided. Negatives from ``wrong_from[i]`` on lie above positive
    i at vertex 0, those before ``right_to[i]`` below it.
    """
    n_vertices, n_low = below.shape
    inside = np.empty(n_low, dtype=np.bool_)
    limit = np.empty(n_vertices)
    turned = np.empty((n_vertices, n_low))
    for k in range(n_vertices):
        for j in range(n_low):
            turned[k, j] = -below[k, j]
    wrong, right = np.int64(0), np.int64(0)
    for i in range(above.shape[1]):
        for k in range(n_vertices):
            limit[k] = above[k, i] + error[k]
        wrong += gain[i] * weigh_above(below, limit, loss, wrong_from[i], n_low, inside)
        for k in range(n_vertices):
            limit[k] = error[k] - above[k, i]
        right += gain[i] * weigh_above(turned, limit, loss, 0, right_to[i], inside)
    return wrong, right


@njit(cache=True, nogil=True)
def weigh_above(scores, limit, weight, first, last, inside):
    """Weight of the points in a range whose scores, from the second on, are all above the limits."""
    n = scores.shape[0]
    # Of a single vertex both are that one.
    a, b = min(max(n - 2, 1), n - 1), n - 1
    limit_a, limit_b = limit[a], limit[b]
    total = np.int64(0)
    # One loop for the last two scores and the sum: it compiles to vector instructions.
    if n <= 3:
        for j in range(first, last):
            total += ((scores[a, j] > limit_a) & (scores[b, j] > limit_b)) * weight[j]
        return total
    for j in range(first, last):
        inside[j] = True
    for k in range(1, a):
        for j in range(first, last):
            inside[j] &= scores[k, j] > limit[k]
    for j in range(first, last):
        total += (inside[j] & (scores[a, j] > limit_a) & (scores[b, j] > limit_b)) * weight[j]
    return total


@njit(cache=True, nogil=True)
def list_open(above, below, error, high, low, weight, x, digits, limbs, planes, pairs, done):
    """List the pairs that some vertices rank right and others wrong; return how many, and the right weight.

    ``high`` and ``low`` are the rows of the positives and negatives in ``x``. ``done`` pairs of other
    positives are listed already, and are part of how many there are. -1 stands for too many.
    """
    n_vertices, n_low = above.shape[0], below.shape[1]
    full = (1 << n_vertices) - 1
    second = min(1, n_vertices - 1)
    room = planes.high.shape[0]
    wrong = np.empty(n_low, dtype=np.bool_)
    right = np.empty(n_low, dtype=np.bool_)
    of_low = np.empty(n_low, dtype=np.int64)
    for j in range(n_low):
        of_low[j] = weight[low[j], 1]
    n, sure = np.int64(done), np.int64(0)
    for i in range(high.shape[0]):
        mine = weight[high[i], 0]
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
            total += right[j] * of_low[j]
            wrong[j] |= right[j]
        sure += mine * total
        for j in range(n_low):
            if wrong[j] or high[i] == low[j]:
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
                continue
            if up == full:
                sure += mine * weight[low[j], 1]
                continue
            if n == room:
                return -1, sure
            for c in range(x.shape[1]):
                pairs.d[c, n] = x[high[i], c] - x[low[j], c]
            pairs.up[n] = up
            pairs.down[n] = down
            pairs.plane[n] = n
            planes.high[n] = high[i]
            planes.low[n] = low[j]
            planes.gain[n] = mine * weight[low[j], 1]
            planes.loss[n] = 0
            n += 1
    return n, sure


@njit(cache=True, nogil=True)
def measure(vertices, v, frame):
    """Fill in the float images of a vertex whose digits are set."""
    digits, w, u, length, error = vertices
    n, size = digits.shape[1], digits.shape[2]
    largest = 0.0
    for c in range(n):
        w[v, c] = 0.0
    rest = size
    # Leading digits suffice, and all of them may be more than floats hold.
    while rest > 0 and largest < _PLENTY:
        rest -= 1
        largest = 0.0
        for c in range(n):
            w[v, c] = w[v, c] * (1 << BASE_BITS) + digits[v, c, rest]
            largest = max(largest, abs(w[v, c]))
    reach, norm = 0.0, 0.0
    for c in range(n):
        w[v, c] /= largest
        reach += abs(w[v, c]) * frame.reach[c]
    for c in range(n):
        total = 0.0
        for k in range(n):
            total += frame.whiten[c, k] * w[v, k]
        u[v, c] = total
        norm += total * total
    norm = np.sqrt(norm)
    for c in range(n):
        u[v, c] /= norm
    length[v] = np.log2(norm * largest) + BASE_BITS * rest
    # Roundings of two images, of the digits, of products and sums, and a margin.
    error[v] = (32 + 4 * size + 4 * n) * _UNIT_ROUNDOFF * reach
    for c in range(n):
        error[v] += _LEFT_OUT * frame.reach[c]

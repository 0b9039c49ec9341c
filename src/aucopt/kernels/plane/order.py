"""Points in the order of a direction, and what changes on the way to the next one.

Going from direction a to b, a positive that rises above a negative is a gain, one that falls below
it a loss: both are the bichromatic inversions of the scores at b in the order of a, counted (and, while
they fit, listed) by one merge sort that is nearly linear when the orders are close.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import sign_dot
from aucopt.kernels.plane.buckets import FALLS, RISES, Above, bin_swaps, list_swaps, new_above, put_above

_BLOCK = 16


class OrderedPoints(NamedTuple):
    """Points in the order of some direction: floats, weights of both classes, rows of the limbs."""

    xy: np.ndarray
    weight: np.ndarray
    row: np.ndarray


class Axis(NamedTuple):
    """A direction as kernels see it.

    ``c`` is its float image, ``error`` bounds the error of a difference of two float scores. ``exact``
    holds the digits of the direction and of the one that breaks its ties: a quarter turn on, or back.
    """

    c: np.ndarray
    error: float
    exact: np.ndarray


class Scratch(NamedTuple):
    """Room for one sort: keys and places; for a left run these and weights from each on up; both classes."""

    key: np.ndarray
    place: np.ndarray
    left_key: np.ndarray
    left_place: np.ndarray
    left_weight: np.ndarray
    above: Above


def new_scratch(n):
    """Room for sorting n points."""
    return Scratch(
        key=np.empty(n),
        place=np.empty(n, dtype=np.int32),
        left_key=np.empty(n),
        left_place=np.empty(n, dtype=np.int32),
        left_weight=np.empty((n, 2), dtype=np.int64),
        above=new_above(2 * n),
    )


class SwapTally(NamedTuple):
    """Swaps of a positive and a negative on the way from the axis ``start``.

    ``gains`` and ``losses`` count them in equal buckets along the arc (no buckets: no tally); ``glued[k]``
    says that some may lie in bucket k or k - 1. ``pairs`` lists the first of them as positions in the old
    order. ``score`` holds the scores at both ends.
    """

    pairs: np.ndarray
    gains: np.ndarray
    losses: np.ndarray
    glued: np.ndarray
    score: np.ndarray
    start: Axis


@njit(cache=True, nogil=True)
def exactly_above(limbs, i, j, exact):
    """Whether point i lies above point j in the direction, ties broken by its second axis."""
    sign = sign_dot(limbs, i, j, exact[0])
    if sign == 0:
        sign = sign_dot(limbs, i, j, exact[1])
    return sign > 0


@njit(cache=True, nogil=True, error_model="numpy")
def reorder(points, limbs, axis, scratch, tally):
    """Sort the points along ``axis``; return gain, loss and the number of swaps if they are tallied.

    ``scratch.place`` holds the new order as positions in the old one.
    """
    xy, weight, row = points
    key, place, left_key, left_place, left_weight, above = scratch
    pairs, gains, losses, glued, score, start = tally
    c0, c1, error, exact = axis.c[0], axis.c[1], axis.error, axis.exact
    n = xy.shape[0]
    tallied = gains.shape[0] > 0
    tolerance = 4.0 * gains.shape[0] * (start.error + error)
    zero, one, back = np.int64(0), np.int64(1), above.start.shape[0]
    gain, loss, n_swaps = zero, zero, zero
    for i in range(n):
        key[i] = c0 * xy[i, 0] + c1 * xy[i, 1]
        place[i] = i
    if tallied:
        for i in range(n):
            score[i, 0] = start.c[0] * xy[i, 0] + start.c[1] * xy[i, 1]
            score[i, 1] = key[i]

    for first in range(0, n, _BLOCK):
        for i in range(first + 1, min(first + _BLOCK, n)):
            k, b = key[i], place[i]
            j = i - 1
            while j >= first:
                d = key[j] - k
                a = place[j]
                if d < -error or (d <= error and not exactly_above(limbs, row[a], row[b], exact)):
                    break
                won = weight[a, 0] * weight[b, 1]
                lost = weight[a, 1] * weight[b, 0]
                gain += won
                loss += lost
                if won > 0 and tallied:
                    put_above(above, zero, score, a, weight[a, 0])
                    list_swaps(pairs, n_swaps, above, zero, one, b, RISES)
                    bin_swaps(
                        gains, glued, above, zero, one, score[b, 0], score[b, 1], weight[b, 1], tolerance
                    )
                    n_swaps += 1
                if lost > 0 and tallied:
                    put_above(above, zero, score, a, weight[a, 1])
                    list_swaps(pairs, n_swaps, above, zero, one, b, FALLS)
                    bin_swaps(
                        losses, glued, above, zero, one, score[b, 0], score[b, 1], weight[b, 0], tolerance
                    )
                    n_swaps += 1
                key[j + 1] = key[j]
                place[j + 1] = a
                j -= 1
            key[j + 1] = k
            place[j + 1] = b

    width = _BLOCK
    while width < n:
        for low in range(0, n - width, 2 * width):
            mid = low + width
            high = min(mid + width, n)
            # Only the overlap moves: what lies on the left above the first on the right.
            k, b = key[mid], place[mid]
            first, last = low, mid
            while first < last:
                half = (first + last) // 2
                d = key[half] - k
                if d > error or (d >= -error and exactly_above(limbs, row[place[half]], row[b], exact)):
                    last = half
                else:
                    first = half + 1
            if first == mid:
                continue
            n_left = mid - first
            n_pos, n_neg, above_p, above_q = zero, zero, zero, zero
            for i in range(n_left - 1, -1, -1):
                a = place[first + i]
                left_key[i] = key[first + i]
                left_place[i] = a
                above_p += weight[a, 0]
                above_q += weight[a, 1]
                left_weight[i, 0] = above_p
                left_weight[i, 1] = above_q
                if tallied:
                    # Highest first, so that those still above are a head of the list.
                    if weight[a, 0] > 0:
                        put_above(above, n_pos, score, a, weight[a, 0])
                        n_pos += 1
                    if weight[a, 1] > 0:
                        n_neg += 1
                        put_above(above, back - n_neg, score, a, weight[a, 1])
            i, j, out = 0, mid, first
            while i < n_left and j < high:
                a, b = left_place[i], place[j]
                d = left_key[i] - key[j]
                right = d > error
                if abs(d) <= error:
                    right = exactly_above(limbs, row[a], row[b], exact)
                # Arithmetic in place of branches: which side comes next is anybody's guess.
                step = np.int64(right)
                key[out] = key[j] if right else left_key[i]
                c = b if right else a
                place[out] = c
                p, q = weight[c, 0], weight[c, 1]
                gain += step * left_weight[i, 0] * q
                loss += step * left_weight[i, 1] * p
                if tallied:
                    if not right:
                        n_pos -= p > 0
                        n_neg -= q > 0
                    else:
                        if q > 0:
                            list_swaps(pairs, n_swaps, above, zero, n_pos, b, RISES)
                            bin_swaps(
                                gains, glued, above, zero, n_pos, score[b, 0], score[b, 1], q, tolerance
                            )
                            n_swaps += n_pos
                        if p > 0:
                            list_swaps(pairs, n_swaps, above, back - n_neg, back, b, FALLS)
                            bin_swaps(
                                losses,
                                glued,
                                above,
                                back - n_neg,
                                back,
                                score[b, 0],
                                score[b, 1],
                                p,
                                tolerance,
                            )
                            n_swaps += n_neg
                i += 1 - step
                j += step
                out += 1
            while i < n_left:
                key[out] = left_key[i]
                place[out] = left_place[i]
                out += 1
                i += 1
        width *= 2
    return gain, loss, n_swaps


@njit(cache=True, nogil=True)
def score_points(xy, c, key):
    """Write the float scores of the points along ``c`` into ``key``."""
    for i in range(key.shape[0]):
        key[i] = c[0] * xy[i, 0] + c[1] * xy[i, 1]


@njit(cache=True, nogil=True)
def permute(points, place, out):
    """Copy the points into ``out`` in the order ``place``."""
    for i in range(place.shape[0]):
        a = place[i]
        out.xy[i, 0] = points.xy[a, 0]
        out.xy[i, 1] = points.xy[a, 1]
        out.weight[i, 0] = points.weight[a, 0]
        out.weight[i, 1] = points.weight[a, 1]
        out.row[i] = points.row[a]


@njit(cache=True, nogil=True)
def count_right(weight):
    """Weight of the pairs whose positive stands above its negative, in the order given."""
    right, below = 0, 0
    for i in range(weight.shape[0]):
        right += weight[i, 0] * below
        below += weight[i, 1]
    return right

"""Boxes of directions: where a hyperplane lies to a box, and to both of its halves.

A box is a cone of directions ``w = +-b_j + x_1 b_1 + x_2 b_2 + ...``, one vector of a basis with weight one
and the others with weights ``x`` in intervals. The score of a pair is linear in ``x``: on a box it reaches
from ``mid - rad`` to ``mid + rad``. A box meets fewer hyperplanes than a simplex of its volume, and a look at
one takes a product, however many columns there are.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

# Rows looked at together when a box is listed.
_CHUNK = 1024
# How far beyond a hyperplane a walk steps, in units of the half widths.
_MARGIN = 0.05


class OpenRows(NamedTuple):
    """Hyperplanes of boxes on the stack: scores along the axes, weight, and where the middle of the range is.

    ``column`` and ``weight`` are shared by the parts of a box, ``mid`` and ``rad`` are not; ``order`` and
    ``slope`` are room for one box.
    """

    column: np.ndarray
    weight: np.ndarray
    mid: np.ndarray
    rad: np.ndarray
    order: np.ndarray
    slope: np.ndarray


@njit(cache=True, nogil=True)
def list_box(score, weight, chart, sign, centre, half, tolerance, rows, spread):
    """List the rows that are open in a box; return how many, their weight, and that of the right ones.

    ``score`` holds a row for each basis vector. What floats cannot decide is open. Where there is no room for
    all, they are counted nevertheless.
    """
    n, room = centre.shape[0], rows.order.shape[0]
    size = score.shape[1]
    mid, rad = np.empty(_CHUNK), np.empty(_CHUNK)
    sure, heavy = np.int64(0), np.int64(0)
    n_open = 0
    for begin in range(0, size, _CHUNK):
        length = min(_CHUNK, size - begin)
        for t in range(length):
            mid[t], rad[t] = sign * score[chart, begin + t], 0.0
        for i in range(n):
            column, x, h = score[i + (i >= chart), begin : begin + length], centre[i], half[i]
            for t in range(length):
                mid[t] += x * column[t]
                rad[t] += h * abs(column[t])
        for t in range(length):
            w = weight[begin + t]
            if mid[t] - rad[t] >= tolerance:
                sure += w
            elif mid[t] + rad[t] > -tolerance:
                if n_open < room:
                    rows.order[n_open] = begin + t
                    rows.weight[n_open], rows.mid[n_open], rows.rad[n_open] = w, mid[t], rad[t]
                n_open += 1
                heavy += w
    if n_open <= room:
        for i in range(n):
            spread[i] = _pick(score[i + (i >= chart)], rows.order, n_open, rows.column[i])
    return n_open, heavy, sure


@njit(cache=True, nogil=True)
def _pick(column, order, n, out):
    """Copy the entries chosen, and return the mean of their absolute values."""
    total = 0.0
    for k in range(n):
        out[k] = column[order[k]]
        total += abs(out[k])
    return total / max(n, 1)


@njit(cache=True, nogil=True)
def gather_rows(rows, first, at, n_rows, to, tolerance, spread):
    """Copy the rows that are open to ``to`` and on; their ranges close ranks. Return how many there are."""
    mid, rad, weight = rows.mid[at : at + n_rows], rows.rad[at : at + n_rows], rows.weight[first:]
    order = rows.order
    # Unsigned, as an index that may be negative costs more; written first, and over if the row is decided.
    end = np.uint64(0)
    for t in range(n_rows):
        order[end] = t
        end += np.uint64((mid[t] - rad[t] < tolerance) & (mid[t] + rad[t] > -tolerance))
    n_open = np.int64(end)
    for i in range(rows.column.shape[0]):
        spread[i] = _pick(rows.column[i, first:], order, n_open, rows.column[i, to:])
    moved = rows.weight[to:]
    for k in range(n_open):
        t = order[k]
        moved[k], mid[k], rad[k] = weight[t], mid[t], rad[t]
    return n_open


@njit(cache=True, nogil=True)
def weigh_halves(rows, first, at, n_rows, axis, step, tolerance):
    """Weights of rows in the lower and in the upper half of a box, which move its middle by ``step``.

    For each half: of the rows that are wrong in all of it, that are right in all, that are not surely right
    at its middle.
    """
    column, weight = rows.column[axis, first : first + n_rows], rows.weight[first : first + n_rows]
    mid, rad = rows.mid[at : at + n_rows], rows.rad[at : at + n_rows]
    none = np.int64(0)
    lost_a, lost_b, won_a, won_b, missed_a, missed_b = none, none, none, none, none, none
    for t in range(n_rows):
        shift = step * column[t]
        r, w = rad[t] - abs(shift), weight[t]
        a, b = mid[t] - shift, mid[t] + shift
        lost_a += w if a + r <= -tolerance else 0
        lost_b += w if b + r <= -tolerance else 0
        won_a += w if a - r >= tolerance else 0
        won_b += w if b - r >= tolerance else 0
        missed_a += w if a <= tolerance else 0
        missed_b += w if b <= tolerance else 0
    return lost_a, lost_b, won_a, won_b, missed_a, missed_b


@njit(cache=True, nogil=True)
def enter_half(rows, first, at, n_rows, axis, step, to):
    """Write down the ranges of the rows in one half of a box, at ``to`` and on."""
    column = rows.column[axis, first : first + n_rows]
    mid, rad = rows.mid[at : at + n_rows], rows.rad[at : at + n_rows]
    new_mid, new_rad = rows.mid[to : to + n_rows], rows.rad[to : to + n_rows]
    for t in range(n_rows):
        shift = step * column[t]
        new_mid[t] = mid[t] + shift
        new_rad[t] = rad[t] - abs(shift)


@njit(cache=True, nogil=True)
def look_inside(rows, first, at, n_rows, half, tolerance, steps, x, best_x):
    """Walk from the middle of a box towards where all of its few rows are right.

    Returns the smallest weight of rows not surely right anywhere on the way; ``best_x`` is where, in units
    of weights from the middle.
    """
    n = half.shape[0]
    least = np.int64(-1)
    for i in range(n):
        x[i] = 0.0
    for _ in range(steps):
        missed = np.int64(0)
        worst, depth, scale = 0, np.inf, 1.0
        for t in range(n_rows):
            score, square = rows.mid[at + t], 0.0
            for i in range(n):
                score += x[i] * rows.column[i, first + t]
                square += (half[i] * rows.column[i, first + t]) ** 2
            if score <= tolerance:
                missed += rows.weight[first + t]
            # Rows that no direction of the box ranks right do not draw.
            if rows.mid[at + t] + rows.rad[at + t] > tolerance and score < depth * np.sqrt(square):
                worst, depth, scale = t, score / np.sqrt(square), square
        if least < 0 or missed < least:
            least = missed
            for i in range(n):
                best_x[i] = x[i]
        if missed == 0 or depth == np.inf:
            break
        stride = (_MARGIN - depth) / np.sqrt(scale)
        for i in range(n):
            x[i] += stride * half[i] * half[i] * rows.column[i, first + worst]
            x[i] = min(max(x[i], -half[i]), half[i])
    return least

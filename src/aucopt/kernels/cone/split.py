"""The open pairs of a cone at a new vertex: what both parts of a split are worth, and what stays open.

Loops without branches over numbers that lie side by side become vector instructions. So both parts share the
rows of their cone, each with its own bits, and rows are moved only when many of them are decided.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import sign_dot


class SplitLook(NamedTuple):
    """Pairs at a vertex: their scores, and all bits set where these are >= 0, and where they are <= 0."""

    score: np.ndarray
    rises: np.ndarray
    falls: np.ndarray


@njit(cache=True, nogil=True)
def look_at(frame, axes, vertices, v, planes, pairs, first, n_rows, look):
    """Tell on which sides of vertex v some rows are; what floats cannot decide the digits do.

    Returns how many these are.
    """
    full = (1 << len(axes)) - 1
    score, rises, falls = look.score[:n_rows], look.rises[:n_rows], look.falls[:n_rows]
    w, tolerance = vertices.w[v], vertices.error[v]
    # Each score goes through memory once a column but the first and the last.
    column, other = pairs.d[0, first : first + n_rows], pairs.d[1, first : first + n_rows]
    weight, other_weight = w[0], w[1]
    for t in range(n_rows):
        score[t] = weight * column[t] + other_weight * other[t]
    for c in range(2, len(axes)):
        column, weight = pairs.d[c, first : first + n_rows], w[c]
        for t in range(n_rows):
            score[t] += weight * column[t]
    unsure = 0
    for t in range(n_rows):
        rises[t] = full if score[t] > tolerance else 0
        falls[t] = full if score[t] < -tolerance else 0
        unsure += (score[t] <= tolerance) & (score[t] >= -tolerance)
    if unsure == 0:
        return 0
    for t in range(n_rows):
        if rises[t] == falls[t]:
            p = pairs.plane[first + t]
            sign = sign_dot(frame.limbs, planes.high[p], planes.low[p], vertices.digits[v])
            rises[t] = full if sign >= 0 else 0
            falls[t] = full if sign <= 0 else 0
    return unsure


@njit(cache=True, nogil=True)
def weigh_parts(axes, pairs, at, n_rows, look, a, b):
    """What decided rows take off a bound that counts all as right, where each weighs one.

    In the part where the vertex takes the place of a, in that where it takes that of b, and beside it.
    """
    full = (1 << len(axes)) - 1
    up, down, falls = pairs.up[at : at + n_rows], pairs.down[at : at + n_rows], look.falls[:n_rows]
    bit_a, bit_b = 1 << a, 1 << b
    lost_a, lost_b, missed = 0, 0, 0
    for t in range(n_rows):
        lost_a += ((down[t] | bit_a) & (falls[t] | (full - bit_a))) == full
        lost_b += ((down[t] | bit_b) & (falls[t] | (full - bit_b))) == full
        missed += (falls[t] == full) & (up[t] != full)
    return lost_a, lost_b, missed


@njit(cache=True, nogil=True)
def weigh_heavy_parts(axes, planes, pairs, first, at, n_rows, look, a, b):
    """As `weigh_parts`, for hyperplanes of any weights."""
    full = (1 << len(axes)) - 1
    lost_a, lost_b, missed = np.int64(0), np.int64(0), np.int64(0)
    for t in range(n_rows):
        p = pairs.plane[first + t]
        up, down = np.int64(pairs.up[at + t]), np.int64(pairs.down[at + t])
        rises, falls = np.int64(look.rises[t]), np.int64(look.falls[t])
        won, lost = planes.gain[p], planes.loss[p]
        # What is short of the larger side where the pair is right, and where it is wrong.
        most = max(won, lost)
        won, lost = most - won, most - lost
        lost_a += _short(full, 1 << a, up, down, rises, falls, won, lost)
        lost_b += _short(full, 1 << b, up, down, rises, falls, won, lost)
        if up == full or down == full:
            missed += won if up == full else lost
        else:
            missed += won if falls == 0 else lost if rises == 0 else most
    return lost_a, lost_b, missed


@njit(cache=True, nogil=True)
def _short(full, bit, up, down, rises, falls, won, lost):
    if (down | bit) & (falls | (full - bit)) == full:
        return lost
    if (up | bit) & (rises | (full - bit)) == full:
        return won
    return np.int64(0)


@njit(cache=True, nogil=True)
def copy_sides(pairs, at, n_rows, to):
    """Give a part its own bits."""
    for sides in (pairs.up, pairs.down):
        here, there = sides[at : at + n_rows], sides[to : to + n_rows]
        for t in range(n_rows):
            there[t] = here[t]


@njit(cache=True, nogil=True)
def set_sides(axes, pairs, at, n_rows, look, place):
    """Let the vertex looked at take a place; return how many rows are open then."""
    full = (1 << len(axes)) - 1
    bit = 1 << place
    keep = full - bit
    up, down = pairs.up[at : at + n_rows], pairs.down[at : at + n_rows]
    rises, falls = look.rises[:n_rows], look.falls[:n_rows]
    n_open = 0
    for t in range(n_rows):
        up[t] = (up[t] & keep) | (rises[t] & bit)
        down[t] = (down[t] & keep) | (falls[t] & bit)
        n_open += (up[t] != full) & (down[t] != full)
    return n_open


@njit(cache=True, nogil=True)
def gather_open(axes, pairs, first, at, n_rows, to):
    """Copy the rows that are open to ``to`` and on; their bits close ranks."""
    n = len(axes)
    full = (1 << n) - 1
    d, moved_d = pairs.d[:, first : first + n_rows], pairs.d[:, to : to + n_rows]
    plane, moved_plane = pairs.plane[first : first + n_rows], pairs.plane[to : to + n_rows]
    up, down = pairs.up[at : at + n_rows], pairs.down[at : at + n_rows]
    # Unsigned, as an index that may be negative costs more.
    end = np.uint64(0)
    for t in range(n_rows):
        # Written first, and over if it is decided: whether a row is open is anybody's guess.
        up_t, down_t = up[t], down[t]
        for c in range(n):
            moved_d[c, end] = d[c, t]
        moved_plane[end] = plane[t]
        up[end], down[end] = up_t, down_t
        end += np.uint64((up_t != full) & (down_t != full))

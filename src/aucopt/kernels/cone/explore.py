"""Splitting a cone, depth first, until no part of it can hold a better direction.

Splitting an edge, the open pairs are looked at once, at the new vertex: the signs at the others are kept as
bits. The new vertex lies in the middle of the longest edge, or where a heavy hyperplane cuts an edge.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.cone.cone import measure
from aucopt.kernels.cone.split import (
    copy_sides,
    gather_open,
    look_at,
    set_sides,
    weigh_heavy_parts,
    weigh_parts,
)
from aucopt.kernels.integers.bignum import carry, cut_edge
from aucopt.kernels.integers.points import BASE_BITS

# Bisecting is given up on when a cone shrinks this much (squared) and keeps nearly all of its open pairs.
SHRUNK = 1.0 / 16.0
KEPT = 0.75
FEW = 3
# A pair is cut at when it outweighs a part of the others that is not smaller than one in so many.
_MANY = 4
# Open pairs are moved together when they are fewer than this part of the rows.
WORTH_MOVING = 0.75
# What became of a cone, as noted in a log: closed, handed back, or split. A split is told by its edge and by
# whether a pair cuts it; higher bits hold that pair, or the shift of a middle.
CLOSED, LEFT, SPLIT = 0, 1, 2
CODE_BITS, ROW_BITS = 8, 24
# What a new vertex costs besides, in looks at a pair.
A_CONE = 64


class Stack(NamedTuple):
    """Cones still to be looked at.

    ``first`` and ``n_rows`` tell where their pairs are, decided ones among them, ``at`` where the bits of
    these, ``free`` from where on rows are free; ``n_open`` pairs are open. ``n_vertices`` tells which
    vertices are theirs or older. ``base`` is the bound if all rows were open, ``upper`` the true one;
    ``size`` and ``crowd`` are the longest edge (squared) and the number of open pairs when that last fell.
    """

    vertex: np.ndarray
    first: np.ndarray
    n_rows: np.ndarray
    at: np.ndarray
    free: np.ndarray
    n_open: np.ndarray
    n_vertices: np.ndarray
    base: np.ndarray
    upper: np.ndarray
    size: np.ndarray
    crowd: np.ndarray


class OpenCones(NamedTuple):
    """Cones handed back: digits of their vertices, bound, size and crowd as in `Stack`."""

    digits: np.ndarray
    upper: np.ndarray
    size: np.ndarray
    crowd: np.ndarray


@njit(cache=True, nogil=True)
def _add_shifted(out, digits, shift):
    """Add ``digits * 2**shift`` to ``out``, carries left to the caller; False where it does not fit."""
    place, bits = shift // BASE_BITS, shift % BASE_BITS
    size = digits.shape[1]
    for c in range(digits.shape[0]):
        for k in range(size):
            if digits[c, k] != 0:
                if k + place >= size:
                    return False
                out[c, k + place] += digits[c, k] << bits
    return True


@njit(cache=True, nogil=True)
def bisect(vertices, v, i, j, frame):
    """Make vertex v the sum of two others, brought to about one length; False if it outgrows its digits."""
    digits = vertices.digits
    shift = np.int64(np.rint(vertices.length[i] - vertices.length[j]))
    for c in range(digits.shape[1]):
        for k in range(digits.shape[2]):
            digits[v, c, k] = 0
    fits = _add_shifted(digits[v], digits[i], max(-shift, 0))
    fits = fits and _add_shifted(digits[v], digits[j], max(shift, 0))
    for c in range(digits.shape[1]):
        fits = fits and carry(digits[v, c])
    if fits:
        measure(vertices, v, frame)
    return fits


@njit(cache=True, nogil=True)
def longest_edge(u, vertex):
    """The longest edge of a cone in whitened coordinates: its squared chord and two places."""
    longest, first, second = -1.0, 0, 1
    n = vertex.shape[0]
    for a in range(n):
        for b in range(a + 1, n):
            chord = 0.0
            for c in range(n):
                step = u[vertex[a], c] - u[vertex[b], c]
                chord += step * step
            if chord > longest:
                longest, first, second = chord, a, b
    return longest, first, second


@njit(cache=True, nogil=True)
def heaviest_pair(full, pairs, planes, first, at, n_rows):
    """Which row holds the open pair that decides most, and whether it outweighs many of the others."""
    heaviest, row, total = np.int64(-1), 0, np.int64(0)
    for t in range(n_rows):
        if pairs.up[at + t] == full or pairs.down[at + t] == full:
            continue
        p = pairs.plane[first + t]
        weight = abs(planes.gain[p] - planes.loss[p])
        total += weight
        if weight > heaviest:
            heaviest, row = weight, t
    return row, heaviest * _MANY >= total


@njit(cache=True, nogil=True)
def edge_across(u, vertex, up, down):
    """The longest edge whose ends lie strictly on different sides, as two places."""
    longest, first, second = -1.0, 0, 0
    n = vertex.shape[0]
    for a in range(n):
        for b in range(a + 1, n):
            if (up >> a) & 1 == (down >> a) & 1 or (up >> b) & 1 == (down >> b) & 1:
                continue
            if (up >> a) & 1 == (up >> b) & 1:
                continue
            chord = 0.0
            for c in range(n):
                step = u[vertex[a], c] - u[vertex[b], c]
                chord += step * step
            if chord > longest:
                longest, first, second = chord, a, b
    return first, second


@njit(cache=True, nogil=True)
def note_down(log, n_log, token):
    """Write a token down, if there is a log at all."""
    if log.shape[0] == 0:
        return n_log
    log[n_log] = token
    return n_log + 1


@njit(cache=True, nogil=True)
def split_edge(frame, vertices, vertex, m, planes, p, a, b, work):
    """Make vertex m of an edge: where hyperplane p cuts it, or for p < 0 its middle; False if it outgrows."""
    if p < 0:
        return bisect(vertices, m, vertex[a], vertex[b], frame)
    digits = vertices.digits
    high, low = planes.high[p], planes.low[p]
    fits = cut_edge(frame.limbs, high, low, digits[vertex[a]], digits[vertex[b]], digits[m], work)
    if fits:
        measure(vertices, m, frame)
    return fits


@njit(cache=True, nogil=True)
def token_of_split(vertices, vertex, planes, p, a, b):
    """What a log says of an edge that was split at hyperplane p, or for p < 0 in its middle."""
    n = vertex.shape[0]
    code = SPLIT + 2 * (a * (2 * n - a - 1) // 2 + b - a - 1)
    if p < 0:
        shift = np.int64(np.rint(vertices.length[vertex[a]] - vertices.length[vertex[b]]))
        return code | shift << CODE_BITS
    pair = np.int64(planes.high[p]) << ROW_BITS | np.int64(planes.low[p])
    return code + 1 | pair << CODE_BITS


@njit(cache=True, nogil=True)
def hand_back(vertices, vertex, left, n_left, upper, size, crowd):
    """Put a cone among those handed back."""
    n = vertex.shape[0]
    for k in range(n):
        for c in range(n):
            for s in range(vertices.digits.shape[2]):
                left.digits[n_left, k, c, s] = vertices.digits[vertex[k], c, s]
    left.upper[n_left] = upper
    left.size[n_left], left.crowd[n_left] = size, crowd


@njit(cache=True, nogil=True)
def keep_champion(vertices, vertex, m):
    """Copy vertex m, the best so far, and those of the cone it splits to places after those of the start."""
    n = vertex.shape[0]
    for c in range(n):
        for s in range(vertices.digits.shape[2]):
            vertices.digits[n, c, s] = vertices.digits[m, c, s]
            for k in range(n):
                vertices.digits[n + 1 + k, c, s] = vertices.digits[vertex[k], c, s]


@njit(cache=True, nogil=True)
def explore(
    frame,
    axes,
    vertices,
    planes,
    pairs,
    stack,
    left,
    look,
    work,
    n_open,
    upper,
    size,
    crowd,
    best,
    slack,
    budget,
    log,
):
    """Split a listed cone, depth first, until no part can hold more than ``best`` right pairs plus slack.

    The cone is spanned by the first vertices and has the first ``n_open`` pairs open; ``axes`` has one
    entry a column, so that their number is a constant to the compiler. Parts that are stuck,
    or for which the budget does not suffice, in looks at a pair, are handed back in ``left``. Returns their
    number, the best count seen, the largest bound of what was closed, the pairs looked at, the cones, the
    cuts and the tokens written to ``log``, one for each cone before those of its parts, none if it is empty;
    the vertices after those of the start hold the digits of the best, and those of the cone it splits:
    the count is that of directions beside it, inside this cone.
    """
    u, error = vertices.u, vertices.error
    up, down, plane = pairs.up, pairs.down, pairs.plane
    n = len(axes)
    full = (1 << n) - 1
    weighted = False
    for t in range(n_open):
        weighted |= planes.gain[t] != 1 or planes.loss[t] != 0
    for k in range(n):
        stack.vertex[0, k] = k
    stack.first[0], stack.n_rows[0], stack.at[0], stack.free[0] = 0, n_open, 0, n_open
    stack.n_open[0], stack.n_vertices[0] = n_open, 2 * n + 1
    stack.base[0], stack.upper[0], stack.size[0], stack.crowd[0] = upper, upper, size, crowd
    height = 1
    # In looks at a pair, roughly: what is exact takes longer, the more so the more digits there are.
    n_digits = vertices.digits.shape[2]
    exact_look, exact_cut = n * n_digits, n * n_digits * n_digits
    effort = np.int64(0)
    n_left, closed, looked, cones, n_cuts = 0, np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    n_log = np.int64(0)
    while height > 0:
        height -= 1
        top = height
        upper = stack.upper[top]
        if upper <= best + slack:
            closed = max(closed, upper)
            n_log = note_down(log, n_log, CLOSED)
            continue
        first, n_rows, at, free = stack.first[top], stack.n_rows[top], stack.at[top], stack.free[top]
        n_open, base, m = stack.n_open[top], stack.base[top], stack.n_vertices[top]
        if n_open < WORTH_MOVING * n_rows and free + n_rows <= plane.shape[0]:
            gather_open(axes, pairs, first, at, n_rows, free)
            first, n_rows, free, base = free, n_open, free + n_open, upper
        edge, a, b = longest_edge(u, stack.vertex[top])
        size, crowd = stack.size[top], stack.crowd[top]
        if n_open <= KEPT * crowd:
            size, crowd = edge, n_open
        spent = effort >= budget or n_left >= stack.first.shape[0] or height + 2 > stack.first.shape[0]
        spent |= at + 2 * n_rows > up.shape[0] or m >= error.shape[0]
        # Every cone that waits needs a token.
        spent |= n_log + height + 3 > log.shape[0] > 0
        if not spent:
            cuts = n_open > 0 and (n_open <= FEW or edge < SHRUNK * size)
            t, p = 0, np.int64(-1)
            if weighted or cuts:
                t, heavy = heaviest_pair(full, pairs, planes, first, at, n_rows)
                cuts |= weighted and heavy
            if cuts:
                a, b = edge_across(u, stack.vertex[top], np.int64(up[at + t]), np.int64(down[at + t]))
                p = np.int64(plane[first + t])
            spent = not split_edge(frame, vertices, stack.vertex[top], m, planes, p, a, b, work)
        if spent:
            hand_back(vertices, stack.vertex[top], left, n_left, upper, size, crowd)
            n_left += 1
            n_log = note_down(log, n_log, LEFT)
            continue

        if cuts:
            n_cuts += 1
            effort += exact_cut
        n_log = note_down(log, n_log, token_of_split(vertices, stack.vertex[top], planes, p, a, b))
        looked += n_rows
        cones += 1
        unsure = look_at(frame, axes, vertices, m, planes, pairs, first, n_rows, look)
        effort += n_rows + A_CONE + unsure * exact_look
        if weighted:
            lost = weigh_heavy_parts(axes, planes, pairs, first, at, n_rows, look, a, b)
        else:
            lost = weigh_parts(axes, pairs, at, n_rows, look, a, b)
        here = base - lost[2]
        if here > best:
            best = here
            keep_champion(vertices, stack.vertex[top], m)
        # The part whose bits stay in place goes below the one with bits of its own.
        for k in range(n):
            stack.vertex[top + 1, k] = stack.vertex[top, k]
        stack.vertex[top, a] = m
        stack.vertex[top + 1, b] = m
        stack.upper[top], stack.upper[top + 1] = base - lost[0], base - lost[1]
        stack.at[top + 1] = at + n_rows
        for part in (top, top + 1):
            stack.first[part], stack.n_rows[part], stack.free[part] = first, n_rows, free
            stack.n_vertices[part], stack.base[part] = m + 1, base
            stack.size[part], stack.crowd[part] = size, crowd
        # What is closed needs no bits.
        if stack.upper[top + 1] > best + slack:
            copy_sides(pairs, at, n_rows, at + n_rows)
            stack.n_open[top + 1] = set_sides(axes, pairs, at + n_rows, n_rows, look, b)
        if stack.upper[top] > best + slack:
            stack.n_open[top] = set_sides(axes, pairs, at, n_rows, look, a)
        height += 2
    return n_left, best, closed, looked, cones, n_cuts, n_log

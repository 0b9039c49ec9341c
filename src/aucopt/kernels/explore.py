"""Splitting a cone, depth first, until no part of it can hold a better direction.

Splitting an edge, the open pairs are looked at once, at the new vertex: the signs at the others are kept as
bits. The new vertex lies in the middle of the longest edge, or where a heavy hyperplane cuts an edge.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from aucopt.kernels.bignum import carry, cut_edge
from aucopt.kernels.cone import measure
from aucopt.kernels.limbs import BASE_BITS, sign_dot

# Bisecting is given up on when a cone shrinks this much (squared) and keeps nearly all of its open pairs.
_SHRUNK = 1.0 / 16.0
_KEPT = 0.75
_FEW = 3
# A pair is cut at when it outweighs a part of the others that is not smaller than one in so many.
_MANY = 4
# What became of a cone, as noted in a log: closed, handed back, or split. A split is told by its edge and by
# whether a pair cuts it; higher bits hold that pair, or the shift of a middle.
CLOSED, LEFT, SPLIT = 0, 1, 2
CODE_BITS, ROW_BITS = 8, 24


class Stack(NamedTuple):
    """Cones still to be looked at.

    ``first`` and ``last`` delimit their open pairs, ``n_vertices`` tells which vertices are theirs or
    older; ``sure`` is the weight of what is decided, ``upper`` the bound; ``size`` and ``crowd`` are the
    longest edge (squared) and the number of open pairs when that number last fell.
    """

    vertex: np.ndarray
    first: np.ndarray
    last: np.ndarray
    n_vertices: np.ndarray
    sure: np.ndarray
    upper: np.ndarray
    size: np.ndarray
    crowd: np.ndarray


class Left(NamedTuple):
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
def _bisect(vertices, v, i, j, frame):
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
def _longest_edge(u, vertex):
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
def _heaviest(first, last, plane, gain, loss):
    """Where the open pair is that decides most, and whether it outweighs many of the others."""
    heaviest, at, total = np.int64(-1), first, np.int64(0)
    for t in range(first, last):
        weight = abs(gain[plane[t]] - loss[plane[t]])
        total += weight
        if weight > heaviest:
            heaviest, at = weight, t
    return at, heaviest * _MANY >= total


@njit(cache=True, nogil=True)
def _edge_across(u, vertex, up, down):
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
def _note(log, n_log, token):
    """Write a token down, if there is a log at all."""
    if log.shape[0] == 0:
        return n_log
    log[n_log] = token
    return n_log + 1


@njit(cache=True, nogil=True)
def explore(
    frame,
    axes,
    vertices,
    planes,
    pairs,
    stack,
    left,
    work,
    n_open,
    sure,
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
    or for which the budget of pairs to look at does not suffice, are handed back in ``left``. Returns their
    number, the best count seen, the largest bound of what was closed, the pairs looked at, the cones, the
    cuts and the tokens written to ``log``, one for each cone before those of its parts, none if it is empty;
    the vertices after those of the start hold the digits of the best, and those of the cone it splits:
    the count is that of directions beside it, inside this cone.
    """
    w, u, error = vertices.w, vertices.u, vertices.error
    d, up, down, plane = pairs
    gain, loss = planes.gain, planes.loss
    n = len(axes)
    full = (1 << n) - 1
    champion = n
    room = up.shape[0]
    weighted = False
    for t in range(n_open):
        weighted |= gain[t] != 1 or loss[t] != 0
    for k in range(n):
        stack.vertex[0, k] = k
    stack.first[0], stack.last[0], stack.n_vertices[0] = 0, n_open, 2 * n + 1
    stack.sure[0], stack.upper[0], stack.size[0], stack.crowd[0] = sure, upper, size, crowd
    height = 1
    n_left, closed, looked, cones, n_cuts = 0, np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    n_log = np.int64(0)
    while height > 0:
        height -= 1
        top = height
        if stack.upper[top] <= best + slack:
            closed = max(closed, stack.upper[top])
            n_log = _note(log, n_log, CLOSED)
            continue
        first, last = stack.first[top], stack.last[top]
        edge, a, b = _longest_edge(u, stack.vertex[top])
        size, crowd = stack.size[top], stack.crowd[top]
        if last - first <= _KEPT * crowd:
            size, crowd = edge, last - first
        m = stack.n_vertices[top]
        spent = looked >= budget or n_left >= stack.first.shape[0] or height + 2 > stack.first.shape[0]
        spent |= last + (last - first) >= room or m >= error.shape[0]
        # Every cone that waits needs a token.
        spent |= n_log + height + 3 > log.shape[0] > 0
        if not spent:
            cuts = last > first and (last - first <= _FEW or edge < _SHRUNK * size)
            t = first
            if weighted or cuts:
                t, heavy = _heaviest(first, last, plane, gain, loss)
                cuts |= weighted and heavy
            if cuts:
                a, b = _edge_across(u, stack.vertex[top], np.int64(up[t]), np.int64(down[t]))
            v_a, v_b = stack.vertex[top, a], stack.vertex[top, b]
            if cuts:
                p = plane[t]
                digits = vertices.digits
                spent = not cut_edge(
                    frame.limbs, planes.high[p], planes.low[p], digits[v_a], digits[v_b], digits[m], work
                )
                if not spent:
                    measure(vertices, m, frame)
                    n_cuts += 1
            else:
                spent = not _bisect(vertices, m, v_a, v_b, frame)
        if spent:
            for k in range(n):
                for c in range(n):
                    for s in range(vertices.digits.shape[2]):
                        left.digits[n_left, k, c, s] = vertices.digits[stack.vertex[top, k], c, s]
            left.upper[n_left] = stack.upper[top]
            left.size[n_left], left.crowd[n_left] = size, crowd
            n_left += 1
            n_log = _note(log, n_log, LEFT)
            continue

        token = SPLIT + 2 * (a * (2 * n - a - 1) // 2 + b - a - 1) + cuts
        if cuts:
            token |= (np.int64(planes.high[p]) << ROW_BITS | np.int64(planes.low[p])) << CODE_BITS
        else:
            token |= np.int64(np.rint(vertices.length[v_a] - vertices.length[v_b])) << CODE_BITS
        n_log = _note(log, n_log, token)
        looked += last - first
        cones += 1
        sure_a = sure_b = here = stack.sure[top]
        open_a, open_b = np.int64(0), np.int64(0)
        end_a, end_b = first, last
        keep_a, keep_b = full & ~(1 << a), full & ~(1 << b)
        tolerance = error[m]
        zero, one = np.int64(0), np.int64(1)
        for t in range(first, last):
            dot = 0.0
            for c in range(n):
                dot += w[m, c] * d[t, c]
            p = plane[t]
            rises, falls = np.int64(dot > tolerance), np.int64(dot < -tolerance)
            if rises == falls:
                sign = sign_dot(frame.limbs, planes.high[p], planes.low[p], vertices.digits[m])
                rises, falls = np.int64(sign >= 0), np.int64(sign <= 0)
            won, lost = one, zero
            if weighted:
                won, lost = gain[p], loss[p]
            here += won * (1 - falls) + lost * (1 - rises)
            up_t, down_t = np.int64(up[t]), np.int64(down[t])
            # Arithmetic in place of branches: whether a pair stays open is anybody's guess.
            up_b, down_b = (up_t & keep_b) | (rises << b), (down_t & keep_b) | (falls << b)
            wrong = np.int64(down_b == full)
            right = np.int64(up_b == full) & (1 - wrong)
            stays = 1 - wrong - right
            for c in range(n):
                d[end_b, c] = d[t, c]
            up[end_b], down[end_b], plane[end_b] = up_b, down_b, p
            sure_b += won * right + lost * wrong
            open_b += max(won, lost) * stays
            end_b += stays
            up_a, down_a = (up_t & keep_a) | (rises << a), (down_t & keep_a) | (falls << a)
            wrong = np.int64(down_a == full)
            right = np.int64(up_a == full) & (1 - wrong)
            stays = 1 - wrong - right
            for c in range(n):
                d[end_a, c] = d[t, c]
            up[end_a], down[end_a], plane[end_a] = up_a, down_a, p
            sure_a += won * right + lost * wrong
            open_a += max(won, lost) * stays
            end_a += stays
        if here > best:
            best = here
            for c in range(n):
                for s in range(vertices.digits.shape[2]):
                    vertices.digits[champion, c, s] = vertices.digits[m, c, s]
                    for k in range(n):
                        vertices.digits[champion + 1 + k, c, s] = vertices.digits[stack.vertex[top, k], c, s]
        # The part in place stays below, the one after it goes on top.
        for k in range(n):
            stack.vertex[top + 1, k] = stack.vertex[top, k]
        stack.vertex[top, a] = m
        stack.vertex[top + 1, b] = m
        stack.first[top], stack.last[top] = first, end_a
        stack.first[top + 1], stack.last[top + 1] = last, end_b
        stack.sure[top], stack.upper[top] = sure_a, sure_a + open_a
        stack.sure[top + 1], stack.upper[top + 1] = sure_b, sure_b + open_b
        for part in (top, top + 1):
            stack.n_vertices[part] = m + 1
            stack.size[part], stack.crowd[part] = size, crowd
        height += 2
    return n_left, best, closed, looked, cones, n_cuts, n_log

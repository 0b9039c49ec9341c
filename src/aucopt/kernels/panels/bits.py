"""Bits: one a pair, column and sign. A pair that no column ranks right is right nowhere in their orthant.

More directions than the axes cut an orthant into smaller cones: inside a cone a pair is right only if it is
right at one of its vertices. The directions half-way between two axes are made once for each pair of columns,
and serve all panels that contain it.
"""

import numpy as np
from numba import njit

from aucopt.kernels.plane.bits import popcount

WORD = 64
# An image is off by two roundings, a sum of two differences of images by a few more; there is a margin.
_ROUNDINGS = 64 * 2.0**-53


@njit(cache=True, nogil=True)
def fill_axes(ranks, n_positives, right):
    """Set the bits of pairs that a column ranks right with weight +1 (even rows) and -1 (odd rows)."""
    n = ranks.shape[1]
    for j in range(ranks.shape[0]):
        at = 0
        for i in range(n_positives):
            mine = ranks[j, i]
            for k in range(n_positives, n):
                bit = np.uint64(1) << np.uint64(at % WORD)
                if mine > ranks[j, k]:
                    right[2 * j, at // WORD] |= bit
                elif mine < ranks[j, k]:
                    right[2 * j + 1, at // WORD] |= bit
                at += 1


@njit(cache=True, nogil=True)
def fill_planes(planes, images, scale, n_positives, right):
    """Set the bits of pairs that may be right half-way between the axes of a plane, at its four diagonals.

    Their order is (+, +), (+, -), (-, +), (-, -). Floats that leave doubt count as right.
    """
    n = images.shape[1]
    for r in range(planes.shape[0]):
        i, j = planes[r, 0], planes[r, 1]
        error = _ROUNDINGS * (scale[i] + scale[j])
        at = 0
        for p in range(n_positives):
            for q in range(n_positives, n):
                bit = np.uint64(1) << np.uint64(at % WORD)
                u = scale[i] * (images[i, p] - images[i, q])
                v = scale[j] * (images[j, p] - images[j, q])
                word = at // WORD
                if u + v > -error:
                    right[r, 0, word] |= bit
                if u - v > -error:
                    right[r, 1, word] |= bit
                if v - u > -error:
                    right[r, 2, word] |= bit
                if -u - v > -error:
                    right[r, 3, word] |= bit
                at += 1


@njit(cache=True, nogil=True)
def cover_orthants(panels, right, signs, n_pairs, upper):
    """Bound 2R + T of each panel over its orthants; columns that panels begin with share what they make.

    Without signs only open cells count, where a pair ties only if all columns tie it. With them the edges of
    an orthant belong to it, and a pair that some column ties and none ranks right may earn one half.
    """
    k, n_words = panels.shape[1], right.shape[1]
    n_orthants = 1 << k
    shared = np.zeros((max(n_orthants >> 1, 1), 2, n_words), dtype=np.uint64)
    signed = signs.any()
    for r in range(panels.shape[0]):
        begins = r == 0
        for c in range(k - 1):
            begins |= panels[r, c] != panels[max(r - 1, 0), c]
        if begins:
            _join(panels[r, : k - 1], right, signed, shared)
        last = panels[r, k - 1]
        most = np.int64(0)
        for s in range(n_orthants):
            allowed = True
            for c in range(k):
                sign = signs[panels[r, c]]
                allowed &= sign == 0 or (sign > 0) == ((s >> c) & 1 == 0)
            if not allowed:
                continue
            prefix = s & ((n_orthants >> 1) - 1)
            side = s >> (k - 1)
            mine, opposite = right[2 * last + side], right[2 * last + 1 - side]
            earned = np.int64(0)
            if signed:
                wrong = np.int64(0)
                for w in range(n_words):
                    earned += popcount(shared[prefix, 0, w] | mine[w])
                    wrong += popcount(shared[prefix, 1, w] & opposite[w])
                earned += n_pairs - wrong
            else:
                for w in range(n_words):
                    earned += popcount(shared[prefix, 0, w] | mine[w])
                earned *= 2
            most = max(most, earned)
        if not signed:
            # Ties of all columns earn one half.
            varies = np.int64(0)
            for w in range(n_words):
                varies += popcount(shared[0, 1, w] | right[2 * last, w] | right[2 * last + 1, w])
            most += n_pairs - varies
        upper[r] = most


@njit(cache=True, nogil=True)
def _join(columns, right, signed, shared):
    """What the first columns of a panel make in each of their orthants, for all panels that begin so."""
    k = columns.shape[0]
    for s in range(1 << k):
        for w in range(right.shape[1]):
            any_right, other = np.uint64(0), np.uint64(0)
            all_wrong = ~np.uint64(0)
            for c in range(k):
                side = (s >> c) & 1
                mine, opposite = right[2 * columns[c] + side, w], right[2 * columns[c] + 1 - side, w]
                any_right |= mine
                other |= mine | opposite
                all_wrong &= opposite
            shared[s, 0, w] = any_right
            # With signs: wrong in all of them. Without: not tied in all of them.
            shared[s, 1, w] = all_wrong if signed else other


@njit(cache=True, nogil=True)
def fill_centres(columns, images, scale, n_positives, centres):
    """Set the bits of pairs that may be right in the middle of an orthant, for the eight of three columns.

    Bits 0, 1 and 2 of the number of an orthant tell which columns have weight -1.
    """
    i, j, k = columns
    n = images.shape[1]
    error = _ROUNDINGS * (scale[i] + scale[j] + scale[k])
    centres[:] = np.uint64(0)
    at = 0
    for p in range(n_positives):
        for q in range(n_positives, n):
            word, shift = at // WORD, np.uint64(at % WORD)
            u = scale[i] * (images[i, p] - images[i, q])
            v = scale[j] * (images[j, p] - images[j, q])
            w = scale[k] * (images[k, p] - images[k, q])
            # Opposite orthants share a score.
            score = u + v + w
            centres[0, word] |= np.uint64(score > -error) << shift
            centres[7, word] |= np.uint64(score < error) << shift
            score = v + w - u
            centres[1, word] |= np.uint64(score > -error) << shift
            centres[6, word] |= np.uint64(score < error) << shift
            score = u + w - v
            centres[2, word] |= np.uint64(score > -error) << shift
            centres[5, word] |= np.uint64(score < error) << shift
            score = u + v - w
            centres[4, word] |= np.uint64(score > -error) << shift
            centres[3, word] |= np.uint64(score < error) << shift
            at += 1


@njit(cache=True, nogil=True)
def cover_triples(panels, right, plane_of, diagonals, images, scale, n_positives, n_pairs, limit, upper):
    """Bound 2R + T of panels of three columns: their orthants are cut into cones.

    The diagonals cut an orthant into four. Where that is not enough its middle, which no other panel shares,
    cuts it into six.
    """
    n_words = right.shape[1]
    counts = np.empty(6, dtype=np.int64)
    centres = np.empty((8, n_words), dtype=np.uint64)
    for r in range(panels.shape[0]):
        i, j, k = panels[r, 0], panels[r, 1], panels[r, 2]
        ij, ik, jk = diagonals[plane_of[i, j]], diagonals[plane_of[i, k]], diagonals[plane_of[j, k]]
        varies = np.int64(0)
        for w in range(n_words):
            seen = right[2 * i, w] | right[2 * i + 1, w] | right[2 * j, w]
            varies += popcount(seen | right[2 * j + 1, w] | right[2 * k, w] | right[2 * k + 1, w])
        # Pairs that all columns tie are set wherever there is doubt: they earn one half.
        tied = n_pairs - varies
        for is_fine in range(2):
            if is_fine == 1:
                fill_centres((i, j, k), images, scale, n_positives, centres)
            most = np.int64(0)
            for s in range(8):
                a, b, c = s & 1, (s >> 1) & 1, s >> 2
                x, y, z = right[2 * i + a], right[2 * j + b], right[2 * k + c]
                xy, xz, yz = ij[2 * a + b], ik[2 * a + c], jk[2 * b + c]
                counts[:] = 0
                if is_fine == 0:
                    for w in range(n_words):
                        counts[0] += popcount(x[w] | xy[w] | xz[w])
                        counts[1] += popcount(y[w] | xy[w] | yz[w])
                        counts[2] += popcount(z[w] | xz[w] | yz[w])
                        counts[3] += popcount(xy[w] | xz[w] | yz[w])
                else:
                    m = centres[s]
                    for w in range(n_words):
                        counts[0] += popcount(x[w] | xy[w] | m[w])
                        counts[1] += popcount(y[w] | xy[w] | m[w])
                        counts[2] += popcount(x[w] | xz[w] | m[w])
                        counts[3] += popcount(z[w] | xz[w] | m[w])
                        counts[4] += popcount(y[w] | yz[w] | m[w])
                        counts[5] += popcount(z[w] | yz[w] | m[w])
                most = max(most, counts.max())
            upper[r] = min(upper[r], 2 * (most - tied) + tied)
            if upper[r] < limit:
                break

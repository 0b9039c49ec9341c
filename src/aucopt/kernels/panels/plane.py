"""Panels of two columns: how many pairs are right, by the sector that the direction lies in.

The difference of a positive and a negative, as a vector of the plane, is right for the half circle of
directions around it. So the differences are counted in sectors of the whole circle. In a sector of directions
a pair is right at most if its difference lies in one of the sectors within a quarter turn: sums of half of
all sectors and one bound the right pairs of every direction, and so many without the outer two are right.

Sectors are cut by the angle along the square |x| + |y| = 1, where a quarter turn is exactly 1.
"""

import numpy as np
from numba import njit

# What floats take for no difference at all must not divide.
_TINY = 1e-300
# Images are off by two roundings; products and sums of differences by a few more. There is a margin.
_ROUNDINGS = 64 * 2.0**-53
# Sectors begin beside the axes, where the differences of discrete columns crowd.
_OFFSET = 0.3719


@njit(cache=True, nogil=True, error_model="numpy")
def whiten_pair(up, un, vp, vn, wp, wn):
    """Coefficients a, b, c with which (a u + b v, c v) has round classes; of rescue where they are flat."""
    suu, suv, svv = 1e-12, 0.0, 1e-12
    for side in range(2):
        u, v, w = (up, vp, wp) if side == 0 else (un, vn, wn)
        total = mu = mv = muu = muv = mvv = 0.0
        for i in range(u.shape[0]):
            total += w[i]
            mu += w[i] * u[i]
            mv += w[i] * v[i]
            muu += w[i] * u[i] * u[i]
            muv += w[i] * u[i] * v[i]
            mvv += w[i] * v[i] * v[i]
        mu /= total
        mv /= total
        suu += max(muu / total - mu * mu, 0.0)
        suv += muv / total - mu * mv
        svv += max(mvv / total - mv * mv, 0.0)
    # The part of u that v does not explain; never less than a trifle of u.
    slope = suv / svv
    rest = max(suu - suv * slope, 1e-8 * suu)
    a, c = 1.0 / np.sqrt(rest), 1.0 / np.sqrt(svv)
    return a, -a * slope, c


@njit(cache=True, nogil=True, error_model="numpy")
def count_sectors(sectors, bucket, up, un, vp, vn, wp, wn, equal, a, b, c):
    """Count pairs by the sectors of their differences; return the weight of doubtful and coincident pairs.

    ``equal`` holds the ranks of both columns for both classes, which tell equal values exactly.
    """
    n_sectors, n_others = sectors.shape[0], un.shape[0]
    quarter = n_sectors / 4.0
    error = _ROUNDINGS * (abs(a) + abs(b) + abs(c))
    tolerance = 4.0 * quarter * error
    doubtful, coincident = np.int64(0), np.int64(0)
    sectors[:] = 0
    for i in range(up.shape[0]):
        u, v, weight = up[i], vp[i], wp[i]
        sure = True
        for j in range(n_others):
            dv = v - vn[j]
            x = a * (u - un[j]) + b * dv
            y = c * dv
            size = abs(x) + abs(y)
            part = x / max(size, _TINY)
            moment = quarter * (1.0 - part if y >= 0.0 else 3.0 + part) + _OFFSET
            k = np.int32(moment)
            sure &= (0.5 - abs(moment - k - 0.5)) * size > tolerance
            bucket[j] = k
        if sure:
            for j in range(n_others):
                sectors[bucket[j] if bucket[j] < n_sectors else 0] += weight * wn[j]
            continue
        for j in range(n_others):
            dv = v - vn[j]
            x, y = a * (u - un[j]) + b * dv, c * dv
            size = abs(x) + abs(y)
            part = x / max(size, _TINY)
            moment = quarter * (1.0 - part if y >= 0.0 else 3.0 + part) + _OFFSET
            k = np.int32(moment)
            if (0.5 - abs(moment - k - 0.5)) * size > tolerance:
                sectors[k if k < n_sectors else 0] += weight * wn[j]
            elif equal[0][i] == equal[1][j] and equal[2][i] == equal[3][j]:
                coincident += weight * wn[j]
            else:
                doubtful += weight * wn[j]
    return doubtful, coincident


@njit(cache=True, nogil=True, error_model="numpy")
def bound_sectors(sectors):
    """The most pairs that are right, and may be right, in a sector of directions; and the best sector."""
    m = sectors.shape[0]
    quarter = m // 4
    inner = np.int64(0)
    for q in range(1 - quarter, quarter):
        inner += sectors[q % m]
    least, most, best = np.int64(-1), np.int64(-1), 0
    for t in range(m):
        # Of the two outer sectors a direction in the middle has half; the sector itself is certain.
        outer = sectors[(t - quarter) % m] + sectors[(t + quarter) % m]
        if inner > least:
            least, best = inner, t
        most = max(most, inner + outer)
        inner += sectors[(t + quarter) % m] - sectors[(t + 1 - quarter) % m]
    return least, most, best


@njit(cache=True, nogil=True, error_model="numpy")
def direction_of(t, n_sectors, a, b, c):
    """Weights on both columns of a direction in the middle of a sector."""
    place = ((t + 0.5 - _OFFSET) * 4.0 / n_sectors) % 4.0
    x = 1.0 - place if place < 2.0 else place - 3.0
    y = (1.0 - abs(x)) * (1.0 if place < 2.0 else -1.0)
    return a * x, b * x + c * y


@njit(cache=True, nogil=True)
def cover_planes(panels, images, ranks, n_positives, wp, wn, n_sectors, lower, upper):
    """Bound 2R + T of panels of two columns, from both sides; rows of the table have the positives first."""
    n = images.shape[1]
    sectors = np.empty(n_sectors, dtype=np.int64)
    bucket = np.empty(n - n_positives, dtype=np.int32)
    for r in range(panels.shape[0]):
        i, j = panels[r, 0], panels[r, 1]
        up, un = images[i, :n_positives], images[i, n_positives:]
        vp, vn = images[j, :n_positives], images[j, n_positives:]
        equal = (
            ranks[i, :n_positives],
            ranks[i, n_positives:],
            ranks[j, :n_positives],
            ranks[j, n_positives:],
        )
        a, b, c = whiten_pair(up, un, vp, vn, wp, wn)
        doubtful, coincident = count_sectors(sectors, bucket, up, un, vp, vn, wp, wn, equal, a, b, c)
        least, most, _ = bound_sectors(sectors)
        lower[r] = 2 * least + coincident
        upper[r] = 2 * (most + doubtful) + coincident


@njit(cache=True, nogil=True)
def extend_score(score, equal_score, columns, images, ranks, n_positives, wp, wn, n_sectors, value, weights):
    """Bound what a score and one more column reach together from below, with the weights that do so."""
    n = images.shape[1]
    sectors = np.empty(n_sectors, dtype=np.int64)
    bucket = np.empty(n - n_positives, dtype=np.int32)
    up, un = score[:n_positives], score[n_positives:]
    for r in range(columns.shape[0]):
        j = columns[r]
        vp, vn = images[j, :n_positives], images[j, n_positives:]
        equal = (
            equal_score[:n_positives],
            equal_score[n_positives:],
            ranks[j, :n_positives],
            ranks[j, n_positives:],
        )
        a, b, c = whiten_pair(up, un, vp, vn, wp, wn)
        _, coincident = count_sectors(sectors, bucket, up, un, vp, vn, wp, wn, equal, a, b, c)
        least, _, t = bound_sectors(sectors)
        value[r] = 2 * least + coincident
        weights[r, 0], weights[r, 1] = direction_of(t, n_sectors, a, b, c)

"""The point of a convex hull that is nearest to the origin, by Wolfe's method.

If it is not the origin, it is a direction that has all vectors of the hull on its side, and among these the
one with the largest margin. If it is, a few of the vectors cancel each other with positive multipliers: no
direction has all of them on its side. Floats: whoever asks checks the answer exactly.
"""

import numpy as np
from numba import njit

# Answers: all vectors on one side, some cancel, or the floats do not tell.
SEPARATED, CANCELLED, UNCLEAR = 0, 1, 2
# Vectors have about unit length. A point closer to the origin than this counts as the origin.
_ORIGIN = 1e-9
# Margins above this part of the length of the point are enough: no nearer point is looked for.
_ENOUGH = 1e-3
_ZERO = 1e-12


@njit(cache=True, nogil=True)
def nearest_point(rows, active, n_first, lift, most_rounds, point, support):
    """Find the nearest point of the hull of some rows, or one whose margins are enough.

    The first ``n_first`` of the active rows are made ``lift`` times as long, which makes the method prefer
    them. Writes the point, and the rows that span it. Returns the answer, which is unclear if so many rounds
    are not enough, and how many rows these are.
    """
    n = rows.shape[1]
    share = np.empty(n + 2)
    wanted = np.empty(n + 2)
    factor = np.empty((n + 2, n + 2))
    chosen = np.empty((n + 2, n))
    k = _enter(rows, active, n_first, lift, 0, chosen, share, support, 0)
    share[0] = 1.0
    point[:] = chosen[0]
    for _ in range(most_rounds):
        length = np.sqrt(np.dot(point, point))
        if length < _ORIGIN:
            return CANCELLED, k
        lowest, at = np.inf, 0
        for t in range(active.shape[0]):
            margin = 0.0
            for c in range(n):
                margin += rows[active[t], c] * point[c]
            if t < n_first:
                margin *= lift
            if margin < lowest:
                lowest, at = margin, t
        if lowest > _ENOUGH * length or lowest > (1.0 - _ORIGIN) * length * length:
            return SEPARATED, k
        if k > n or active[at] in support[:k]:
            # Rounding, not the hull, is what keeps the point away from this row.
            return UNCLEAR, k
        k = _enter(rows, active, n_first, lift, at, chosen, share, support, k)
        k = _descend(chosen, share, wanted, factor, support, k)
        for c in range(n):
            point[c] = 0.0
            for a in range(k):
                point[c] += share[a] * chosen[a, c]
    return UNCLEAR, k


@njit(cache=True, nogil=True)
def _enter(rows, active, n_first, lift, at, chosen, share, support, k):
    """Let one more row take part, with no share yet."""
    scale = lift if at < n_first else 1.0
    for c in range(rows.shape[1]):
        chosen[k, c] = scale * rows[active[at], c]
    support[k] = active[at]
    share[k] = 0.0
    return k + 1


@njit(cache=True, nogil=True)
def _descend(chosen, share, wanted, factor, support, k):
    """Move the shares to the nearest point of the rows' plane; rows whose share becomes zero leave."""
    while True:
        _affine_shares(chosen, factor, wanted, k)
        step = 1.0
        for a in range(k):
            if wanted[a] <= _ZERO and share[a] > wanted[a]:
                step = min(step, share[a] / (share[a] - wanted[a]))
        inside = True
        for a in range(k):
            inside = inside and wanted[a] > _ZERO
        kept = 0
        for a in range(k):
            moved = wanted[a] if inside else share[a] + step * (wanted[a] - share[a])
            if moved > _ZERO:
                share[kept], support[kept] = moved, support[a]
                chosen[kept] = chosen[a]
                kept += 1
        if inside or kept in (0, k):
            return max(kept, 1)
        k = kept


@njit(cache=True, nogil=True)
def _affine_shares(chosen, factor, wanted, k):
    """Shares that sum to one of the point nearest to the origin in the plane through the rows.

    They are proportional to the solution u of (G + 1) u = 1, G being the products of the rows.
    """
    for a in range(k):
        for b in range(a + 1):
            entry = 1.0
            for c in range(chosen.shape[1]):
                entry += chosen[a, c] * chosen[b, c]
            for c in range(b):
                entry -= factor[a, c] * factor[b, c]
            factor[a, b] = np.sqrt(max(entry, _ZERO * _ZERO)) if a == b else entry / factor[b, b]
    for a in range(k):
        entry = 1.0
        for c in range(a):
            entry -= factor[a, c] * wanted[c]
        wanted[a] = entry / factor[a, a]
    total = 0.0
    for a in range(k - 1, -1, -1):
        for c in range(a + 1, k):
            wanted[a] -= factor[c, a] * wanted[c]
        wanted[a] /= factor[a, a]
        total += wanted[a]
    for a in range(k):
        wanted[a] /= total

"""Tilted bounds: a row counts at most a linear function on a box, not only at most one.

Where a row is right its score s is positive, so ``1 + s tau`` is at least one; with ``tau = 1 / (rad - mid)``
it is nowhere negative. The sum of such functions is linear, and largest in a corner of the box. Tilted are
the rows that are wrong at a point of reference, which moves towards that corner.
"""

from numba import njit

# Points of reference are told in parts of the half widths; they stay inside.
PARTS, MOST_PARTS = 8, 7
# What rounding takes away: of a verifier that keeps this part of each weight, and of floats.
_VERIFIERS = 2.0**-20
_UNIT_ROUNDOFF = 2.0**-53
# With the point of reference inside, no tilted row counts more than this anywhere.
_STEEPEST = 16.0


# Sums may be taken in any order: their rounding is allowed for.
@njit(cache=True, nogil=True, fastmath={"reassoc"})
def shave(rows, first, at, n_rows, reference, half, tolerance, pull):
    """By how much tilting the rows lowers the bound of a box, at least; `pull` is set to their summed slopes.

    ``reference`` is in parts of the half widths. Nothing is said, with a negative number, where floats cannot
    tell on which side of it a row lies: a verifier must come to the same rows.
    """
    n = half.shape[0]
    mid, rad = rows.mid[at : at + n_rows], rows.rad[at : at + n_rows]
    weight, slope = rows.weight[first : first + n_rows], rows.slope[:n_rows]
    for t in range(n_rows):
        slope[t] = mid[t]
    for i in range(n):
        column, x = rows.column[i, first : first + n_rows], reference[i] * half[i] / PARTS
        for t in range(n_rows):
            slope[t] += x * column[t]
    unsure, heavy = 0, 0.0
    for t in range(n_rows):
        is_open = (mid[t] - rad[t] < tolerance) & (mid[t] + rad[t] > -tolerance)
        unsure += is_open & (abs(slope[t]) <= 2.0 * tolerance)
        tilts = is_open & (slope[t] < 0.0)
        weighs = float(weight[t]) if tilts else 0.0
        heavy += weighs
        slope[t] = weighs / (rad[t] - mid[t] + 2.0 * tolerance) if tilts else 0.0
    if unsure > 0:
        return -1.0
    total, shaved = 0.0, 0.0
    for t in range(n_rows):
        total += slope[t]
        shaved -= slope[t] * mid[t]
    for i in range(n):
        column, together = rows.column[i, first : first + n_rows], 0.0
        for t in range(n_rows):
            together += slope[t] * column[t]
        pull[i] = together
        shaved -= half[i] * abs(together)
    rounding = _STEEPEST * (n_rows + 64) * _UNIT_ROUNDOFF + _VERIFIERS
    return shaved - 4.0 * tolerance * total - rounding * heavy

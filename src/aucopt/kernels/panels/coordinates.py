"""Coordinates of a panel: the columns that matter, brought to round classes, in which boxes are cut."""

import numpy as np
from numba import njit

# What became of a panel: no direction reaches the limit, one does, or it is not known.
REFUSED, REACHED, UNDECIDED = 0, 1, 2
# Boxes overlap slightly, and are cut beside their middle: discrete columns crowd at 0 and 1.
WIDTH, CUT = 1.0107, 0.0371


@njit(cache=True, nogil=True, error_model="numpy")
def whiten(columns, images, wp, wn, n_positives, is_diagonal, out):
    """Fill a triangular matrix that makes both classes about round; a diagonal one keeps the signs."""
    k, n = columns.shape[0], images.shape[1]
    cov = np.zeros((k, k))
    for side in range(2):
        first, last = (0, n_positives) if side == 0 else (n_positives, n)
        weight = wp if side == 0 else wn
        total = weight.sum()
        mean = np.zeros(k)
        for c in range(k):
            for i in range(first, last):
                mean[c] += weight[i - first] * images[columns[c], i]
            mean[c] /= total
        for c in range(k):
            for d in range(c + 1):
                s = 0.0
                for i in range(first, last):
                    s += (
                        weight[i - first]
                        * (images[columns[c], i] - mean[c])
                        * (images[columns[d], i] - mean[d])
                    )
                cov[c, d] += s / total
    out[:] = 0.0
    # The inverse of the Cholesky factor, row by row; a column that others explain keeps a trifle.
    factor = np.zeros((k, k))
    for c in range(k):
        if is_diagonal:
            out[c, c] = 1.0 / np.sqrt(max(cov[c, c], 1e-12))
            continue
        for d in range(c + 1):
            s = cov[c, d]
            for e in range(d):
                s -= factor[c, e] * factor[d, e]
            if c == d:
                factor[c, c] = np.sqrt(max(s, 1e-8 * cov[c, c], 1e-12))
            else:
                factor[c, d] = s / factor[d, d]
        out[c, c] = 1.0 / factor[c, c]
        for d in range(c):
            s = 0.0
            for e in range(d, c):
                s -= factor[c, e] * out[e, d]
            out[c, d] = s / factor[c, c]


@njit(cache=True, nogil=True)
def pick_columns(panel, group, signs, columns):
    """Fill in the columns of a panel that matter: neither constant nor a copy, unless signs ask for all."""
    signed = False
    for c in range(panel.shape[0]):
        signed |= signs[panel[c]] != 0
    used = 0
    for c in range(panel.shape[0]):
        new = signed or group[panel[c]] >= 0
        for d in range(used):
            new &= signed or group[columns[d]] != group[panel[c]]
        if new:
            columns[used] = panel[c]
            used += 1
    return used

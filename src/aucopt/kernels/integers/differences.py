"""Differences of points with coordinates of any size, as digits and as floats."""

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import BASE_BITS

_MASK = (1 << BASE_BITS) - 1


@njit(cache=True, nogil=True)
def subtract_points(limbs, high, low, out):
    """Write the digits of ``limbs[high[k]] - limbs[low[k]]`` into ``out[k]``, all of one sign."""
    size = limbs.shape[2]
    for k in range(high.shape[0]):
        for c in range(limbs.shape[1]):
            borrow = np.int64(0)
            for a in range(size):
                value = np.int64(limbs[high[k], c, a]) - np.int64(limbs[low[k], c, a]) + borrow
                out[k, c, a] = value & _MASK
                borrow = value >> BASE_BITS
            if borrow < 0:
                # Below zero: the digits of its opposite, negated.
                carry = np.int64(1)
                for a in range(size):
                    value = (np.int64(out[k, c, a]) ^ _MASK) + carry
                    out[k, c, a] = -(value & _MASK)
                    carry = value >> BASE_BITS


@njit(cache=True, nogil=True)
def float_points(limbs, scale, out):
    """Write the values of digits times ``scale[a]`` for each place ``a``; each is off by a few roundings."""
    for k in range(limbs.shape[0]):
        for c in range(limbs.shape[1]):
            total = 0.0
            for a in range(limbs.shape[2]):
                total += limbs[k, c, a] * scale[a]
            out[k, c] = total

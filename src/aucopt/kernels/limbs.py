"""Exact signs on big integers, fast enough for inner loops.

A coordinate is a fixed-point integer of any size, held as signed base-2^26 digits, least significant
first: the products of a long multiplication then sum in int64 without overflow for thousands of bits.
"""

import numpy as np
from numba import njit

BASE_BITS = 26
_MASK = (1 << BASE_BITS) - 1


@njit(cache=True, nogil=True)
def fill_limbs(mantissa, shift, out):
    """Write ``mantissa[i] * 2**shift[i]`` as digits into ``out[i]``."""
    for i in range(mantissa.shape[0]):
        sign = -1 if mantissa[i] < 0 else 1
        rest = abs(mantissa[i])
        place = shift[i] // BASE_BITS
        offset = shift[i] % BASE_BITS
        while rest > 0:
            chunk = (rest & _MASK) << offset
            out[i, place] += sign * (chunk & _MASK)
            if chunk > _MASK:
                out[i, place + 1] += sign * (chunk >> BASE_BITS)
            rest >>= BASE_BITS
            place += 1


@njit(cache=True, nogil=True)
def sign_dot(limbs, i, j, u):
    """Sign of ``u . (X_i - X_j)``; ``u`` holds the digits of an integer vector."""
    n_columns, size = limbs.shape[1], limbs.shape[2]
    size_u = u.shape[1]
    carry = 0
    rest = 0
    for k in range(size + size_u - 1):
        for a in range(max(0, k - size_u + 1), min(k + 1, size)):
            for c in range(n_columns):
                carry += (limbs[i, c, a] - limbs[j, c, a]) * u[c, k - a]
        rest |= carry & _MASK
        carry >>= BASE_BITS
    if carry != 0:
        return 1 if carry > 0 else -1
    return 1 if rest != 0 else 0


@njit(cache=True, nogil=True)
def sign_cross(limbs, i, j, k, m):
    """Sign of the cross product ``(X_i - X_j) x (X_k - X_m)`` in the plane."""
    size = limbs.shape[2]
    carry = 0
    rest = 0
    for s in range(2 * size - 1):
        for a in range(max(0, s - size + 1), min(s + 1, size)):
            b = s - a
            carry += np.int64(limbs[i, 0, a] - limbs[j, 0, a]) * (limbs[k, 1, b] - limbs[m, 1, b])
            carry -= np.int64(limbs[i, 1, a] - limbs[j, 1, a]) * (limbs[k, 0, b] - limbs[m, 0, b])
        rest |= carry & _MASK
        carry >>= BASE_BITS
    if carry != 0:
        return 1 if carry > 0 else -1
    return 1 if rest != 0 else 0


@njit(cache=True, nogil=True)
def all_tied(limbs, u):
    """Whether all points lie at one height along the integer vector ``u``."""
    for i in range(1, limbs.shape[0]):  # noqa: SIM110, generators do not compile
        if sign_dot(limbs, i, 0, u) != 0:
            return False
    return True

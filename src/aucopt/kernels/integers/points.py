"""Points with coordinates of any size: exact signs, and pairs counted along one exact direction.

A coordinate is a fixed-point integer of any size, held as signed base-2^26 digits, least significant
first: the products of a long multiplication then sum in int64 without overflow for thousands of bits.
"""

from math import frexp

import numpy as np
from numba import njit

BASE_BITS = 26
_DOUBLE_BITS = 53
# Beyond all exponents of floats.
_FAR = 5000
_MASK = (1 << BASE_BITS) - 1
_BASE = float(1 << BASE_BITS)
# Numbers of up to this many digits have faster ways.
SHORT = 3


@njit(cache=True, nogil=True)
def split_floats(values, mantissa, shift):
    """Write floats as ``mantissa[i] * 2**(lowest + shift[i])``, the mantissas odd or 0.

    Returns the exponents ``lowest`` of the unit and ``highest``, such that all values are below 2**highest.
    """
    lowest, highest = _FAR, -_FAR
    for i in range(values.shape[0]):
        fraction, exponent = frexp(values[i])
        rest = np.int64(fraction * 2.0**_DOUBLE_BITS)
        shift[i] = exponent - _DOUBLE_BITS
        if rest != 0:
            highest = max(highest, exponent)
            while rest & 1 == 0:
                rest >>= 1
                shift[i] += 1
            lowest = min(lowest, int(shift[i]))
        mantissa[i] = rest
    if lowest > highest:
        lowest, highest = 0, 0
    for i in range(values.shape[0]):
        shift[i] = shift[i] - lowest if mantissa[i] != 0 else 0
    return lowest, highest


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
    if size <= SHORT:
        cross = short_cross(limbs, i, j, k, m)
        return 1 if cross > 0.0 else -1 if cross < 0.0 else 0
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
def _difference(limbs, i, j, c):
    """Up to three digits of column c of ``X_i - X_j``."""
    size = limbs.shape[2]
    d1 = np.int64(limbs[i, c, 1] - limbs[j, c, 1]) if size > 1 else np.int64(0)
    d2 = np.int64(limbs[i, c, 2] - limbs[j, c, 2]) if size > 2 else np.int64(0)
    return np.int64(limbs[i, c, 0] - limbs[j, c, 0]), d1, d2


@njit(cache=True, nogil=True)
def short_cross(limbs, i, j, k, m):
    """The cross product of `sign_cross` as a float, within a few roundings of itself, for up to three digits.

    So many digits will do for most data; written out, they take a quarter of the time.
    """
    a0, a1, a2 = _difference(limbs, i, j, 0)
    b0, b1, b2 = _difference(limbs, i, j, 1)
    c0, c1, c2 = _difference(limbs, k, m, 0)
    d0, d1, d2 = _difference(limbs, k, m, 1)
    e0 = a0 * d0 - b0 * c0
    e1 = (e0 >> BASE_BITS) + a0 * d1 + a1 * d0 - b0 * c1 - b1 * c0
    e2 = (e1 >> BASE_BITS) + a0 * d2 + a1 * d1 + a2 * d0 - b0 * c2 - b1 * c1 - b2 * c0
    e3 = (e2 >> BASE_BITS) + a1 * d2 + a2 * d1 - b1 * c2 - b2 * c1
    e4 = (e3 >> BASE_BITS) + a2 * d2 - b2 * c2
    # From the top digit down: a sum that had to be rounded is too large for the rest to cancel it.
    value = _BASE * float(e4) + float(e3 & _MASK)
    value = _BASE * value + float(e2 & _MASK)
    value = _BASE * value + float(e1 & _MASK)
    return _BASE * value + float(e0 & _MASK)


@njit(cache=True, nogil=True)
def short_difference(limbs, i, j):
    """Both coordinates of ``X_i - X_j``, of up to three digits, as floats within two roundings."""
    a0, a1, a2 = _difference(limbs, i, j, 0)
    b0, b1, b2 = _difference(limbs, i, j, 1)
    return _BASE * (_BASE * a2 + a1) + a0, _BASE * (_BASE * b2 + b1) + b0


@njit(cache=True, nogil=True)
def all_tied(limbs, u):
    """Whether all points lie at one height along the integer vector ``u``."""
    for i in range(1, limbs.shape[0]):  # noqa: SIM110, generators do not compile
        if sign_dot(limbs, i, 0, u) != 0:
            return False
    return True


@njit(cache=True, nogil=True)
def order_along(key, place, limbs, digits, error):
    """Put a sort by float keys into exact order, and mark where a new height begins.

    ``place`` sorts ``key``, whose differences are off by at most ``error``; ``digits`` is the direction.
    """
    n = place.shape[0]
    rises = np.ones(n, dtype=np.bool_)
    chain, below = 0, key[place[0]]
    for i in range(1, n):
        a = place[i]
        # A chain of near ties begins where a key is clear of the one below.
        chain = i if key[a] - below > error else chain
        below = key[a]
        first, last = chain, i
        # Exact signs are dear: most points are in place, for others it is found by halving.
        if first < i and sign_dot(limbs, a, place[i - 1], digits) >= 0:
            first = i
        while first < last:
            half = (first + last) // 2
            if sign_dot(limbs, a, place[half], digits) < 0:
                last = half
            else:
                first = half + 1
        for j in range(i, first, -1):
            place[j] = place[j - 1]
        place[first] = a
    for i in range(1, n):
        if key[place[i]] - key[place[i - 1]] <= error:
            rises[i] = sign_dot(limbs, place[i], place[i - 1], digits) != 0
    return rises


@njit(cache=True, nogil=True)
def count_along(place, rises, weight):
    """Weight of the right, of the tied and of all pairs of points in order."""
    right, tied, above, below, p, q = 0, 0, 0, 0, 0, 0
    for i in range(place.shape[0]):
        if rises[i]:
            right += p * below
            tied += p * q
            above += p
            below += q
            p, q = 0, 0
        p += weight[place[i], 0]
        q += weight[place[i], 1]
    return right + p * below, tied + p * q, (above + p) * (below + q)


@njit(cache=True, nogil=True)
def order_blocks_along(key, place, blocks, limbs, digits, error):
    """Put the sort of each block of points into exact order, as `order_along` does that of all."""
    rises = np.ones(place.shape[0], dtype=np.bool_)
    for k in range(blocks.shape[0] - 1):
        first, end = blocks[k], blocks[k + 1]
        rises[first:end] = order_along(key, place[first:end], limbs, digits, error)
    return rises


@njit(cache=True, nogil=True)
def count_blocks_along(place, rises, blocks, weight):
    """Weight of the right and of the tied pairs of points in order, of each block."""
    right = np.empty(blocks.shape[0] - 1, dtype=np.int64)
    tied = np.empty(blocks.shape[0] - 1, dtype=np.int64)
    for k in range(blocks.shape[0] - 1):
        first, end = blocks[k], blocks[k + 1]
        right[k], tied[k], _ = count_along(place[first:end], rises[first:end], weight)
    return right, tied

"""Integer vectors of any size: the point where a hyperplane cuts the edge between two of them.

Numbers are base-2^26 digits, least significant first. While sums are formed digits may have either sign; to
be compared and divided they are brought to one sign.
"""

import numpy as np
from numba import njit

from aucopt.kernels.integers.points import BASE_BITS

_BASE = 1 << BASE_BITS
_MASK = _BASE - 1
# Rows of scratch before those of the vector: two dot products, two numbers, signs.
WORK_ROWS = 5


@njit(cache=True, nogil=True)
def cut_edge(limbs, i, j, v, w, out, work):
    """Set ``out`` to the shortest integer vector on the edge from v to w that ties the points i and j.

    At v and w they differ, one way and the other. ``work`` has `WORK_ROWS` rows and one for each
    column, wide enough for the product of a dot product with v; False where the result outgrows ``out``.
    """
    n, size = v.shape
    width = work.shape[1]
    _dot(limbs, i, j, v, work[0])
    _dot(limbs, i, j, w, work[1])
    # v |w.d| + w |v.d|: the dot products differ in sign.
    for c in range(n):
        row = WORK_ROWS + c
        for k in range(width):
            total = 0
            for s in range(max(0, k - size + 1), k + 1):
                total += work[0, s] * w[c, k - s] + work[1, s] * v[c, k - s]
            work[row, k] = total
        carry(work[row])
    _shorten(work, n)
    for c in range(n):
        for k in range(width):
            digit = work[WORK_ROWS + c, k]
            if k < size:
                out[c, k] = digit
            elif digit != 0:
                return False
    return True


@njit(cache=True, nogil=True)
def carry(digits):
    """Bring digits below the base in size, of either sign; False where the last one does not fit."""
    for k in range(digits.shape[0]):
        value = digits[k]
        over = abs(value) >> BASE_BITS
        if over != 0:
            if k + 1 == digits.shape[0]:
                return False
            over = over if value > 0 else -over
            digits[k] = value - (over << BASE_BITS)
            digits[k + 1] += over
    return True


@njit(cache=True, nogil=True)
def _dot(limbs, i, j, u, out):
    """Digits of the size of ``u . (X_i - X_j)``."""
    size, size_u = limbs.shape[2], u.shape[1]
    for k in range(out.shape[0]):
        total = 0
        for a in range(max(0, k - size_u + 1), min(k + 1, size)):
            for c in range(u.shape[0]):
                total += np.int64(limbs[i, c, a] - limbs[j, c, a]) * u[c, k - a]
        out[k] = total
    carry(out)
    _make_positive(out)


@njit(cache=True, nogil=True)
def _make_positive(digits):
    """Replace a number by its size, all digits positive, and return its sign."""
    length = _length(digits)
    if length == 0:
        return 0
    # Digits are smaller than the base, so the leading one decides.
    sign = 1 if digits[length - 1] > 0 else -1
    for k in range(length):
        digits[k] *= sign
    for k in range(length - 1):
        if digits[k] < 0:
            digits[k] += _BASE
            digits[k + 1] -= 1
    return sign


@njit(cache=True, nogil=True)
def _length(digits):
    length = digits.shape[0]
    while length > 0 and digits[length - 1] == 0:
        length -= 1
    return length


@njit(cache=True, nogil=True)
def _shorten(work, n):
    """Divide the vector in the last rows by the greatest common divisor of its entries."""
    signs, divisor, other = work[4], work[2], work[3]
    for k in range(divisor.shape[0]):
        divisor[k] = 0
    for c in range(n):
        row = work[WORK_ROWS + c]
        signs[c] = _make_positive(row)
        for k in range(row.shape[0]):
            other[k] = row[k]
        _gcd(divisor, other)
    twos = _strip_twos(divisor)
    for c in range(n):
        row = work[WORK_ROWS + c]
        _shift_right(row, twos)
        _divide(row, divisor)
        for k in range(row.shape[0]):
            row[k] *= signs[c]


@njit(cache=True, nogil=True)
def _gcd(a, b):
    """Replace a by the greatest common divisor of a and b, both positive or zero; b is used up."""
    if _length(b) == 0:
        return
    if _length(a) == 0:
        for k in range(a.shape[0]):
            a[k] = b[k]
        return
    twos = min(_strip_twos(a), _strip_twos(b))
    while True:
        longest = max(_length(a), _length(b))
        if longest <= 2:
            x, y = a[0] + (a[1] << BASE_BITS), b[0] + (b[1] << BASE_BITS)
            while y > 0:
                x, y = y, x % y
            a[0], a[1] = x & _MASK, x >> BASE_BITS
            break
        order = _compare(a, b, longest)
        if order == 0:
            break
        if order > 0:
            _subtract(a, b, longest)
            _strip_twos(a)
        else:
            _subtract(b, a, longest)
            _strip_twos(b)
    _shift_left(a, twos)


@njit(cache=True, nogil=True)
def _compare(a, b, length):
    for k in range(length - 1, -1, -1):
        if a[k] != b[k]:
            return 1 if a[k] > b[k] else -1
    return 0


@njit(cache=True, nogil=True)
def _subtract(a, b, length):
    """Take b from a, which is larger."""
    for k in range(length):
        a[k] -= b[k]
        if a[k] < 0:
            a[k] += _BASE
            a[k + 1] -= 1


@njit(cache=True, nogil=True)
def _strip_twos(digits):
    """Divide a positive number by the powers of two in it; return how many."""
    place = 0
    while digits[place] == 0:
        place += 1
    bits = 0
    while (digits[place] >> bits) & 1 == 0:
        bits += 1
    twos = BASE_BITS * place + bits
    _shift_right(digits, twos)
    return twos


@njit(cache=True, nogil=True)
def _shift_right(digits, shift):
    """Divide a positive number by a power of two that divides it."""
    place, bits = shift // BASE_BITS, shift % BASE_BITS
    size = digits.shape[0]
    for k in range(size):
        value = digits[k + place] if k + place < size else 0
        above = digits[k + place + 1] if k + place + 1 < size else 0
        digits[k] = ((value >> bits) | (above << (BASE_BITS - bits))) & _MASK


@njit(cache=True, nogil=True)
def _shift_left(digits, shift):
    place, bits = shift // BASE_BITS, shift % BASE_BITS
    for k in range(digits.shape[0] - 1, -1, -1):
        value = digits[k - place] if k >= place else 0
        below = digits[k - place - 1] if k > place else 0
        digits[k] = ((value << bits) | (below >> (BASE_BITS - bits))) & _MASK


@njit(cache=True, nogil=True)
def _divide(digits, divisor):
    """Divide a positive number by an odd one that divides it, from the last digit up."""
    length = _length(divisor)
    if length == 1 and divisor[0] == 1:
        return
    # Newton's iteration doubles the digits of the inverse that are right; an odd number starts with three.
    inverse = divisor[0]
    for _ in range(4):
        inverse = (inverse * (2 - ((divisor[0] * inverse) & _MASK))) & _MASK
    size = _length(digits)
    for k in range(size):
        quotient = ((digits[k] & _MASK) * inverse) & _MASK
        over = 0
        for s in range(length):
            if k + s >= size:
                break
            value = digits[k + s] - quotient * divisor[s] - over
            over = -(value >> BASE_BITS)
            if s > 0:
                digits[k + s] = value & _MASK
        if k + length < size:
            digits[k + length] -= over
        digits[k] = quotient

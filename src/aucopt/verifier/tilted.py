"""Tilted counts: a row counts at most a linear function on a box, not only at most one.

The score s of a row is linear on a box, between mid - rad and mid + rad. Where the row is right s > 0, so
that 1 + s / D is at least one; with D >= rad - mid it is nowhere negative. A sum of such functions is linear
too: it is largest in a corner of the box. Quotients are rounded upward, so their sum is a bound however
coarse they are.
"""

from collections.abc import Sequence

import numpy as np

# A point of reference is told in parts of the half widths of its box, from its middle, and lies inside.
PARTS = 8
# Bits after the binary point of a quotient, and those of its divisor.
QUOTIENT_BITS, _DIVISOR_BITS = 28, 30
_EXACT_BITS = 64


def tilt_rows(
    mid: np.ndarray,
    rad: np.ndarray,
    slopes: Sequence[np.ndarray],
    reference: Sequence[np.ndarray],
    doubt: np.ndarray,
) -> tuple[np.ndarray, list[np.ndarray]]:
    """What tilting adds to the count of each row: in the middle, and from there to the end along each axis.

    The numbers are int64 below 2^58, known within `doubt`, the slopes within 3; of each of these the true
    value may be larger or smaller. Tilted are the rows that are wrong at the reference. Results are in units
    of 2^-28; what the roundings may add is in those of the middle.
    """
    at = PARTS * mid
    for slope, part in zip(slopes, reference, strict=True):
        at = at + slope * part
    divisor = rad - mid + doubt
    tilts = (at < 0) & (divisor > 0)
    divisor = np.where(tilts, divisor, 1)
    shift = np.maximum(_bit_length(divisor) - _DIVISOR_BITS, 0)
    divisor = (divisor >> shift) + 1
    # An upward rounding of each quotient, once for the middle and once for every axis.
    off = ((doubt + 3 >> shift) + 3 << QUOTIENT_BITS) // divisor + 2
    middle = ((mid >> shift) << QUOTIENT_BITS) // divisor + off * (len(slopes) + 1)
    along = [np.where(tilts, ((slope >> shift) << QUOTIENT_BITS) // divisor, 0) for slope in slopes]
    return np.where(tilts, middle, 0), along


def _bit_length(values: np.ndarray) -> np.ndarray:
    """The number of bits of each positive int64."""
    bits = np.ones_like(values)
    rest = values.copy()
    for step in (32, 16, 8, 4, 2, 1):
        more = rest >> step > 0
        bits += more * step
        rest = np.where(more, rest >> step, rest)
    return bits


def exact_tilt(rows: Sequence[tuple[int, int, Sequence[int], int]], reference: Sequence[int]) -> int:
    """What tilting adds to the count of open rows, a whole number: it is negative where tilting helps.

    A row is its mid, its rad, its slopes and its weight, integers of any size.
    """
    middle, along = 0, [0] * len(reference)
    for mid, rad, slopes, weight in rows:
        if PARTS * mid + sum(s * part for s, part in zip(slopes, reference, strict=True)) >= 0:
            continue
        divisor = rad - mid
        middle += weight * (-(-(mid << _EXACT_BITS) // divisor) + len(slopes))
        along = [
            total + weight * ((s << _EXACT_BITS) // divisor) for total, s in zip(along, slopes, strict=True)
        ]
    return middle + sum(map(abs, along)) >> _EXACT_BITS

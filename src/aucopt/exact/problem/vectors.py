"""Directions as vectors: the shortest integers of one, and what rounding does to scores along it."""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

import numpy as np

_UNIT_ROUNDOFF = 2.0**-53


def rounding_error(c: np.ndarray, reach: np.ndarray) -> float:
    """How far differences of float scores along a direction are off at most."""
    # Images, weights, products and sums are rounded, and there is a margin.
    return (24 + 8 * len(c)) * _UNIT_ROUNDOFF * float(np.abs(c) @ reach)


def primitive_vector(parts: Sequence[Fraction] | Sequence[int]) -> tuple[int, ...]:
    """The shortest integer vector of the same direction."""
    common = lcm(*(part.denominator for part in parts))
    whole = [part.numerator * (common // part.denominator) for part in parts]
    divisor = gcd(*whole) or 1
    return tuple(v // divisor for v in whole)

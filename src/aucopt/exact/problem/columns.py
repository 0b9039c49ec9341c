"""Columns and weights as exact integers, the numbers as written; equal rows merge to points.

A column whose values all have at most 15 significant decimal digits is taken as those decimals: in binary
0.3 - 0.1 and 0.2 differ by an ulp, and an exact solver would find cells that exist only in the rounding.
Any other column is taken as the float64 values it holds, integers over a power of two.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

import numpy as np

from aucopt.kernels.integers.points import BASE_BITS, fill_limbs, split_floats

MAX_DIGITS = 15
# 10**22 is the largest power of ten that float64 holds exactly: up to there m / 10**k rounds once.
_MAX_PLACES = 22
_SAMPLE = 8
# Pair weights are summed in int64.
MAX_TOTAL = 1 << 62
ROUNDED_TOTAL = 1 << 30
# Rows that show whether a column has few values.
_FEW = 512


@dataclass(frozen=True)
class ExactColumn:
    """Values ``mantissa * 2**shift * unit``, all integers before the unit.

    ``mantissa`` is int64, or an object array of Python integers where 62 bits are not enough.
    """

    mantissa: np.ndarray
    shift: np.ndarray
    unit: Fraction
    bits: int

    def integers(self) -> list[int]:
        """The values over the unit, as Python integers."""
        return [int(m) << int(s) for m, s in zip(self.mantissa, self.shift, strict=True)]

    def from_minimum(self) -> "ExactColumn":
        """The column less its minimum, so that its bits tell its spread, not its offset."""
        if np.any(self.shift):
            scaled = np.ldexp(self.mantissa.astype(np.float64), self.shift - self.bits)
            if scaled.max() - scaled.min() > 0.25:
                return self
        elif self.mantissa.dtype != object:
            low, high = int(self.mantissa.min()), int(self.mantissa.max())
            if high - low < 1 << 62:
                return _from_int64(self.mantissa - low, self.unit)
            return self
        whole = self.integers()
        low, high = min(whole), max(whole)
        shifted = [value - low for value in whole]
        if high - low < 1 << 62:
            return _from_int64(np.array(shifted, dtype=np.int64), self.unit)
        return _from_integers(shifted, self.unit)

    def image(self) -> np.ndarray:
        """Float64 image in [-1, 1], centred: each value within two roundings of the exact one."""
        if self.mantissa.dtype == object:
            centre = (min(self.mantissa) + max(self.mantissa)) // 2
            return np.array([(value - centre) / (1 << self.bits) for value in self.mantissa])
        if np.any(self.shift):
            scaled = np.ldexp(self.mantissa.astype(np.float64), self.shift - self.bits)
            return scaled - (scaled.min() + scaled.max()) / 2
        low, high = int(self.mantissa.min()), int(self.mantissa.max())
        return np.ldexp((self.mantissa - (low + high) // 2).astype(np.float64), -self.bits)

    def fill(self, extra: int, out: np.ndarray) -> None:
        """Write the digits of the values times ``2**extra``."""
        if self.mantissa.dtype == object:
            for row, value in zip(out, self.mantissa, strict=True):
                row[:] = limbs_of(int(value) << extra, len(row))
        else:
            fill_limbs(self.mantissa, self.shift + extra, out)


def limbs_of(value: int, size: int) -> list[int]:
    """Signed digits of an integer, least significant first."""
    sign, rest, digits = (-1 if value < 0 else 1), abs(value), []
    for _ in range(size):
        digits.append(sign * (rest & ((1 << BASE_BITS) - 1)))
        rest >>= BASE_BITS
    return digits


def digits_of(vectors: Sequence[Sequence[int]]) -> np.ndarray:
    """Signed digits of integer vectors, as many for each number as the largest needs."""
    size = max(abs(v) for vector in vectors for v in vector).bit_length() // BASE_BITS + 1
    return np.array([[limbs_of(v, size) for v in vector] for vector in vectors], dtype=np.int64)


class Points(NamedTuple):
    """Distinct points: all columns as they came, and the weight of both classes.

    `exact_weight` has the true weights in units of their own, where `weight` had to be rounded; `varying` are
    the columns that the points differ in.
    """

    values: Sequence[np.ndarray]
    weight: np.ndarray
    exact_weight: np.ndarray | None
    varying: tuple[int, ...]


class ScaledPoints(NamedTuple):
    """Points by their columns: float64 images in [-1, 1], digits of exact integers, and the columns' scale.

    A weight on a raw column times its scale is the weight on the integers.
    """

    x: np.ndarray
    limbs: np.ndarray
    scale: tuple[Fraction, ...]


def exact_points(columns: Sequence[np.ndarray]) -> ScaledPoints:
    """Bring columns of finite numbers to exact integers of one size."""
    exact = [exact_column(column).from_minimum() for column in columns]
    bits = max(column.bits for column in exact)
    limbs = np.zeros((len(columns[0]), len(columns), bits // BASE_BITS + 1), dtype=np.int32)
    for k, column in enumerate(exact):
        column.fill(bits - column.bits, limbs[:, k])
    x = np.column_stack([column.image() for column in exact])
    return ScaledPoints(x, limbs, tuple(column.unit / (1 << (bits - column.bits)) for column in exact))


def exact_column(values: np.ndarray) -> ExactColumn:
    """Read a column of finite numbers exactly: as decimals where they are decimals."""
    if values.dtype.kind in "bui":
        if values.dtype == np.uint64 and values.max() >= 1 << 62:
            return _from_integers([int(v) for v in values], Fraction(1))
        return _from_int64(values.astype(np.int64), Fraction(1))
    values = values.astype(np.float64)
    decimals = _as_decimals(values)
    return _as_dyadics(values) if decimals is None else decimals


def _from_int64(mantissa: np.ndarray, unit: Fraction) -> ExactColumn:
    bits = max(abs(int(mantissa.min())), abs(int(mantissa.max()))).bit_length()
    if bits > 62:
        return _from_integers([int(v) for v in mantissa], unit)
    return ExactColumn(mantissa, np.zeros(len(mantissa), dtype=np.int64), unit, max(bits, 1))


def _from_integers(values: list[int], unit: Fraction) -> ExactColumn:
    bits = max(abs(value) for value in values).bit_length()
    mantissa = np.array(values, dtype=np.int64 if bits <= 62 else object)
    return ExactColumn(mantissa, np.zeros(len(values), dtype=np.int64), unit, max(bits, 1))


def _places(value: float) -> int | None:
    """Decimal places of the shortest decimal of a float, or None if it has too many digits."""
    _, digits, exponent = Decimal(repr(float(value))).normalize().as_tuple()
    return None if len(digits) > MAX_DIGITS else -int(exponent)


def _as_decimals(values: np.ndarray) -> ExactColumn | None:
    # One tells of most computed columns that they are no decimals.
    first = _places(values[0])
    if first is None:
        return None
    places = max(first, 0)
    while True:
        if places > _MAX_PLACES:
            return _as_wide_decimals(values)
        with np.errstate(over="ignore"):
            scaled = np.rint(values * 10.0**places)
        if np.any(np.abs(scaled) >= 10.0**MAX_DIGITS):
            return _as_wide_decimals(values)
        missed = scaled / 10.0**places != values
        if not np.any(missed):
            return _from_int64(scaled.astype(np.int64), Fraction(1, 10**places))
        pending = values[missed]
        for value in pending[:: max(1, len(pending) // _SAMPLE)]:
            k = _places(value)
            if k is None:
                return None
            places = max(places, k)


def _as_wide_decimals(values: np.ndarray) -> ExactColumn | None:
    """Decimals whose common scale exceeds float64: 1e-30 beside 1, or all around 1e150."""
    places: list[int] = []
    for value in np.unique(values):
        k = _places(value)
        if k is None:
            return None
        places.append(k)
    scale = max(places)
    unit = Fraction(10) ** -scale
    return _from_integers([int(Decimal(repr(float(v))).scaleb(scale)) for v in values], unit)


def _as_dyadics(values: np.ndarray) -> ExactColumn:
    mantissa, shift = np.empty((2, len(values)), dtype=np.int64)
    lowest, highest = split_floats(values, mantissa, shift)
    bits, unit = highest - lowest, Fraction(2) ** lowest
    if bits <= 62:
        return _from_int64(mantissa << shift, unit)
    return ExactColumn(mantissa, shift, unit, bits)


def varying(values: Sequence[np.ndarray], columns: Sequence[int]) -> list[int]:
    """Those of the columns that are not constant; the first if all are."""
    return [j for j in columns if values[j].min() != values[j].max()] or [columns[0]]


def merge_points(columns: Sequence[np.ndarray], positive: np.ndarray, weights: np.ndarray | None) -> Points:
    """Equal rows become one point, and their weights add."""
    kept = varying(columns, range(len(columns)))
    order, heads = merge_rows([columns[j] for j in kept])
    merged = merge_weights(positive[order], None if weights is None else weights[order], heads)
    picked = order[heads]
    return Points([column[picked] for column in columns], *merged, tuple(kept))


def restrict_points(points: Points, columns: Sequence[int]) -> Points:
    """Points that differ in other columns alone become one."""
    kept = varying(points.values, columns)
    order, heads = merge_rows([points.values[j] for j in kept])
    exact = None if points.exact_weight is None else np.add.reduceat(points.exact_weight[order], heads)
    values = [column[order[heads]] for column in points.values]
    return Points(values, np.add.reduceat(points.weight[order], heads), exact, tuple(kept))


def merge_rows(columns: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Rows in lexicographic order, and where in it a new point begins."""
    first = columns[0]
    some = np.sort(first[:_FEW])
    if np.count_nonzero(some[1:] == some[:-1]) >= len(some) // 2:
        order = np.lexsort(columns[::-1])
        rises = _rises(first[order])
    else:
        order = np.argsort(first, kind="stable")
        rises = _rises(first[order])
        tied = np.flatnonzero(~(rises & np.append(rises[1:], True)))
        if len(tied) and len(columns) > 1:
            # Few rows tie in the first column: only these need the others.
            those = order[tied]
            order[tied] = those[np.lexsort([*(c[those] for c in columns[:0:-1]), np.cumsum(rises)[tied]])]
    if not rises.all():
        for column in columns[1:]:
            rises |= _rises(column[order])
    return order, np.flatnonzero(rises)


def _rises(ordered: np.ndarray) -> np.ndarray:
    rises = np.ones(len(ordered), dtype=bool)
    rises[1:] = ordered[1:] != ordered[:-1]
    return rises


def merge_weights(
    positive: np.ndarray, weights: np.ndarray | None, heads: np.ndarray
) -> tuple[np.ndarray, np.ndarray | None]:
    """Sum the weights of both classes over equal points; rounded ones come with their exact selves."""
    rows = exact_weights(positive, weights)
    merged = rows if len(heads) == len(rows) else np.add.reduceat(rows, heads)
    # Of the rows, not of the points: with fewer columns fewer points must count in the same unit.
    return fit_weights(merged, rows.ravel() if rows.dtype == object else 1)


def exact_weights(positive: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """Integer weights of both classes at each row: int64, or Python's where sums may outgrow 31 bits."""
    if weights is None:
        both = np.empty((len(positive), 2), dtype=np.int64)
        both[:, 0], both[:, 1] = positive, ~positive
        return both
    column = exact_column(weights)
    values = column.mantissa
    if column.bits + len(weights).bit_length() > 31 or np.any(column.shift):
        values = np.array(column.integers(), dtype=object)
    return np.column_stack([values * positive, values * ~positive])


def fit_weights(merged: np.ndarray, values: Any) -> tuple[np.ndarray, np.ndarray | None]:
    """Whole weights as int64, divided by what all `values` share or rounded if their pairs need it."""

    def is_small() -> bool:
        return int(merged[:, 0].sum()) * int(merged[:, 1].sum()) < MAX_TOTAL

    if not is_small():
        merged = merged.astype(object) // int(np.gcd.reduce(np.atleast_1d(values)))
    if is_small():
        return merged.astype(np.int64, copy=False), None
    # Each class is rounded on a scale of its own: the ranking of directions does not mind.
    rounded = np.column_stack([_round_to(merged[:, k], ROUNDED_TOTAL) for k in (0, 1)])
    return rounded, merged


def _round_to(values: np.ndarray, total: int) -> np.ndarray:
    whole = sum(values)
    return np.array([(2 * v * total + whole) // (2 * whole) for v in values], dtype=np.int64)


def primitive_vector(parts: Sequence[Fraction] | Sequence[int]) -> tuple[int, ...]:
    """The shortest integer vector of the same direction."""
    common = lcm(*(part.denominator for part in parts))
    whole = [part.numerator * (common // part.denominator) for part in parts]
    divisor = gcd(*whole) or 1
    return tuple(v // divisor for v in whole)


def primitive_vectors(vectors: Iterable[Sequence[Fraction]]) -> list[tuple[int, ...]]:
    """The shortest integer vector of each."""
    return [primitive_vector(parts) for parts in vectors]

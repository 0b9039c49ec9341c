"""The data as Python integers, read from whatever table people bring: the verifier's own eyes.

Numbers as written: a column of integers is what it is; a column of floats that all have at most 15
significant decimal digits stands for those decimals; any other for the binary fractions it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import gcd, isfinite
from operator import index
from typing import Any

Number = int | float

_MAX_DIGITS = 15
# Doubles hold every integer up to here.
EXACT = 1 << 53


@dataclass(frozen=True)
class Numbers:
    """The rows that have weight, as Python numbers: each column holds integers or floats."""

    columns: list[list[Number]]
    positive: list[bool]
    weights: list[Number]

    @cached_property
    def whole(self) -> list[int]:
        """The weights as integers in the same ratios, without a common factor."""
        whole = [w for w in self.weights if isinstance(w, int)]
        if len(whole) < len(self.weights):
            whole = over_one(_as_written(self.weights))
        divisor = gcd(*whole)
        return [v // divisor for v in whole]


@dataclass(frozen=True)
class ExactData:
    """The same rows, exactly.

    Attributes
    ----------
    columns : list of list of Fraction
        Their values as written.
    positive, negative : list of int
        The weight of each row in its own class, 0 in the other; integers without a common factor.
    """

    columns: list[list[Fraction]]
    positive: list[int]
    negative: list[int]


def exact_data(numbers: Numbers) -> ExactData:
    """Take the numbers as written."""
    sides = list(zip(numbers.whole, numbers.positive, strict=True))
    return ExactData(
        columns=[_as_written(column) for column in numbers.columns],
        positive=[w * side for w, side in sides],
        negative=[w * (not side) for w, side in sides],
    )


def read_numbers(X: Any, y: Any, sample_weight: Any = None) -> Numbers:
    """Read a table, labels and weights, ones if None; the larger of two labels is the positive one."""
    columns = _read_columns(X)
    labels = _as_list(y)
    n_rows = len(labels)
    if not columns or any(len(column) != n_rows for column in columns):
        raise ValueError(f"X must have columns of {n_rows} rows, as y has.")
    classes = sorted(set(labels))
    if len(classes) != 2:
        raise ValueError(f"y must have two classes; it has {len(classes)}.")
    weights: list[Number] = [1] * n_rows if sample_weight is None else _as_numbers(_as_list(sample_weight))
    if len(weights) != n_rows or min(weights) < 0:
        raise ValueError(f"sample_weight must be {n_rows} numbers, none of them negative.")
    positive = [label == classes[1] for label in labels]
    if not all(weights):
        columns = [list(compress(column, weights)) for column in columns]
        positive, weights = list(compress(positive, weights)), list(filter(None, weights))
    if len(set(positive)) != 2:
        raise ValueError("All rows of one class have weight 0.")
    return Numbers(columns, positive, weights)


def _read_columns(X: Any) -> list[list[Number]]:
    if hasattr(X, "toarray"):
        X = X.toarray()
    if hasattr(X, "columns") and hasattr(X, "shape"):
        # Frames hold a type for each column: pandas has iloc, polars indexes tuples.
        picked = [X.iloc[:, j] if hasattr(X, "iloc") else X[:, j] for j in range(X.shape[1])]
        return [_as_numbers(_as_list(column)) for column in picked]
    if hasattr(X, "tolist"):
        return [_as_numbers(column) for column in X.T.tolist()]
    columns = [_as_numbers(list(column)) for column in zip(*X, strict=True)]
    if any(isinstance(column[0], float) for column in columns):
        # A list of rows is one matrix: a single float makes all of it floats.
        return [[float(v) for v in column] for column in columns]
    return columns


def _as_list(column: Any) -> list[Any]:
    for name in ("tolist", "to_list"):
        if hasattr(column, name):
            column = getattr(column, name)()
            break
    return [v[0] if isinstance(v, list) and len(v) == 1 else v for v in column]


def _as_numbers(values: list[Any]) -> list[Number]:
    """Python integers if all are integers, else floats, all finite."""
    try:
        return [index(v) for v in values]
    except TypeError:
        floats = [float(v) for v in values]
    if not all(map(isfinite, floats)):
        raise ValueError("The data have NaN or infinite values.")
    return floats


def _as_written(values: list[Number]) -> list[Fraction]:
    if all(isinstance(v, int) for v in values):
        return [Fraction(v) for v in values]
    decimals = [Decimal(repr(v)).normalize() for v in values]
    if all(len(v.as_tuple().digits) <= _MAX_DIGITS for v in decimals):
        return [Fraction(v) for v in decimals]
    return [Fraction(v) for v in values]


def over_one(values: Sequence[Fraction]) -> list[int]:
    """The numerators over the least common denominator."""
    common = 1
    for v in set(v.denominator for v in values):
        common = common * v // gcd(common, v)
    return [v.numerator * (common // v.denominator) for v in values]

"""The data as Python integers, read from whatever table people bring: the verifier's own eyes.

Numbers as written: a column of integers is what it is; a column of floats that all have at most 15
significant decimal digits stands for those decimals; any other for the binary fractions it holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import gcd, isfinite, lcm
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
            whole, _ = _as_written(self.weights)
        divisor = gcd(*whole)
        return [v // divisor for v in whole]


@dataclass(frozen=True)
class ExactData:
    """The same rows, exactly.

    Attributes
    ----------
    columns : list of list of int
        Their values as written, in units of each column.
    units : list of Fraction
        One over the least common denominator of the values of each column.
    positive, negative : list of int
        The weight of each row in its own class, 0 in the other; integers without a common factor.
    """

    columns: list[list[int]]
    units: list[Fraction]
    positive: list[int]
    negative: list[int]

    def combine(self, weights: Mapping[int, Fraction]) -> list[list[int]]:
        """These columns, each times its weight, as integers in one unit."""
        factors = {j: w * self.units[j] for j, w in weights.items()}
        common = lcm(*(factor.denominator for factor in factors.values()))
        whole = {j: factor.numerator * (common // factor.denominator) for j, factor in factors.items()}
        return [[times * v for v in self.columns[j]] for j, times in whole.items()]


def exact_data(numbers: Numbers) -> ExactData:
    """Take the numbers as written."""
    sides = list(zip(numbers.whole, numbers.positive, strict=True))
    read = [_as_written(column) for column in numbers.columns]
    return ExactData(
        columns=[values for values, _ in read],
        units=[Fraction(1, common) for _, common in read],
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


def _as_written(values: list[Number]) -> tuple[list[int], int]:
    """The numbers that are meant: their numerators over the least common denominator, and this."""
    if all(isinstance(v, int) for v in values):
        return [int(v) for v in values], 1
    ratios = [v.as_integer_ratio() for v in _decimals(values) or values]
    common = lcm(*{below for _, below in ratios})
    return [above * (common // below) for above, below in ratios], common


def _decimals(values: list[Number]) -> list[Decimal] | None:
    """The decimals that are written, if all are short."""
    decimals = []
    for v in values:
        decimal = Decimal(repr(v))
        if len(decimal.normalize().as_tuple().digits) > _MAX_DIGITS:
            return None
        decimals.append(decimal)
    return decimals

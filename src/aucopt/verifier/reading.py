"""The data as Python integers, read from whatever table people bring: the verifier's own eyes.

Numbers as written: a column of integers is what it is; a column of floats that all have at most 15
significant decimal digits stands for those decimals; any other for the binary fractions it holds.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from itertools import compress
from math import gcd, isfinite
from operator import index
from sys import byteorder
from typing import Any

Number = int | float

_MAX_DIGITS = 15
# Doubles hold every integer up to here.
_EXACT = 1 << 53


@dataclass(frozen=True)
class Data:
    """The rows that have weight, exactly.

    Attributes
    ----------
    columns : list of list of Fraction
        Their values as written.
    positive, negative : list of int
        The weight of each row in its own class, 0 in the other; integers without a common factor.
    digest : str
        SHA-256 of the numbers, see `digest_of`.
    """

    columns: list[list[Fraction]]
    positive: list[int]
    negative: list[int]
    digest: str


def read_data(X: Any, y: Any, sample_weight: Any = None) -> Data:
    """Read a table, labels and weights; the larger of two labels is the positive one."""
    columns, positive, weights = read_numbers(X, y, sample_weight)
    whole = whole_weights(weights)
    return Data(
        columns=[_as_written(column) for column in columns],
        positive=[w * side for w, side in zip(whole, positive, strict=True)],
        negative=[w * (not side) for w, side in zip(whole, positive, strict=True)],
        digest=digest_of(columns, positive, weights),
    )


def read_numbers(X: Any, y: Any, sample_weight: Any) -> tuple[list[list[Number]], list[bool], list[Number]]:
    """Columns of Python numbers, which rows are positive, and weights, ones if None; of rows with weight."""
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
    return columns, positive, weights


def digest_of(columns: Sequence[list[Number]], positive: Sequence[bool], weights: list[Number]) -> str:
    """SHA-256 of columns and weights as doubles, lowest byte first, or as text where they are too long.

    Then a byte for each row, 1 if it is positive. The order of the rows matters; 2 and 2.0 are the same.
    """
    state = sha256()
    for column in (*columns, weights):
        if isinstance(column[0], int) and max(map(abs, column)) > _EXACT:
            state.update(repr(column).encode())
            continue
        doubles = array("d", column)
        if byteorder == "big":
            doubles.byteswap()
        state.update(doubles.tobytes())
    state.update(bytes(positive))
    return state.hexdigest()


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


def whole_weights(weights: list[Number]) -> list[int]:
    """Weights as integers in the same ratios, without a common factor."""
    whole = over_one(_as_written(weights))
    divisor = gcd(*whole)
    return [v // divisor for v in whole]

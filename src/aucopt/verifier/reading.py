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
    """The rows that have weight, as Python numbers: each column holds integers or floats.

    `positive` is about two classes. `outcome` has the ranks of the labels, of the outcome or of the times,
    `events` says where the event of a time happened, and `strata` has a number for the stratum of each row.
    """

    columns: list[list[Number]]
    positive: list[bool]
    weights: list[Number]
    ranks: list[int] | None = None
    events: list[int] | None = None
    strata: list[int] | None = None

    @property
    def outcome(self) -> list[int]:
        """The ranks of the outcome."""
        return list(map(int, self.positive)) if self.ranks is None else self.ranks

    @property
    def n_strata(self) -> int:
        """How many strata there are."""
        return 1 if self.strata is None else len(set(self.strata))

    @cached_property
    def whole(self) -> list[int]:
        """The weights as integers in the same ratios, without a common factor."""
        whole, _ = _as_written(self.weights)
        divisor = gcd(*whole)
        return whole if divisor == 1 else [v // divisor for v in whole]


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
    strata : list of int, or None
        The number of the stratum of each row, if only rows of one stratum are compared.
    """

    columns: list[list[int]]
    units: list[Fraction]
    positive: list[int]
    negative: list[int]
    strata: list[int] | None = None

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


def read_numbers(
    X: Any, y: Any, sample_weight: Any = None, strata: Any = None, outcome: str = "classes"
) -> Numbers:
    """Read a table, its outcome, weights (ones if None) and strata.

    Of two classes the larger label is the positive one.
    """
    columns = _read_columns(X)
    labels: list[Any]
    events: list[Any] | None = None
    if outcome == "censored":
        events, labels = _read_times(y)
    else:
        labels = _as_list(y)
        if outcome == "ordered":
            labels = _as_numbers(labels)
    n_rows = len(labels)
    if not columns or any(len(column) != n_rows for column in columns):
        raise ValueError(f"X must have columns of {n_rows} rows, as y has.")
    if outcome == "classes" and len(set(labels)) != 2:
        raise ValueError(f"y must have two classes; it has {len(set(labels))}.")
    weights: list[Number] = [1] * n_rows if sample_weight is None else _as_numbers(_as_list(sample_weight))
    if len(weights) != n_rows or min(weights) < 0:
        raise ValueError(f"sample_weight must be {n_rows} numbers, none of them negative.")
    groups: list[Any] | None = None if strata is None else _as_list(strata)
    if groups is not None and len(groups) != n_rows:
        raise ValueError(f"strata must be {n_rows} labels.")
    if not all(weights):
        columns = [list(compress(column, weights)) for column in columns]
        labels = list(compress(labels, weights))
        events = None if events is None else list(compress(events, weights))
        groups = None if groups is None else list(compress(groups, weights))
        weights = list(filter(None, weights))
    found = sorted(set(labels))
    if outcome == "classes" and len(found) != 2:
        raise ValueError("All rows of one class have weight 0.")
    rank = {label: k for k, label in enumerate(found)}
    ranks = [rank[label] for label in labels]
    number: dict[Any, int] = {}
    numbered = None if groups is None else [number.setdefault(group, len(number)) for group in groups]
    return Numbers(columns, [r == 1 for r in ranks], weights, ranks, events, numbered)


def _read_times(y: Any) -> tuple[list[int], list[Number]]:
    """Events, one or zero, and times."""
    names = getattr(getattr(y, "dtype", None), "names", None)
    first, second = (y[name].tolist() for name in names) if names else _read_columns(y)
    events, times = _as_numbers(list(first)), _as_numbers(list(second))
    if not set(events) <= {0, 1} or min(times) < 0:
        raise ValueError("y must have an event, 0 or 1, and a time of at least zero for each row.")
    return [int(event) for event in events], times


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
    if list not in set(map(type, column)):
        return list(column)
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
    if set(map(type, values)) <= {int, bool}:
        return list(map(int, values)), 1
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

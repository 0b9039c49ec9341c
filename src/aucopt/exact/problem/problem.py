"""The problem as solvers see it: distinct exact points, each with the weight of both classes.

The one place that knows columns, labels, weights, coincident points and rank. Columns are read as exact
integers, brought to one size by powers of two, and constant or dependent ones are set aside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

import numpy as np

from aucopt.exact.problem.numbers import exact_column, limbs_of
from aucopt.exact.problem.rank import Relation, split_columns
from aucopt.exact.problem.table import read_columns
from aucopt.inputs import check_weights, encode_labels
from aucopt.kernels.integers.points import BASE_BITS
from aucopt.kernels.plane.order import Axis

# Pair weights are summed in int64.
MAX_TOTAL = 1 << 62
ROUNDED_TOTAL = 1 << 30
_UNIT_ROUNDOFF = 2.0**-53


@dataclass(frozen=True)
class Problem:
    """Distinct points with pair weights, exact and as floats.

    Attributes
    ----------
    x : (m, d) float64
        Images of the points, within [-1, 1], centred.
    limbs : (m, d, size) int32
        The points as exact fixed-point integers, for signs only.
    weight : (m, 2) int64
        Weight of the positives and of the negatives at each point.
    scale : tuple of Fraction
        Raw weight times scale = weight of the fixed-point column.
    columns : tuple of int
        The columns kept; the others are constant or combinations of kept ones.
    relations : dict of int to tuple of Fraction
        What each dependent column is made of: its raw values are the kept ones times these, plus a constant.
    exact_weight : list of (int, int) or None
        The true weights in units of their own, where `weight` had to be rounded.
    """

    x: np.ndarray
    limbs: np.ndarray
    weight: np.ndarray
    scale: tuple[Fraction, ...]
    columns: tuple[int, ...]
    relations: dict[int, Relation]
    exact_weight: list[tuple[int, int]] | None
    n_features: int
    feature_names: tuple[str, ...]
    classes: np.ndarray

    @property
    def n_points(self) -> int:
        """Number of distinct points."""
        return len(self.weight)

    @cached_property
    def total(self) -> int:
        """N, the weight of all pairs."""
        return int(self.weight[:, 0].sum()) * int(self.weight[:, 1].sum())

    @cached_property
    def coincident(self) -> int:
        """T0, the weight of the pairs that every direction ties."""
        return int((self.weight[:, 0] * self.weight[:, 1]).sum())

    @cached_property
    def counts_one(self) -> bool:
        """Whether every point is one positive or one negative."""
        return bool((self.weight.sum(axis=1) == 1).all())

    @cached_property
    def n_point_pairs(self) -> int:
        """Number of pairs of a point with positives and a point with negatives."""
        return int(np.count_nonzero(self.weight[:, 0])) * int(np.count_nonzero(self.weight[:, 1]))

    @cached_property
    def pair_unit(self) -> int:
        """Mean weight of a pair of points, at least 1: what a count of swaps is worth in right pairs."""
        return max(self.total // self.n_point_pairs, 1)

    @cached_property
    def reach(self) -> np.ndarray:
        """Largest absolute image of each column."""
        return np.abs(self.x).max(axis=0)

    @cached_property
    def within_factor(self) -> np.ndarray:
        """Cholesky factor of the within-class covariance of the images: angles are measured by it."""
        # A class of one point, or points on a line, has no spread: lean on the range of the columns.
        within = 1e-12 * np.diag(self.reach**2)
        for weight in (self.weight / self.weight.sum(axis=0)).T:
            centred = self.x - weight @ self.x
            within += weight * centred.T @ centred
        return np.linalg.cholesky(within)

    @property
    def nominal(self) -> int:
        """What `total` would be had the weights not been rounded."""
        return self.total if self.exact_weight is None else ROUNDED_TOTAL**2

    @property
    def rounding(self) -> int:
        """How far rounding the weights can move 2R + T, of all `nominal` pairs."""
        if self.exact_weight is None:
            return 0
        # Each point's weights are off by at most one half: sums over its pairs, and over all pairs.
        return 2 * ROUNDED_TOTAL * self.n_points + self.n_points**2

    def integers(self) -> list[tuple[int, ...]]:
        """The points as tuples of Python integers, on the scale of the limbs."""
        digits = self.limbs.astype(object)
        powers = [1 << (BASE_BITS * k) for k in range(self.limbs.shape[2])]
        return [tuple(int(v) for v in row) for row in digits @ powers]

    def axis(self, direction: Sequence[int], side: int = 1) -> Axis:
        """Digits and float image of an integer direction, ties broken by a turn to ``side``."""
        x, y = (int(v) for v in direction)
        size = max(abs(x), abs(y)).bit_length()
        n_limbs = size // BASE_BITS + 1
        pairs = ((x, y), (-y * side, x * side))
        exact = np.array([[limbs_of(v, n_limbs) for v in pair] for pair in pairs], dtype=np.int64)
        c = np.array([x / (1 << size), y / (1 << size)])
        # Two images, their weights, products and sums: eight roundings a score at most, and a margin.
        return Axis(c, 32.0 * _UNIT_ROUNDOFF * float(np.abs(c) @ self.reach), exact)

    def direction_of(self, coef: Sequence[float] | np.ndarray) -> tuple[int, ...]:
        """The integer direction of weights on the raw columns, floats or integers, exactly."""
        parts = [Fraction(coef[j]) for j in self.columns]
        for j, relation in self.relations.items():
            parts = [w + Fraction(coef[j]) * c for w, c in zip(parts, relation, strict=True)]
        return primitive_vector([w * s for w, s in zip(parts, self.scale, strict=True)])

    def towards(self, w: np.ndarray) -> tuple[int, ...]:
        """The integer direction of float weights on the images."""
        return primitive_vector([Fraction(float(v)) for v in w])

    def rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Images, a row for each class at a point; which are positive; weights, unless all are one."""
        sides = [np.flatnonzero(self.weight[:, k] > 0) for k in (0, 1)]
        row = np.concatenate(sides)
        positive = np.arange(len(row)) < len(sides[0])
        weight = np.where(positive, self.weight[row, 0], self.weight[row, 1])
        return self.x[row], positive, None if (weight == 1).all() else weight

    def coef_of(self, direction: Sequence[int]) -> tuple[Fraction, ...]:
        """Exact weights on all raw columns of an integer direction."""
        coef = [Fraction(0)] * self.n_features
        for j, s, v in zip(self.columns, self.scale, direction, strict=True):
            coef[j] = v / s
        return tuple(coef)


def primitive_vector(parts: Sequence[Fraction]) -> tuple[int, ...]:
    """The shortest integer vector of the same direction."""
    common = lcm(*(part.denominator for part in parts))
    whole = [part.numerator * (common // part.denominator) for part in parts]
    divisor = gcd(*whole) or 1
    return tuple(v // divisor for v in whole)


def build_problem(
    X: Any, y: Any, sample_weight: Any = None, *, only: Sequence[int] | None = None, reduce: bool = True
) -> Problem:
    """Check the data and bring them to exact, merged, scaled form.

    `only` some columns if given; columns that depend on others are set aside if the rank is to `reduce`.
    """
    columns, names = read_columns(X)
    positive, classes = encode_labels(y)
    n_rows = len(positive)
    if len(columns[0]) != n_rows:
        raise ValueError(f"X has {len(columns[0])} rows, y has {n_rows}.")
    weights = check_weights(sample_weight, n_rows)
    if weights is not None and not weights.all():
        used = weights > 0
        columns = [column[used] for column in columns]
        positive, weights = positive[used], weights[used]
        if positive.all() or not positive.any():
            label = classes.tolist()[0 if positive.any() else 1]
            raise ValueError(f"All rows of class {label!r} have weight 0: an AUC needs both classes.")
    kept = [j for j in only or range(len(columns)) if columns[j].min() != columns[j].max()]
    kept = kept or [only[0] if only else 0]
    order = np.lexsort([columns[j] for j in reversed(kept)])
    first = np.zeros(len(order), dtype=bool)
    first[0] = True
    for j in kept:
        ordered = columns[j][order]
        first[1:] |= ordered[1:] != ordered[:-1]
    heads = np.flatnonzero(first)
    weight, exact_weight = _merge_weights(positive[order], None if weights is None else weights[order], heads)

    exact = [exact_column(columns[j][order[heads]]).from_minimum() for j in kept]
    bits = max(column.bits for column in exact)
    limbs = np.zeros((len(heads), len(kept), bits // BASE_BITS + 1), dtype=np.int32)
    for k, column in enumerate(exact):
        column.fill(bits - column.bits, limbs[:, k])
    x = np.column_stack([column.image() for column in exact])
    scale = tuple(column.unit / (1 << (bits - column.bits)) for column in exact)
    relations: dict[int, Relation] = {}
    if reduce and len(heads) > 1:
        independent, found = split_columns(limbs)
        if found:
            relations = {
                kept[j]: tuple(c * scale[j] / scale[k] for c, k in zip(relation, independent, strict=True))
                for j, relation in found.items()
            }
            x, limbs = x[:, independent].copy(), limbs[:, independent].copy()
            kept, scale = [kept[k] for k in independent], tuple(scale[k] for k in independent)
    return Problem(
        x=x,
        limbs=limbs,
        weight=weight,
        scale=scale,
        columns=tuple(kept),
        relations=relations,
        exact_weight=exact_weight,
        n_features=len(columns),
        feature_names=names,
        classes=classes,
    )


def _merge_weights(
    positive: np.ndarray, weights: np.ndarray | None, heads: np.ndarray
) -> tuple[np.ndarray, list[tuple[int, int]] | None]:
    """Sum the weights of both classes over equal points; rounded ones come with their exact selves."""
    if weights is None:
        both = np.column_stack([positive, ~positive]).astype(np.int64)
        return np.add.reduceat(both, heads), None
    column = exact_column(weights)
    values = column.mantissa
    if column.bits + len(weights).bit_length() > 31 or np.any(column.shift):
        values = np.array(column.integers(), dtype=object)
    merged = np.add.reduceat(np.column_stack([values * positive, values * ~positive]), heads)
    if int(merged[:, 0].sum()) * int(merged[:, 1].sum()) >= MAX_TOTAL:
        # Of the rows, not of the points: with fewer columns fewer points must count in the same unit.
        merged //= gcd(*values.tolist())
    if int(merged[:, 0].sum()) * int(merged[:, 1].sum()) < MAX_TOTAL:
        return merged.astype(np.int64), None
    # Each class is rounded on a scale of its own: the ranking of directions does not mind.
    rounded = np.column_stack([_round_to(merged[:, k], ROUNDED_TOTAL) for k in (0, 1)])
    return rounded, [(int(a), int(b)) for a, b in merged]


def _round_to(values: np.ndarray, total: int) -> np.ndarray:
    whole = sum(values)
    return np.array([(2 * v * total + whole) // (2 * whole) for v in values], dtype=np.int64)

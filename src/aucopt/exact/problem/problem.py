"""The problem as solvers see it: distinct exact points, each with the weight of both classes.

The one place that knows columns, labels, weights, coincident points and rank. Rows are read once; the points
they make, their exact integers and their rank are worked out when somebody first asks for them.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from aucopt.exact.problem.columns import (
    ROUNDED_TOTAL,
    Points,
    ScaledPoints,
    digits_of,
    exact_points,
    fit_weights,
    merge_points,
    primitive_vector,
    primitive_vectors,
    restrict_points,
)
from aucopt.exact.problem.rank import Relation, split_columns
from aucopt.exact.problem.rows import RawRows, drop_weightless, read_sparse
from aucopt.inputs import check_weights, encode_labels, is_sparse, read_columns
from aucopt.kernels.integers.points import BASE_BITS, order_along

_UNIT_ROUNDOFF = 2.0**-53
# Rows per column that usually show full rank; a singular value far beyond the rounding of their images.
_RANK_ROWS, _FULL_RANK = 16, 1e-6


class Problem:
    """Distinct points with pair weights, exact and as floats.

    Attributes
    ----------
    raw : RawRows or None
        The rows as they came; None for a problem with other weights than theirs.
    values : list of arrays
        All columns at the points, as they came.
    weight : (m, 2) int64 array
        Weight of the positives and of the negatives at each point.
    exact_weight : (m, 2) array of Python integers, or None
        The true weights in units of their own, where `weight` had to be rounded.
    columns : tuple of int
        The columns of `x` and `limbs`; the others are constant, set aside or left out.
    relations : dict of int to tuple of Fraction
        What each column set aside is made of: its raw values are the kept ones times these, plus a constant.
    x : (m, d) float64 array
        Images of the points, within [-1, 1], centred.
    limbs : (m, d, size) int32 array
        The points as exact fixed-point integers, for signs only.
    scale : tuple of Fraction
        Raw weight times scale = weight of the fixed-point column.
    """

    def __init__(
        self,
        raw: RawRows | None,
        feature_names: tuple[str, ...],
        classes: np.ndarray,
        *,
        points: Points | None = None,
        columns: Sequence[int] | None = None,
        relations: dict[int, Relation] | None = None,
        exact: ScaledPoints | None = None,
    ) -> None:
        self.raw = raw
        self.feature_names = feature_names
        self.classes = classes
        self.n_features = len(feature_names)
        self.relations = relations or {}
        # What is given need not be worked out.
        if points is not None:
            self._points = points
        if columns is not None:
            self.columns = tuple(columns)
        if exact is not None:
            self._exact = exact

    @classmethod
    def read(cls, X: Any, y: Any, sample_weight: Any = None) -> "Problem":
        """Check a table, its labels and its weights; rows of weight zero are left out."""
        sparse, columns, names = read_sparse(X) if is_sparse(X) else (None, *read_columns(X))
        positive, classes = encode_labels(y)
        n_rows = len(columns[0])
        if n_rows != len(positive):
            raise ValueError(f"X has {n_rows} rows, y has {len(positive)}.")
        weight = None if sample_weight is None else check_weights(sample_weight, n_rows)
        raw = RawRows(columns, sparse, positive, weight)
        if weight is not None and not weight.all():
            raw = drop_weightless(raw, classes)
        return cls(raw, names, classes)

    def _with(self, raw: RawRows | None = None, **parts: Any) -> "Problem":
        return Problem(raw, self.feature_names, self.classes, **parts)

    def restrict(self, columns: Sequence[int]) -> "Problem":
        """The problem of some columns only; points that differ in others alone become one."""
        return self._with(points=restrict_points(self._points, columns))

    def independent(self) -> "Problem":
        """The same problem with columns that are combinations of others set aside, exactly."""
        if self.relations or self.n_points == 1 or len(self.columns) == 1 or self._has_full_rank():
            return self
        independent, relations = split_columns(self.limbs, self.scale, self.blocks)
        if not relations:
            return self
        x, limbs = self.x[:, independent].copy(), self.limbs[:, independent].copy()
        return self._with(
            self.raw,
            points=self._points,
            columns=[self.columns[k] for k in independent],
            relations={self.columns[j]: relation for j, relation in relations.items()},
            exact=ScaledPoints(x, limbs, tuple(self.scale[k] for k in independent)),
        )

    def _has_full_rank(self) -> bool:
        """Whether some rows show beyond any rounding that no column is a combination of others."""
        step = max(1, self.n_points // (_RANK_ROWS * len(self.columns)))
        some = self.x[::step]
        lengths = np.linalg.svd(some - some[0], compute_uv=False)
        return len(some) > len(self.columns) and bool(lengths[-1] > _FULL_RANK)

    def of_kept_columns(self) -> "Problem":
        """The same problem as if the columns kept were all there are."""
        columns = tuple(range(len(self.columns)))
        values = [self.values[j] for j in self.columns]
        return Problem(
            None,
            tuple(self.feature_names[j] for j in self.columns),
            self.classes,
            points=Points(values, self.weight, self.exact_weight, columns),
            exact=self._exact,
        )

    def reweighted(self, weight: np.ndarray) -> "Problem":
        """The same points with other whole weights; those without weight are left out."""
        used = weight.any(axis=1)
        points = Points([v[used] for v in self.values], *fit_weights(weight[used], 1), self.columns)
        exact = ScaledPoints(self.x[used], self.limbs[used], self.scale)
        return self._with(points=points, columns=self.columns, relations=self.relations, exact=exact)

    def exchanged(self) -> "Problem":
        """The same problem with the classes exchanged."""
        raw = None if self.raw is None else self.raw._replace(positive=~self.raw.positive)
        if raw is not None and "_points" not in vars(self):
            return self._with(raw)
        exact_weight = None if self.exact_weight is None else self.exact_weight[:, ::-1]
        weight = np.ascontiguousarray(self.weight[:, ::-1])
        points = self._points._replace(weight=weight, exact_weight=exact_weight)
        return self._with(
            raw, points=points, columns=self.columns, relations=self.relations, exact=self._exact
        )

    def without_rows(self) -> "Problem":
        """The same points, weights and digits; the rows and columns as they came are forgotten."""
        points = Points((), self.weight, self.exact_weight, self.columns)
        return self._with(points=points, columns=self.columns, relations=self.relations, exact=self._exact)

    @cached_property
    def _points(self) -> Points:
        """Equal rows merge, and their weights add."""
        assert self.raw is not None
        return merge_points(self.raw.columns, self.raw.positive, self.raw.weight)

    @cached_property
    def values(self) -> Sequence[np.ndarray]:
        """All columns at the points."""
        return self._points.values

    @cached_property
    def weight(self) -> np.ndarray:
        """Weight of both classes at the points."""
        return self._points.weight

    @cached_property
    def exact_weight(self) -> np.ndarray | None:
        """True weights, where those are rounded."""
        return self._points.exact_weight

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Columns that vary."""
        return self._points.varying

    @cached_property
    def n_points(self) -> int:
        """Number of distinct points."""
        return len(self.weight)

    @cached_property
    def blocks(self) -> np.ndarray:
        """Where strata begin, and the number of points: only points of one block are compared."""
        return np.array([0, self.n_points])

    @cached_property
    def _exact(self) -> ScaledPoints:
        return exact_points([self.values[j] for j in self.columns])

    @cached_property
    def x(self) -> np.ndarray:
        """Images of the points."""
        return self._exact.x

    @cached_property
    def limbs(self) -> np.ndarray:
        """The points as digits."""
        return self._exact.limbs

    @cached_property
    def scale(self) -> tuple[Fraction, ...]:
        """What makes raw weights weights on the digits."""
        return self._exact.scale

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
        powers = [1 << (BASE_BITS * k) for k in range(self.limbs.shape[2])]
        return [tuple(int(v) for v in row) for row in self.limbs.astype(object) @ powers]

    def order(self, direction: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Rows of the points in the exact order of an integer direction, and where their height rises."""
        if len(direction) == 1 and direction[0]:
            # Distinct points are listed by their first column.
            n = self.n_points
            place = np.arange(n) if direction[0] > 0 else np.arange(n - 1, -1, -1)
            return place, np.ones(n, dtype=np.bool_)
        size = max(abs(v) for v in direction).bit_length()
        c = np.array([v / (1 << size) for v in direction])
        key = self.x @ c
        place = np.argsort(key)
        return place, order_along(key, place, self.limbs, digits_of([direction])[0], self.error_along(c))

    def error_along(self, c: np.ndarray) -> float:
        """How far differences of float scores along a direction are off at most."""
        # Images, weights, products and sums are rounded, and there is a margin.
        return (24 + 8 * len(c)) * _UNIT_ROUNDOFF * float(np.abs(c) @ self.reach)

    def direction_of(self, coef: Sequence[Any] | np.ndarray) -> tuple[int, ...]:
        """The integer direction of weights on the raw columns, exactly; of any kind of numbers."""
        parts = [Fraction(coef[j]) for j in self.columns]
        for j, relation in self.relations.items():
            parts = [w + Fraction(coef[j]) * c for w, c in zip(parts, relation, strict=True)]
        return primitive_vector([w * s for w, s in zip(parts, self.scale, strict=True)])

    def towards(self, w: np.ndarray) -> tuple[int, ...]:
        """The integer direction of float weights on the images."""
        return primitive_vector([Fraction(float(v)) for v in w])

    def coef_of(self, direction: Sequence[int]) -> tuple[Fraction, ...]:
        """Exact weights on all raw columns of an integer direction."""
        coef = [Fraction(0)] * self.n_features
        for j, s, v in zip(self.columns, self.scale, direction, strict=True):
            coef[j] = v / s
        return tuple(coef)

    def raw_vectors(self, directions: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """The shortest integer weights on all raw columns of integer directions."""
        return primitive_vectors([self.coef_of(direction) for direction in directions])

    def pick(self, of_all: Sequence[int]) -> tuple[int, ...]:
        """Of something that every raw column has, such as a sign, what belongs to the columns kept."""
        return tuple(of_all[j] for j in self.columns)

    def rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Images, a row for each class at a point; which are positive; weights, unless all are one."""
        sides = [np.flatnonzero(self.weight[:, k] > 0) for k in (0, 1)]
        row = np.concatenate(sides)
        positive = np.arange(len(row)) < len(sides[0])
        weight = np.where(positive, self.weight[row, 0], self.weight[row, 1])
        return self.x[row], positive, None if (weight == 1).all() else weight

    def rows_stratum(self) -> np.ndarray | None:
        """The stratum of each of the `rows`; None without strata."""
        return None

    def ascent_rows(self) -> tuple[Any, np.ndarray, np.ndarray | None]:
        """The rows as they came: a matrix, dense or sparse; which are positive; weights, if there are any."""
        assert self.raw is not None
        return self.raw.matrix, self.raw.positive, self.raw.weight

    def ascent_stratum(self) -> np.ndarray | None:
        """The stratum of each of the `ascent_rows`; None without strata."""
        return None

    def refusal(self, solver: str = "") -> str | None:
        """Say why no exact search, or not that of a solver, can take the problem; None if it can."""
        return None

    def scores(self, coef: np.ndarray) -> np.ndarray:
        """Float scores of the points, summed column by column so that equal rows score equally."""
        with np.errstate(over="ignore", invalid="ignore"):
            return sum(w * values.astype(np.float64) for w, values in zip(coef, self.values, strict=True))

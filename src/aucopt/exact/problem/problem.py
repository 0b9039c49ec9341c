"""The problem as solvers see it: distinct exact points, each with the weight of both classes.

The one place that knows columns, labels, weights, coincident points and rank. Rows are read once; the points
they make, their exact integers and their rank are worked out when somebody first asks for them.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from aucopt.exact.problem.columns import (
    ROUNDED_TOTAL,
    Points,
    ScaledPoints,
    fit_weights,
    merge_rows,
    merge_weights,
    varying,
)
from aucopt.exact.problem.points import PointSet
from aucopt.exact.problem.rank import Relation, split_columns
from aucopt.exact.problem.rows import RawRows, drop_weightless, read_sparse
from aucopt.inputs import check_weights, encode_labels, is_sparse, read_columns

# Rows per column that usually show full rank; a singular value far beyond the rounding of their images.
_RANK_ROWS, _FULL_RANK = 16, 1e-6


class Problem(PointSet):
    """Points whose pairs of a positive and a negative count.

    Attributes
    ----------
    raw : RawRows or None
        The rows as they came; None for a problem with other weights than theirs.
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
        sparse = None
        columns: Sequence[np.ndarray]
        if is_sparse(X):
            sparse, columns, names = read_sparse(X)
        else:
            columns, names = read_columns(X)
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
        kept = varying(self.values, columns)
        order, heads = merge_rows([self.values[j] for j in kept])
        exact = None if self.exact_weight is None else np.add.reduceat(self.exact_weight[order], heads)
        values = [column[order[heads]] for column in self.values]
        points = Points(values, np.add.reduceat(self.weight[order], heads), exact, tuple(kept))
        return self._with(points=points)

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
        values = [column[used] for column in self.values]
        points = Points(values, *fit_weights(weight[used], 1), self.columns)
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
        columns = list(self.raw.columns)
        kept = varying(columns, range(len(columns)))
        order, heads = merge_rows([columns[j] for j in kept])
        weights = None if self.raw.weight is None else self.raw.weight[order]
        merged = merge_weights(self.raw.positive[order], weights, heads)
        picked = order[heads]
        return Points([column[picked] for column in columns], *merged, tuple(kept))

    @cached_property
    def blocks(self) -> np.ndarray:
        """Where strata begin, and the number of points: only points of one block are compared."""
        return np.array([0, self.n_points])

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

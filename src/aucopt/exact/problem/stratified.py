"""The problem of two classes of which only rows of the same stratum are compared.

Rows become points within their stratum: rows of two strata at one place are two points. The points of a
stratum are a block, in which they are listed as any problem lists its points. No pairs are listed, so that
strata of any size can be searched, and what is above a positive is known by stratum.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.columns import Points, digits_of, merge_rows
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import RawRows, order_rows
from aucopt.kernels.integers.points import count_blocks_along, order_blocks_along


class StratifiedRows(NamedTuple):
    """Rows as they came, in strata that all have a pair.

    Attributes
    ----------
    columns : sequence of arrays
        The columns, each of its own type.
    feature_names : tuple of str
        Their names.
    classes : array
        The two labels.
    stratum : (n,) int64 array
        The number of the stratum of each row, from 0 on without gaps.
    weight : (n, 2) int64 array
        The whole weight of each row as a positive and as a negative; that of one class is multiplied by
        `factor`.
    factor : (k,) int64 array
        What pairs of a stratum count beside the weights of their rows.
    exact_factor : (k,) array of Python integers, or None
        The same without rounding, in a unit of its own, where `factor` is rounded.
    rounding : int
        How far rounding the factors can move 2R + T.
    nominal : int
        What all pairs would weigh without rounding, if there is any.
    """

    columns: Sequence[np.ndarray]
    feature_names: tuple[str, ...]
    classes: np.ndarray
    stratum: np.ndarray
    weight: np.ndarray
    factor: np.ndarray
    exact_factor: np.ndarray | None = None
    rounding: int = 0
    nominal: int = 0


class StratumCounts(NamedTuple):
    """Weight of the right, the tied and all pairs of each stratum, without its factor."""

    right: np.ndarray
    tied: np.ndarray
    total: np.ndarray


class StratifiedProblem(Problem):
    """Distinct points of each stratum, with the weight of both classes.

    Attributes
    ----------
    given : StratifiedRows
        The rows as they came.
    stratum : (m,) int64 array
        The number of the stratum of each point, in order.
    """

    def __init__(
        self, given: StratifiedRows, used: Sequence[int] | None = None, stratum: Any = None, **parts: Any
    ) -> None:
        super().__init__(None, given.feature_names, given.classes, **parts)
        self.given = given
        self.used = tuple(range(self.n_features)) if used is None else tuple(used)
        if stratum is not None:
            self.stratum = stratum

    def _with(self, raw: RawRows | None = None, **parts: Any) -> Problem:
        return StratifiedProblem(self.given, self.used, self.stratum, **parts)

    def restrict(self, columns: Sequence[int]) -> Problem:
        """The problem of some columns only."""
        return StratifiedProblem(self.given, columns)

    def exchanged(self) -> Problem:
        """The same problem with the classes exchanged."""
        given = self.given._replace(weight=np.ascontiguousarray(self.given.weight[:, ::-1]))
        points = self._points._replace(weight=np.ascontiguousarray(self.weight[:, ::-1]))
        parts: dict[str, Any] = {"columns": self.columns, "relations": self.relations, "exact": self._exact}
        return StratifiedProblem(given, self.used, self.stratum, points=points, **parts)

    def without_rows(self) -> Problem:
        """The same points, weights and digits; the columns as they came are forgotten."""
        points = Points((), self.weight, None, self.columns)
        parts: dict[str, Any] = {"columns": self.columns, "relations": self.relations, "exact": self._exact}
        given = self.given._replace(columns=())
        return StratifiedProblem(given, self.used, self.stratum, points=points, **parts)

    @cached_property
    def _merged(self) -> tuple[list[int], np.ndarray, np.ndarray]:
        """The columns that vary within strata, the rows by stratum and place, and where a point begins."""
        columns, stratum = self.given.columns, self.given.stratum
        order = np.argsort(stratum, kind="stable")
        begins = np.searchsorted(stratum[order], np.arange(len(self.given.factor)))
        kept = [j for j in self.used if _varies(columns[j][order], begins)] or [self.used[0]]
        return kept, *merge_rows([self.given.stratum, *(columns[j] for j in kept)])

    @cached_property
    def _points(self) -> Points:
        kept, order, heads = self._merged
        values = [column[order[heads]] for column in self.given.columns]
        return Points(values, np.add.reduceat(self.given.weight[order], heads), None, tuple(kept))

    @cached_property
    def stratum(self) -> np.ndarray:
        """The stratum of each point."""
        _, order, heads = self._merged
        return self.given.stratum[order[heads]]

    @cached_property
    def blocks(self) -> np.ndarray:
        """Where the strata begin, and the number of points."""
        return np.append(np.searchsorted(self.stratum, np.arange(len(self.given.factor))), self.n_points)

    def _has_full_rank(self) -> bool:
        """Points of several strata do not show it: only what varies within strata counts."""
        return False

    @cached_property
    def stated_numbers(self) -> np.ndarray:
        """The numbers of the points in a certificate, whose strata are in the order of the rows."""
        sizes, strata = np.diff(self.blocks), np.unique(self.given.stratum, return_index=True)[1].argsort()
        begins = np.empty_like(sizes)
        begins[strata] = np.append(0, np.cumsum(sizes[strata])[:-1])
        return np.arange(self.n_points) + np.repeat(begins - self.blocks[:-1], sizes)

    @cached_property
    def exact_weight(self) -> np.ndarray | None:
        """True factors of the strata, where those at hand are rounded."""
        return self.given.exact_factor

    @cached_property
    def stratum_weight(self) -> np.ndarray:
        """Weight of both classes of each stratum."""
        return np.add.reduceat(self.weight, self.blocks[:-1])

    @cached_property
    def total(self) -> int:
        """N, the weight of all pairs within strata."""
        return int((self.stratum_weight[:, 0] * self.stratum_weight[:, 1]).sum())

    @cached_property
    def n_point_pairs(self) -> int:
        """Number of pairs of a point with positives and a point with negatives of the same stratum."""
        points = np.add.reduceat((self.weight > 0).astype(np.int64), self.blocks[:-1])
        return int((points[:, 0] * points[:, 1]).sum())

    @property
    def nominal(self) -> int:
        """What `total` would be had the factors not been rounded."""
        return self.given.nominal or self.total

    @property
    def rounding(self) -> int:
        """How far rounding the factors can move 2R + T."""
        return self.given.rounding

    def rows_stratum(self) -> np.ndarray:
        """The stratum of each of the `rows`."""
        return np.concatenate([self.stratum[self.weight[:, k] > 0] for k in (0, 1)])

    def ascent_rows(self) -> tuple[Any, np.ndarray, np.ndarray | None]:
        """The rows as they came: a matrix; which are positive; weights."""
        matrix = np.column_stack([column.astype(np.float64) for column in self.given.columns])
        return matrix, self.given.weight[:, 0] > 0, self.given.weight.sum(axis=1)

    def ascent_stratum(self) -> np.ndarray:
        """The stratum of each of the `ascent_rows`."""
        return self.given.stratum

    def order(self, direction: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Points in the exact order of an integer direction within each stratum; where their height rises."""
        size = max(max(abs(v) for v in direction).bit_length(), 1)
        c = np.array([v / (1 << size) for v in direction])
        key = self.x @ c
        place = np.lexsort((key, self.stratum))
        digits = digits_of([direction])[0]
        error = self.error_along(c)
        return place, order_blocks_along(key, place, self.blocks, self.limbs, digits, error)

    def order_by(self, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points by float scores as they are, within each stratum; where a new height begins."""
        return _by_scores(scores, self.stratum)

    def order_given(self, coef: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rows as they came by float weights, exactly, within each stratum; where their height rises."""
        place, rises = order_rows(self.given.columns, coef)
        rank = np.empty(len(place), dtype=np.int64)
        rank[place] = np.cumsum(rises)
        return _by_scores(rank, self.given.stratum)

    def count_strata(self, place: np.ndarray, rises: np.ndarray, weight: np.ndarray) -> StratumCounts:
        """Pairs of each stratum in an order, of points or of rows, by their weights."""
        factor, blocks = self.given.factor, self.blocks_of(weight)
        right, tied = count_blocks_along(place, rises, blocks, weight)
        total = np.prod(np.add.reduceat(weight[place], blocks[:-1]), axis=1)
        return StratumCounts(right // factor, tied // factor, total // factor)

    def weigh_strata(self, counts: StratumCounts, *, exactly: bool = False) -> tuple[int, int, int]:
        """Right, tied and all pairs of all strata, by the factors of the search or by the true ones."""
        right, tied, total = (self.sum_strata(part, exactly=exactly) for part in counts)
        return right, tied, total

    def sum_strata(self, parts: np.ndarray, *, exactly: bool = False) -> int:
        """Sum what strata have without their factors, by the factors of the search or by the true ones."""
        exact = self.given.exact_factor
        if not exactly or exact is None:
            return int((parts * self.given.factor).sum())
        return int((parts.astype(object) * exact).sum())

    def blocks_of(self, weight: np.ndarray) -> np.ndarray:
        """Where the strata begin in an order, of the points or of the rows, by whose weights these are."""
        if weight is self.weight:
            return self.blocks
        return np.append(0, np.cumsum(np.bincount(self.given.stratum, minlength=len(self.given.factor))))

    def compare(self, direction: Sequence[int]) -> tuple[int, int]:
        """Weight of right and tied pairs along an integer direction, by the weights of the search."""
        counts = self.count_strata(*self.order(direction), self.weight)
        return self.weigh_strata(counts)[:2]

    def recompare(self, direction: Sequence[int]) -> tuple[int, int, int]:
        """Weight of right, tied and all pairs along an integer direction, by the true weights."""
        return self.weigh_strata(self.count_strata(*self.order(direction), self.weight), exactly=True)

    def compare_scores(self, scores: np.ndarray) -> tuple[int, int, int]:
        """The same by float scores of the points."""
        return self.weigh_strata(self.count_strata(*self.order_by(scores), self.weight), exactly=True)

    def compare_rows(self, coef: np.ndarray) -> tuple[int, int, int]:
        """The same by float weights on the rows as they came, exactly."""
        counts = self.count_strata(*self.order_given(coef), self.given.weight)
        return self.weigh_strata(counts, exactly=True)


def stated_numbers(problem: Problem) -> np.ndarray | None:
    """The numbers of the points in a certificate, where they differ from their places in the problem."""
    return problem.stated_numbers if isinstance(problem, StratifiedProblem) else None


def _varies(column: np.ndarray, begins: np.ndarray) -> bool:
    """Whether a column, by strata, has two values in one of them."""
    lowest, highest = (extreme.reduceat(column, begins) for extreme in (np.minimum, np.maximum))
    return bool((lowest != highest).any())


def _by_scores(scores: np.ndarray, stratum: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The order of scores within each stratum, and where a new height begins."""
    place = np.lexsort((scores, stratum))
    score, block = scores[place], stratum[place]
    return place, np.append(True, (score[1:] != score[:-1]) | (block[1:] != block[:-1]))

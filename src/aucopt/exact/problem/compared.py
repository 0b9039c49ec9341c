"""The problem of rows of which only some pairs are compared: their differences, and the origin.

A direction ranks a pair right if it has a positive product with the difference of its rows. So differences
take the place of the positives, with the weight of their pairs, and the origin that of the only negative: all
that solvers know of two classes holds. Differences are listed when somebody first asks for them; directions
are counted by the rows, without any list.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.columns import Points, ScaledPoints, exact_points, merge_rows, varying
from aucopt.exact.problem.differences import merge_differences
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import RawRows, order_rows
from aucopt.exact.problem.stratified import StratifiedProblem, StratifiedRows
from aucopt.metrics.concordance import slots_of, weigh_pairs
from aucopt.outcomes import Outcome

# What a listed pair takes, roughly, besides its digits.
_PAIR_BYTES = 64
# An ascent looks at no more pairs than this, drawn at random, and at no more numbers.
_SAMPLE, _SAMPLE_NUMBERS = 1 << 18, 1 << 23


class RoundedCases(NamedTuple):
    """What is true where all positives count alike and the weights of pairs had to be rounded for that.

    `weight` are those of the rows, `negatives` the weight of the negatives of each stratum, `nominal` is what
    all pairs would weigh without rounding, and 2R + T is off by at most `rounding`.
    """

    weight: np.ndarray
    negatives: np.ndarray
    nominal: int
    rounding: int


class ComparedRows(NamedTuple):
    """Rows of positive weight as they came, with what decides which of their pairs count.

    Attributes
    ----------
    columns : sequence of arrays
        The columns, each of its own type.
    feature_names : tuple of str
        Their names.
    outcome : Outcome
        Levels, winners and strata.
    weight : (n,) int64 array
        Whole weights; a pair counts the product of those of its rows.
    cases : RoundedCases or None
        The true weights, where these are rounded.
    """

    columns: Sequence[np.ndarray]
    feature_names: tuple[str, ...]
    outcome: Outcome
    weight: np.ndarray
    cases: RoundedCases | None = None


def strata_of_rows(rows: ComparedRows) -> StratifiedRows:
    """Rows of two classes by their strata, numbered without gaps, with their weights as they are."""
    columns, names, outcome, weight, _ = rows
    stratum = np.unique(outcome.stratum, return_inverse=True)[1].ravel()
    both = np.column_stack([np.where(outcome.wins, weight, 0), np.where(outcome.wins, 0, weight)])
    factor = np.ones(int(stratum.max()) + 1, dtype=np.int64)
    return StratifiedRows(columns, names, outcome.classes, stratum, both, factor)


class Units(NamedTuple):
    """Rows that are alike in everything, as one: the point they are at, their outcome and weight."""

    point: np.ndarray
    outcome: Outcome
    weight: np.ndarray
    slot: np.ndarray


class ComparedProblem(Problem):
    """Differences of compared rows as positives, the origin as the only negative.

    Attributes
    ----------
    given : ComparedRows
        The rows as they came.
    used : tuple of int
        The columns that are looked at.
    """

    def __init__(
        self, given: ComparedRows, memory: int, used: Sequence[int] | None = None, **parts: Any
    ) -> None:
        super().__init__(None, given.feature_names, given.outcome.classes, **parts)
        self.given, self.memory = given, memory
        self.used = tuple(range(self.n_features)) if used is None else tuple(used)

    def _with(self, raw: RawRows | None = None, **parts: Any) -> Problem:
        return ComparedProblem(self.given, self.memory, self.used, **parts)

    def restrict(self, columns: Sequence[int]) -> Problem:
        """The problem of some columns only."""
        return ComparedProblem(self.given, self.memory, columns)

    def as_strata(self) -> StratifiedProblem:
        """The same for two classes without a list of pairs: points in their strata."""
        return StratifiedProblem(strata_of_rows(self.given), self.columns)

    def without_rows(self) -> Problem:
        """The differences alone, as a problem of two classes; the rows are forgotten."""
        points = Points((), self.weight, None, self.columns)
        exact = ScaledPoints(self.x, self.limbs, self.scale)
        return Problem(
            None,
            self.feature_names,
            self.classes,
            points=points,
            columns=self.columns,
            relations=self.relations,
            exact=exact,
        )

    @cached_property
    def _places(self) -> tuple[Problem, np.ndarray]:
        """The distinct points of the rows as a problem without classes, and the point of each row."""
        columns = self.given.columns
        kept = varying(columns, self.used)
        order, heads = merge_rows([columns[j] for j in kept])
        picked = order[heads]
        exact = exact_points([columns[j][picked] for j in kept])
        point = np.empty(len(order), dtype=np.int64)
        begins = np.zeros(len(order), dtype=np.int64)
        begins[heads] = 1
        point[order] = np.cumsum(begins) - 1
        nothing = np.zeros((len(picked), 2), dtype=np.int64)
        points = Points((), nothing, None, tuple(kept))
        return Problem(None, self.feature_names, self.classes, points=points, exact=exact), point

    @cached_property
    def units(self) -> Units:
        """Rows merged where point, stratum and outcome are the same."""
        point, outcome = self._places[1], self.given.outcome
        keys = [point, outcome.level, outcome.wins, outcome.stratum]
        order = np.lexsort(keys)
        rises = np.zeros(len(order), dtype=bool)
        rises[0] = True
        for key in keys:
            rises[1:] |= key[order][1:] != key[order][:-1]
        heads = np.flatnonzero(rises)
        picked = order[heads]
        merged = outcome.pick(picked)
        weight = np.add.reduceat(self.given.weight[order], heads)
        return Units(point[picked], merged, weight, slots_of(merged))

    @cached_property
    def _spans(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Units by stratum and level; where in this order those begin that each beats; how many these are."""
        outcome = self.units.outcome
        order = np.lexsort([outcome.level, outcome.stratum])
        stratum, level = outcome.stratum[order], outcome.level[order]
        rises = stratum[1:] != stratum[:-1]
        ends = np.append(np.flatnonzero(rises), len(order) - 1) + 1
        end = ends[np.searchsorted(ends, np.arange(len(order)), side="right")]
        levels = np.append(np.flatnonzero(rises | (level[1:] != level[:-1])), len(order) - 1) + 1
        above = levels[np.searchsorted(levels, np.arange(len(order)), side="right")]
        return order, above, np.where(outcome.wins[order], end - above, 0)

    @cached_property
    def n_point_pairs(self) -> int:
        """Number of pairs of units that are compared."""
        return int(self._spans[2].sum())

    @property
    def is_large(self) -> bool:
        """Whether there are more pairs than memory has room for."""
        digits = 12 * sum(np.size(column) > 0 for column in self.given.columns)
        return self.n_point_pairs * (_PAIR_BYTES + 2 * digits) > self.memory

    def refusal(self, solver: str = "") -> str | None:
        """Say why pairs cannot be listed; None if they can, or in the plane, which does without a list."""
        if not self.is_large or (solver == "plane" and len(self.columns) <= 2):
            return None
        return (
            f"Exact searches list the pairs that count, {self.n_point_pairs:,} here, which takes more than "
            f'memory={self.memory:,} bytes. Use solver="ascent", or more memory.'
        )

    def pairs(self, numbers: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Pairs of units by their numbers, or all: the one that should score higher, and the other."""
        order, above, counts = self._spans
        ends = np.cumsum(counts)
        if numbers is None:
            winner = np.repeat(np.arange(len(order)), counts)
            numbers = np.arange(len(winner))
        else:
            winner = np.searchsorted(ends, numbers, side="right")
        loser = above[winner] + numbers - (ends - counts)[winner]
        return order[winner], order[loser]

    @cached_property
    def _listed(self) -> tuple[Points, ScaledPoints]:
        """Distinct differences in lexicographic order, with their weights, and the origin among them."""
        places, units = self._places[0], self.units
        high, low = self.pairs()
        weight = units.weight[high] * units.weight[low]
        points = units.point[high], units.point[low]
        kept, merged, exact = merge_differences(places.limbs, *points, weight)
        columns = tuple(places.columns[k] for k in kept)
        scale = tuple(places.scale[k] for k in kept)
        return Points(self.given.columns, merged, None, columns), ScaledPoints(*exact, scale)

    @cached_property
    def _points(self) -> Points:
        """Differences; where there are too many of them, the points of the rows."""
        if not self.is_large:
            return self._listed[0]
        places, units = self._places[0], self.units
        weight = np.zeros(places.n_points, dtype=np.int64)
        np.add.at(weight, units.point, units.weight)
        return Points(self.given.columns, np.column_stack([weight, weight]), None, places.columns)

    @cached_property
    def _exact(self) -> ScaledPoints:
        return self._places[0]._exact if self.is_large else self._listed[1]

    @cached_property
    def exact_weight(self) -> np.ndarray | None:
        """True weights of the rows, where those of the pairs are rounded."""
        return None if self.given.cases is None else self.given.cases.weight

    @property
    def nominal(self) -> int:
        """What `total` would be had the weights not been rounded."""
        return self.total if self.given.cases is None else self.given.cases.nominal

    @property
    def rounding(self) -> int:
        """How far rounding the weights can move 2R + T."""
        return 0 if self.given.cases is None else self.given.cases.rounding

    @cached_property
    def total(self) -> int:
        """N, the weight of all pairs that are compared."""
        return sum(self.rank_pairs(np.zeros_like(self.units.point)))

    @cached_property
    def coincident(self) -> int:
        """T0, the weight of the pairs that every direction ties."""
        return self.rank_pairs(self.units.point)[1]

    def rank_pairs(self, rank: np.ndarray) -> tuple[int, int]:
        """Weight of right and tied pairs by the ranks of the units."""
        units = self.units
        right, tied = weigh_pairs(units.outcome, rank, units.weight, units.slot)
        return int(right), int(tied)

    def true_pairs(self, rank: np.ndarray) -> tuple[int, int, int]:
        """Weight of right, tied and all pairs by the ranks of the rows, by the true weights."""
        outcome, weight, cases = self.given.outcome, self.given.weight, self.given.cases
        if cases is None:
            right, tied = weigh_pairs(outcome, rank, weight)
            return int(right), int(tied), self.total
        sizes = cases.negatives.astype(object)
        common = int(np.lcm.reduce(sizes[sizes > 0]))
        found = [0, 0, 0]
        for g in np.unique(outcome.stratum).tolist():
            rows = np.flatnonzero(outcome.stratum == g)
            of_rows = cases.weight[rows]
            pairs = weigh_pairs(outcome.pick(rows), rank[rows], of_rows)
            all_pairs = int(of_rows[outcome.wins[rows]].sum()) * int(sizes[g])
            counted = (*map(int, pairs), all_pairs)
            found = [a + b * (common // sizes[g]) for a, b in zip(found, counted, strict=True)]
        return found[0], found[1], found[2]

    def compare(self, direction: Sequence[int]) -> tuple[int, int]:
        """Weight of right and tied pairs along an integer direction, by the weights of the search."""
        return self.rank_pairs(self.unit_ranks(direction))

    def unit_ranks(self, direction: Sequence[int]) -> np.ndarray:
        """The rank of each unit along an integer direction, exactly."""
        return self._ranks(direction)[self.units.point]

    def recompare(self, direction: Sequence[int]) -> tuple[int, int, int]:
        """Weight of right, tied and all pairs along an integer direction, by the true weights."""
        return self.true_pairs(self._ranks(direction)[self._places[1]])

    def _ranks(self, direction: Sequence[int]) -> np.ndarray:
        """The rank of each point of the rows along an integer direction, exactly."""
        places = self._places[0]
        along = dict(zip(self.columns, direction, strict=True))
        place, rises = places.order([along.get(j, 0) for j in places.columns])
        rank = np.empty(len(place), dtype=np.int64)
        rank[place] = np.cumsum(rises)
        return rank

    def compare_scores(self, scores: np.ndarray) -> tuple[int, int, int]:
        """The same by float scores of the rows."""
        return self.true_pairs(np.unique(scores, return_inverse=True)[1].ravel())

    def compare_rows(self, coef: np.ndarray) -> tuple[int, int, int]:
        """The same by float weights on the rows as they came, exactly."""
        place, rises = order_rows(self.given.columns, coef)
        rank = np.empty(len(place), dtype=np.int64)
        rank[place] = np.cumsum(rises)
        return self.true_pairs(rank)

    def scores(self, coef: np.ndarray) -> np.ndarray:
        """Float scores of the rows, summed column by column so that equal rows score equally."""
        with np.errstate(over="ignore", invalid="ignore"):
            return sum(w * c.astype(np.float64) for w, c in zip(coef, self.given.columns, strict=True))

    def of_columns(self, columns: Sequence[int]) -> "ComparedProblem":
        """The same pairs of rows as if there were some columns only."""
        given = self.given
        names = tuple(given.feature_names[j] for j in columns)
        return ComparedProblem(
            given._replace(columns=[given.columns[j] for j in columns], feature_names=names), self.memory
        )

    def pairs_of_rows(self, numbers: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pairs by their numbers, or all, as rows: the one that should score higher, the other, weights."""
        units = self.units
        first = np.zeros(int(units.point.max()) + 1, dtype=np.int64)
        first[self._places[1]] = np.arange(len(self._places[1]))
        high, low = self.pairs(numbers)
        return first[units.point[high]], first[units.point[low]], units.weight[high] * units.weight[low]

    def ascent_rows(self) -> tuple[Any, np.ndarray, np.ndarray | None]:
        """Float differences of all pairs or of some, then the origin; which are differences; weights."""
        columns = self.given.columns
        room = min(_SAMPLE, max(_SAMPLE_NUMBERS // self.n_features, 1 << 12))
        some = None
        if self.n_point_pairs > room:
            some = np.random.default_rng(0).integers(self.n_point_pairs, size=room)
        upper, lower, weight = self.pairs_of_rows(some)
        matrix = np.empty((len(upper) + 1, self.n_features))
        for j, column in enumerate(columns):
            values = column.astype(np.float64)
            matrix[:-1, j] = values[upper] - values[lower]
        matrix[-1] = 0.0
        positive = np.append(np.ones(len(upper), dtype=bool), False)
        return matrix, positive, None if (weight == 1).all() else np.append(weight, 1)

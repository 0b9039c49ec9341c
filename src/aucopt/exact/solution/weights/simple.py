"""Weights simple enough for a card: small integers that lose little AUC, to be added up by hand."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product, repeat
from math import ceil, gcd, lcm, prod
from numbers import Integral
from operator import mul

import numpy as np
import numpy.typing as npt

from aucopt.exact.maximize import read_options
from aucopt.exact.objective.base import Objective, Tally
from aucopt.exact.problem.columns import primitive_vector
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.known import Judge, known_or_searched, read_card
from aucopt.exact.solution.weights.normalize import read_units, unit_floats
from aucopt.exact.solution.weights.screen import screen_for
from aucopt.exact.solvers.base import MEMORY
from aucopt.inputs import read_share
from aucopt.typing import TableLike
from aucopt.words.weights import show_loss

# All vectors of a size are tried while their number, with those before, stays below this; of many rows while
# so many are sorted in all, but weights of the first size always.
MOST_CANDIDATES, _MOST_SORTED = 100_000, 100_000_000

CardPoints = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class SimpleWeights:
    """Integer weights, and their loss compared with the optimum.

    Attributes
    ----------
    feature_names : tuple of str
        The names of the columns.
    weights : tuple of int
        The points for one unit of each column.
    units : tuple of float
        The unit of each column: column j contributes ``weights[j] * X[:, j] / units[j]`` to the score.
    value, loss : float
        The exact value of the objective for these weights, and its distance below the best value; negative if
        it is above the best value known so far.
    auc : float
        The AUC of these weights; equal to `value` if the objective is the AUC.
    within : bool
        Whether the loss is at most delta. If no weights of the allowed size satisfy this, the best of them
        are returned.
    complete : bool
        Whether all simpler weights were tried. If not, simpler weights may exist.
    delta : float
        The accepted loss of the objective.
    solution : Solution
        The optimum, for comparison.
    """

    feature_names: tuple[str, ...]
    weights: CardPoints
    units: tuple[float, ...]
    value: float
    auc: float
    loss: float
    within: bool
    complete: bool
    delta: float
    solution: Solution

    def __str__(self) -> str:
        score = ""
        used = [j for j, weight in enumerate(self.weights) if weight]
        is_alone = len(used) == 1 < len(self.weights)
        if is_alone:
            score = f"{'-' if self.weights[used[0]] < 0 else ''}{self.feature_names[used[0]]} alone"
        for name, weight, unit in zip(self.feature_names, self.weights, self.units, strict=True):
            if weight and not is_alone:
                sign = ("-" if weight < 0 else "") if not score else (" - " if weight < 0 else " + ")
                factor = "" if abs(weight) == 1 else f"{abs(weight)} "
                score += sign + factor + (name if unit == 1 else f"({name} / {unit:g})")
        kept = "within" if self.within else "NOT within"
        simpler = "no simpler weights qualify" if self.complete else "simpler ones may exist"
        if not self.within:
            simpler = "no weights of this size are" if self.complete else "others of this size may be"
        return (
            f"{score}\n{self.solution.objective.name} {self.value:.6f}, {show_loss(self.loss, 6)} "
            f"{self.solution.value:.6f}: "
            f"{kept} {self.delta:g}, {simpler}"
        )

    __repr__ = __str__


def simple_weights(
    X: TableLike,
    y: npt.ArrayLike,
    delta: float,
    *,
    objective: str | Objective = "auc",
    largest: int = 10,
    units: str | Sequence[float] | None = None,
    sample_weight: npt.ArrayLike | None = None,
    strata: npt.ArrayLike | None = None,
    signs: int | Sequence[int] | None = None,
    solution: Solution | None = None,
    time_limit: float | None = None,
    solver: str = "auto",
    max_gap: float = 0.0,
    n_jobs: int | None = None,
    memory: int = MEMORY,
    random_state: int | np.random.Generator | None = None,
    callback: Callable[[Progress], object] | None = None,
) -> SimpleWeights:
    """Find the simplest integer weights whose AUC (or other objective) is within delta of the best.

    The simplest weights are those with the smallest maximum absolute weight; among these, those with the
    smallest sum of absolute weights; and among these, those with the highest value.

    Parameters
    ----------
    X, y, sample_weight, strata, signs, solver, max_gap, n_jobs, memory, random_state, callback
        As in `maximize`.
    delta : float
        The accepted loss of the objective, such as 0.01.
    objective : "auc", PartialAUC, Sensitivity, Specificity, Concordance or Accuracy
        What to maximise, as in `maximize`. For an accuracy, all weights have their best cut-off.
    largest : int
        The largest absolute weight that is allowed.
    units : "auto" or sequence of n_features numbers, optional
        The unit of each column: columns are divided by their units before integer weights are found, because
        columns should have comparable units (one year of age and one unit of a ratio do not). "auto" uses a
        round number (1, 2 or 5 times a power of ten) near the standard deviation of each column. By default
        columns are not divided.
    solution : Solution, optional
        The optimum of these data with these signs, if it is already known; otherwise it is computed first.
    time_limit : float, optional
        Time limit in seconds for the optimum, if it is not given, and again for the search over integer
        weights.

    Returns
    -------
    SimpleWeights

    Notes
    -----
    All integer vectors are tried in order of size, up to 100,000 of them: weights up to 10 with three
    columns, 8 with four and 2 with six, and larger weights with `signs`. With 1,000 or more rows, fewer
    vectors are tried, so that at most 10^8 rows are sorted in total. Beyond that, or when the time limit is
    reached, the weights of the optimum are rounded and improved one at a time, and the result says that
    simpler weights may exist.

    Examples
    --------
    >>> import aucopt
    >>> X, y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]
    >>> print(aucopt.simple_weights(X, y, delta=0))
    x0 alone
    AUC 1.000000, 0.000000 below 1.000000: within 0, no simpler weights qualify
    """
    allowed_loss = read_share(delta, "delta")
    if not isinstance(largest, Integral) or isinstance(largest, bool) or largest < 1:
        raise ValueError(f"largest must be a whole number of at least 1, not {largest!r}.")
    problem, judge = read_card(X, y, objective, sample_weight, strata, memory)
    problem = problem.independent()
    divisors = read_units(units, problem)
    options = read_options(
        problem,
        signs=signs,
        solver=solver,
        max_gap=max_gap,
        time_limit=time_limit,
        n_jobs=n_jobs,
        memory=memory,
        random_state=random_state,
        callback=callback,
    )
    solution = known_or_searched(problem, judge, options, solution)
    best = solution.bound_exact if solution.status == "optimal" else solution.value_exact
    deadline = None if time_limit is None else time.monotonic() + time_limit
    search = CardSearch(problem, judge, divisors, options.signs, best - allowed_loss, deadline)
    found, complete = search.by_size(int(largest))
    if found is None and not complete:
        found = search.by_rounding(solution.coef, int(largest))
    weights = search.best if found is None else found
    value = search.value(weights)
    return SimpleWeights(
        feature_names=problem.feature_names,
        weights=weights,
        units=tuple(float(unit) for unit in divisors),
        value=float(value),
        auc=float(search.count(weights).pairs.share),
        loss=float(best - value),
        within=found is not None,
        complete=complete,
        delta=float(delta),
        solution=solution,
    )


class CardSearch:
    """Integer weights on the columns in their units, and the value they have."""

    def __init__(
        self,
        problem: Problem,
        objective: Judge,
        units: Sequence[Fraction],
        signs: Sequence[int],
        level: Fraction,
        deadline: float | None,
    ) -> None:
        self.problem = problem
        self.objective = objective
        self.units = units
        self.signs = signs
        self.level = level
        self.deadline = deadline
        self.used = sorted([*problem.columns, *problem.relations])
        self.best: CardPoints = (0,) * problem.n_features
        self._best_value = Fraction(-1)
        self._known: dict[CardPoints, Fraction] = {}
        parts = [self._part(j) for j in self.used]
        common = lcm(*(v.denominator for part in parts for v in part))
        self._directions = [[int(v * common) for v in part] for part in parts]
        self._screen = screen_for(problem, objective, self._directions)

    def _part(self, j: int) -> list[Fraction]:
        """What a point on a column adds to the direction."""
        if j in self.problem.relations:
            relation = self.problem.relations[j]
        else:
            relation = tuple(Fraction(int(k == j)) for k in self.problem.columns)
        return [c * s / self.units[j] for c, s in zip(relation, self.problem.scale, strict=True)]

    def count(self, points: CardPoints) -> Tally:
        """Count integer weights exactly."""
        shares = [points[j] for j in self.used]
        direction = [sum(map(mul, shares, row)) for row in zip(*self._directions, strict=True)]
        return self.objective.recount(self.problem, direction)

    def value(self, points: CardPoints) -> Fraction:
        """The exact value of integer weights."""
        if points not in self._known:
            value = self._known[points] = self.count(points).share
            if self.objective.by_pairs:
                # The opposite weights swap right and wrong.
                self._known[tuple(-v for v in points)] = 1 - value
        if self._known[points] > self._best_value:
            self.best, self._best_value = points, self._known[points]
        return self._known[points]

    def by_size(self, largest: int) -> tuple[CardPoints | None, bool]:
        """The simplest weights that reach the level, and whether all simpler ones were tried."""
        most = min(MOST_CANDIDATES, _MOST_SORTED // self.problem.n_points)
        for size in range(1, largest + 1):
            choices = [[v for v in range(-size, size + 1) if self._allows(j, v)] for j in self.used]
            n_candidates = prod(len(some) for some in choices)
            if n_candidates > MOST_CANDIDATES or (size > 1 and n_candidates > most):
                return None, False
            groups: dict[int, list[CardPoints]] = {}
            for shares in product(*choices):
                # Multiples of shorter vectors were tried before.
                if max(map(abs, shares)) == size and gcd(*shares) == 1:
                    groups.setdefault(sum(map(abs, shares)), []).append(self._spread(shares))
            for total in sorted(groups):
                if self._is_late():
                    return None, False
                good = [p for p in self._promising(groups[total]) if self.value(p) >= self.level]
                if good:
                    return max(good, key=self.value), True
        return None, True

    def _promising(self, group: list[CardPoints]) -> Iterator[CardPoints]:
        """Those that may reach the level or be the best so far."""
        total = self.problem.total
        enough = ceil(self.level * total)
        bounds = repeat(total) if self._screen is None else self._screen.bounds(group)
        for points, most in zip(group, bounds, strict=False):
            if most >= enough or most > self._best_value * total:
                yield points

    def by_rounding(self, coef: np.ndarray, largest: int) -> CardPoints | None:
        """Rounded weights of the optimum, improved and then reduced one at a time, by growing size."""
        exact = [Fraction(float(w)) * unit for w, unit in zip(coef, self.units, strict=True)]
        target = unit_floats(exact)
        for size in range(1, largest + 1):
            points = tuple(int(v) for v in np.rint(target * size))
            while not self._is_late():
                better = max(self._steps(points, size), key=self.value, default=points)
                if self.value(better) <= self.value(points):
                    break
                points = better
            if self.value(points) >= self.level:
                while smaller := [p for p in self._reductions(points) if self.value(p) >= self.level]:
                    points = max(smaller, key=self.value)
                return primitive_vector([Fraction(v) for v in points])
        return None

    def _is_late(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline

    def _allows(self, j: int, v: int) -> bool:
        return self.signs[j] * v >= 0

    def _spread(self, shares: Sequence[int]) -> CardPoints:
        if len(shares) == self.problem.n_features:
            return tuple(shares)
        points = [0] * self.problem.n_features
        for j, v in zip(self.used, shares, strict=True):
            points[j] = v
        return tuple(points)

    def _steps(self, points: CardPoints, size: int) -> Iterator[CardPoints]:
        for j in self.used:
            for v in (points[j] - 1, points[j] + 1):
                if abs(v) <= size and self._allows(j, v):
                    moved = (*points[:j], v, *points[j + 1 :])
                    if any(moved):
                        yield moved

    def _reductions(self, points: CardPoints) -> Iterator[CardPoints]:
        for moved in self._steps(points, max(map(abs, points))):
            if sum(map(abs, moved)) < sum(map(abs, points)):
                yield moved

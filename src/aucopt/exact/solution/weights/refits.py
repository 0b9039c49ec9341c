"""The best weights of resampled rows: two classes by new weights of the points, others by the rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.maximize import solve
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.exact.problem.compared import ComparedProblem, ComparedRows
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.reading import (
    CurvePart,
    compare_rows,
    plain_weights,
    rows_of_strata,
    stratify_rows,
)
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.normalize import unit_floats
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.positives import strata_of
from aucopt.exact.solvers.base import Found, Options
from aucopt.exact.solvers.plane.direction import Direction, Whitening, middle, same_vector
from aucopt.exact.solvers.plane.solver import PlaneSolver
from aucopt.inputs import check_weights
from aucopt.outcomes import compared_strata

# One round of the ascent searches a plane for each column and these.
_PLANES_BESIDE_COLUMNS = 15
# More rows than int64 counts cannot be drawn; the rounded weights stand for them.
_MOST_DRAWN = 1 << 63
# With so many strata whole ones are resampled.
MANY_STRATA = 20


class Refit(NamedTuple):
    """The best weights of one resample, their AUC or other value on it and on the data."""

    coef: np.ndarray
    auc: float
    auc_on_data: float


class Refits:
    """Solves the resamples of a problem."""

    def __init__(
        self, problem: Problem, objective: Objective, signs: Sequence[int], solution: Solution
    ) -> None:
        assert problem.raw is not None
        read_counts(problem.raw.weight, 0)
        self.given = problem
        # An objective of the negatives is searched with the classes exchanged, and its directions negated.
        self.turn = 1 if objective.exchanged is None else -1
        self.data = problem if self.turn > 0 else problem.exchanged()
        # Constant columns are left out for good.
        self.problem = self.data.of_kept_columns()
        self.objective = objective.exchanged or objective
        self.options = Options(signs=tuple(self.turn * s for s in problem.pick(signs)))
        self.start = self.turn * unit_floats(problem.direction_of(solution.coef))

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """Weights of the points for as many rows of each class as there are, drawn with replacement."""
        problem = self.given
        weight = problem.weight
        if problem.exact_weight is not None and max(problem.exact_weight.sum(axis=0)) < _MOST_DRAWN:
            weight = problem.exact_weight
        totals = [int(total) for total in weight.sum(axis=0)]
        shares = [(weight[:, k] / totals[k]).astype(np.float64) for k in (0, 1)]
        return np.column_stack([rng.multinomial(totals[k], shares[k]) for k in (0, 1)])

    def fit(self, weight: np.ndarray) -> Refit | None:
        """The best weights for points of other weights; None if all of these are one point."""
        problem = self.problem.reweighted(np.ascontiguousarray(weight[:, :: self.turn]))
        full_rank = problem.n_points > 1 and problem.independent() is problem
        is_plane = len(problem.columns) <= 2 and self.objective.by_pairs
        refit = self._solve if is_plane and full_rank else self._climb
        direction = refit(problem)
        if not any(direction):
            return None
        new, old = (self.objective.recount(p, direction) for p in (problem, self.data))
        coef = self.turn * unit_floats(self.data.coef_of(direction))
        return Refit(coef, float(new.share), float(old.share))

    def _solve(self, problem: Problem) -> tuple[int, ...]:
        """The centre of the widest optimal cell."""
        found = solve(problem, self.objective, self.options, PlaneSolver())
        return problem.direction_of(found.problem.coef_of(_centre(found)))

    def _climb(self, problem: Problem) -> tuple[int, ...]:
        """A local optimum near the weights of the data."""
        signs = problem.pick(self.options.signs)
        budget = len(problem.columns) + _PLANES_BESIDE_COLUMNS
        worth = None if self.objective.by_pairs else self.objective.worth(problem)
        found = ascend(
            *problem.rows(), signs=signs, worth=worth, starts=[self.start], budget=budget, n_restarts=0
        )
        return problem.towards(found.coef)


def _centre(found: Found) -> tuple[int, ...]:
    if len(found.problem.columns) == 1:
        return found.cells[0][0]
    whitening = Whitening(found.problem)
    cells = [(Direction(*low), Direction(*high)) for low, high in found.cells]
    # The widest, and of equally wide ones the first in angle.
    widths = [0.0 if same_vector(*cell) else whitening.width(*cell) for cell in cells]
    index = max(range(len(cells)), key=lambda i: (widths[i], -whitening.angle(cells[i][0])))
    return middle(found.problem, *cells[index]).vector


class OutcomeRefits:
    """Solves resamples of rows of which only some pairs count.

    Parameters
    ----------
    problem : ComparedProblem or StratifiedProblem
        The rows.
    objective : Concordance, StratifiedAUC or StratifiedPartialAUC
        What is maximised.
    signs : sequence of int
        What weights are allowed to be.
    solution : Solution
        The optimum of the data, where refits begin.
    sample_weight : array of whole numbers, optional
        How many rows each of the rows that were read stands for.
    """

    def __init__(
        self,
        problem: ComparedProblem | StratifiedProblem,
        objective: Objective,
        signs: Sequence[int],
        solution: Solution,
        sample_weight: Any = None,
    ) -> None:
        self.data, self.objective = problem, objective
        self.options = Options(signs=tuple(signs))
        self.start = solution.coef
        self.strata_weight = getattr(objective, "strata_weight", "pairs")
        if isinstance(problem, StratifiedProblem):
            assert isinstance(objective, StratifiedPartialAUC)
            self.part = CurvePart(objective.of_negatives, 2 * objective.width.denominator)
            self.rows = rows_of_strata(problem.given, self.part)
            self.counts = self.rows.weight
        else:
            self.rows = problem.given
            self.counts = plain_weights(self.rows, self.strata_weight)
        outcome = self.rows.outcome
        if sample_weight is not None:
            weights = read_counts(check_weights(sample_weight, np.size(sample_weight)), 0)
            # What weights have in common was taken out of them.
            self.counts = self.counts * np.gcd.reduce(weights.astype(np.int64))
        self.keeps_strata = np.count_nonzero(compared_strata(outcome)) >= MANY_STRATA
        self.group = outcome.stratum
        if outcome.kind == "classes" and not self.keeps_strata:
            self.group = 2 * outcome.stratum + outcome.wins

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """How often each row is drawn."""
        if self.keeps_strata:
            strata, place = np.unique(self.group, return_inverse=True)
            return rng.multinomial(len(strata), np.full(len(strata), 1 / len(strata)))[place] * self.counts
        drawn = np.zeros(len(self.group), dtype=np.int64)
        for g in np.unique(self.group):
            rows = np.flatnonzero(self.group == g)
            total = int(self.counts[rows].sum())
            drawn[rows] = rng.multinomial(total, self.counts[rows] / total)
        return drawn

    def fit(self, drawn: np.ndarray) -> Refit | None:
        """The best weights of the rows drawn; None if no two of them can be told apart or compared."""
        given = self._copies(drawn) if self.keeps_strata else self.rows._replace(weight=drawn, cases=None)
        used = np.flatnonzero(given.weight)
        problem: ComparedProblem | StratifiedProblem
        try:
            if isinstance(self.data, StratifiedProblem):
                problem, _ = stratify_rows(given, used, self.strata_weight, self.part)
            else:
                problem, _ = compare_rows(given, used, self.strata_weight, self.data.memory)
        except ValueError:
            return None
        coef = self._climb(problem) if isinstance(problem, StratifiedProblem) else self._solve(problem)
        if coef is None or not coef.any():
            return None
        new, old = (self.objective.count_rows(p, coef) for p in (problem, self.data))
        return Refit(unit_floats(coef.tolist()), float(new.share), float(old.share))

    def _copies(self, drawn: np.ndarray) -> ComparedRows:
        """Whole strata as often as they were drawn: one drawn twice is two, whose rows are not compared."""
        times = drawn // self.counts
        row = np.repeat(np.arange(len(times)), times)
        copy = np.arange(len(row)) - np.repeat(np.cumsum(times) - times, times)
        outcome = self.rows.outcome.pick(row)
        outcome = outcome._replace(stratum=outcome.stratum + copy * (int(self.group.max()) + 1))
        columns = [column[row] for column in self.rows.columns]
        return self.rows._replace(columns=columns, outcome=outcome, weight=self.counts[row], cases=None)

    def _climb(self, problem: StratifiedProblem) -> np.ndarray | None:
        """A local optimum of a part of the curve near the weights of the data."""
        if problem.n_points == len(problem.given.factor):
            return None
        objective = self.objective.exchanged or self.objective
        turn = 1 if objective is self.objective else -1
        searched = problem if turn > 0 else problem.exchanged()
        found = ascend(
            *searched.ascent_rows(),
            signs=tuple(turn * s for s in self.options.signs),
            worth=objective.worth(searched),
            strata=strata_of(searched, objective, searched.ascent_stratum()),
            starts=[turn * self.start],
            budget=problem.n_features + _PLANES_BESIDE_COLUMNS,
            n_restarts=0,
        )
        return turn * found.coef

    def _solve(self, problem: ComparedProblem) -> np.ndarray | None:
        """The centre of the widest optimal cell in the plane, else a local optimum near the weights."""
        if problem.n_features <= 2 and not problem.is_large and problem.independent() is problem:
            options = Options(signs=problem.pick(self.options.signs))
            found = solve(problem, self.objective, options, PlaneSolver())
            return unit_floats(found.problem.coef_of(_centre(found)))
        rows, positive, weight = problem.ascent_rows()
        if not rows.any():
            return None
        budget = problem.n_features + _PLANES_BESIDE_COLUMNS
        return ascend(
            rows,
            positive,
            weight,
            signs=self.options.signs,
            starts=[self.start],
            budget=budget,
            n_restarts=0,
        ).coef


def read_counts(weights: np.ndarray | None, n: int) -> np.ndarray:
    """How many rows each stands for.

    Raises
    ------
    ValueError
        If weights are not whole numbers.
    """
    if weights is None:
        return np.ones(n, dtype=np.int64)
    if np.any(weights != np.rint(weights)):
        raise ValueError("The bootstrap needs whole sample weights: a weight of 3 stands for three rows.")
    return weights

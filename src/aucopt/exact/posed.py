"""From what a user asks to what is searched: which pairs count, or points on one side of a hyperplane.

Two classes are searched as they are. Outcomes of which only some pairs count, strata among them, become the
differences of these pairs (`problem/compared.py`), and a rule with a cut-off becomes points and the origin
(`problem/sides.py`). In the end a solution speaks of the table again.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from aucopt.exact.objective.accuracy import Accuracy, best_cut
from aucopt.exact.objective.base import CutOff, Objective
from aucopt.exact.objective.concordance import Concordance, StratifiedAUC
from aucopt.exact.objective.partial_auc import PartialAUC
from aucopt.exact.objective.roc import AUC
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.exact.problem.columns import exact_weights
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.reading import CurvePart, read_compared, read_stratified
from aucopt.exact.problem.sides import rows_as_sides
from aucopt.exact.solution.answer import ASIDE
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import Options
from aucopt.inputs import is_sparse
from aucopt.outcomes import STRATA_WEIGHTS, read_classes, read_outcome

CONSTANT = "No rule is better than a constant one: every row is predicted as {!r}."


@dataclass(frozen=True)
class Posed:
    """What is searched, for which objective; `rows` is the table as it came, if that is another problem."""

    problem: Problem
    objective: Objective
    rows: Problem | None = None
    notes: tuple[str, ...] = ()

    @property
    def n_features(self) -> int:
        """The number of the user's columns."""
        return self.problem.n_features if self.rows is None else self.rows.n_features

    def ready(self, options: Options) -> Options:
        """The options as the problem takes them: the intercept has no sign, and starts have one."""
        if self.rows is None:
            return options
        starts = [with_intercept(self.problem, w) for w in options.starts]
        return replace(options, signs=(*options.signs, 0), starts=tuple(starts))

    def finish(self, solution: Solution) -> Solution:
        """What was found, as an answer about the table."""
        solution = replace(solution, notes=(*self.notes, *solution.notes))
        return solution if self.rows is None else _classify(self.problem, self.rows, solution)


def pose(
    X: Any, y: Any, objective: Objective, sample_weight: Any, strata: Any, strata_weight: str, memory: int
) -> Posed:
    """Read a table and its outcome as an objective and strata ask for it."""
    if isinstance(objective, StratifiedAUC | StratifiedPartialAUC):
        # What a solution with strata says of itself.
        if strata is None:
            raise ValueError(f"{objective!r} needs strata.")
        strata_weight = objective.strata_weight
        objective = objective.without_strata
    if strata_weight not in STRATA_WEIGHTS:
        raise ValueError(f'strata_weight must be "pairs" or "cases", not {strata_weight!r}.')
    if strata is None and strata_weight != "pairs":
        raise ValueError(f"strata_weight={strata_weight!r} needs strata.")
    if isinstance(objective, Accuracy):
        if strata is not None:
            raise ValueError("Accuracy takes no strata: they have no common cut-off.")
        rows = Problem.read(X, y, sample_weight)
        assert rows.raw is not None
        totals = exact_weights(rows.raw.positive, rows.raw.weight).sum(axis=0)
        costs = objective.whole_costs(rows.classes.tolist(), [int(totals[1]), int(totals[0])])
        return Posed(rows_as_sides(rows, costs), objective, rows)
    if isinstance(objective, Concordance):
        outcome = read_outcome(y, strata)
    elif strata is None:
        return Posed(Problem.read(X, y, sample_weight), objective)
    elif objective.has_cut_off:
        raise ValueError(
            f"{objective!r} takes no strata: they have no common cut-off. Use the AUC with strata."
        )
    elif isinstance(objective, PartialAUC) and not objective.by_pairs:
        within = StratifiedPartialAUC(objective.max_fpr, objective.min_tpr, strata_weight)
        part = CurvePart(within.of_negatives, 2 * within.width.denominator)
        outcome = read_classes(y, strata)
        stratified, notes = read_stratified(X, outcome, sample_weight, strata_weight, part)
        return Posed(stratified, within, notes=tuple(notes))
    else:
        outcome, objective = read_classes(y, strata), StratifiedAUC(strata_weight)
    problem, notes = read_compared(X, outcome, sample_weight, strata_weight, memory)
    return Posed(problem, objective, notes=tuple(notes))


def with_intercept(problem: Problem, coef: np.ndarray) -> np.ndarray:
    """Weights with the intercept that classifies the most rows right by their float scores.

    With an intercept given it is kept.
    """
    assert problem.raw is not None
    if len(coef) == problem.n_features:
        return coef
    matrix, weight = problem.raw.matrix, problem.raw.weight
    assert weight is not None
    if is_sparse(matrix):
        matrix = matrix.toarray()
    side = matrix[:-1, -1]
    scores = side * (matrix[:-1, :-1] @ coef)
    return np.append(coef, -best_cut(scores, side > 0, weight[:-1]).value)


def _classify(problem: Problem, rows: Problem, solution: Solution) -> Solution:
    """A solution of points and the origin as weights and an intercept."""
    objective = solution.objective
    notes = [note for note in solution.notes if not note.startswith(ASIDE)]
    *coef, intercept = (float(v) for v in solution.coef)
    direction, value, arcs = solution.direction, solution.value_exact, solution.arcs
    constants = {s: objective.count_rows(problem, np.append(np.zeros(rows.n_features), s)) for s in (1, -1)}
    side, constant = max(constants.items(), key=lambda item: item[1].value)
    if constant.share >= value:
        coef, intercept, direction = [0.0] * rows.n_features, float(side), (*(0,) * rows.n_features, side)
        value, arcs = constant.share, ()
        notes.append(CONSTANT.format(rows.classes.tolist()[1 if side > 0 else 0]))
    weights, intercept = _at_length_one(problem, objective, np.array(coef), intercept)
    pairs = AUC().count_rows(rows, weights)
    status = "optimal" if value == solution.bound_exact else solution.status
    return replace(
        solution,
        coef=weights,
        intercept=intercept,
        cut=_cut_off(rows, weights, intercept),
        direction=direction,
        value_exact=Fraction(value),
        status=status,
        right=pairs.right,
        tied=pairs.tied,
        total=pairs.total,
        arcs=arcs,
        notes=tuple(notes),
        feature_names=rows.feature_names,
        in_plane=False,
        geometry=None,
        best_column=None,
    )


def _at_length_one(
    problem: Problem, objective: Objective, coef: np.ndarray, intercept: float
) -> tuple[np.ndarray, float]:
    """The rule with weights of length one, as those of other objectives have, if it is as good then."""
    largest = np.abs(coef).max()
    if not largest:
        return coef, intercept
    length = float(largest * np.linalg.norm(coef / largest))
    with np.errstate(over="ignore"):
        rule = np.append(coef, intercept) / length
    if not np.isfinite(rule).all():
        return coef, intercept
    before, after = (objective.count_rows(problem, w) for w in (np.append(coef, intercept), rule))
    return (rule[:-1], float(rule[-1])) if after.value >= before.value else (coef, intercept)


def _cut_off(rows: Problem, coef: np.ndarray, intercept: float) -> CutOff:
    """The cut-off of the scores by themselves, and the interval of those that accept the same rows."""
    assert rows.raw is not None
    with np.errstate(over="ignore", invalid="ignore"):
        zero = np.zeros(len(rows.raw.positive))
        scores = sum((w * c.astype(np.float64) for w, c in zip(coef, rows.raw.columns, strict=True)), zero)
    accepted = scores + intercept > 0
    low = float(np.max(scores[~accepted], initial=-np.inf))
    high = float(np.min(scores[accepted], initial=np.inf))
    value = -intercept
    if not low <= value < high:
        value = low if np.isfinite(low) else float(np.nextafter(high, -np.inf))
    return CutOff(value, low, high)

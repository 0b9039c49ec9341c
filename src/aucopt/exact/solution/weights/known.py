"""What weights are judged by: the problem and its objective, and the optimum that they are compared with."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

from aucopt.exact.maximize import best_solution
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective, Tally
from aucopt.exact.objective.best_cut import BestCut
from aucopt.exact.objective.named import read_objective
from aucopt.exact.posed import Posed, pose
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.sides import rows_as_sides
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import MEMORY, Options


class Judge(Protocol):
    """What weights without a cut-off are judged by: an objective, or an accuracy at its best cut-off."""

    @property
    def by_pairs(self) -> bool:
        """Whether the opposite weights swap right and wrong."""

    @property
    def is_auc(self) -> bool:
        """Whether the value is the AUC of two classes."""

    def recount(self, problem: Problem, direction: Sequence[int]) -> Tally:
        """Count an integer direction of the problem's coordinates."""


def read_judged(
    X: Any, y: Any, objective: Any, sample_weight: Any, strata: Any = None, memory: int = MEMORY
) -> tuple[Problem, Objective]:
    """The problem and the objective that weights are judged by.

    Raises
    ------
    ValueError
        If they cannot be read, or weights are found together with a cut-off.
    """
    asked = read_objective(objective)
    if isinstance(asked, Accuracy):
        raise ValueError(
            f"Ranges of weights are not computed for {asked!r}: its rules are weights with a cut-off, and "
            "every direction would need its own best cut-off. The AUC, parts of the ROC curve and "
            "concordances have ranges."
        )
    if strata is None and asked.classifies:
        return Problem.read(X, y, sample_weight), asked
    posed = pose(X, y, asked, sample_weight, strata, "pairs", memory)
    return posed.problem, posed.objective


def read_card(
    X: Any, y: Any, objective: Any, sample_weight: Any, strata: Any, memory: int
) -> tuple[Problem, Judge]:
    """The same for weights that are tried one by one: those of an accuracy have their best cut-off.

    Raises
    ------
    ValueError
        If they cannot be read.
    """
    asked = read_objective(objective)
    if not isinstance(asked, Accuracy):
        return read_judged(X, y, asked, sample_weight, strata, memory)
    rows = pose(X, y, asked, sample_weight, strata, "pairs", memory).rows
    assert rows is not None
    return rows, BestCut.of(asked, rows)


def known_or_searched(
    problem: Problem, objective: Judge, options: Options, known: Solution | None
) -> Solution:
    """The known solution, if it belongs to these data; without one, what a search finds.

    A second search could stop earlier than the first, and all that is measured against it would be wrong.

    Raises
    ------
    ValueError
        If the known weights have another AUC on these data than their solution says.
    """
    asked = objective.accuracy if isinstance(objective, BestCut) else objective
    if known is None and isinstance(objective, BestCut):
        posed = Posed(rows_as_sides(problem, objective.costs), objective.accuracy, problem)
        return posed.finish(best_solution(posed.problem, objective.accuracy, posed.ready(options)))
    if known is None:
        return best_solution(problem, cast(Objective, objective), options)
    if known.coef.shape != (problem.n_features,):
        raise ValueError(
            f"solution has {len(known.coef)} weights and X {problem.n_features} columns: it belongs to other "
            "data."
        )
    if known.objective != asked:
        raise ValueError(f"solution is the best by {known.objective!r}, not by {asked!r}.")
    counts = objective.recount(problem, problem.direction_of(known.coef)).pairs
    if counts != (known.right, known.tied, known.total):
        raise ValueError(
            f"solution belongs to other data: its AUC is {known.auc:.6f}, and on these rows its weights have "
            f"{float(counts.share):.6f}."
        )
    return known

"""What weights are judged by: the problem and its objective, and the optimum that they are compared with."""

from typing import Any

from aucopt.exact.maximize import best_solution
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.exact.posed import pose
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import MEMORY, Options


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
            f"The weights of {asked!r} belong to a cut-off and converge at the cube-root rate; this is for "
            "the AUC, for parts of the ROC curve and for concordances."
        )
    if strata is None and asked.classifies:
        return Problem.read(X, y, sample_weight), asked
    posed = pose(X, y, asked, sample_weight, strata, "pairs", memory)
    return posed.problem, posed.objective


def known_or_searched(
    problem: Problem, objective: Objective, options: Options, known: Solution | None
) -> Solution:
    """The known solution, if it belongs to these data; without one, what a search finds.

    A second search could stop earlier than the first, and all that is measured against it would be wrong.

    Raises
    ------
    ValueError
        If the known weights have another AUC on these data than their solution says.
    """
    if known is None:
        return best_solution(problem, objective, options)
    if known.coef.shape != (problem.n_features,):
        raise ValueError(
            f"solution has {len(known.coef)} weights and X {problem.n_features} columns: it belongs to other "
            "data."
        )
    if known.objective != objective:
        raise ValueError(f"solution is the best by {known.objective!r}, not by {objective!r}.")
    counts = objective.recount(problem, problem.direction_of(known.coef)).pairs
    if counts != (known.right, known.tied, known.total):
        raise ValueError(
            f"solution belongs to other data: its AUC is {known.auc:.6f}, and on these rows its weights have "
            f"{float(counts.share):.6f}."
        )
    return known

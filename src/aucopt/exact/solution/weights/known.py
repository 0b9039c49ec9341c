"""The optimum that weights are compared with: the one that is known already, or a search."""

from aucopt.exact.maximize import best_solution
from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.base import Options


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

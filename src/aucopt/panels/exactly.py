"""The exact search of one panel: not "what is its optimum?" but "does it reach this value?"."""

from dataclasses import replace
from typing import NamedTuple

from aucopt.exact.maximize import SOLVERS
from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.base import Known, Options
from aucopt.exact.solvers.faces import solve_signed

# Restarts of an ascent that looks for a good value.
_RESTARTS = 2


class PanelReach(NamedTuple):
    """What a panel reaches: the best value found, if it is above what was known, and a bound."""

    value: int
    bound: int


def search_panel(problem: Problem, objective: Objective, options: Options, known: int) -> PanelReach:
    """Search the problem of one panel; values up to `known` need not be told apart.

    The value is 0 if no direction above `known` was found. A bound above `known` that differs from the value
    tells that the deadline came first.
    """
    problem, objective, options = _exchange(problem, objective, options)
    problem = problem.independent()
    solver = SOLVERS["plane" if len(problem.columns) <= 2 else "cone"]
    told = Known(max(known, 0))
    if len(problem.columns) > 1 and not any(options.signs):
        found = solver.solve(problem, objective, options, told)
    else:
        found = solve_signed(problem, objective, options, solver, told)
    value = found.value if found.cells and found.value > known else 0
    bound = objective.most(problem) if found.bound is None else found.bound
    return PanelReach(value, bound)


def climb_panel(problem: Problem, objective: Objective, options: Options) -> int:
    """A good value of a panel without a proof: exact for two columns, else that of a short ascent."""
    problem, objective, options = _exchange(problem, objective, options)
    if len(problem.columns) <= 2:
        return search_panel(problem, objective, options, -1).value
    x, positive, weight = problem.rows()
    signs = problem.pick(options.signs)
    worth = None if objective.by_pairs else objective.worth(problem)
    found = ascend(
        x, positive, weight, signs=signs, worth=worth, n_restarts=_RESTARTS, deadline=options.deadline
    )
    return objective.count(problem, problem.towards(found.coef)).value if found.coef.any() else 0


def _exchange(problem: Problem, objective: Objective, options: Options) -> tuple[Problem, Objective, Options]:
    """The same with the classes exchanged, where the objective asks for that."""
    if objective.exchanged is None:
        return problem, objective, options
    turned = replace(options, signs=tuple(-s for s in options.signs))
    return problem.exchanged(), objective.exchanged, turned

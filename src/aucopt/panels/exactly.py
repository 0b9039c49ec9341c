"""The exact search of one panel: not "what is its optimum?" but "does it reach this value?"."""

from dataclasses import replace
from typing import NamedTuple

from aucopt.exact.maximize import SOLVERS
from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Known, Options
from aucopt.exact.solvers.faces import solve_signed


class Reach(NamedTuple):
    """What a panel reaches: the best value found, if it is above what was known, and a bound."""

    value: int
    bound: int


def search_panel(problem: Problem, objective: Objective, options: Options, known: int) -> Reach:
    """Search the problem of one panel; values up to `known` need not be told apart.

    The value is 0 if no direction above `known` was found. A bound above `known` that differs from the value
    tells that the deadline came first.
    """
    if objective.exchanged is not None:
        problem, objective = problem.exchanged(), objective.exchanged
        options = replace(options, signs=tuple(-s for s in options.signs))
    problem = problem.independent()
    solver = SOLVERS["plane" if len(problem.columns) <= 2 else "cone"]
    told = Known(max(known, 0))
    if len(problem.columns) > 1 and not any(options.signs):
        found = solver.solve(problem, objective, options, told)
    else:
        found = solve_signed(problem, objective, options, solver, told)
    value = found.value if found.cells and found.value > known else 0
    bound = objective.most(problem) if found.bound is None else found.bound
    return Reach(value, bound)

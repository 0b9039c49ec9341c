"""One panel against a value that is known."""

import numpy as np

import aucopt
from aucopt.exact.objective.named import read_objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.panels.exactly import climb_panel, search_panel
from aucopt.panels.question import sub_problem


def test_a_value_that_is_known_is_not_found_again():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 4)), np.arange(20) % 2
    for objective in (read_objective("auc"), aucopt.Specificity(sensitivity=0.9)):
        for columns in ((0,), (0, 1), (0, 1, 2)):
            problem = sub_problem(Problem.read(X, y), columns)
            options = Options((0,) * len(columns))
            best = search_panel(problem, objective, options, -1)
            assert best.value == best.bound
            assert search_panel(problem, objective, options, best.value - 1) == best
            assert search_panel(problem, objective, options, best.value).value == 0
            assert 0 < climb_panel(problem, objective, options) <= best.value

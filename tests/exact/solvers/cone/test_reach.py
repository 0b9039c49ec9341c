"""Cones are taken where they should end soon, or until a limit that was given."""

import numpy as np
import pytest

from aucopt import Sensitivity
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.cone.reach import cones_in_reach


@pytest.mark.parametrize(
    ("objective", "d", "n", "by_itself", "with_limit"),
    [
        (AUC(), 2, 20, False, False),
        (AUC(), 6, 178, True, True),
        (AUC(), 6, 180, False, True),
        (AUC(), 8, 40, True, True),
        (AUC(), 8, 42, False, False),
        (AUC(), 9, 20, False, False),
        (Sensitivity(0.9), 2, 20, True, True),
        (Sensitivity(0.9), 6, 200, True, True),
        (Sensitivity(0.9), 6, 202, False, True),
        (Sensitivity(0.9), 7, 20, False, False),
    ],
)
def test_pairs_and_columns_decide(
    objective: Objective, d: int, n: int, by_itself: bool, with_limit: bool
) -> None:
    problem = Problem.read(np.random.default_rng(d).normal(size=(n, d)), np.arange(n) % 2)
    signs = (0,) * d
    assert cones_in_reach(problem, objective, Options(signs)) is by_itself
    assert cones_in_reach(problem, objective, Options(signs, deadline=1.0)) is with_limit

"""What is asked: the problem of some columns, the columns of panels."""

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.panels.question import read_question, sub_problem


def test_the_problem_of_some_columns_keeps_the_units():
    X = np.array([[0, 1, 2], [0, 1, 3], [1, 0, 2], [1, 0, 5]])
    whole = Problem.read(X, [1, 0, 1, 0], [2, 3, 5, 7])
    part = sub_problem(whole, (0, 1))
    assert part.feature_names == ("x0", "x1")
    assert part.n_points == 2
    assert part.total == whole.total


def test_columns_by_name_and_position():
    asked = read_question(
        np.eye(4),
        [0, 1, 0, 1],
        2,
        objective="auc",
        sample_weight=None,
        strata=None,
        strata_weight="pairs",
        signs=None,
        delta=0.1,
        include=[-1],
        exclude=["x0"],
        time_limit=None,
        n_jobs=1,
        memory_limit=10,
        callback=None,
    )
    assert asked.forced == (3,)
    assert asked.open == (1, 2)
    assert asked.n_total == 2
    assert not asked.is_late()

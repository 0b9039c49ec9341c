"""Partial AUC: its limits, the whole area, and scikit-learn's."""

from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from strategies import two_clouds

import aucopt
from aucopt.exact.objective.partial_auc import PartialAUC
from aucopt.exact.problem.problem import Problem


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({}, "needs either max_fpr or min_tpr"),
        ({"max_fpr": 0.1, "min_tpr": 0.9}, "needs either max_fpr or min_tpr"),
        ({"max_fpr": 0}, "max_fpr must be above 0 and at most 1, not 0"),
        ({"max_fpr": 1.01}, "max_fpr must lie between 0 and 1"),
        ({"max_fpr": float("nan")}, "max_fpr must lie between 0 and 1"),
        ({"max_fpr": "0.1"}, "max_fpr must lie between 0 and 1"),
        ({"min_tpr": 1}, "min_tpr must be at least 0 and below 1, not 1"),
        ({"min_tpr": -0.1}, "min_tpr must lie between 0 and 1"),
        ({"min_tpr": float("nan")}, "min_tpr must lie between 0 and 1"),
    ],
)
def test_impossible_limits_are_refused(limits: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        PartialAUC(**limits)


@pytest.mark.parametrize("whole", [PartialAUC(max_fpr=1), PartialAUC(min_tpr=0)])
@pytest.mark.parametrize("d", [2, 3])
def test_the_whole_area_is_the_auc_in_value_direction_and_proof(whole: PartialAUC, d: int) -> None:
    X, y = two_clouds(40, d)
    auc, area = aucopt.maximize_auc(X, y), aucopt.maximize(X, y, whole)
    assert (area.value_exact, area.bound_exact, area.status) == (auc.auc_exact, auc.bound_exact, "optimal")
    assert (area.coef.tolist(), area.direction, area.work) == (auc.coef.tolist(), auc.direction, auc.work)
    assert (area.standardized, auc.standardized) == (area.value, None)
    proofs = [aucopt.maximize(X, y, o, certify=True).certificate for o in ("auc", whole)]
    assert proofs[0].content == proofs[1].content


def test_it_is_scikit_learns_area_where_no_tie_straddles_the_limit() -> None:
    X, y = two_clouds(60, 3)
    for limit in (0.1, 0.25, 0.5):
        solution = aucopt.maximize(X, y, PartialAUC(max_fpr=limit))
        theirs = roc_auc_score(y, X @ solution.coef, max_fpr=limit)
        assert solution.standardized == pytest.approx(theirs, abs=1e-12)


def test_ties_that_straddle_the_limit_count_more_in_scikit_learn() -> None:
    """The documented example: a straight line through a tie of all rows has an area, no cell has one."""
    X, y, objective = np.array([[0, 0], [1, 0], [-1, 0]]), [1, 0, 0], PartialAUC(max_fpr=0.5)
    solution = aucopt.maximize(X, y, objective)
    assert (solution.value, solution.bound, solution.status) == (0.0, 0.0, "optimal")
    problem = Problem.read(X, y)
    assert objective.count_rows(problem, np.array([0.0, 1.0])).share == 0
    standardised = roc_auc_score(y, X @ [0, 1], max_fpr=0.5)
    area = (2 * standardised - 1) * (0.5 - 0.125) + 0.125
    assert area == pytest.approx(0.125)


def test_a_solution_tells_which_part_of_the_curve() -> None:
    X, y = two_clouds(30, 2)
    text = str(aucopt.maximize(X, y, PartialAUC(max_fpr=0.2)))
    assert "partial AUC" in text
    assert "false positive rate up to 0.2" in text
    assert "McClish" in text
    assert "true positive rate from 0.9" in str(aucopt.maximize(X, y, PartialAUC(min_tpr=0.9)))

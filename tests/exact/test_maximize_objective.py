"""The front door of other objectives: what it takes, what it refuses and why."""

from typing import Any

import numpy as np
import pytest
from naive_checks import same_answer
from strategies import GAUSSIAN, Y

import aucopt
from aucopt.exact import maximize_objective


@pytest.mark.parametrize("wrong", ["AUC", None, 0.9, aucopt.Sensitivity])
def test_objectives_are_named_or_made(wrong: Any) -> None:
    with pytest.raises(ValueError, match="objective must be"):
        maximize_objective.maximize(GAUSSIAN, Y, wrong)


def test_the_auc_is_the_objective_unless_another_is_asked_for() -> None:
    for solution in (aucopt.maximize(GAUSSIAN, Y), aucopt.maximize(GAUSSIAN, Y, "auc")):
        assert same_answer(solution, aucopt.maximize_auc(GAUSSIAN, Y))
        assert solution.value == solution.auc
        assert solution.cutoff is None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"certify": True, "solver": "ascent"}, "certify=True needs an exact search"),
        ({"certify": True, "solver": "plane"}, "Proofs of this objective are written by cones"),
        ({"solver": "enumeration"}, "needs an objective that counts right pairs"),
    ],
)
def test_what_other_objectives_cannot_have_is_said(options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        aucopt.maximize(GAUSSIAN, Y, aucopt.Sensitivity(0.9), **options)


def test_progress_is_that_of_the_objective() -> None:
    told: list[aucopt.Progress] = []
    X = np.random.default_rng(0).normal(size=(len(Y), 3))
    solution = aucopt.maximize(X, Y, aucopt.PartialAUC(max_fpr=0.2), callback=told.append)
    assert told
    assert all(
        p.value <= solution.value <= p.bound and p.gap == pytest.approx(p.bound - p.value) for p in told
    )
    assert told[-1].auc == told[-1].value

"""Objectives by name."""

from typing import Any

import pytest

import aucopt
from aucopt.exact.objective.named import read_objective
from aucopt.exact.objective.roc import AUC


def test_the_name_of_the_auc() -> None:
    assert read_objective("auc") == AUC()
    assert read_objective(aucopt.Sensitivity(0.9)) == aucopt.Sensitivity(0.9)


@pytest.mark.parametrize("objective", ["gini", "AUC", None, 0.9, aucopt.Sensitivity])
def test_what_is_no_objective_is_refused(objective: Any) -> None:
    with pytest.raises(ValueError, match='objective must be "auc"'):
        aucopt.maximize([[0], [1]], [0, 1], objective)


@pytest.mark.parametrize("name", ["auc", "accuracy", "concordance"])
def test_objectives_by_name(name):
    assert read_objective(name).name.lower() == name

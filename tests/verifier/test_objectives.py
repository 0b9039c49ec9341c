"""What a certificate may be about."""

import pytest

from aucopt.verifier.objectives import Asked, read_objective
from aucopt.verifier.statement import FailedError, UncheckedError


def test_objectives_by_name():
    assert read_objective({"name": "AUC"}) == Asked()
    assert read_objective({"name": "Concordance", "strata_weight": "cases"}).by_cases
    area = read_objective({"name": "PartialAUC", "min_tpr": "0.9", "strata_weight": "cases"})
    assert (area.by_cases, area.has_strata, area.of_pairs) == (True, True, False)
    assert area.text == "PartialAUC(min_tpr=0.9, strata_weight=cases)"
    accuracy = read_objective({"name": "Accuracy", "class_weight": "balanced"})
    assert (accuracy.of_rows, accuracy.costs, accuracy.is_half) == (True, None, False)
    assert not read_objective({"name": "Sensitivity", "specificity": "0.9"}).is_half


@pytest.mark.parametrize(
    "objective",
    [
        {"name": "Concordance", "strata_weight": "pairs"},
        {"name": "Concordance", "limit": "0.1"},
        {"name": "PartialAUC", "max_fpr": "0.1", "strata_weight": "pairs"},
        {"name": "Sensitivity", "specificity": "0.9", "strata_weight": "cases"},
        {"name": "Accuracy", "cost": "2"},
        {"name": "Kappa"},
    ],
)
def test_what_is_unknown_is_not_checked(objective):
    with pytest.raises(UncheckedError):
        read_objective(objective)


@pytest.mark.parametrize(
    "objective",
    [
        "AUC",
        {"name": 1},
        {"name": "Accuracy", "class_weight": ["-1", "1"]},
        {"name": "Sensitivity", "specificity": "2"},
    ],
)
def test_what_is_malformed_fails(objective):
    with pytest.raises(FailedError):
        read_objective(objective)

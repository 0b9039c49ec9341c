"""How values on new rows were found, in words."""

import pytest

import aucopt
from aucopt.report.page.estimates import explain_estimates


@pytest.mark.parametrize(
    ("objective", "words"),
    [
        ("auc", "are DeLong's"),
        ("accuracy", "only one of the two rules"),
        ("concordance", "of its own fold and stratum only"),
        (aucopt.Sensitivity(specificity=0.9), "all rows together make one curve"),
    ],
)
def test_each_kind_of_objective_has_its_own(objective, words):
    from aucopt.exact.objective.named import read_objective

    texts = explain_estimates(read_objective(objective), "10 folds", within=" and stratum")
    assert words in texts[0]
    assert "10 folds" in texts[0]

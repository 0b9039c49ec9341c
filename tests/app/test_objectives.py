import pytest

import aucopt
from aucopt.app.objectives import CHOICES, read_choice


def test_each_choice_makes_its_objective():
    assert read_choice("auc", None).by_pairs
    assert read_choice("partial-auc", 0.1) == aucopt.PartialAUC(max_fpr=0.1)
    assert read_choice("sensitivity", 0.95) == aucopt.Sensitivity(specificity=0.95)
    assert read_choice("accuracy", 1) == aucopt.Accuracy()
    assert read_choice("accuracy", 5) == aucopt.Accuracy({0: 1, 1: 5})
    for name, choice in CHOICES.items():
        read_choice(name, choice.default)


@pytest.mark.parametrize(("limit", "message"), [(None, "Enter a number"), (2.0, "max_fpr"), (0.0, "above 0")])
def test_bad_limits_are_refused(limit, message):
    with pytest.raises(ValueError, match=message):
        read_choice("partial-auc", limit)

"""Parts of the ROC curve by their limits."""

from fractions import Fraction

import pytest

from aucopt.metrics.part import read_part


@pytest.mark.parametrize(
    ("limits", "room", "is_area", "exchanged", "condition"),
    [
        ({"max_fpr": 0.1}, Fraction(1, 10), True, False, "partial AUC, false positive rate up to 0.1"),
        ({"min_tpr": 0.9}, Fraction(1, 10), True, True, "partial AUC, true positive rate from 0.9"),
        ({"specificity": 0.95}, Fraction(1, 20), False, False, "sensitivity at specificity 0.95"),
        ({"sensitivity": 1}, Fraction(0), False, True, "specificity at sensitivity 1"),
    ],
)
def test_a_part_is_read_as_the_decimal_it_is_written_as(limits, room, is_area, exchanged, condition) -> None:
    assert read_part(**limits) == (is_area, room, exchanged, condition)


def test_one_limit_is_needed() -> None:
    with pytest.raises(ValueError, match="Give one of specificity or sensitivity; got none"):
        read_part(specificity=None, sensitivity=None)

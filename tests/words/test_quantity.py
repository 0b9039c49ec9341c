"""What is maximised has a name, a condition and sometimes a word for the rest."""

import pytest

from aucopt.words.difference import judge_gain
from aucopt.words.quantity import AUC, Quantity
from aucopt.words.status import claim, name_subject

POINT = Quantity("specificity", "at sensitivity 0.98", "false alarms per 1,000 negatives")


def test_names_with_and_without_a_condition():
    assert (AUC.whole, AUC.title, AUC.of("0.7")) == ("AUC", "AUC", "an AUC of 0.7")
    assert POINT.title == "Specificity at sensitivity 0.98"
    assert POINT.count_shortfall(0.75) == "250"
    area = Quantity("partial AUC", "true positive rate from 0.9")
    assert area.of("0.5") == "a partial AUC of 0.5 (true positive rate from 0.9)"


def test_a_claim_names_what_is_proved():
    said = claim("optimal", name_subject(blend=True, signed=False), 0.75, "0.75", POINT)
    assert said.startswith("The best blend has a specificity of 0.7500 at sensitivity 0.98 on these rows.")


@pytest.mark.parametrize(
    ("difference", "low", "high", "words"),
    [
        (0.03, 0.01, 0.05, "On new rows it pays: the score is significantly better than LR."),
        (-0.03, -0.05, -0.01, "It does not pay here: on new rows LR is significantly better than the score."),
        (
            0.001,
            -0.002,
            0.003,
            "It does not pay here: on new rows the score and LR are equivalent within 0.005.",
        ),
        (-0.01, -0.03, 0.01, "It does not pay here: on new rows the score is not better than LR."),
        (
            0.01,
            -0.01,
            0.03,
            "It is not clear whether it pays: on new rows the score is better, but not",
        ),
        (0.01, float("nan"), float("nan"), "It is not clear whether it pays"),
    ],
)
def test_a_gain_is_judged_in_a_sentence(difference, low, high, words):
    assert judge_gain("The score", "LR", difference, low, high).startswith(words)

"""What is compared is chosen by the training rows alone."""

import pytest

from aucopt.analysis.contrast import judge_contrast, make_contrast
from aucopt.lab.protocol import SplitResult
from aucopt.lab.records import Scores
from aucopt.stats import Posterior, correlated_t_posterior

NONE = Scores(0.5, 0.5, 0.5)
JUDGED = {"ratio": 1 / 9, "band": 0.005, "confidence": 0.95}


def outcomes(tests, validations):
    return [
        SplitResult(NONE, NONE, {}, 0.1, None, None, 0.5, test, validation=validation)
        for test, validation in zip(tests, validations, strict=True)
    ]


def test_validation_chooses_and_test_rows_judge():
    """A method that is better on test rows is not chosen if the inner folds say otherwise."""
    found = make_contrast(
        {
            "a": outcomes([0.9, 0.9, 0.9], [0.7, 0.8, 0.7]),
            "b": outcomes([0.5, 0.6, 0.7], [0.8, 0.7, 0.7]),
            "c": outcomes([0.6, 0.6, 0.6], [None] * 3),
        },
        ["a", "b"],
        ["c"],
        **JUDGED,
    )
    assert found.optimisers == ("b", "a", "a")  # the first of equals
    assert found.standards == ("c", "c", "c")
    assert found.optimiser_values == (0.5, 0.9, 0.9)
    assert found.difference == pytest.approx(0.5 / 3)
    assert found.posterior == correlated_t_posterior([0.5, 0.9, 0.9], [0.6] * 3, 1 / 9, 0.005)
    assert found.count_choices() == {"a": 2, "b": 1, "c": 3}
    assert found.answer == "too few"


@pytest.mark.parametrize(
    ("posterior", "n_splits", "answer"),
    [
        ((0.95, 0.05, 0.0), 5, "pays"),
        ((0.9499, 0.05, 0.0001), 30, "undecided"),
        ((0.05, 0.5, 0.45), 30, "does not pay"),
        ((0.0, 0.0, 1.0), 30, "does not pay"),
        ((1.0, 0.0, 0.0), 4, "too few"),
    ],
)
def test_answers(posterior, n_splits, answer):
    assert judge_contrast(Posterior(*posterior), n_splits, 0.95) == answer

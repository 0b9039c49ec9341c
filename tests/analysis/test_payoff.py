"""The answer follows from the numbers."""

import json
from dataclasses import replace

import numpy as np
import pytest

import aucopt
from aucopt.analysis.judge import judge
from aucopt.exact.objective.roc import AUC
from aucopt.lab import METHODS, Method
from aucopt.lab.protocol import SplitResult
from aucopt.lab.records import Scores

TWO = [METHODS["LR"], METHODS["AUC-opt"]]
AREA, POINT = AUC(), aucopt.Sensitivity(specificity=0.95)
BASIS = {"ratio": 1 / 9, "band": 0.005, "confidence": 0.95, "n_rows": 100, "n_columns": 2, "n_positive": 40}
BASIS |= {"n_planned": 10, "n_splits": 10, "failed": {}}
LEVEL = 0.8 + np.array([-0.01, 0.01, 0.0, 0.0, 0.01, -0.01, 0.0, 0.0, 0.01, -0.01])
TURNS = np.array([1, -1] * 5)


def outcome(train, test, bound=None, validation=None):
    scores = [Scores(auc, 0.5, 0.5) for auc in (train, test)]
    return SplitResult(*scores, {}, 0.1, bound, None, train, test, validation=validation)


def judged(standard, optimiser, methods=TWO, objective=AREA, **bounds):
    outcomes = {
        methods[0].name: [outcome(auc, auc) for auc in standard],
        methods[1].name: [outcome(auc + 0.1, auc, **bounds) for auc in optimiser],
    }
    return judge(methods, outcomes, objective=objective, **BASIS)


@pytest.mark.parametrize(
    ("gain", "noise", "answer", "words"),
    [
        (
            0.02,
            0.001,
            "pays",
            "AUC pays. The AUC optimiser that is best on the training rows (AUC-opt) has a test AUC of "
            "0.8200, the best standard classifier (LR) 0.8000; the difference is +0.0200 (95% interval ",
        ),
        (0.02, 0.001, "pays", "The probability of a gain of more than 0.005 is more than 0.99."),
        (-0.02, 0.001, "does not pay", "On these data, optimising AUC does not pay. The AUC optimiser"),
        (0.003, 0.001, "does not pay", "The probability of a gain of more than 0.005 is less than 0.01."),
        (0.02, 0.1, "undecided", "On these data, it is not clear whether optimising AUC pays"),
        (
            0.004,
            0.01,
            "undecided",
            "The probability of a gain of more than 0.005 is 0.42; that the two are equivalent within 0.005, "
            "0.53; of a loss of more than 0.005, 0.05.",
        ),
        (-0.00001, 0, "does not pay", "the difference is +0.0000 (95% interval +0.0000 to +0.0000)"),
    ],
)
def test_answers(gain, noise, answer, words):
    verdict = judged(LEVEL, LEVEL + gain + noise * TURNS)
    assert verdict.answer == answer
    assert words in verdict.sentence
    assert verdict.sentence in str(verdict)
    assert "100 rows (40 positive), 2 columns, 10-fold cross-validation.\nChosen: number of splits" in str(
        verdict
    )


def test_too_few_is_said_first():
    verdict = judged([0.8, 0.2], [0.2, 0.9])
    assert verdict.answer == "too few"
    assert verdict.sentence == (
        "Too few splits to say whether optimising AUC pays: 2 of 10 were done, and at least 5 are needed."
    )
    assert verdict.result("AUC-opt").difference_interval == (-1, 1)
    assert verdict.contrast.interval == (-1, 1)
    assert "10-fold cross-validation (2 of 10 splits were done)" in str(verdict)


def test_linear_methods_alone_have_a_contrast_of_their_own():
    """The forest is chosen among the standard methods, and AUC-opt does not gain on it, but on LR it does."""
    methods = [*TWO, METHODS["RF"]]
    outcomes = {
        "LR": [outcome(a, a, validation=0.8) for a in LEVEL],
        "AUC-opt": [outcome(a, a) for a in LEVEL + 0.02 + 0.001 * TURNS],
        "RF": [outcome(a, a, validation=0.9) for a in LEVEL + 0.03],
    }
    verdict = judge(methods, outcomes, objective=AREA, **BASIS)
    assert (verdict.answer, verdict.linear_contrast.answer) == ("does not pay", "pays")
    assert verdict.contrast.standards == ("RF",) * 10
    assert verdict.linear_contrast.difference == pytest.approx(0.02)
    assert verdict.linear_sentence.startswith(
        "Among the linear methods it pays: the difference between the chosen methods (AUC-opt; LR) is "
        "+0.0200 ("
    )
    assert verdict.linear_sentence in str(verdict)
    assert [verdict.result(name).n_chosen for name in outcomes] == [0, 10, 10]
    plain = json.loads(json.dumps(verdict.to_dict()))
    assert plain["linear_contrast"]["posterior"]["better"] > 0.95
    assert judged(LEVEL, LEVEL).linear_contrast is None


def test_numbers_behind_the_answer():
    verdict = judged([0.8, 0.82, 0.81], [0.85, 0.84, 0.86], bound=0.96)
    best, reference = verdict.results
    assert (best.name, reference.name, verdict.reference) == ("AUC-opt", "LR", "LR")
    assert best.test_value == pytest.approx(0.85)
    assert best.comparison.difference == pytest.approx(0.04)
    assert reference.comparison is None
    assert best.below_optimum == pytest.approx(0.01)
    assert reference.below_optimum == pytest.approx(0.15)
    assert best.n_optimal == 1
    assert verdict.result("LR") is reference
    with pytest.raises(KeyError, match="No result of 'SVM'; there are: AUC-opt, LR"):
        verdict.result("SVM")
    plain = json.loads(json.dumps(verdict.to_dict()))
    assert plain["results"][0]["comparison"]["pvalue"] == pytest.approx(best.comparison.pvalue)
    assert plain["results"][1]["test_value"] == pytest.approx(0.81)


def test_methods_that_are_not_linear_have_no_distance_from_the_optimum():
    methods = [replace(METHODS["GB"], name="LR"), METHODS["AUC-opt"]]
    assert judged([0.8, 0.82], [0.85, 0.84], methods, bound=0.96).result("LR").below_optimum is None


def test_another_objective_is_called_by_its_name_and_only_its_optimum_contends():
    own = Method(POINT.optimiser, "optimiser", True, aucopt.AUCOptClassifier(objective=POINT), {})
    methods = [*TWO, own]
    outcomes = {
        "LR": [outcome(0.5, a - 0.4) for a in LEVEL],
        "AUC-opt": [outcome(0.5, a - 0.3) for a in LEVEL],
        own.name: [outcome(0.6, a - 0.35, bound=0.6) for a in LEVEL],
    }
    found = judge(methods, outcomes, objective=POINT, **BASIS)
    assert found.sentence.startswith(
        "On these data, optimising the sensitivity at specificity 0.95 pays. The optimiser that is best on "
        "the training rows (sensitivity-opt) has a test sensitivity of 0.4500, the best standard classifier "
        "(LR) 0.4000"
    )
    assert [result.name for result in found.contenders] == ["sensitivity-opt"]
    assert "test AUC" not in str(found)
    assert "test sensitivity" in str(found)
    plain = found.to_dict()
    assert plain["objective"] == {"name": "Sensitivity", "specificity": "0.95"}
    assert "test_auc" not in plain["results"][0]
    json.dumps(plain)

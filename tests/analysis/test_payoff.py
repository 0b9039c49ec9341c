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


def outcome(train, test, bound=None):
    scores = [Scores(auc, 0.5, 0.5) for auc in (train, test)]
    return SplitResult(*scores, {}, 0.1, bound, None, train, test)


def judged(standard, optimiser, methods=TWO, objective=AREA, **bounds):
    outcomes = {
        methods[0].name: [outcome(auc, auc) for auc in standard],
        methods[1].name: [outcome(auc + 0.1, auc, **bounds) for auc in optimiser],
    }
    basis = {"n_rows": 100, "n_columns": 2, "n_positive": 40, "failed": {}}
    return judge(methods, outcomes, objective=objective, ratio=1.0, band=0.005, confidence=0.95, **basis)


@pytest.mark.parametrize(
    ("gain", "noise", "answer", "words"),
    [
        (
            0.02,
            0.001,
            "pays",
            "AUC pays: AUC-opt reaches a test AUC of 0.8200 and LR, the best standard classifier, 0.8000",
        ),
        (-0.02, 0.001, "does not pay", "does not pay: AUC-opt, the best AUC optimiser, reaches a test"),
        (0.003, 0.0001, "does not pay", "A gain of more than 0.005 is ruled out for every AUC optimiser."),
        (0.02, 0.1, "undecided", "These data cannot tell whether optimising AUC pays"),
        (0.004, 0.001, "undecided", "; the difference is +0.0040 (95% interval "),
        (0.004, 0.001, "undecided", "). A gain of more than 0.005 is not ruled out for AUC-opt."),
        (-0.00001, 0, "does not pay", "the difference is +0.0000 (95% interval +0.0000 to +0.0000)"),
    ],
)
def test_answers(gain, noise, answer, words):
    standard = 0.8 + np.array([-0.01, 0.01, 0.0, 0.0, 0.01, -0.01])
    verdict = judged(standard, standard + gain + noise * np.array([1, -1, 1, -1, 1, -1]))
    assert verdict.answer == answer
    assert words in verdict.sentence
    assert verdict.sentence in str(verdict)
    assert "100 rows (40 positive), 2 columns, 6 random halves." in str(verdict)


def test_no_interval_of_a_difference_exceeds_one():
    verdict = judged([0.8, 0.2], [0.2, 0.9])
    assert verdict.result("AUC-opt").difference_interval == (-1, 1)


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


def test_more_optimisers_need_more_evidence():
    """The interval of one of several AUC optimisers is wider: they are looked at together."""
    standard, optimiser = [0.8, 0.82, 0.81], [0.85, 0.84, 0.86]
    alone = judged(standard, optimiser).result("AUC-opt")
    other = METHODS["SPAM"]
    outcomes = {
        "LR": [outcome(a, a) for a in standard],
        "AUC-opt": [outcome(a, a) for a in optimiser],
        "SPAM": [outcome(a, a) for a in standard],
    }
    basis = {"n_rows": 100, "n_columns": 2, "n_positive": 40, "failed": {}}
    both = judge(
        [*TWO, other], outcomes, objective=AREA, ratio=1.0, band=0.005, confidence=0.95, **basis
    ).result("AUC-opt")
    assert both.difference_interval[0] < alone.difference_interval[0]
    assert both.difference_interval[1] > alone.difference_interval[1]


def test_methods_that_are_not_linear_have_no_distance_from_the_optimum():
    methods = [replace(METHODS["GB"], name="LR"), METHODS["AUC-opt"]]
    assert judged([0.8, 0.82], [0.85, 0.84], methods, bound=0.96).result("LR").below_optimum is None


def test_another_objective_is_called_by_its_name_and_only_its_optimum_contends():
    own = Method(POINT.optimiser, "optimiser", True, aucopt.AUCOptClassifier(objective=POINT), {})
    methods = [*TWO, own]
    outcomes = {
        "LR": [outcome(0.5, 0.4), outcome(0.5, 0.42)],
        "AUC-opt": [outcome(0.5, 0.5), outcome(0.5, 0.52)],
        own.name: [outcome(0.6, 0.45, bound=0.6), outcome(0.6, 0.47, bound=0.6)],
    }
    basis = {"n_rows": 100, "n_columns": 2, "n_positive": 40, "failed": {}}
    found = judge(methods, outcomes, objective=POINT, ratio=1.0, band=0.005, confidence=0.95, **basis)
    assert found.sentence.startswith(
        "On these data optimising the sensitivity at specificity 0.95 pays: sensitivity-opt reaches a test "
        "sensitivity of 0.4600 and LR, the best standard classifier, 0.4100"
    )
    assert [result.name for result in found.contenders] == ["sensitivity-opt"]
    assert "test AUC" not in str(found)
    assert "test sensitivity" in str(found)
    plain = found.to_dict()
    assert plain["objective"] == {"name": "Sensitivity", "specificity": "0.95"}
    assert "test_auc" not in plain["results"][0]
    json.dumps(plain)
    worse = {**outcomes, own.name: [outcome(0.6, 0.3), outcome(0.6, 0.32)]}
    found = judge(methods, worse, objective=POINT, ratio=1.0, band=0.005, confidence=0.95, **basis)
    assert found.sentence.startswith(
        "On these data optimising the sensitivity at specificity 0.95 does not pay"
    )
    assert found.sentence.endswith("A gain of more than 0.005 is ruled out.")

"""Does it pay: the answer follows from the numbers, and the numbers do not depend on who computes them."""

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression

import aucopt
from aucopt.analysis.payoff import judge
from aucopt.datasets import load_toy
from aucopt.lab import METHODS, Method
from aucopt.lab.protocol import Outcome
from aucopt.lab.records import Scores

TWO = [METHODS["LR"], METHODS["AUC-opt"]]


class Refuses(ClassifierMixin, BaseEstimator):
    def __init__(self, telling=False):
        self.telling = telling

    def fit(self, X, y):
        raise RuntimeError(f"not with {X[0]}" if self.telling else "no such luck")


def outcome(train, test, bound=None):
    scores = [Scores(auc, 0.5, 0.5) for auc in (train, test)]
    return Outcome(*scores, {}, 0.1, bound, None)


def judged(standard, optimiser, methods=TWO, **bounds):
    outcomes = {
        methods[0].name: [outcome(auc, auc) for auc in standard],
        methods[1].name: [outcome(auc + 0.1, auc, **bounds) for auc in optimiser],
    }
    basis = {"n_rows": 100, "n_columns": 2, "n_positive": 40, "failed": {}}
    return judge(methods, outcomes, ratio=1.0, band=0.005, confidence=0.95, **basis)


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
    assert best.test_auc == pytest.approx(0.85)
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
    assert plain["results"][1]["test_auc"] == pytest.approx(0.81)


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
    both = judge([*TWO, other], outcomes, ratio=1.0, band=0.005, confidence=0.95, **basis).result("AUC-opt")
    assert both.difference_interval[0] < alone.difference_interval[0]
    assert both.difference_interval[1] > alone.difference_interval[1]


def test_methods_that_are_not_linear_have_no_distance_from_the_optimum():
    methods = [replace(METHODS["GB"], name="LR"), METHODS["AUC-opt"]]
    assert judged([0.8, 0.82], [0.85, 0.84], methods, bound=0.96).result("LR").below_optimum is None


@pytest.fixture(scope="module")
def toy():
    X, y = load_toy()
    return X[::2], y[::2]


QUICK = {"methods": ["LR", "AUC-opt"], "n_trials": 3, "thin": 2, "n_folds": 2}


def test_the_answer_does_not_depend_on_workers_or_the_kind_of_table(toy):
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    X, y = toy
    bad = [Method(name, "standard", True, Refuses(telling=True), {}) for name in ("worse", "bad")]
    options = QUICK | {"methods": [*bad, *QUICK["methods"]]}
    one = aucopt.does_it_pay(X, y, n_jobs=1, **options)
    assert list(one.failed) == ["bad", "worse"]
    calls = []
    two = aucopt.does_it_pay(
        pandas.DataFrame(X), np.where(y == 1, "ill", "well"), pos_label="ill", n_jobs=2, **options,
        callback=lambda done, total: calls.append((done, total)),
    )  # fmt: skip

    def without_times(verdict):
        return replace(verdict, results=tuple(replace(r, seconds=0.0) for r in verdict.results))

    assert without_times(one) == without_times(two)
    assert str(one) == str(two)
    assert calls[:6] == [(k, 12) for k in range(1, 7)]
    assert one.result("AUC-opt").below_optimum == 0
    assert one.result("AUC-opt").n_optimal == 3
    for result in one.results:
        assert np.all(np.diff(result.roc) >= 0)
        assert result.roc[-1] == 1
        # The area between evenly spaced rates is the AUC but for the steps between them.
        area = np.mean(np.add(result.roc[1:], result.roc[:-1]) / 2)
        assert area == pytest.approx(result.test_auc, abs=0.01)
    assert one.n_positive == (y == 1).sum()


def test_time_runs_out_after_two_splits(toy):
    verdict = aucopt.does_it_pay(*toy, time_limit=0, n_jobs=1, **(QUICK | {"n_trials": 5}))
    assert verdict.n_trials == 2


def test_a_method_of_ones_own_and_one_that_fails(toy):
    own = Method("plain LR", "standard", True, LogisticRegression(), {})
    bad = Method("bad", "AUC optimiser", True, Refuses(), {})
    verdict = aucopt.does_it_pay(*toy, n_jobs=1, **(QUICK | {"methods": [own, bad, "AUC-opt"]}))
    assert [result.name for result in verdict.results] == ["AUC-opt", "plain LR"]
    assert verdict.failed == {"bad": "RuntimeError: no such luck"}
    assert "bad could not be fitted: RuntimeError: no such luck" in str(verdict)
    with pytest.raises(ValueError, match=r"no AUC optimiser method to compare\. bad failed: RuntimeError"):
        aucopt.does_it_pay(*toy, n_jobs=1, **(QUICK | {"methods": [own, bad]}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"methods": ["LR", "SVM"]}, "There is no AUC optimiser method to compare."),
        ({"methods": ["AUC-opt"]}, "There is no standard method to compare."),
        ({"methods": ["LR", "LR", "AUC-opt"]}, "methods must be named once each"),
        ({"methods": "linaer"}, 'methods must be "linear", "all" or a list of names'),
        ({"methods": ["LR", "AUC-ops"]}, "Did you mean 'AUC-opt'"),
        ({"n_trials": 1}, "n_trials must be at least 2, not 1"),
        ({"band": -1}, "band is a difference of AUC"),
        ({"confidence": 1.0}, "confidence lies between 0 and 1"),
        ({"time_limit": -1}, "time_limit must be a number of seconds"),
        ({"y": [0, 1]}, "X has 385 rows and y 2"),
        ({"pos_label": 7}, "pos_label=7 is not among the labels"),
    ],
)
def test_bad_requests(toy, options, message):
    X, y = toy
    options = dict(options)
    with pytest.raises(ValueError, match=message):
        aucopt.does_it_pay(X, options.pop("y", y), **options)


def test_too_few_positives():
    X = np.arange(20.0).reshape(10, 2)
    with pytest.raises(ValueError, match="at least 6 positives; there are 3"):
        aucopt.does_it_pay(X, [1, 1, 1, 0, 0, 0, 0, 0, 0, 0])


def test_methods_of_any_kind(toy):
    X, y = toy
    chosen = [m for m in METHODS.values() if m.name in ("LR", "SVM", "AUC-opt", "RankBoost", "AdaBoost")]
    verdict = aucopt.does_it_pay(X, y, methods=chosen, n_trials=2, thin=1, n_folds=2, n_jobs=1)
    assert len(verdict.results) == 5
    assert verdict.result("RankBoost").below_optimum is None

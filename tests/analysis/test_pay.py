"""Does it pay: the numbers do not depend on who computes them."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
from refusing import Refuses
from sklearn.linear_model import LogisticRegression

import aucopt
from aucopt import AUCOptClassifier
from aucopt.datasets import load_toy
from aucopt.lab import METHODS, Method


@pytest.fixture(scope="module")
def toy():
    X, y = load_toy()
    return X[::2], y[::2]


QUICK = {"methods": ["LR", "AUC-opt"], "n_splits": 3, "n_repeats": 1, "thin": 2, "n_folds": 2}


@pytest.mark.slow
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
        assert area == pytest.approx(result.test_value, abs=0.01)
    assert one.n_positive == (y == 1).sum()


def test_time_runs_out_after_two_splits(toy):
    verdict = aucopt.does_it_pay(*toy, time_limit=0, n_jobs=1, **(QUICK | {"n_repeats": 2}))
    assert (verdict.n_done, verdict.n_planned, verdict.answer) == (2, 6, "too few")


def test_a_method_of_ones_own_and_one_that_fails(toy):
    own = Method("plain LR", "standard", True, LogisticRegression(), {})
    bad = Method("bad", "AUC optimiser", True, Refuses(), {})
    verdict = aucopt.does_it_pay(*toy, n_jobs=1, **(QUICK | {"methods": [own, bad, "AUC-opt"]}))
    assert [result.name for result in verdict.results] == ["AUC-opt", "plain LR"]
    assert [result.n_chosen for result in verdict.results] == [3, 3]
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
        ({"n_splits": 1}, "n_splits must be at least 2, not 1"),
        ({"n_repeats": 0}, "n_repeats must be at least 1, not 0"),
        ({"band": -1}, "band is a difference between 0 and 1"),
        ({"confidence": 1.0}, "confidence lies between 0 and 1"),
        ({"time_limit": -1}, "time_limit must be a number of seconds"),
        ({"n_jobs": 0}, "n_jobs must be a number of processes, -1 for all processors, not 0"),
        ({"random_state": -1}, "random_state must be None, a whole number or a Generator"),
        ({"y": [0, 1]}, "X has 385 rows and y 2"),
        ({"pos_label": 7}, "pos_label=7 is not among the labels"),
        ({"objective": "accuracy"}, "for the AUC and for parts of the ROC curve"),
        ({"objective": "concordance"}, "for the AUC and for parts of the ROC curve"),
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
    verdict = aucopt.does_it_pay(X, y, methods=chosen, n_splits=2, n_repeats=1, thin=1, n_folds=2, n_jobs=1)
    assert len(verdict.results) == 5
    assert sum(result.n_chosen for result in verdict.results) == 4
    assert verdict.linear_contrast is not None
    assert verdict.result("RankBoost").below_optimum is None


class Noting(LogisticRegression):
    """Logistic regression that tells in this process of its fits."""

    fits: ClassVar[list[int]] = []

    def fit(self, X, y, sample_weight=None):
        self.fits.append(len(y))
        return super().fit(X, y, sample_weight)


def test_one_process_unless_more_are_asked_for(toy):
    noting = Method("noting", "standard", True, Noting(), {})
    aucopt.does_it_pay(*toy, **(QUICK | {"methods": [noting, "AUC-opt"]}))
    assert len(Noting.fits) == QUICK["n_splits"]


def test_none_is_the_fixed_seed_and_a_generator_draws_others(toy):
    fixed, zero, drawn = (
        aucopt.does_it_pay(*toy, **QUICK, random_state=state) for state in (None, 0, np.random.default_rng(1))
    )
    assert fixed.result("AUC-opt").test_values == zero.result("AUC-opt").test_values
    assert fixed.result("AUC-opt").test_values != drawn.result("AUC-opt").test_values


def test_time_for_proofs_is_for_methods_that_prove_whatever_their_name_is(toy):
    X, y = np.column_stack([toy[0], toy[0][:, 0] ** 2]), toy[1]
    own = [
        replace(METHODS["AUC-opt"], name="mine", estimator=Limits()),
        replace(METHODS["AUC-opt"], name="AUC-opt", estimator=Limits(), proves_optimum=False),
    ]
    aucopt.does_it_pay(X, y, **(QUICK | {"methods": ["LR", *own], "proof_seconds": 4.0}))
    # The first fit to a few rows compiles, and two inner folds of each method choose, without a limit.
    assert Limits.given == [None, *[None, None, 4.0, None, None, None] * QUICK["n_splits"]]


class Limits(AUCOptClassifier):
    """The optimum in the plane of the first columns; it tells of its time limits in this process."""

    given: ClassVar[list[float | None]] = []

    def fit(self, X, y, sample_weight=None):
        self.given.append(self.time_limit)
        return super().fit(X, y, sample_weight)

"""AUCs on rows that no fit has seen."""

import numpy as np
import pytest
from made_analyses import make_rows
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import aucopt
from aucopt import AUCOptClassifier
from aucopt.analysis import folds, honest, honest_aucs

LOGISTIC_FIT = make_pipeline(StandardScaler(), LogisticRegression())


def test_one_repeat_is_plain_cross_validation():
    X, y = make_rows(60, 2, [1, 0.5])
    found = honest_aucs({"a": AUCOptClassifier(), "b": LOGISTIC_FIT}, X, y, n_folds=4, n_repeats=1)
    seed = int(np.random.SeedSequence(0).generate_state(1)[0])
    expected = []
    for train, test in StratifiedKFold(4, shuffle=True, random_state=seed).split(X, y):
        model = AUCOptClassifier().fit(X[train], y[train])
        expected.append(aucopt.roc_auc_score(y[test], model.decision_function(X[test])))
    assert found.intervals["a"].auc == pytest.approx(np.mean(expected))
    assert (found.n_folds, found.n_repeats, found.complete) == (4, 1, True)
    gain = found.comparison.differences[0]
    assert gain.difference == pytest.approx(found.intervals["a"].auc - found.intervals["b"].auc)
    assert gain.low <= gain.difference <= gain.high


def test_labels_without_signal_have_an_honest_auc_of_one_half():
    X, y = make_rows(90, 2, [0, 0])
    apparent = AUCOptClassifier().fit(X, y).auc_
    found = honest_aucs({"a": AUCOptClassifier()}, X, y, n_folds=5, n_repeats=4)
    interval = found.intervals["a"]
    assert interval.low < 0.5 < interval.high
    assert apparent > 0.55
    assert apparent > interval.auc
    assert found.comparison is None
    assert "5-fold cross-validation, 4 times" in str(found)


def test_the_same_seed_gives_the_same_result_and_repeats_do_not_disturb_each_other():
    X, y = make_rows(45, 2, [1, 0])
    calls = []
    once, again = (
        honest_aucs(
            {"a": LOGISTIC_FIT}, X, y, n_folds=5, n_repeats=2, callback=lambda *step: calls.append(step)
        )
        for _ in range(2)
    )
    assert once.intervals == again.intervals
    assert calls[:10] == [(k, 10) for k in range(1, 11)]
    other = honest_aucs({"a": LOGISTIC_FIT}, X, y, n_repeats=2, random_state=1)
    assert other.intervals != once.intervals
    fixed, drawn, again = (
        honest_aucs({"a": LOGISTIC_FIT}, X, y, n_folds=5, n_repeats=2, random_state=state)
        for state in (None, np.random.default_rng(8), np.random.default_rng(8))
    )
    assert fixed.intervals == once.intervals
    assert drawn.intervals == again.intervals != once.intervals


class Ticking:
    """A clock that moves on by a second whenever it is looked at."""

    def __init__(self):
        self.seconds = 0

    def monotonic(self):
        self.seconds += 1
        return self.seconds


def tick(monkeypatch, clock=None):
    clock = clock or Ticking()
    for module in (honest, folds):
        monkeypatch.setattr(module, "time", clock)


def test_time_leaves_out_a_repeat_as_a_whole(monkeypatch):
    X, y = make_rows(45, 2, [1, 0])
    options = {"n_folds": 5, "n_repeats": 3}
    once = honest_aucs({"a": LOGISTIC_FIT}, X, y, n_folds=5, n_repeats=1)
    # Five fits a repeat: the ninth second falls into the second one.
    tick(monkeypatch)
    cut = honest_aucs({"a": LOGISTIC_FIT}, X, y, time_limit=9, **options)
    assert (cut.n_repeats, cut.complete) == (1, False)
    assert cut.intervals == once.intervals
    assert (cut.sensitivity, cut.specificity) == (once.sensitivity, once.specificity)
    with pytest.raises(ValueError, match="The first cross-validation was not finished after 3 s"):
        honest_aucs({"a": LOGISTIC_FIT}, X, y, time_limit=3, **options)


def test_a_slow_machine_finds_the_same_numbers(monkeypatch):
    X, y = make_rows(45, 2, [1, 0])
    methods = {"a": AUCOptClassifier(), "b": LOGISTIC_FIT}
    quick = honest_aucs(methods, X, y, n_folds=5, n_repeats=2)
    tick(monkeypatch)
    slow = honest_aucs(methods, X, y, n_folds=5, n_repeats=2, time_limit=1_000)
    assert slow.complete
    assert slow.intervals == quick.intervals


def test_kernels_are_compiled_before_the_clock_starts(monkeypatch):
    X, y = make_rows(90, 2, [1, 0])
    clock, sizes = Ticking(), []

    class Noted(AUCOptClassifier):
        def fit(self, X, y, sample_weight=None):
            sizes.append((clock.seconds, len(X)))
            return super().fit(X, y, sample_weight)

    tick(monkeypatch, clock)
    honest_aucs({"a": Noted()}, X, y, n_folds=5, n_repeats=1, time_limit=100)
    assert sizes[0] == (0, 40)
    assert [size for _, size in sizes[1:]] == [72] * 5


def test_fits_that_prove_less_are_counted_and_named():
    X, y = make_rows(45, 3, [1, 0, 0])

    class Cut(AUCOptClassifier):
        def fit(self, X, y, sample_weight=None):
            super().fit(X, y, sample_weight)
            self.status_ = "time_limit"
            return self

    methods = {"local": AUCOptClassifier("ascent"), "cut": Cut("ascent"), "b": LOGISTIC_FIT}
    found = honest_aucs(methods, X, y, n_folds=3, n_repeats=2)
    assert found.endings == {"local": {"local": 6}, "cut": {"time_limit": 6}}
    assert str(found).splitlines()[-2:] == [
        "local: 6 of 6 fits are local optima",
        "cut: 6 of 6 fits stopped at a time limit",
    ]


def test_weights_reach_fits_and_aucs():
    X, y = make_rows(60, 2, [1, 0.5])
    weights = np.where(np.arange(60) < 45, 1, 0)
    methods = {"a": AUCOptClassifier(), "b": LOGISTIC_FIT}
    weighted = honest_aucs(methods, X, y, sample_weight=weights, n_repeats=1)
    fewer = honest_aucs(methods, X[:45], y[:45], n_repeats=1)
    assert weighted.intervals == fewer.intervals
    assert weighted.sensitivity == fewer.sensitivity
    heavy = honest_aucs(methods, X, y, sample_weight=np.linspace(0.1, 3, 60), n_repeats=1)
    assert heavy.intervals != honest_aucs(methods, X, y, n_repeats=1).intervals


def test_few_rows_of_a_class_are_few_folds():
    X, y = make_rows(9, 1, [5])
    assert honest_aucs({"a": LOGISTIC_FIT}, X, y, n_repeats=1).n_folds == 3
    with pytest.raises(ValueError, match="needs at least two rows of each class"):
        honest_aucs({"a": LOGISTIC_FIT}, X, np.arange(9) == 0)


def test_an_interrupt_ends_all_folds():
    class Interrupted(AUCOptClassifier):
        def fit(self, X, y, sample_weight=None):
            super().fit(X, y, sample_weight)
            self.status_ = "interrupted"
            return self

    X, y = make_rows(30, 2, [1, 0])
    with pytest.raises(KeyboardInterrupt):
        honest_aucs({"a": Interrupted()}, X, y)

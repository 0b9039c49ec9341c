"""AUCs on rows that no fit has seen, and what is made of them."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import aucopt
from aucopt import AUCOptClassifier
from aucopt.analysis import Rows, analyse, honest_aucs
from aucopt.analysis.fit import BEST
from aucopt.analysis.rivals import LOGISTIC, SINGLE, BestColumnClassifier


def make_rows(n, d, shift, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return np.round(rng.normal(size=(n, d)) + np.outer(y, shift), 2), y


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


def test_time_ends_the_repeats_after_the_first():
    X, y = make_rows(30, 2, [1, 0])
    found = honest_aucs({"a": LOGISTIC_FIT}, X, y, time_limit=0)
    assert (found.n_repeats, found.complete) == (1, False)


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
    with pytest.raises(ValueError, match="needs two rows of each class or more"):
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


@pytest.mark.parametrize(
    ("signs", "expected"), [(None, [0, -1, 0]), (1, [1, 0, 0]), ([1, 1, -1], [0, 0, -1])]
)
def test_the_best_column_alone(signs, expected):
    X = [[1, 9, 3], [2, 7, 2], [1, 5, 1], [3, 6, 0]]
    model = BestColumnClassifier(signs=signs).fit(X, [0, 0, 1, 1])
    assert model.coef_.tolist() == [expected]


def analysed(X, y, weights=None, signs=None, rival=LOGISTIC, seconds=3.0):
    names = tuple("abcdefgh"[: X.shape[1]])
    rows = Rows(X, names, y, weights, "y", (0, 1))
    signs = signs or (0,) * X.shape[1]
    solution = aucopt.maximize_auc(rows, y, sample_weight=weights, signs=signs)
    said = []
    return analyse(rows, solution, signs=signs, rival=rival, seconds=seconds, say=said.append), said


def test_an_analysis_holds_all_parts():
    X, y = make_rows(90, 2, [1, 0.5])
    found, said = analysed(X * [1, 100], y, seconds=20)
    assert found.omitted == {}
    assert set(found.honest.intervals) == {BEST, LOGISTIC}
    assert found.solution.auc >= found.rival_auc
    assert np.linalg.norm(found.per_deviation) == pytest.approx(1)
    # The second column is in hundreds: its weight is small, per standard deviation it is not.
    assert abs(found.solution.coef[1]) < 0.1 < abs(found.per_deviation[1])
    assert found.intervals.weight == pytest.approx(found.per_deviation, abs=1e-6)
    assert np.all(
        (found.intervals.low <= found.per_deviation) & (found.per_deviation <= found.intervals.high)
    )
    above = X * [1, 100] @ found.solution.coef > found.cut.value
    assert (above[y].mean(), 1 - above[~y].mean()) == pytest.approx(
        (found.cut.sensitivity, found.cut.specificity)
    )
    assert found.simple.within
    assert found.simple.feature_names == ("a", "b")
    assert any("folds" in line for line in said)
    assert found.model.predict(X * [1, 100]).tolist() == above.astype(int).tolist()


def test_logistic_regression_is_penalised_only_where_rows_are_few():
    X, y = make_rows(120, 4, [1, 0.5, 0, 0])
    plain, few = (analysed(X[:n], y[:n], seconds=0)[0] for n in (120, 60))
    assert plain.rival_detail == "no penalty"
    assert few.rival_detail == "penalty C = 1 on standardised columns"
    # Two columns that tell the class by their difference alone: a penalty would lose it.
    rng = np.random.default_rng(0)
    both = rng.normal(size=300) * 100
    apart = rng.normal(size=300) + (np.arange(300) % 2)
    found, _ = analysed(np.column_stack([both, both + apart]), np.arange(300) % 2 == 1, seconds=0)
    assert found.solution.auc - found.rival_auc < 0.005


def test_what_cannot_be_found_says_why():
    X, y = make_rows(40, 2, [1, 0.5])
    found, _ = analysed(X, np.arange(40) == 0, seconds=2)
    assert found.honest is None
    assert found.omitted["honest"] == "Cross-validation needs two rows of each class or more."
    quick, _ = analysed(X, y, seconds=0)
    assert set(quick.omitted) == {"honest", "intervals", "simple"}
    assert set(quick.omitted.values()) == {"Not asked for."}
    twice, _ = analysed(np.column_stack([X, X[:, 0]]), y, seconds=2)
    assert "drop some of: c." in twice.omitted["intervals"]
    uneven, _ = analysed(X, y, weights=np.linspace(0.5, 2, 40), seconds=2)
    assert "whole sample weights" in uneven.omitted["intervals"]
    assert uneven.honest is not None


def test_no_intervals_where_no_resample_could_move_the_weights():
    X, y = make_rows(30, 3, [9, 0, 0])
    found, _ = analysed(X, y, seconds=1)
    assert found.solution.auc == 1
    assert "separate the classes" in found.omitted["intervals"]
    assert found.honest.intervals[BEST].low < 1


def test_a_blend_is_compared_with_the_best_column():
    X, y = make_rows(90, 3, [1, 0.9, 0])
    found, _ = analysed(X, y, signs=(1, 1, 1), rival=SINGLE, seconds=1)
    assert (found.solution.coef >= 0).all()
    assert found.rival_auc == pytest.approx(found.solution.best_column.auc)
    assert found.honest.comparison.names == (BEST, SINGLE)

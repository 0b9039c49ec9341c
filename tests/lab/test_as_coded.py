"""What the authors' code did, where it differs from the paper."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from aucopt.datasets import load_toy
from aucopt.lab import METHODS, Study
from aucopt.lab.as_coded import ErrorRateSVM, draw_split_as_coded, method_as_coded


def labels(n=300, share=0.2, seed=0):
    return (np.random.default_rng(seed).random(n) < share).astype(int)


def test_folds_are_blocks_with_two_positives_each():
    y = labels()
    splits = [draw_split_as_coded(y, number) for number in range(10)]
    for train, test, folds in splits:
        assert sorted([*train, *test]) == list(range(300))
        held = [rows for _, rows in folds]
        np.testing.assert_array_equal(np.concatenate(held), np.arange(150))
        assert min(y[train[rows]].sum() for rows in held) >= 2
    assert len({tuple(split.train) for split in splits}) == 10


def test_splits_are_those_of_one_stream():
    y = labels(share=0.5)
    random = np.random.RandomState(17)
    for number in range(3):
        np.testing.assert_array_equal(draw_split_as_coded(y, number).train, random.permutation(300)[:150])


def test_real_sets_leave_out_the_first_five():
    y = labels()
    raw = Study("raw", ("a",), as_coded=True).split("a", 0, y)
    np.testing.assert_array_equal(raw.train, draw_split_as_coded(y, 5).train)
    plane = Study("tsne2", ("a",), as_coded=True).split("a", 0, y)
    np.testing.assert_array_equal(plane.train, draw_split_as_coded(y, 0).train)


def test_cut_ends_just_above_the_pairs_and_folds_without_a_class_are_left_out():
    y = labels(n=2000, share=0.03)
    whole, cut = draw_split_as_coded(y, 1), draw_split_as_coded(y, 1, max_pairs=2000)
    k = len(cut.train)
    np.testing.assert_array_equal(cut.train, whole.train[:k])
    pairs = [y[whole.train[:m]].sum() * (m - y[whole.train[:m]].sum()) for m in (k - 1, k)]
    assert pairs[0] <= 2000 < pairs[1]
    assert 1 <= len(cut.folds) <= 5
    assert all(set(y[cut.train[rows]]) == {0, 1} for fold in cut.folds for rows in fold)


def test_too_few_positives_are_refused():
    with pytest.raises(ValueError, match="No random half has 5 blocks with 2 positives"):
        draw_split_as_coded(np.repeat([0, 1], [90, 9]), 0)


def test_methods_differ_where_the_code_did():
    study = Study("tsne2", ("a",), as_coded=True)
    assert study.method("SPAM").estimator.shuffle is False
    assert study.method("SPAUC").estimator.shuffle is False
    assert study.method("SPAUC").estimator.scale_penalty is False
    assert isinstance(study.method("SVM-Perf").estimator, ErrorRateSVM)
    assert study.method("SVM-Perf").grid == METHODS["SVM-Perf"].grid
    assert method_as_coded(METHODS["LR"]) is METHODS["LR"]
    renamed = replace(METHODS["SPAM"], name="stochastic")
    assert method_as_coded(renamed).estimator.shuffle is False
    unrelated = replace(METHODS["LR"], name="SVM-Perf")
    assert method_as_coded(unrelated) is unrelated
    assert replace(study, as_coded=False).method("SPAM").estimator.shuffle is True


def test_svm_perf_as_coded_is_a_linear_svm_of_plain_error():
    X, y = load_toy()
    ours = ErrorRateSVM(C=0.1, random_state=0).fit(X, y)
    theirs = LinearSVC(loss="hinge", C=10 / len(y), random_state=0).fit(X, y)
    np.testing.assert_array_equal(ours.coef_, theirs.coef_)
    np.testing.assert_allclose(ours.decision_function(X), X @ theirs.coef_[0] + ours.intercept_)

"""Repeated folds: every row tests once in each draw, and both classes are everywhere."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.impute import SimpleImputer

from aucopt.analysis.repeats import PreparedRows, count_folds, draw_repeats
from aucopt.lab.split import Split


@settings(max_examples=25, deadline=None)
@given(st.integers(6, 40), st.integers(6, 40), st.integers(2, 12), st.integers(0, 9))
def test_each_draw_is_a_partition_with_both_classes_everywhere(n_positive, n_negative, n_splits, seed):
    positive = np.repeat([True, False], [n_positive, n_negative])
    n_splits = count_folds(n_splits, min(n_positive, n_negative), by_pairs=True)
    n_folds = 3
    splits = draw_repeats(positive, n_splits, 2, n_folds=n_folds, seed=seed)
    assert len(splits) == 2 * n_splits
    for drawn in (splits[:n_splits], splits[n_splits:]):
        assert sorted(np.concatenate([split.test for split in drawn])) == list(range(len(positive)))
    for split in splits:
        assert sorted([*split.train, *split.test]) == list(range(len(positive)))
        assert set(positive[split.test]) == {False, True}
        assert len(split.folds) == n_folds
        for train, test in split.folds:
            assert set(positive[split.train[train]]) == set(positive[split.train[test]]) == {False, True}


def test_draws_differ_and_repeat():
    positive = np.arange(60) % 3 == 0
    first, again, other = (draw_repeats(positive, 5, 2, n_folds=2, seed=seed) for seed in (0, 0, 1))
    assert all(np.array_equal(a.test, b.test) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0].test, other[0].test)
    assert not np.array_equal(first[0].test, first[5].test)


def test_too_few_of_a_class():
    with pytest.raises(ValueError, match="at least 6 negatives; there are 5"):
        draw_repeats(np.arange(20) >= 5, 5, 1, n_folds=5, seed=0)


def test_a_preparation_is_fitted_to_the_training_rows_of_each_split():
    X = np.array([[1.0], [np.nan], [3.0], [100.0]])
    split = Split(np.array([0, 1, 2]), np.array([3]), [])
    made = PreparedRows(X, SimpleImputer()).for_split(split)
    assert made.T.tolist() == [[1, 2, 3, 100]]
    assert PreparedRows(X).for_split(split) is X

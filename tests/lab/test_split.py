"""Halves and folds of rows, and the seeds that decide them."""

import numpy as np
import pytest

from aucopt.lab.split import count_prefix_pairs, draw_split, read_seed, stable_seed


def labels(n=200, share=0.3):
    return (np.random.default_rng(0).random(n) < share).astype(int)


def test_halves_are_disjoint_and_every_part_has_both_classes():
    y = labels(share=0.06)
    splits = [draw_split(y, seed) for seed in range(20)]
    for train, test, folds in splits:
        assert sorted([*train, *test]) == list(range(200))
        assert len(train) == 100
        assert sorted(np.concatenate([held for _, held in folds])) == list(range(100))
        assert all(set(y[train[part]]) == {0, 1} for fold in folds for part in fold)
        assert set(y[test]) == {0, 1}
    assert len({tuple(split.train) for split in splits}) == 20
    again = draw_split(y, 7)
    np.testing.assert_array_equal(again.train, splits[7].train)


def test_cut_keeps_the_longest_beginning_with_so_many_pairs():
    y = labels(n=1000, share=0.1)
    whole, cut = draw_split(y, 3), draw_split(y, 3, max_pairs=2000)
    k = len(cut.train)
    np.testing.assert_array_equal(cut.train, whole.train[:k])
    np.testing.assert_array_equal(cut.test, whole.test)
    pairs = [np.sum(y[whole.train[:m]] == 1) * np.sum(y[whole.train[:m]] == 0) for m in (k, k + 1)]
    assert pairs[0] <= 2000 < pairs[1]
    assert count_prefix_pairs(y[whole.train] == 1)[k - 1 : k + 1].tolist() == pairs
    assert len(draw_split(y, 3, max_pairs=10**9).train) == 500


def test_too_few_rows_of_a_class_are_refused():
    y = np.repeat([0, 1], [50, 5])
    with pytest.raises(ValueError, match="need at least 6 positives; there are 5"):
        draw_split(y, 0)
    with pytest.raises(ValueError, match="need at least 6 negatives; there are 5"):
        draw_split(1 - y, 0)
    assert len(draw_split(y, 0, n_folds=2).folds) == 2
    with pytest.raises(ValueError, match="halves cut to 20 pairs has 5 rows of each class"):
        draw_split(np.repeat([0, 1], [50, 50]), 0, max_pairs=20)


def test_seeds_come_from_the_key_alone():
    assert stable_seed("pima", 3) == stable_seed("pima", np.int64(3)) == 1938599522
    assert len({stable_seed("pima", trial) for trial in range(1000)}) == 1000


def test_a_random_state_is_a_seed():
    assert (read_seed(None), read_seed(0), read_seed(np.int64(5))) == (0, 0, 5)
    one, other = (np.random.default_rng(3) for _ in range(2))
    drawn = [read_seed(one) for _ in range(3)]
    assert drawn == [read_seed(other) for _ in range(3)]
    assert len(set(drawn)) == 3
    for bad in (-1, 0.5, "0"):
        with pytest.raises(ValueError, match="random_state must be None, a whole number or a Generator"):
            read_seed(bad)

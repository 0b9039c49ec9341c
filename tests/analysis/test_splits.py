"""Folds of outcomes and strata."""

import numpy as np
import pytest

from aucopt.analysis.splits import plan_splits
from aucopt.outcomes import read_classes, read_outcome


def folds(splits, n):
    """The fold of each row."""
    found = np.full(n, -1)
    for k, (train, test) in enumerate(splits.draw(0)):
        assert sorted([*train, *test]) == list(range(n))
        found[test] = k
    return found


def test_matched_sets_stay_whole():
    sets = np.arange(60) // 3
    splits = plan_splits(read_classes(np.arange(60) % 3 == 0, sets), 10)
    fold = folds(splits, 60)
    assert splits.n_folds == 10
    assert all(len(set(fold[sets == s].tolist())) == 1 for s in range(20))
    assert (np.bincount(fold) == 6).all()


def test_few_centres_are_spread_over_the_folds():
    centre, ill = np.arange(120) % 3, np.arange(120) // 3 % 4 == 0
    splits = plan_splits(read_classes(ill, centre), 5)
    fold = folds(splits, 120)
    assert splits.unit is None
    for c in range(3):
        assert (np.bincount(fold[(centre == c) & ill]) == 2).all()


def test_events_are_spread_and_neighbours_in_an_order_may_meet():
    event = np.arange(50) % 5 == 0
    fold = folds(plan_splits(read_outcome(np.column_stack([event, np.arange(50.0)])), 5), 50)
    assert (np.bincount(fold[event]) == 2).all()
    fold = folds(plan_splits(read_outcome(np.arange(53)), 5), 53)
    assert sorted(np.bincount(fold).tolist()) == [10, 10, 11, 11, 11]
    assert (fold[1:] == fold[:-1]).any()


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (read_outcome([[1, 1.0], [0, 2.0], [0, 3.0]]), "two events"),
        (read_outcome([1, 2, 3]), "four rows"),
        (read_classes([0, 0, 1], None), "two rows of each class"),
        (read_classes([0, 0, 1, 0], [1, 2, 2, 2]), "two rows of each class"),
    ],
)
def test_too_few_rows(outcome, message):
    with pytest.raises(ValueError, match=f"Cross-validation needs at least {message}"):
        plan_splits(outcome, 10)

"""Pairs counted from sorted scores, with and without weights."""

import naive
import numpy as np
import pytest

from aucopt.kernels.scores.auc import count_pairs, split_by_class, weigh_pairs


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("positives", "negatives", "expected"),
    [
        ([1.0], [0.0], (1, 0)),
        ([0.0], [1.0], (0, 0)),
        ([0.0], [-0.0], (0, 1)),
        ([1.0, 1.0, 2.0], [1.0, 1.0], (2, 4)),
        ([0.0, 2.0, 2.0, 4.0], [1.0, 2.0, 2.0, 3.0], (6, 4)),
        ([5.0, 6.0], [1.0, 2.0, 3.0], (6, 0)),
    ],
)
def test_count_pairs(positives, negatives, expected):
    assert count_pairs(np.array(positives), np.array(negatives)) == expected


@pytest.mark.kernels
@pytest.mark.parametrize("dtype", [float, int])
def test_weigh_pairs(dtype):
    scores = np.array([3.0, 1.0, 2.0, 2.0, -0.0, 0.0])
    positive = np.array([True, False, True, False, True, False])
    weights = np.array([1, 2, 3, 0, 5, 7], dtype)
    right, tied, wrong = weigh_pairs(np.argsort(scores), scores, positive, weights)
    assert (right, tied, wrong) == (1 * 9 + 3 * 9, 5 * 7, 5 * 2)
    assert (right, tied, right + tied + wrong) == naive.counts(
        [[score] for score in scores], positive, [1], weights.tolist()
    )


@pytest.mark.kernels
@pytest.mark.parametrize("positive", [[True], [False], [True, True, False], [False, True, False, True]])
def test_split_by_class(positive):
    rows = range(len(positive))
    of_positives, of_negatives = split_by_class(np.array(rows), np.array(positive))
    assert of_positives.tolist() == [row for row in rows if positive[row]]
    assert of_negatives.tolist() == [row for row in rows if not positive[row]]

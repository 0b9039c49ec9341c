"""Differences of points of any size, merged."""

import naive
import numpy as np

from aucopt.exact.problem.differences import merge_differences


def test_equal_differences_merge_in_lexicographic_order():
    values = [[0, 7, 1], [2**60, 7, 1], [-(2**60), 7, 0]]
    limbs = np.array([[naive.digits(v, 3) for v in row] for row in values], dtype=np.int32)
    high, low = np.array([1, 0, 0, 2]), np.array([0, 2, 1, 2])
    kept, weight, (x, digits) = merge_differences(limbs, high, low, np.array([1, 2, 3, 4]))
    assert kept == [0, 2]
    expected = [(-(2**60), 0), (0, 0), (2**60, 0), (2**60, 1)]
    assert digits.tolist() == [[naive.digits(v, 3) for v in row] for row in expected]
    assert weight.tolist() == [[3, 0], [4, 1], [1, 0], [2, 0]]
    assert np.abs(x).max() <= 1
    assert (x[:, 0] == np.array([-0.5, 0, 0.5, 0.5])).all()


def test_nothing_but_coincident_pairs_is_the_origin():
    limbs = np.zeros((2, 2, 1), dtype=np.int32)
    kept, weight, (x, _) = merge_differences(limbs, np.array([0]), np.array([1]), np.array([5]))
    assert kept == [0]
    assert weight.tolist() == [[5, 1]]
    assert x.tolist() == [[0.0]]

"""Differences of points of any size against Python's integers."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.kernels.integers.differences import float_points, subtract_points

numbers = st.integers(-(2**76), 2**76) | st.integers(-3, 3) | st.sampled_from([2**26, 2**52, -(2**52)])


@pytest.mark.kernels
@settings(max_examples=50, deadline=None)
@given(values=st.lists(st.tuples(numbers, numbers), min_size=2, max_size=5))
def test_digits_and_floats_are_those_of_the_difference(values):
    size = 4
    limbs = np.array([[naive.digits(v, size) for v in row] for row in values], dtype=np.int32)
    high, low = (np.array(side) for side in zip(*[(i, j) for i in range(2) for j in range(2)], strict=True))
    out = np.empty((4, 2, size), dtype=np.int32)
    subtract_points(limbs, high, low, out)
    expected = [
        [a - b for a, b in zip(values[i], values[j], strict=True)] for i, j in zip(high, low, strict=True)
    ]
    assert out.tolist() == [[naive.digits(v, size) for v in row] for row in expected]
    x = np.empty((4, 2))
    float_points(out, np.array([2.0 ** (26 * k) for k in range(size)]), x)
    assert x == pytest.approx(np.array(expected, dtype=float), rel=1e-15, abs=0)

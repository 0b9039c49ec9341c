"""Counts of the area under the ROC curve against a double loop over fractions."""

from fractions import Fraction

import naive
import numpy as np


def test_brute_force_takes_arrays_and_float_weights() -> None:
    X, y = np.array([[0.3, 1.0], [0.1, 1.0], [0.2, 0.0]]), np.array([1, 0, 0])
    weighted = naive.counts(X, y, np.array([1.0, 0.0]), sample_weight=np.array([1.0, 0.5, 0.25]))
    assert weighted == (Fraction(3, 4), 0, Fraction(3, 4))
    assert naive.counts(X, y, [0, Fraction(1, 3)]) == (1, 1, 2)
    assert naive.best(X, y, signs=(0, 1)) == (4, 2)

"""How weights are brought to one size."""

import numpy as np
import pytest

import aucopt


def test_weights_per_standard_deviation_are_those_of_standardised_columns():
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    X = np.round(rng.normal(size=(40, 2)) + y[:, None], 2) * [1, 100]
    unit = X / X.std(axis=0)
    per_deviation, norm = (
        aucopt.weight_ranges(X, y, 0.02, normalize="sd"),
        aucopt.weight_ranges(unit, y, 0.02),
    )
    assert per_deviation.low == pytest.approx(norm.low, abs=1e-6)
    assert per_deviation.high == pytest.approx(norm.high, abs=1e-6)
    intervals = aucopt.bootstrap_weights(X, y, n_resamples=30, normalize="sd")
    assert np.linalg.norm(intervals.samples, axis=1) == pytest.approx(np.ones(30))
    assert np.all((intervals.low <= intervals.weight) & (intervals.weight <= intervals.high))

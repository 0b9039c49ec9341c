"""The smoothed hinge loss of all pairs, in dyadic numbers that floats hold exactly."""

import numpy as np
import pytest

from aucopt.kernels.optimisers.hinge import sum_curvature, sum_slopes

WIDTH = 0.5


def slope(u: float) -> float:
    return min(1.0, max(0.0, u / WIDTH))


@pytest.mark.kernels
@pytest.mark.parametrize("violation", [-1.0, 0.0, 0.125, 0.5, 0.75])
def test_one_pair(violation: float) -> None:
    keys, weights = np.array([violation - 1.0, 1.0]), np.array([2.0, 4.0])
    own, others = np.array([0]), np.array([1])
    slopes, windows, out = np.full(2, np.nan), np.full((2, 2), -1), np.full(2, np.nan)
    loss = sum_slopes(keys, weights, own, others, WIDTH, slopes, windows)
    assert loss == 8 * max(0.0, violation)
    assert slopes[0] == 8 * slope(violation)
    assert np.isnan(slopes[1])
    inside = 0 < violation < WIDTH
    assert windows[0, 1] - windows[0, 0] == inside
    sum_curvature(np.array([3.0, 1.0]), weights, own, others, WIDTH, windows, out)
    assert out[0] == (8 * (3 - 1) / WIDTH if inside else 0)


@pytest.mark.kernels
def test_windows_move_over_many_rows() -> None:
    rng = np.random.default_rng(0)
    keys, weights = rng.integers(-8, 9, 40) / 8, rng.integers(1, 4, 40).astype(float)
    values = rng.integers(-8, 9, 40) / 4
    own, others = (rows[np.argsort(keys[rows], kind="stable")] for rows in (np.arange(18), np.arange(18, 40)))
    slopes, windows, out = np.zeros(40), np.zeros((40, 2), dtype=np.int64), np.zeros(40)
    loss = sum_slopes(keys, weights, own, others, WIDTH, slopes, windows)
    sum_curvature(values, weights, own, others, WIDTH, windows, out)
    pairs = [(i, j, keys[i] + keys[j], weights[i] * weights[j]) for i in own for j in others]
    assert loss == sum(weight * max(0.0, u) for _, _, u, weight in pairs)
    for row in own:
        mine = [(j, u, weight) for i, j, u, weight in pairs if i == row]
        assert slopes[row] == sum(weight * slope(u) for _, u, weight in mine)
        inside = [weight * (values[row] - values[j]) / WIDTH for j, u, weight in mine if 0 < u < WIDTH]
        assert out[row] == sum(inside)

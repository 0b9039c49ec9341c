"""A smooth count of right pairs and its gradient."""

import naive
import numpy as np
import pytest

from aucopt.kernels.scores.smooth import smooth_count


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(3))
def test_smooth_count_and_its_gradient(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores, rate, weight = rng.normal(size=6), rng.uniform(0.1, 5, 12), rng.uniform(0, 1, 12)
    ups, downs = rng.integers(0, 3, 12).astype(np.int32), rng.integers(3, 6, 12).astype(np.int32)
    pull = np.full(6, np.nan)
    value = smooth_count(scores, ups, downs, rate, weight, pull)
    assert value == pytest.approx(naive.smooth_count(scores, ups, downs, rate, weight), rel=1e-12)
    for i in range(6):
        step = 1e-6 * np.eye(6)[i]
        rise = naive.smooth_count(scores + step, ups, downs, rate, weight)
        fall = naive.smooth_count(scores - step, ups, downs, rate, weight)
        assert pull[i] == pytest.approx((rise - fall) / 2e-6, abs=1e-7)

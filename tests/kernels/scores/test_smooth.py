"""A smooth count of right pairs and its gradient."""

import naive
import numpy as np
import pytest

from aucopt.kernels.scores.smooth import PairBlocks, smooth_count


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(3))
def test_smooth_count_and_its_gradient(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Rows 0 and 1 with 3, 4, 5; row 2 with 6, 3.
    ups, downs = np.array([0, 1, 2], dtype=np.int32), np.array([3, 4, 5, 6, 3], dtype=np.int32)
    pairs = [(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 6), (2, 3)]
    scores, rate, mine, others = rng.normal(size=7), *rng.uniform(0.1, 5, (3, 8))
    blocks = PairBlocks(ups, downs, np.array([2, 3]), np.array([3, 5]), rate)
    above, below = (list(side) for side in zip(*pairs, strict=True))
    weight = mine[above] * others[below]
    pull = np.full(7, np.nan)
    value = smooth_count(scores, blocks, mine[:7], others[:7], pull)
    assert value == pytest.approx(naive.smooth_count(scores, above, below, rate, weight), rel=1e-12)
    for i in range(7):
        step = 1e-6 * np.eye(7)[i]
        rise = naive.smooth_count(scores + step, above, below, rate, weight)
        fall = naive.smooth_count(scores - step, above, below, rate, weight)
        assert pull[i] == pytest.approx((rise - fall) / 2e-6, rel=1e-6, abs=1e-6)

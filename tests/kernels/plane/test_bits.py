"""The gain and loss of a new order counted by bits."""

import numpy as np
import pytest

from aucopt.kernels.plane.bits import BLOCK, GROUP, WORD, count_changes


@pytest.mark.kernels
@pytest.mark.parametrize("n", [2, 64, 65, 700, 4500])
@pytest.mark.parametrize("near", [0.01, 1.0])
@pytest.mark.parametrize("rarer", ["positives", "negatives"])
def test_bits_count_the_gain_and_loss_of_a_new_order(n: int, near: float, rarer: str) -> None:
    rng = np.random.default_rng(n)
    p = rng.permutation(np.arange(n) % (2 if n < 100 else n // 10) == 0).astype(int).tolist()
    q = [1 - v for v in p]
    place = np.argsort(np.arange(n) + near * n * rng.random(n))
    if rarer == "negatives":
        p, q = q, p
    bits = np.full((n >> WORD) + 1, 5, dtype=np.uint64)
    groups, blocks = (np.full((n >> size) + 1, 5) for size in (GROUP, BLOCK))
    weight = np.array([p, q]).T.copy()
    with np.errstate(over="ignore"):  # the product that adds up bytes wraps on purpose
        gain, loss = count_changes(weight, place, bits, groups, blocks)
    before = {i: i for i in range(n)}
    after = {int(i): k for k, i in enumerate(place)}
    pairs = [(i, j) for i in range(n) if p[i] for j in range(n) if q[j]]
    assert gain == sum(before[i] < before[j] and after[i] > after[j] for i, j in pairs)
    assert loss == sum(before[i] > before[j] and after[i] < after[j] for i, j in pairs)

"""A float sort settled exactly, and the gain and loss of a new order counted by bits."""

from itertools import product

import naive
import numpy as np
import pytest
from hypothesis import given
from strategies import (
    PlaneCase,
    fixed_plane_cases,
    plane_cases,
    quick,
)

from aucopt.kernels.plane.bits import BLOCK, GROUP, WORD, count_changes, settle_order
from aucopt.kernels.plane.order import exactly_above


def check_order(case: PlaneCase) -> None:
    """Which of two is above, and a float sort settled exactly; where most tie it may give up instead."""
    for side in (1, -1):
        axis, order = case.axis(case.w, side), naive.order_along(case.points, case.w, side)
        rank = {i: k for k, i in enumerate(order)}
        some = range(min(len(order), 12))
        for i, j in product(some, repeat=2):
            assert exactly_above(case.limbs, i, j, axis.exact) == (rank[i] > rank[j])
        key = case.xy @ axis.c
        place = np.argsort(key)
        row = np.arange(len(order), dtype=np.int32)
        if settle_order(key, place, row, case.limbs, axis):
            assert place.tolist() == order
        else:
            clear = np.sort(key)
            assert np.any(np.diff(clear) <= axis.error)


@pytest.mark.kernels
@fixed_plane_cases
def test_order_is_exact(case: PlaneCase) -> None:
    check_order(case)


@quick
@given(plane_cases())
def test_order_is_exact_for_any_points(case: PlaneCase) -> None:
    check_order(case)


@pytest.mark.kernels
def test_settle_order_gives_up_when_most_points_tie() -> None:
    n = 30
    case = PlaneCase([(0, -i) for i in range(n)], (1, 0), [1] * n, [0] * n)
    key, place = np.zeros(n), np.arange(n)
    assert not settle_order(key, place, np.arange(n, dtype=np.int32), case.limbs, case.axis((1, 0), 1))


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

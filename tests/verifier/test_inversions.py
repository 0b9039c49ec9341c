"""Inverted pairs: weighed and listed as by looking at every pair."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.verifier import inversions
from aucopt.verifier.inversions import inverted_weight, list_inversions


@pytest.fixture(autouse=True, scope="module")
def small_blocks():
    """Blocks that a few things fill."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inversions, "_BLOCK_BITS", 3)
        yield


@st.composite
def orders(draw):
    """Ranks in the order of their places, some of them hardly moved, and weights."""
    n = draw(st.integers(1, 40))
    far = draw(st.sampled_from([0, 1, 3, 100]))
    moved = [k + far * draw(st.floats(0, 1)) for k in range(n)]
    rank = np.argsort(np.argsort(moved, kind="stable"), kind="stable")
    weights = st.lists(st.integers(0, 3), min_size=n, max_size=n)
    return rank, np.array(draw(weights)), np.array(draw(weights))


@settings(deadline=None, max_examples=120)
@given(orders(), st.sampled_from([1, 2**70]))
def test_pairs_are_those_of_slow_code(drawn, unit):
    rank, higher, lower = drawn
    pairs = [(r, s) for k, r in enumerate(rank.tolist()) for s in rank.tolist()[k + 1 :] if r > s]
    kind = np.int64 if unit == 1 else object
    weighed = inverted_weight(rank, unit * higher.astype(kind), lower.astype(kind))
    assert weighed == unit * sum(int(higher[r] * lower[s]) for r, s in pairs)
    ups, downs = (higher > 0).astype(np.int64), (lower > 0).astype(np.int64)
    one, other = list_inversions(rank, [(ups, downs), (downs, ups)])
    for (above, below), (may_rise, may_fall) in ((one, (ups, downs)), (other, (downs, ups))):
        expected = sorted((r, s) for r, s in pairs if may_rise[r] and may_fall[s])
        assert sorted(zip(above.tolist(), below.tolist(), strict=True)) == expected


def test_nothing_is_inverted_in_one_order():
    rank = np.arange(9)
    ones = np.ones(9, dtype=np.int64)
    assert inverted_weight(rank, ones, ones) == 0
    ((above, below),) = list_inversions(rank, [(ones, ones)])
    assert len(above) == len(below) == 0

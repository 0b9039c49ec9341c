"""Compared pairs along an order of scores, against a look at every pair."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.kernels.scores.concordance import place_compared, weigh_compared

small = st.integers(0, 3)


@pytest.mark.kernels
@settings(max_examples=50, deadline=None)
@given(
    rows=st.lists(st.tuples(small, small, small, st.booleans(), st.integers(1, 4)), min_size=1, max_size=12)
)
def test_right_and_tied_pairs(rows):
    rank, stratum, slot, wins, weight = (np.array(column) for column in zip(*rows, strict=True))
    right = tied = 0
    for i in range(len(rows)):
        for j in range(len(rows)):
            if wins[i] and stratum[i] == stratum[j] and slot[i] < slot[j]:
                right += weight[i] * weight[j] * (rank[i] > rank[j])
                tied += weight[i] * weight[j] * (rank[i] == rank[j])
    order, tree = np.lexsort([rank, stratum]), np.empty(6, dtype=np.int64)
    assert weigh_compared(order, rank, stratum, slot, wins, weight, tree) == (right, tied)


@pytest.mark.kernels
@settings(max_examples=30, deadline=None)
@given(
    rows=st.lists(st.tuples(small, small, small, st.booleans(), st.integers(1, 4)), min_size=1, max_size=12)
)
def test_the_pairs_of_each_row(rows):
    rank, stratum, slot, wins, weight = (np.array(column) for column in zip(*rows, strict=True))
    expected = np.zeros((2, len(rows)))
    for i in range(len(rows)):
        for j in range(len(rows)):
            if wins[i] and stratum[i] == stratum[j] and slot[i] < slot[j]:
                for k, counts in enumerate((rank[i] > rank[j], rank[i] == rank[j])):
                    expected[k, [i, j]] += weight[i] * weight[j] * counts
    order, tree, found = np.lexsort([rank, stratum]), np.empty(6), np.zeros((2, len(rows)))
    place_compared(order, rank, stratum, slot, wins, weight.astype(float), tree, *found)
    assert found.tolist() == expected.tolist()

"""Blocks of panels: bounds hold, and nothing that reaches the limit is refused."""

import time
from itertools import combinations
from math import comb

import pytest
from asked_panels import table_of
from naive_panels import attacking_table, panel_values

from aucopt.panels.blocks import BlockTask, block_size, list_panels, run_block, sectors_for, starts, subset_at


def test_subsets_by_their_place():
    for n, k in ((5, 2), (6, 3), (4, 4), (3, 1)):
        assert [subset_at(r, n, k) for r in range(comb(n, k))] == [list(c) for c in combinations(range(n), k)]


def test_panels_of_a_block_hold_the_forced_columns():
    X, y = attacking_table(6)
    table = table_of(X, y, 3, include=[1], exclude=[4])
    assert list_panels(table, 0, 3).tolist() == [[0, 1, 2], [0, 1, 3], [1, 2, 3]]
    assert list(starts(table)) == [(0, 3)]
    assert block_size(table) >= 3
    assert sectors_for(table) == 32
    assert list_panels(table_of(X, y, 1, include=[1]), 0, 1).tolist() == [[1]]


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("memory", [0, 10**6])
def test_bounds_hold(k, memory):
    for seed in range(14):
        X, y = attacking_table(seed, n=6, p=4)
        values = panel_values(X, y, k)
        table = table_of(X, y, k, memory_limit=memory)
        whole = 2 * table.n_pairs
        for limit in (0, int(0.8 * whole), whole):
            left = run_block(table, BlockTask(0, len(values), limit))
            kept = {
                tuple(c): (lower, upper)
                for c, lower, upper in zip(left.panels.tolist(), left.lower, left.upper, strict=True)
            }
            assert sum(left.refused.values()) + len(kept) == len(values)
            for columns, value in values.items():
                true = value * whole
                if columns in kept:
                    assert kept[columns][0] <= true <= kept[columns][1]
                else:
                    assert true < limit


def test_a_late_block_is_given_up():
    X, y = attacking_table(6)
    table = table_of(X, y, 2)
    size = table.n_total
    assert run_block(table, BlockTask(0, size, 0, time.monotonic() - 1)) is None
    in_time = run_block(table, BlockTask(0, size, 0, time.monotonic() + 1000))
    assert in_time.panels.tolist() == run_block(table, BlockTask(0, size, 0)).panels.tolist()

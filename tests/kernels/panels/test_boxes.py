"""Boxes of directions: what is refused does not reach the limit, what is reached is true."""

import numpy as np
import pytest
from asked_panels import table_of
from naive_panels import attacking_table, panel_values

from aucopt.kernels.panels.boxes import cover_boxes
from aucopt.kernels.panels.coordinates import REACHED, REFUSED, UNDECIDED


def cover(table, panels, limit, most_looks=10**5, room=None):
    state = np.empty(len(panels), dtype=np.int8)
    lower = np.empty(len(panels), dtype=np.int64)
    room = 6 * table.n_pairs if room is None else room
    rows = (table.images, table.ranks, table.group, table.n_positives, table.signs, table.wp, table.wn)
    cover_boxes(panels, *rows, table.worth, table.linear, False, limit, most_looks, room, state, lower)
    return state, lower


@pytest.mark.kernels
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("signed", [False, True])
def test_no_panel_is_refused_that_reaches_the_limit(k, signed):
    decided = 0
    for seed in range(7):
        X, y = attacking_table(seed, n=6, p=4)
        signs = [1, 0, -1, 0] if signed else None
        weight = [1 + i % 3 for i in range(6)] if seed % 2 else None
        values = panel_values(X, y, k, weight, signs)
        table = table_of(X, y, k, sample_weight=weight, signs=signs)
        panels = np.array(list(values), dtype=np.int32)
        whole = 2 * int(table.wp.sum()) * int(table.wn.sum())
        for share in (0.7, 0.9):
            limit = int(share * whole)
            state, lower = cover(table, panels, limit)
            decided += int((state != UNDECIDED).sum())
            for at, value in enumerate(values.values()):
                assert lower[at] <= value * whole
                if state[at] == REFUSED:
                    assert value * whole < limit
                elif state[at] == REACHED:
                    assert lower[at] >= limit
    assert decided


@pytest.mark.kernels
def test_too_little_room_or_time_decides_nothing():
    rng = np.random.default_rng(0)
    table = table_of(rng.normal(size=(12, 3)), np.arange(12) % 2, 3)
    panels = np.array([[0, 1, 2]], dtype=np.int32)
    limit = 2 * table.n_pairs
    assert cover(table, panels, limit, most_looks=1)[0] == UNDECIDED
    assert cover(table, panels, limit, room=table.n_pairs)[0] == UNDECIDED


@pytest.mark.kernels
def test_a_panel_without_columns_that_matter_is_left():
    table = table_of(np.array([[1.0, 5], [2, 5], [3, 5], [4, 5]]), [0, 1, 0, 1], 1)
    assert cover(table, np.array([[1]], dtype=np.int32), 1)[0] == UNDECIDED

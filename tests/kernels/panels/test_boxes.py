"""Boxes of directions: what is refused does not reach the limit, what is reached is true."""

import numpy as np
import pytest
from asked_panels import table_of
from naive_panels import attacking_table, panel_values

from aucopt.kernels.panels.boxes import REACHED, REFUSED, UNDECIDED, cover_boxes, pick_columns, whiten


def cover(table, panels, limit, most_looks=10**5, room=None):
    state = np.empty(len(panels), dtype=np.int8)
    lower = np.empty(len(panels), dtype=np.int64)
    room = 6 * table.n_pairs if room is None else room
    rows = (table.images, table.ranks, table.group, table.n_positives, table.signs, table.wp, table.wn)
    cover_boxes(panels, *rows, table.worth, table.linear, limit, most_looks, room, state, lower)
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
def test_constants_and_copies_are_left_out():
    X = np.array([[1.0, 2, 5], [2, 4, 5], [3, 6, 5], [4, 8, 5]])
    table = table_of(X, [0, 1, 0, 1], 3)
    columns = np.empty(3, dtype=np.int64)
    panel = np.array([0, 1, 2])
    assert pick_columns(panel, table.group, table.signs, columns) == 1
    assert pick_columns(panel, table.group, np.array([0, 1, 0]), columns) == 3
    assert cover(table, np.array([[2]], dtype=np.int32), 1)[0] == UNDECIDED


@pytest.mark.kernels
def test_whitening_makes_the_classes_round():
    rng = np.random.default_rng(0)
    mixed = rng.normal(size=(60, 3)) @ rng.normal(size=(3, 3))
    table = table_of(mixed, np.arange(60) % 2, 3)
    matrix = np.empty((3, 3))
    columns = np.arange(3)
    for diagonal in (False, True):
        whiten(columns, table.images, table.wp, table.wn, table.n_positives, diagonal, matrix)
        z = matrix @ table.images
        cov = sum(np.cov(part, bias=True) for part in (z[:, :30], z[:, 30:]))
        np.testing.assert_allclose(np.diag(cov), 1, rtol=1e-6)
        if not diagonal:
            np.testing.assert_allclose(cov, np.eye(3), atol=1e-6)

"""Boxes of pairs that count alike: lists of 32 bits refuse nothing that reaches the limit."""

import numpy as np
import pytest
from asked_panels import ask, table_of
from naive_panels import attacking_table, panel_values

from aucopt.exact.solvers.base import Options
from aucopt.kernels.panels.alike import cover_alike, fill_pairs, move_box, pick_open, span_of
from aucopt.kernels.panels.boxes import cover_boxes
from aucopt.kernels.panels.coordinates import REACHED, REFUSED, UNDECIDED
from aucopt.panels.exactly import search_panel
from aucopt.panels.table import read_table


def cover(table, panels, limit, most_looks=10**6, room=None):
    assert table.alike
    state = np.empty(len(panels), dtype=np.int8)
    lower = np.empty(len(panels), dtype=np.int64)
    room = 12 * table.n_pairs if room is None else room
    rows = (table.images, table.ranks, table.group, table.n_positives, table.signs, table.wp, table.wn)
    cover_boxes(panels, *rows, table.worth, table.linear, True, limit, most_looks, room, state, lower)
    return state, lower


@pytest.mark.kernels
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("signed", [False, True])
def test_no_panel_is_refused_that_reaches_the_limit(k, signed):
    decided = 0
    for seed in range(14):
        X, y = attacking_table(seed, n=6, p=4)
        signs = [1, 0, -1, 0] if signed else None
        values = panel_values(X, y, k, None, signs)
        table = table_of(X, y, k, signs=signs)
        panels = np.array(list(values), dtype=np.int32)
        whole = 2 * table.n_pairs
        for share in (0.7, 0.9, 1.0):
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
@pytest.mark.parametrize(("k", "room"), [(3, 12), (3, 2.5), (4, 12)])
def test_limits_on_both_sides_of_the_best_value(k, room):
    rng = np.random.default_rng(k)
    X, y = rng.normal(size=(16, k)), np.arange(16) % 2
    X[y == 1, 0] += 1
    question = ask(X, y, k)
    table = read_table(question)
    panels = np.arange(k, dtype=np.int32)[None]
    best = search_panel(question.problem, question.objective, Options((0,) * k), -1).value
    entries = int(room * table.n_pairs)
    assert cover(table, panels, best, room=entries)[0] != REFUSED
    if room > 3:
        assert cover(table, panels, best + 6, room=entries)[0] == REFUSED
        # Some direction ranks half of the pairs right, or its opposite does.
        state, lower = cover(table, panels, table.n_pairs, room=entries)
        assert state == REACHED
        assert table.n_pairs <= lower <= best


@pytest.mark.kernels
def test_too_little_room_or_time_decides_nothing():
    rng = np.random.default_rng(0)
    table = table_of(rng.normal(size=(12, 3)), np.arange(12) % 2, 3)
    panels = np.array([[0, 1, 2]], dtype=np.int32)
    limit = 2 * table.n_pairs
    assert cover(table, panels, limit, most_looks=1)[0] == UNDECIDED
    assert cover(table, panels, limit, room=table.n_pairs)[0] == UNDECIDED
    assert cover(table, panels, limit, room=table.n_pairs - 1)[0] == UNDECIDED


@pytest.mark.kernels
@pytest.mark.parametrize(("error", "became"), [(0.0, REFUSED), (1e-3, REFUSED), (1.0, UNDECIDED)])
def test_nothing_is_refused_by_coordinates_that_may_be_wrong(error, became):
    """Columns that others nearly explain have coordinates in which roundings of 64 bits are large."""
    # The positive lies inside the triangle of the negatives, so that no direction ranks all pairs right.
    z = np.array([[0.0, 1, -1, 0], [0, 1, 1, -1]])
    same, signs = (2 * z).astype(np.int32), np.zeros(2, dtype=np.int64)
    short = np.empty((2, 9), np.float32), np.empty(36, np.float32), np.empty(36, np.float32)
    assert cover_alike(z, same, signs, 1, error, 6, 10**4, short)[0] == became


@pytest.mark.kernels
def test_a_box_moves_as_its_pairs_do():
    rng = np.random.default_rng(0)
    score, reach, column = (rng.normal(size=3_000).astype(np.float32) for _ in range(3))
    reach = np.abs(reach)
    new_score, new_reach = np.empty_like(score), np.empty_like(reach)
    error = np.float32(1e-3)
    counts = move_box(score, reach, column, new_score, new_reach, np.float32(0.5), np.float32(0.25), error)
    np.testing.assert_allclose(new_score, score + 0.5 * column, atol=1e-5)
    np.testing.assert_allclose(new_reach, reach - 0.25 * np.abs(column), atol=1e-5)
    wrong, right = new_score + new_reach < -error, new_score - new_reach > error
    assert counts == (wrong.sum(), right.sum(), (new_score <= error).sum())
    copies = np.empty((1, 3_000), dtype=np.float32)
    is_open = ~wrong & ~right
    kept = new_score[is_open].copy()
    end, n_wrong = pick_open(new_score, new_reach, column[None], copies, error)
    assert (end, n_wrong) == (is_open.sum(), wrong.sum())
    np.testing.assert_array_equal(new_score[:end], kept)
    np.testing.assert_array_equal(copies[0, :end], column[is_open])


@pytest.mark.kernels
def test_pairs_that_all_columns_tie_are_no_pairs():
    z = np.array([[1.0, 2, 1, 5], [0, 0, 0, 3]])
    same = np.array([[0, 1, 0, 2], [0, 0, 0, 1]], dtype=np.int32)
    columns = np.empty((2, 5), dtype=np.float32)
    assert fill_pairs(z, same, 2, columns) == 3
    np.testing.assert_array_equal(columns[:, :3], [[-4, 1, -3], [-3, 0, -3]])
    assert span_of(z) == 4

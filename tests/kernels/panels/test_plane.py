"""Sectors of a plane: bounds on the best direction from both sides."""

import naive
import numpy as np
import pytest
from asked_panels import table_of
from naive_panels import attacking_table, panel_values

from aucopt.kernels.panels.plane import bound_sectors, count_sectors, cover_planes, extend_score


def rows_of(X, y):
    table = table_of(X, y, 2)
    return table, (table.images, table.ranks, table.n_positives, table.wp, table.wn)


@pytest.mark.kernels
def test_the_best_direction_lies_between_the_bounds():
    for seed in range(28):
        X, y = attacking_table(seed)
        table, rows = rows_of(X, y)
        values = panel_values(X, y, 2)
        panels = np.array(list(values), dtype=np.int32)
        lower, upper = np.empty((2, len(panels)), dtype=np.int64)
        cover_planes(panels, *rows, 32, lower, upper)
        for at, value in enumerate(values.values()):
            assert lower[at] <= value * 2 * table.n_pairs <= upper[at]


@pytest.mark.kernels
def test_differences_too_small_for_floats_are_doubtful():
    """A positive beside a negative that floats cannot tell from it, and one that equals another."""
    one, none = np.array([1e-18, 5.0]), np.array([0.0, 5.0])
    ranks = np.array([1, 2]), np.array([0, 2]), np.array([0, 1]), np.array([0, 1])
    weights = np.array([2, 3]), np.array([5, 7])
    sectors, bucket = np.empty(8, dtype=np.int64), np.empty(2, dtype=np.int32)
    found = count_sectors(
        sectors, bucket, one, none, np.array([0.0, 1.0]), np.array([0.0, 1.0]), *weights, ranks, 1.0, 0.0, 1.0
    )
    assert found == (2 * 5, 3 * 7)
    assert sectors.sum() == 2 * 7 + 3 * 5


@pytest.mark.kernels
def test_sectors_by_the_definition():
    rng = np.random.default_rng(0)
    sectors = rng.integers(0, 9, 16)
    inner = [sum(sectors[(t + s) % 16] for s in range(-3, 4)) for t in range(16)]
    outer = [sum(sectors[(t + s) % 16] for s in range(-4, 5)) for t in range(16)]
    least, most, best = bound_sectors(sectors)
    assert (least, most, best) == (max(inner), max(outer), int(np.argmax(inner)))


@pytest.mark.kernels
def test_more_sectors_bring_the_bounds_together():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 2
    _, rows = rows_of(X, y)
    gaps = []
    for n_sectors in (32, 512):
        lower, upper = np.empty((2, 1), dtype=np.int64)
        cover_planes(np.array([[0, 1]], dtype=np.int32), *rows, n_sectors, lower, upper)
        gaps.append(int(upper[0] - lower[0]))
    assert gaps[1] < gaps[0]


@pytest.mark.kernels
def test_the_weights_of_an_extended_score_attain_its_value():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(16, 3)), np.arange(16) % 2
    _, (images, ranks, n_positives, wp, wn) = rows_of(X, y)
    value, weights = np.empty(2, dtype=np.int64), np.empty((2, 2))
    columns = np.array([1, 2], dtype=np.int32)
    extend_score(images[0], ranks[0], columns, images, ranks, n_positives, wp, wn, 64, value, weights)
    labels = [1] * n_positives + [0] * (16 - n_positives)
    for at, j in enumerate(columns):
        some = images[[0, j]].T
        right, tied, _ = naive.counts(some.tolist(), labels, weights[at].tolist())
        assert 2 * right + tied >= value[at]

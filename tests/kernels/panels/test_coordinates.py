"""Coordinates of panels: columns that matter, and round classes."""

import numpy as np
import pytest
from asked_panels import table_of

from aucopt.kernels.panels.coordinates import pick_columns, whiten


@pytest.mark.kernels
def test_constants_and_copies_are_left_out():
    X = np.array([[1.0, 2, 5], [2, 4, 5], [3, 6, 5], [4, 8, 5]])
    table = table_of(X, [0, 1, 0, 1], 3)
    columns = np.empty(3, dtype=np.int64)
    panel = np.array([0, 1, 2])
    assert pick_columns(panel, table.group, table.signs, columns) == 1
    assert pick_columns(panel, table.group, np.array([0, 1, 0]), columns) == 3


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

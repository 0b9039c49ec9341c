"""Good panels before the search."""

import numpy as np
from asked_panels import table_of

from aucopt.panels.incumbent import good_panels


def test_informative_columns_are_found():
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 12))
    X[:, [3, 7]] += 1.5 * y[:, None]
    assert good_panels(table_of(X, y, 2))[0] == (3, 7)
    assert all(5 in panel for panel in good_panels(table_of(X, y, 2, include=[5])))


def test_many_rows_are_thinned():
    rng = np.random.default_rng(0)
    y = np.arange(1300) % 2
    X = rng.normal(size=(1300, 4)) + y[:, None] * [0, 1, 0, 1]
    assert good_panels(table_of(X, y, 2))[0] == (1, 3)

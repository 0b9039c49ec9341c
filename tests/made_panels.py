"""A small table with a known best pair of columns, and its analysis, made once."""

from functools import cache

import numpy as np

import aucopt
from aucopt.analysis.panel.analyse import analyse_panel
from aucopt.analysis.panel.answer import PanelAnalysis
from aucopt.analysis.rows import Rows

NAMES = ("age", "dose", "price in $", "noise", "_copy")


def five_columns(n=60, weights=None) -> Rows:
    """Two columns that tell the classes apart together, a copy of one of them, and noise."""
    rng = np.random.default_rng(7)
    positive = np.arange(n) % 2 == 0
    X = np.round(rng.normal(size=(n, 5)) + np.outer(positive, [1.2, 1.0, 0, 0, 0]), 2)
    X[:, 4] = np.round(X[:, 1] + 0.05 * rng.normal(size=n), 2)
    return Rows(X, NAMES, positive, weights, "ill", ("no", "yes"))


@cache
def analysed(k: int = 2, seconds: float = 600.0) -> PanelAnalysis:
    """The analysis of its best panel, with few fits."""
    rows = five_columns()
    panel = aucopt.best_panel(rows, rows.positive, k, delta=0.02)
    return analyse_panel(rows, panel, seconds=seconds, n_repeats=1, n_resamples=10)

"""Rows for tests of an analysis, and the analysis of them."""

import numpy as np

import aucopt
from aucopt.analysis import Analysis, Rows, analyse


def make_rows(n: int, d: int, shift: list[float], seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Rows of two decimals, every third positive and shifted."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return np.round(rng.normal(size=(n, d)) + np.outer(y, shift), 2), y


def analysed(
    X, y, weights=None, signs=None, rival="logistic regression", seconds=3.0
) -> tuple[Analysis, list]:
    """The analysis of the best score of some rows, and what was said on the way."""
    rows = Rows(X, tuple("abcdefgh"[: X.shape[1]]), y, weights, "y", (0, 1))
    signs = signs or (0,) * X.shape[1]
    solution = aucopt.maximize_auc(rows, y, sample_weight=weights, signs=signs)
    said: list[str] = []
    return analyse(rows, solution, signs=signs, rival=rival, seconds=seconds, say=said.append), said

"""Small tables and their analyses, for tests of what is found, said and drawn of them."""

import numpy as np

import aucopt
from aucopt.analysis.answer import Analysis
from aucopt.analysis.fit import analyse
from aucopt.analysis.rivals import LOGISTIC
from aucopt.analysis.rows import Rows


def make_rows(n: int, d: int, shift: list[float], seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Rows of two decimals, every third positive and shifted."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3 == 0
    return np.round(rng.normal(size=(n, d)) + np.outer(y, shift), 2), y


def three_columns(n=60):
    """Rows as computed, every third positive and shifted."""
    rng = np.random.default_rng(3)
    positive = np.arange(n) % 3 == 0
    return rng.normal(size=(n, 3)) + positive[:, None] * [1.0, 0.5, 0.0], positive


def analyse_rows(
    X,
    positive,
    *,
    objective="auc",
    seconds=0.0,
    n_repeats=None,
    n_resamples=None,
    signs=None,
    rival=LOGISTIC,
    weights=None,
    say=lambda line: None,
    **options,
) -> Analysis:
    """The analysis of the best score of some rows, which may say something on the way."""
    d = X.shape[1]
    signs = signs or (0,) * d
    names = tuple(f"c{j}" for j in range(d))
    rows = Rows(np.ascontiguousarray(X), names, positive, weights, "ill", ("no", "yes"))
    solution = aucopt.maximize(rows, positive, objective, signs=signs, sample_weight=weights, **options)
    return analyse(
        rows,
        solution,
        signs=signs,
        seconds=seconds,
        n_repeats=n_repeats,
        n_resamples=n_resamples,
        rival=rival,
        say=say,
    )

"""Analyses of small tables, for tests of what is said and drawn of them."""

import numpy as np

import aucopt
from aucopt.analysis.fit import analyse
from aucopt.analysis.rivals import LOGISTIC
from aucopt.analysis.rows import Rows


def analyse_rows(X, positive, *, seconds=0.0, signs=None, rival=LOGISTIC, weights=None, **options):
    d = X.shape[1]
    signs = signs or (0,) * d
    names = tuple(f"c{j}" for j in range(d))
    rows = Rows(np.ascontiguousarray(X), names, positive, weights, "ill", ("no", "yes"))
    solution = aucopt.maximize_auc(rows, positive, signs=signs, sample_weight=weights, **options)
    return analyse(rows, solution, signs=signs, seconds=seconds, rival=rival)


def three_columns(n=60):
    rng = np.random.default_rng(3)
    positive = np.arange(n) % 3 == 0
    return rng.normal(size=(n, 3)) + positive[:, None] * [1.0, 0.5, 0.0], positive

"""`benchmarks/as_printed.py`: what the paper's Algorithm 2 returns, beside the proved optimum."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from aucopt import maximize_auc, roc_auc_score

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "as_printed.py"


@pytest.fixture(scope="module")
def printed_algorithm():
    return runpy.run_path(str(SCRIPT))["printed_algorithm"]


@pytest.mark.parametrize("seed", range(8))
def test_it_ties_a_pair_and_so_misses_the_optimum_by_little(printed_algorithm, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(18, 3)), np.arange(18) < 7
    w = printed_algorithm(X[y], X[~y])
    margins = (X[y] @ w)[:, None] - (X[~y] @ w)[None, :]
    assert np.abs(margins).min() < 1e-9 * np.abs(margins).max()
    missed = 7 * 11 * (maximize_auc(X, y).auc - roc_auc_score(y, X @ w))
    # The tied pair, and one more where the reverse of weights was taken for 1 - AUC.
    assert -1e-9 < missed < 2 + 1e-9

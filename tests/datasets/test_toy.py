"""The toy set against what the paper says about it."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import aucopt
from aucopt.datasets import load_toy


def test_counts_and_scale():
    X, y = load_toy()
    assert X.shape == (769, 2)
    assert np.bincount(y).tolist() == [699, 70]
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(X.std(axis=0), 1)


def test_every_call_makes_the_same_set():
    for first, second in zip(load_toy(), load_toy(), strict=True):
        np.testing.assert_array_equal(first, second)


def test_the_papers_optimum():
    solution = aucopt.maximize_auc(*load_toy())
    assert solution.status == "optimal"
    assert (solution.right, solution.tied, solution.total) == (34_435, 0, 48_930)
    assert round(solution.auc, 4) == 0.7038


@pytest.mark.parametrize(
    ("options", "auc"),
    [({"class_weight": "balanced", "C": 100}, 0.569), ({}, 0.578)],
    ids=["as in the paper", "as people start"],
)
def test_logistic_regression_falls_short(options, auc):
    X, y = load_toy()
    model = LogisticRegression(**options).fit(X, y)
    assert aucopt.roc_auc_score(y, X @ model.coef_[0]) == pytest.approx(auc, abs=5e-4)

"""The l1 path: at most k columns, or tuned."""

import numpy as np
import pytest

from aucopt import roc_auc_score
from aucopt.analysis.panel.rivals import L1PathClassifier


def many_columns(n=80, p=12):
    rng = np.random.default_rng(1)
    y = np.arange(n) % 2
    return rng.normal(size=(n, p)) * np.geomspace(1, 1e3, p) + np.outer(y, [1.5, *[0] * 10, 1500]), y


@pytest.mark.parametrize("k", [1, 2, 4])
def test_at_most_k_columns_enter(k):
    X, y = many_columns()
    coef = L1PathClassifier(k=k).fit(X, y).coef_[0]
    assert 1 <= np.count_nonzero(coef) <= k
    assert set(np.flatnonzero(coef)) <= {0, 11} or k > 2


def test_equal_columns_enter_at_once():
    X, y = many_columns()
    twins = np.column_stack([X[:, 0], X[:, 0]])
    assert np.count_nonzero(L1PathClassifier(k=1).fit(twins, y).coef_) == 1


def test_tuned_and_weighted():
    X, y = many_columns()
    for weights in (None, np.arange(80) % 3 + 1):
        tuned = L1PathClassifier().fit(X, y, weights)
        assert roc_auc_score(y, tuned.decision_function(X)) > 0.8
    few = L1PathClassifier().fit([[0.0, 1.0], [1.0, 2.0], [2.0, 1.0]], [0, 0, 1])
    assert few.coef_.shape == (1, 2)


def test_k_is_checked():
    with pytest.raises(ValueError, match="k must be a whole number of at least 1"):
        L1PathClassifier(k=0).fit(*many_columns())

"""Scores row by row: equal rows score equally, wherever they stand and however they are stored."""

import naive
import numpy as np
import pytest
from scipy import sparse

from aucopt.kernels.scores.rows import dense_combination, dense_scores, sparse_scores


@pytest.mark.kernels
@pytest.mark.parametrize("d", [1, 3, 17])
def test_rows_score_as_sums_over_their_columns_in_order(d: int) -> None:
    rng = np.random.default_rng(d)
    X = rng.normal(size=(30, d)) * (rng.random((30, d)) < 0.6)
    X[20:] = X[:10]
    w = rng.normal(size=d)
    expected = naive.score_rows(X.tolist(), w.tolist())
    rows = sparse.csr_matrix(X)
    scores = dense_scores(X, w)
    assert scores.tolist() == expected
    assert sparse_scores(rows.data, rows.indices, rows.indptr, w).tolist() == expected
    assert scores[20:].tolist() == scores[:10].tolist()


@pytest.mark.kernels
def test_rows_are_combined_by_their_shares() -> None:
    X, shares = np.array([[1.0, 2.0], [4.0, -8.0], [0.5, 0.0]]), np.array([2.0, 0.25, -4.0])
    assert dense_combination(X, shares).tolist() == [2 + 1 - 2, 4 - 2]
    assert dense_combination(X[:0], shares[:0]).tolist() == [0, 0]

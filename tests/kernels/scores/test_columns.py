"""Scores column by column."""

import naive
import numpy as np
import pytest
from scipy import sparse

from aucopt.kernels.scores.columns import add_dense, add_sparse


@pytest.mark.kernels
def test_scores_are_sums_from_the_first_column_to_the_last() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 5)) * (rng.random((20, 5)) < 0.6)
    w = np.array([0.1, 0.0, -3.7, 1e-3, 5.0])
    expected = naive.score_rows(X.tolist(), w.tolist())
    columns, scores = sparse.csc_matrix(X), np.zeros((2, 20))
    add_dense(np.asfortranarray(X), w, scores[0])
    add_sparse(columns.data, columns.indices, columns.indptr, w, scores[1])
    assert scores[0].tolist() == expected
    assert scores[1].tolist() == expected

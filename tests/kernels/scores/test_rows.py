"""Scores of rows, dense and sparse."""

import numpy as np
import pytest
from scipy import sparse

from aucopt.kernels.scores.rows import dense_combination, dense_scores, sparse_scores


@pytest.mark.kernels
def test_rows_score_alike_dense_and_sparse():
    x = np.array([[1.0, 0.0, 3.0], [0.0, 0.0, 0.0], [0.1, 0.2, 0.3]])
    w = np.array([0.1, -0.7, 1 / 3])
    csr = sparse.csr_array(x)
    scores = dense_scores(x, w)
    np.testing.assert_array_equal(scores, sparse_scores(csr.data, csr.indices, csr.indptr, w))
    np.testing.assert_array_equal(scores, [sum(a * b for a, b in zip(row, w, strict=True)) for row in x])
    np.testing.assert_allclose(dense_combination(x, w), w @ x)

"""Scores column by column, so that equal rows score equally wherever they stand."""

from numba import njit


@njit(cache=True, nogil=True)
def add_dense(X, w, scores):
    """Add the columns of X, weighted, to the scores, one column after the other."""
    n, d = X.shape
    for j in range(d):
        if w[j] != 0.0:
            for i in range(n):
                scores[i] += w[j] * X[i, j]


@njit(cache=True, nogil=True)
def add_sparse(data, indices, indptr, w, scores):
    """The same for compressed sparse columns."""
    for j in range(w.size):
        if w[j] != 0.0:
            for k in range(indptr[j], indptr[j + 1]):
                scores[indices[k]] += w[j] * data[k]

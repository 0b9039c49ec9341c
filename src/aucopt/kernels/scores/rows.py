"""Scores of rows and sums of rows, each row on its own: equal rows score equally, whatever their neighbours.

A matrix product of BLAS may round equal rows differently by position. The sum goes over the columns in order,
and a zero adds nothing, so that a sparse row scores as the same row written out.
"""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def dense_scores(x, w):
    """X w."""
    n, d = x.shape
    scores = np.empty(n)
    for i in range(n):
        score = 0.0
        for k in range(d):
            score += x[i, k] * w[k]
        scores[i] = score
    return scores


@njit(cache=True, nogil=True)
def sparse_scores(data, indices, indptr, w):
    """X w for the rows of a CSR matrix with sorted indices."""
    n = indptr.size - 1
    scores = np.empty(n)
    for i in range(n):
        score = 0.0
        for at in range(indptr[i], indptr[i + 1]):
            score += data[at] * w[indices[at]]
        scores[i] = score
    return scores


@njit(cache=True, nogil=True)
def dense_combination(x, a):
    """X' a: the sum of the rows, row i taken a[i] times."""
    n, d = x.shape
    total = np.zeros(d)
    for i in range(n):
        for k in range(d):
            total[k] += a[i] * x[i, k]
    return total

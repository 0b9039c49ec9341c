"""The columns as the ascent sees them: brought to one size by powers of two, dense or sparse."""

from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from aucopt.kernels.scores.columns import add_dense, add_sparse

# Powers of two that leave room for sums.
_RANGE = 1000


class Columns:
    """Columns scaled to a spread between one half and one, which loses no digit.

    Weights w belong to the scaled columns; `raw` and `scaled` go from one scale to the other.

    Attributes
    ----------
    matrix : (n, d) array in Fortran order, or sparse matrix of compressed columns
        The scaled columns.
    spread : (d,) array
        Their standard deviations under the sample weights, 0 for constant columns, which never get a weight.
    """

    def __init__(self, X: Any, weight: np.ndarray | None = None) -> None:
        self.shape: tuple[int, int] = X.shape
        self.is_sparse = sparse.issparse(X)
        share = np.ones(self.shape[0]) if weight is None else weight / weight.max()
        share /= share.sum()
        if self.is_sparse:
            self.matrix = sparse.csc_matrix(X, dtype=np.float64, copy=True)
            self.matrix.sum_duplicates()
            bounds = self.matrix.indptr
            spans = [slice(*span) for span in pairwise(bounds)]
            columns = [(self.matrix.data[span], share[self.matrix.indices[span]]) for span in spans]
        else:
            self.matrix = np.array(X, dtype=np.float64, order="F")
            columns = [(values, share) for values in self.matrix.T]
        scales = [_rescale(values, shares, self.shape[0]) for values, shares in columns]
        self._exponent = np.array([exponent for exponent, _ in scales], dtype=np.int64)
        self.spread = np.array([spread for _, spread in scales])

    @property
    def varying(self) -> np.ndarray:
        """Indices of the columns that are not constant."""
        return np.flatnonzero(self.spread)

    def scores(self, w: np.ndarray) -> np.ndarray:
        """Scores of all rows, up to a power of two those of the raw weights; equal rows score equally."""
        return score_rows(self.matrix, w)

    def raw(self, w: np.ndarray) -> np.ndarray:
        """Weights on the columns as they came, scaled together by a power of two: no digit is lost."""
        used = np.flatnonzero(w)
        raw = np.zeros(len(w))
        if len(used):
            exponent = np.frexp(w[used])[1] - self._exponent[used]
            # Columns of extreme sizes need the whole range of float64.
            lift = min(max(exponent.max() - exponent.min() - _RANGE, 0), _RANGE)
            raw[used] = np.ldexp(w[used], lift - exponent.max() - self._exponent[used])
        return raw

    def scaled(self, raw: np.ndarray) -> np.ndarray:
        """Weights on the scaled columns from weights on the columns as they came."""
        used = np.flatnonzero(np.where(self.spread > 0, raw, 0.0))
        w = np.zeros(len(raw))
        if len(used):
            largest = (np.frexp(raw[used])[1] + self._exponent[used]).max()
            w[used] = np.ldexp(raw[used], self._exponent[used] - largest)
        return w


def score_rows(X: Any, w: np.ndarray) -> np.ndarray:
    """Scores summed column by column, so that equal rows score equally wherever they stand."""
    scores = np.zeros(X.shape[0])
    if sparse.issparse(X):
        X = sparse.csc_matrix(X)
        add_sparse(X.data, X.indices, X.indptr, w, scores)
    else:
        add_dense(X, w, scores)
    return scores


def standardised(columns: Columns) -> Any:
    """The columns that vary, with a spread of one; dense ones around zero too."""
    used = columns.varying
    if columns.is_sparse:
        return (columns.matrix[:, used] @ sparse.diags_array(1 / columns.spread[used])).tocsr()
    rows = columns.matrix[:, used]
    rows /= columns.spread[used]
    rows -= rows.mean(axis=0)
    return rows


def _rescale(values: np.ndarray, share: np.ndarray, n: int) -> tuple[int, float]:
    """Scale the stored values of a column of n rows in place; the exponent taken out, and the spread left."""
    n_zeros = n - len(values)
    if len(values) == 0 or (values.min() == values.max() and (n_zeros == 0 or values[0] == 0)):
        return 0, 0.0
    # First to at most one, so that squares neither overflow nor vanish.
    largest = int(np.frexp(np.abs(values).max())[1])
    np.ldexp(values, -largest, out=values)
    mean = share @ values
    zeros = max(1 - share.sum(), 0.0) if n_zeros else 0.0
    spread = np.sqrt(share @ (values - mean) ** 2 + zeros * mean**2)
    fraction, exponent = np.frexp(spread)
    np.ldexp(values, -exponent, out=values)
    return largest + int(exponent), float(fraction)

"""Smooth functions of the margins of all pairs, at the cost of a sort: no pair is listed.

The margin of a pair is the score of its positive minus that of its negative. With shares that sum to one in
each class, and u = c - margin,

    hinge:  sum of u^2 / 2h for 0 < u < h, u - h/2 beyond, c = 1      (SVM-Perf's loss, rounded off)
    ramp:   sum of min(1, max(0, u / h)),  c = h / 2                  (one minus an AUC smoothed over h)

Both come with their derivatives with respect to each score.
"""

import numpy as np

from aucopt.kernels.optimisers.hinge import sum_slopes


class Margins:
    """All pairs of the rows of two classes.

    Parameters
    ----------
    positive : (n,) bool array
        Which rows are positive; some of each class.
    share : (n,) array
        Weights of the rows above zero.
    """

    def __init__(self, positive: np.ndarray, share: np.ndarray) -> None:
        self._sides = [np.flatnonzero(rows) for rows in (positive, ~positive)]
        self._share = np.empty(len(share))
        for rows in self._sides:
            self._share[rows] = share[rows] / share[rows].sum()
        self._down = np.where(positive, -1.0, 1.0)
        self._slopes = np.empty(len(share))
        self._windows = np.empty((len(share), 2), dtype=np.intp)

    def hinge(self, scores: np.ndarray, width: float) -> tuple[float, np.ndarray]:
        """The rounded hinge loss and its derivatives."""
        keys, orders = self._sort(scores, 1.0, width)
        own, others = orders
        share, below = self._share[own], self._sums_below(others, keys)
        first, last = self._windows[own].T
        inside, beyond = below[:, last] - below[:, first], below[:, -1:] - below[:, last]
        key = keys[own]
        squares = key**2 * inside[0] + 2 * key * inside[1] + inside[2]
        loss = squares / (2 * width) + (key - width / 2) * beyond[0] + beyond[1]
        return float(share @ loss), self._down * self._slopes

    def ramp(self, scores: np.ndarray, width: float) -> tuple[float, np.ndarray]:
        """The ramp loss and its derivatives."""
        orders = self._sort(scores, width / 2, width)[1]
        pull = np.empty(len(scores))
        for own, others in (orders, orders[::-1]):
            below = np.append(0.0, np.cumsum(self._share[others]))
            first, last = self._windows[own].T
            pull[own] = self._share[own] * (below[last] - below[first]) / width
        return float(self._slopes[orders[0]].sum()), self._down * pull

    def _sort(
        self, scores: np.ndarray, offset: float, width: float
    ) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
        """Keys whose sums are u, the rows of both classes by them; slopes and windows are filled in."""
        keys = self._down * scores
        keys[self._sides[0]] += offset
        ups, downs = (rows[np.argsort(keys[rows])] for rows in self._sides)
        for own, others in ((ups, downs), (downs, ups)):
            sum_slopes(keys, self._share, own, others, width, self._slopes, self._windows)
        return keys, (ups, downs)

    def _sums_below(self, rows: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """Shares, shares times keys and times squared keys, summed over all rows before each."""
        share, key = self._share[rows], keys[rows]
        sums = np.zeros((3, len(rows) + 1))
        np.cumsum([share, share * key, share * key**2], axis=1, out=sums[:, 1:])
        return sums

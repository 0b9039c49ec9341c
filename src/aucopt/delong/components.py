"""How well each row is placed: the structural components behind DeLong's covariance.

The AUC is the mean of psi(x, z) over all pairs of a positive x and a negative z: 1 if x scores higher, 1/2
for a tie, else 0. Averaged over the negatives psi says how well each positive is placed, V10; averaged over
the positives how well each negative is, V01. With S10 and S01 the covariances of these components over the
rows of a class, k scores have AUCs of covariance

    S = S10 / n_positive + S01 / n_negative.

Components are midranks (Sun and Xu, 2014): sort each class, then look every row up in the other class.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.inputs import check_weights

Floats = npt.NDArray[np.float64]


class Components(NamedTuple):
    """How well each row is placed among those of the other class, by each of k scores.

    Attributes
    ----------
    positives : (k, n_positive) array
        The share of the negatives below each positive, ties as one half: V10.
    negatives : (k, n_negative) array
        The share of the positives above each negative: V01.
    positive_weights, negative_weights : array
        The weight of each row.
    """

    positives: Floats
    negatives: Floats
    positive_weights: Floats
    negative_weights: Floats

    @property
    def aucs(self) -> Floats:
        """The AUC of each score."""
        return self.positives @ self.positive_weights / self.positive_weights.sum()

    @property
    def covariance(self) -> Floats | None:
        """The covariance of the AUCs; None if a class has one row and hence no spread."""
        if min(self.positive_weights.size, self.negative_weights.size) < 2:
            return None
        return covariance_of_means(self.positives, self.positive_weights) + covariance_of_means(
            self.negatives, self.negative_weights
        )

    def only(self, k: int) -> "Components":
        """The components of one score."""
        return self._replace(positives=self.positives[[k]], negatives=self.negatives[[k]])

    @property
    def smaller_class(self) -> float:
        """Rows in the smaller class; with weights as many equal ones as say as much (Kish)."""
        return min(float(w.sum() ** 2 / (w @ w)) for w in (self.positive_weights, self.negative_weights))


def covariance_of_means(values: Floats, weights: Floats) -> Floats:
    """The covariance of weighted means of several values of the same two rows or more."""
    n = weights.size
    share = weights / weights.sum()
    apart = (values - (values @ share)[:, np.newaxis]) * share
    return apart @ apart.T * (n / (n - 1))


def place_rows(
    positive: npt.NDArray[np.bool_], scores: list[Any], sample_weight: npt.ArrayLike | None = None
) -> Components:
    """Say how well each row is placed by each score; rows of weight zero are left out."""
    weights = check_weights(sample_weight, positive.size)
    weights = np.ones(positive.size) if weights is None else weights.astype(np.float64)
    above, below = positive & (weights > 0), ~positive & (weights > 0)
    if not (above.any() and below.any()):
        raise ValueError("All rows of one class have sample weight zero; AUC needs some in each class.")
    # A common factor changes nothing, and no square may overflow.
    of_positives, of_negatives = (weights[rows] / weights[rows].max() for rows in (above, below))
    return Components(
        np.array([_share_below(s[above], s[below], of_negatives) for s in scores]),
        np.array([1 - _share_below(s[below], s[above], of_positives) for s in scores]),
        of_positives,
        of_negatives,
    )


def _share_below(values: Any, others: Any, weights: Floats) -> Floats:
    """The share of the others' weight below each value, ties as one half."""
    order = np.argsort(others)
    total = np.append(0.0, np.cumsum(weights[order]))
    # Looked up in order: neighbours are then at hand.
    rank = np.argsort(values)
    places = [np.searchsorted(others[order], values[rank], side=side) for side in ("left", "right")]
    shares = np.empty(len(values))
    shares[rank] = (total[places[0]] + total[places[1]]) / (2 * total[-1])
    return shares

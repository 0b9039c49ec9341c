"""Blends that need no search: equal weights, and the mean of the ranks."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from aucopt.estimators.scoring import Floats, LinearScoreClassifier, Matrix, ScoreClassifier


class EqualWeightsClassifier(LinearScoreClassifier):
    """The mean of the columns as they are.

    Examples
    --------
    >>> from aucopt.analysis.plain_blends import EqualWeightsClassifier
    >>> EqualWeightsClassifier().fit([[1, 9], [2, 7], [1, 5], [3, 6]], [0, 0, 1, 1]).coef_
    array([[0.5, 0.5]])
    """

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Place the cut.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The rows.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more.

        Returns
        -------
        self : EqualWeightsClassifier
            The fitted estimator.
        """
        training = self._read_training(X, y, sample_weight)
        self.coef_ = np.full((1, self.n_features_in_), 1 / self.n_features_in_)
        return self._place_cut(training)


class MeanRankClassifier(ScoreClassifier):
    """The mean rank of a row: in each column the share of training rows below it, ties counted half.

    Examples
    --------
    >>> from aucopt.analysis.plain_blends import MeanRankClassifier
    >>> model = MeanRankClassifier().fit([[1, 9], [2, 90], [1, 50], [3, 60]], [0, 0, 1, 1])
    >>> (model.decision_function([[0, 0], [9, 999]]) - model.intercept_).tolist()
    [0.0, 1.0]
    """

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Keep the sorted columns, then place the cut.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The rows.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more, for the cut; ranks count rows.

        Returns
        -------
        self : MeanRankClassifier
            The fitted estimator.
        """
        training = self._read_training(X, y, sample_weight)
        self.columns_ = np.sort(np.asarray(training.X), axis=0)
        return self._place_cut(training)

    def _scores(self, X: Any) -> Floats:
        places = [
            np.searchsorted(column, values, side="left") + np.searchsorted(column, values, side="right")
            for column, values in zip(self.columns_.T, np.asarray(X).T, strict=True)
        ]
        return np.mean(places, axis=0) / (2 * len(self.columns_))


def plain_blends() -> dict[str, BaseEstimator]:
    """What every blend is compared with beside its best column, by name."""
    return {"equal weights": EqualWeightsClassifier(), "mean of ranks": MeanRankClassifier()}

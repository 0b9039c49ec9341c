"""The score that a blend must beat: the best column alone."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from aucopt.estimators.scoring import LinearScoreClassifier
from aucopt.exact.maximize import read_signs
from aucopt.metrics import roc_auc_score


class BestColumnClassifier(LinearScoreClassifier):
    """The single column with the highest AUC on the training rows, up or down.

    Parameters
    ----------
    signs : int or sequence of int, optional
        +1: only up, -1: only down, 0: either; one for each column, or one for all.

    Examples
    --------
    >>> from aucopt.lab.best_column import BestColumnClassifier
    >>> BestColumnClassifier().fit([[1, 9], [2, 7], [1, 5], [3, 6]], [0, 0, 1, 1]).coef_
    array([[ 0., -1.]])
    """

    def __init__(self, signs: int | Sequence[int] | None = None) -> None:
        self.signs = signs

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Choose the column, then the cut.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The rows.
        y : array-like of shape (n,)
            Two distinct labels; the larger is the positive one.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more.

        Returns
        -------
        self : BestColumnClassifier
            The fitted estimator.
        """
        training = self._read_training(X, y, sample_weight)
        signs = read_signs(self.signs, self.n_features_in_)
        aucs = [
            roc_auc_score(training.positive, column, sample_weight=training.given) for column in training.X.T
        ]
        reached = [max(auc * (s >= 0), (1 - auc) * (s <= 0)) for auc, s in zip(aucs, signs, strict=True)]
        best = int(np.argmax(reached))
        up = signs[best] > 0 or (signs[best] == 0 and aucs[best] >= 0.5)
        self.coef_ = np.zeros((1, self.n_features_in_))
        self.coef_[0, best] = 1.0 if up else -1.0
        return self._place_cut(training)

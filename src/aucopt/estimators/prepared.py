"""A classifier behind a preparation that is fitted with it, to the rows of each fit."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, clone
from sklearn.pipeline import Pipeline

from aucopt.estimators.preparation import Preparation

Floats = npt.NDArray[np.float64]


class PreparedClassifier(BaseEstimator):
    """A classifier behind a preparation, which is fitted to the rows of each fit.

    Parameters
    ----------
    preparation : Preparation
        What is done first.
    classifier : estimator
        With `decision_function`.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt import AUCOptClassifier
    >>> from aucopt.estimators.preparation import Preparation, RawColumn
    >>> from aucopt.estimators.prepared import PreparedClassifier
    >>> model = PreparedClassifier(Preparation((RawColumn("age", has_gaps=True),)), AUCOptClassifier())
    >>> model.fit([[50.0], [np.nan], [70.0]], [0, 1, 1]).status_
    'optimal'
    """

    def __init__(self, preparation: Preparation, classifier: Any) -> None:
        self.preparation = preparation
        self.classifier = classifier

    def fit(
        self,
        X: npt.ArrayLike,
        y: npt.ArrayLike,
        sample_weight: npt.ArrayLike | None = None,
        strata: npt.ArrayLike | None = None,
    ) -> Self:
        """Fit both.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Rows as `Preparation` takes them.
        y : array-like of shape (n,)
            Labels.
        sample_weight : array-like of shape (n,), optional
            For the classifier.
        strata : array-like of shape (n,), optional
            For one that ranks within strata.

        Returns
        -------
        self : PreparedClassifier
            The fitted estimator.
        """
        self.preparation_ = Preparation(self.preparation.columns, self.preparation.imputer).fit(X)
        self.classifier_ = clone(self.classifier)
        step = f"{self.classifier_.steps[-1][0]}__" if isinstance(self.classifier_, Pipeline) else ""
        weights = {} if sample_weight is None else {f"{step}sample_weight": sample_weight}
        more = weights if strata is None else weights | {"strata": strata}
        self.classifier_.fit(self.preparation_.transform(X), y, **more)
        if hasattr(self.classifier_, "status_"):
            self.status_: str = self.classifier_.status_
        return self

    def decision_function(self, X: npt.ArrayLike) -> Floats:
        """Score rows."""
        scores: Floats = self.classifier_.decision_function(self.preparation_.transform(X))
        return scores

    def predict(self, X: npt.ArrayLike) -> npt.NDArray[Any]:
        """Predict the class of rows, or score those of another outcome."""
        called: npt.NDArray[Any] = self.classifier_.predict(self.preparation_.transform(X))
        return called

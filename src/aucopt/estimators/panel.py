"""The best panel as a classifier: the columns are chosen inside `fit`, so that cross-validation is honest."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from aucopt.estimators.cuts import check_threshold, place_threshold
from aucopt.estimators.scoring import LinearScoreClassifier, Matrix
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.panels.best import best_panel
from aucopt.panels.question import MEMORY


class PanelClassifier(LinearScoreClassifier):
    """Linear classifier of the best k columns: selection and fit as one estimator.

    Parameters
    ----------
    k : int, default=2
        Columns of the panel. Of a table with fewer columns all are taken.
    objective : "auc", "accuracy", PartialAUC, Sensitivity, Specificity or Accuracy, default="auc"
        What to maximise. A concordance ranks other outcomes than two classes: use `aucopt.best_panel`.
    signs : int or sequence of int, optional
        +1: weight >= 0, -1: weight <= 0, 0: free; one for each column, or one for all.
    include, exclude : iterable of int or str, default=()
        Columns that the panel must have, and columns that it must not have, by position or by name.
    time_limit : float, optional
        Seconds after which to stop with the best panel found so far.
    n_jobs : int, optional
        Threads. None means 1, -1 all processors, as in scikit-learn.
    memory_limit : int
        Bytes for bits and for lists of pairs, about 1 GB by default.
    threshold : {"auto", "balanced_accuracy", "accuracy", "f1"} or float, default="auto"
        Where `predict` cuts the score, as in `AUCOptClassifier`: at the cut-off that belongs to the
        objective, at the best of a measure on the training rows, or at a given value.

    Attributes
    ----------
    coef_ : ndarray of shape (1, p)
        The weights; those of columns outside the panel are zero.
    intercept_ : ndarray of shape (1,)
        Minus the cut.
    panel_ : ndarray of shape (k,)
        Positions of the columns chosen, in rising order.
    value_, bound_, gap_ : float
        The value of the objective on the training rows, the bound over all panels, and their difference.
    status_ : {"optimal", "time_limit", "interrupted"}
        What is proved.
    solution_ : PanelSolution
        The whole answer, see `aucopt.best_panel`, but without the training rows, and with `delta` 0.
    classes_ : ndarray of shape (2,)
        The negative and the positive label.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (p,)
        The column names, if X had any.

    Examples
    --------
    >>> import aucopt
    >>> X = [[3, 1, 5], [2, 4, 1], [1, 0, 4], [0, 2, 2], [2, 1, 3], [1, 3, 0]]
    >>> model = aucopt.PanelClassifier(k=2).fit(X, [1, 1, 1, 0, 0, 0])
    >>> model.panel_.tolist(), model.value_, model.get_support().tolist()
    ([1, 2], 1.0, [False, True, True])
    """

    def __init__(
        self,
        k: int = 2,
        *,
        objective: str | Objective = "auc",
        signs: int | Sequence[int] | None = None,
        include: Iterable[int | str] = (),
        exclude: Iterable[int | str] = (),
        time_limit: float | None = None,
        n_jobs: int | None = None,
        memory_limit: int = MEMORY,
        threshold: str | float = "auto",
    ) -> None:
        self.k = k
        self.objective = objective
        self.signs = signs
        self.include = include
        self.exclude = exclude
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.memory_limit = memory_limit
        self.threshold = threshold

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Choose the columns, find their weights, then the cut.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, p)
            The rows.
        y : array-like of shape (n,)
            Two distinct labels; the larger is the positive one.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more; a pair counts the product of its two.

        Returns
        -------
        self : PanelClassifier
            The fitted estimator.
        """
        check_threshold(self.threshold)
        objective = read_objective(self.objective)
        if not objective.classifies:
            raise ValueError(
                f"PanelClassifier is for two classes, which {objective!r} is not about. Use "
                "aucopt.best_panel, and aucopt.ConcordanceRanker on the columns it chooses."
            )
        training = self._read_training(X, y, sample_weight)
        if isinstance(objective, Accuracy):
            # By the labels that the search sees.
            objective = objective.of_booleans(self.classes_.tolist())
        n_columns = training.X.shape[1]
        found = best_panel(
            training.X,
            training.positive,
            self.k if not isinstance(self.k, int) or self.k < 1 else min(self.k, n_columns),
            objective=objective,
            sample_weight=training.given,
            signs=self.signs,
            delta=0.0,
            include=self._positions(self.include),
            exclude=self._positions(self.exclude),
            time_limit=self.time_limit,
            n_jobs=self.n_jobs,
            memory_limit=self.memory_limit,
        )
        # A model does not carry its data.
        solution = replace(found.solution.without_data(), classes=self.classes_)
        if hasattr(self, "feature_names_in_"):
            found = found.renamed([str(name) for name in self.feature_names_in_])
            solution = solution.renamed(found.names or ())
        self.solution_ = replace(found, solution=solution)
        self.panel_ = np.array(found.columns, dtype=np.intp)
        self.coef_ = np.zeros((1, n_columns))
        self.coef_[0, self.panel_] = found.solution.coef
        self.value_, self.bound_, self.gap_ = found.value, found.bound, found.gap
        self.status_ = found.status
        scores = self._scores(training.X)
        cut = place_threshold(self.threshold, objective, training, scores, found.solution.intercept)
        self.intercept_ = np.array([-cut])
        return self

    def _positions(self, columns: Any) -> list[Any]:
        """Names of columns as positions, where the table has names."""
        given = [columns] if isinstance(columns, str | int | np.integer) else list(columns)
        names = list(getattr(self, "feature_names_in_", ()))
        return [names.index(name) if isinstance(name, str) and name in names else name for name in given]

    def get_support(self, indices: bool = False) -> npt.NDArray[Any]:
        """Return which columns the panel has, as scikit-learn's selectors do.

        Parameters
        ----------
        indices : bool, default=False
            Whether to return their positions instead of a mask.

        Returns
        -------
        support : ndarray
            A mask of shape (p,), or the positions of the columns chosen.
        """
        check_is_fitted(self)
        if indices:
            return self.panel_
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[self.panel_] = True
        return mask

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
    """Linear classifier on the best k columns: selects the columns and fits their weights.

    Parameters
    ----------
    k : int, default=2
        Number of columns of the panel. If the table has fewer columns, all of them are used.
    objective : "auc", "accuracy", PartialAUC, Sensitivity, Specificity or Accuracy, default="auc"
        What to maximise. For a concordance, whose outcome is not two classes, use `aucopt.best_panel`.
    signs : int or sequence of int, optional
        Sign constraints on the weights: +1 means at least 0, -1 at most 0, and 0 no constraint. One number
        for each column, or one for all columns.
    include, exclude : iterable of int or str, default=()
        Columns that the panel must contain and columns that it must not contain, by position or by name.
    time_limit : float, optional
        Time limit in seconds. The search then stops and returns the best panel and bound found so far.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn.
    memory_limit : int
        Memory limit in bytes for bit sets and lists of pairs, about 1 GB by default.
    threshold : {"auto", "balanced_accuracy", "accuracy", "f1"} or float, default="auto"
        The cut-off of `predict`, as in `AUCOptClassifier`: that of the objective, the one that maximises a
        measure on the training rows, or a given value.

    Attributes
    ----------
    coef_ : ndarray of shape (1, p)
        The weights, which are zero for columns outside the panel.
    intercept_ : ndarray of shape (1,)
        Minus the cut-off.
    panel_ : ndarray of shape (k,)
        Positions of the chosen columns, in ascending order.
    value_, bound_, gap_ : float
        The value of the objective on the training rows, the upper bound over all panels, and their
        difference.
    status_ : {"optimal", "time_limit", "interrupted"}
        How the search ended; see `aucopt.Solution`.
    solution_ : PanelSolution
        The full result, as returned by `aucopt.best_panel`, but without the training rows and with `delta` 0.
    classes_ : ndarray of shape (2,)
        The negative and the positive label, in this order.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (p,)
        The names of the columns, if `X` had any.

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
        """Choose the columns, find their weights, then the cut-off.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, p)
            The rows.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two
            rows.

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
        """Return the columns of the panel, as scikit-learn's feature selectors do.

        Parameters
        ----------
        indices : bool, default=False
            Whether to return positions instead of a boolean mask.

        Returns
        -------
        support : ndarray
            A boolean mask of shape (p,), or the positions of the chosen columns.
        """
        check_is_fitted(self)
        if indices:
            return self.panel_
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[self.panel_] = True
        return mask

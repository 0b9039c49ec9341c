"""What the best linear score must beat: logistic regression, or for a blend the best column alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from aucopt.analysis.rows import Rows
from aucopt.estimators.cuts import cut_for
from aucopt.estimators.scoring import LinearScoreClassifier, Matrix
from aucopt.exact.maximize import read_signs
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.metrics import roc_auc_score
from aucopt.words.sentences import LOGISTIC, SINGLE

# Logistic regression needs no penalty from so many rows of the smaller class a column on: with one it loses
# what correlated columns say together.
_EVENTS_A_COLUMN, _NO_PENALTY = 10, 1e4


class BestColumnClassifier(LinearScoreClassifier):
    """The single column that is best by an objective on the training rows, up or down.

    Parameters
    ----------
    signs : int or sequence of int, optional
        +1: only up, -1: only down, 0: either; one for each column, or one for all.
    objective : "auc", PartialAUC, Sensitivity or Specificity, default="auc"
        What the columns are judged by.

    Examples
    --------
    >>> from aucopt.analysis.rivals import BestColumnClassifier
    >>> BestColumnClassifier().fit([[1, 9], [2, 7], [1, 5], [3, 6]], [0, 0, 1, 1]).coef_
    array([[ 0., -1.]])
    """

    def __init__(self, signs: int | Sequence[int] | None = None, objective: str | Objective = "auc") -> None:
        self.signs = signs
        self.objective = objective

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
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
        objective = read_objective(self.objective)
        # Of equals the first, and up before down.
        value, best, way = -1.0, 0, 1.0
        for j, (column, sign) in enumerate(zip(training.X.T, signs, strict=True)):
            for turn in (1.0, -1.0) if sign == 0 else (float(sign),):
                reached = objective.measure(training.positive, turn * column, training.given)
                if reached > value:
                    value, best, way = reached, j, turn
        self.coef_ = np.zeros((1, self.n_features_in_))
        self.coef_[0, best] = way
        cut = cut_for(objective, training.positive, self._scores(training.X), training.given)
        self.intercept_ = np.array([-cut])
        return self


class Rival(Protocol):
    """What the best score is compared with.

    `is_component`: whether it is one of the columns, so that the best score is a blend of such rivals.
    """

    is_component: bool

    def make(self, rows: Rows, signs: Sequence[int], objective: Objective) -> BaseEstimator:
        """The rival, unfitted."""

    def fit(self, rows: Rows, signs: Sequence[int], objective: Objective) -> Any:
        """The rival, fitted to all rows with their weights."""

    def weights(self, fitted: Any) -> np.ndarray:
        """The weights of the fitted rival, in the units of the columns."""

    def detail(self, rows: Rows, fitted: Any) -> str:
        """What a reader should know of the fit."""


class LogisticRival:
    """Logistic regression on standardised columns, with next to no penalty where the rows allow that."""

    is_component = False

    def make(self, rows: Rows, signs: Sequence[int], objective: Objective) -> BaseEstimator:
        """The rival, unfitted; it knows no signs and one loss only."""
        return make_pipeline(StandardScaler(), LogisticRegression(C=self._price(rows), max_iter=10_000))

    def fit(self, rows: Rows, signs: Sequence[int], objective: Objective) -> Any:
        """The rival, fitted to all rows with their weights."""
        weights = {} if rows.weights is None else {"logisticregression__sample_weight": rows.weights}
        return self.make(rows, signs, objective).fit(rows.X, rows.positive, **weights)

    def weights(self, fitted: Any) -> np.ndarray:
        """The weights of the fitted rival, in the units of the columns."""
        scaler, last = (step for _, step in fitted.steps)
        return np.ravel(last.coef_) / scaler.scale_

    def detail(self, rows: Rows, fitted: Any) -> str:
        """How it was fitted."""
        return "no penalty" if self._price(rows) == _NO_PENALTY else "penalty C = 1 on standardised columns"

    def _price(self, rows: Rows) -> float:
        """The inverse penalty of a fair logistic regression."""
        fewest = min(rows.n_positive, rows.n_negative)
        return _NO_PENALTY if fewest >= _EVENTS_A_COLUMN * rows.shape[1] else 1.0


class SingleColumnRival:
    """The best column alone."""

    is_component = True

    def make(self, rows: Rows, signs: Sequence[int], objective: Objective) -> BaseEstimator:
        """The rival, unfitted."""
        return BestColumnClassifier(signs=signs, objective=objective)

    def fit(self, rows: Rows, signs: Sequence[int], objective: Objective) -> Any:
        """The rival, fitted to all rows with their weights."""
        return self.make(rows, signs, objective).fit(rows.X, rows.positive, rows.weights)

    def weights(self, fitted: Any) -> np.ndarray:
        """A weight of one for the column, up or down."""
        return np.ravel(fitted.coef_)

    def detail(self, rows: Rows, fitted: Any) -> str:
        """Which column it is."""
        return rows.columns[int(np.argmax(np.abs(fitted.coef_[0])))]


RIVALS: dict[str, Rival] = {LOGISTIC: LogisticRival(), SINGLE: SingleColumnRival()}


@dataclass(frozen=True, eq=False)
class FittedRival:
    """A rival after its fit to all rows.

    Attributes
    ----------
    name, detail : str
        Which rival, and what a reader should know of its fit.
    coef : (d,) array
        Its weights, in the units of the columns.
    value : float
        The value of the objective on these rows.
    auc : float
        Its AUC on these rows.
    """

    name: str
    detail: str
    coef: np.ndarray
    value: float
    auc: float


def fit_rival(name: str, rows: Rows, signs: Sequence[int], objective: str | Objective = "auc") -> FittedRival:
    """Fit a rival, to compare a score with it or to start a search from it.

    Examples
    --------
    >>> from aucopt.analysis import Rows
    >>> from aucopt.analysis.rivals import fit_rival
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> fit_rival("best column", rows, (0, 0)).detail
    'first'
    """
    rival = find_rival(name)
    objective = read_objective(objective)
    fitted = rival.fit(rows, signs, objective)
    scores = fitted.decision_function(rows.X)
    return FittedRival(
        name,
        rival.detail(rows, fitted),
        rival.weights(fitted),
        objective.measure(rows.positive, scores, rows.weights),
        roc_auc_score(rows.positive, scores, sample_weight=rows.weights),
    )


def find_rival(name: str) -> Rival:
    """Return a rival by its name.

    Raises
    ------
    ValueError
        If there is none of that name.

    Examples
    --------
    >>> from aucopt.analysis.rivals import find_rival
    >>> type(find_rival("best column")).__name__
    'SingleColumnRival'
    """
    if name not in RIVALS:
        raise ValueError(f"rival must be {' or '.join(map(repr, RIVALS))}, not {name!r}.")
    return RIVALS[name]

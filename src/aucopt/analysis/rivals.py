"""What the best linear score must beat: logistic regression, or for a blend the best column alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from aucopt.analysis.outcome_rivals import OUTCOME_RIVALS, OutcomeRival, usual_rival
from aucopt.analysis.rows import Rows
from aucopt.estimators.cuts import cut_for
from aucopt.estimators.scoring import LinearScoreClassifier, Matrix
from aucopt.exact.maximize import read_signs
from aucopt.exact.objective.accuracy import Accuracy
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
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more.

        Returns
        -------
        self : BestColumnClassifier
            The fitted estimator.
        """
        training = self._read_training(X, y, sample_weight)
        objective = read_objective(self.objective)
        chosen = best_column(objective, self.signs, training.X, training.positive, training.given)
        self.coef_ = chosen[np.newaxis]
        cut = cut_for(objective, training.positive, self._scores(training.X), training.given)
        self.intercept_ = np.array([-cut])
        return self


class BestColumnRanker(OutcomeRival):
    """The same for an outcome that is ranked: no cut, and strata if there are any.

    Parameters
    ----------
    signs : int or sequence of int, optional
        +1: only up, -1: only down, 0: either; one for each column, or one for all.
    objective : Concordance
        What the columns are judged by.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.rivals import BestColumnRanker
    >>> BestColumnRanker().fit(np.array([[1, 9], [2, 7], [1, 5], [3, 6]]), np.arange(4)).coef_
    array([ 0., -1.])
    """

    def __init__(
        self, signs: int | Sequence[int] | None = None, objective: str | Objective = "concordance"
    ) -> None:
        self.signs = signs
        self.objective = objective

    def fit(self, X: np.ndarray, y: np.ndarray, sample_weight: Any = None, strata: Any = None) -> Self:
        """Choose the column."""
        objective = read_objective(self.objective)
        self.coef_ = best_column(objective, self.signs, np.asarray(X), y, sample_weight, strata)
        return self


def best_column(
    objective: Objective, signs: Any, X: np.ndarray, y: np.ndarray, weights: Any, strata: Any = None
) -> np.ndarray:
    """A weight of one, up or down, for the column with the best value."""
    allowed = read_signs(signs, X.shape[1])
    # Of equals the first, and up before down.
    value, best, way = -1.0, 0, 1.0
    for j, (column, sign) in enumerate(zip(X.T, allowed, strict=True)):
        for turn in (1.0, -1.0) if sign == 0 else (float(sign),):
            reached = objective.measure(y, turn * column, weights, strata)
            if reached > value:
                value, best, way = reached, j, turn
    coef = np.zeros(X.shape[1])
    coef[best] = way
    return coef


class LogisticRule(LinearScoreClassifier):
    """Logistic regression whose rows have the costs of an accuracy, and whose cut is the best one by them.

    Parameters
    ----------
    C : float
        The inverse penalty, on standardised columns.
    objective : Accuracy
        The costs.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis.rivals import LogisticRule
    >>> LogisticRule(1.0, aucopt.Accuracy()).fit([[1], [2], [4], [5]], [0, 0, 0, 1]).predict([[3], [6]])
    array([0, 1])
    """

    def __init__(self, C: float, objective: Accuracy) -> None:
        self.C = C
        self.objective = objective

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Fit the weights, then the cut."""
        training = self._read_training(X, y, sample_weight)
        objective = self.objective.of_booleans(self.classes_.tolist())
        costs = objective.row_weights(training.positive, training.given) * len(training.positive)
        model = make_pipeline(StandardScaler(), LogisticRegression(C=self.C, max_iter=10_000))
        model.fit(training.X, training.positive, logisticregression__sample_weight=costs)
        self.coef_ = _raw_weights(model)[np.newaxis]
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
        if isinstance(objective, Accuracy):
            return LogisticRule(self._price(rows), objective)
        return make_pipeline(StandardScaler(), LogisticRegression(C=self._price(rows), max_iter=10_000))

    def fit(self, rows: Rows, signs: Sequence[int], objective: Objective) -> Any:
        """The rival, fitted to all rows with their weights."""
        model = self.make(rows, signs, objective)
        step = "logisticregression__" if isinstance(model, Pipeline) else ""
        weights = {} if rows.weights is None else {f"{step}sample_weight": rows.weights}
        return model.fit(rows.X, rows.positive, **weights)

    def weights(self, fitted: Any) -> np.ndarray:
        """The weights of the fitted rival, in the units of the columns."""
        return _raw_weights(fitted) if isinstance(fitted, Pipeline) else np.ravel(fitted.coef_)

    def detail(self, rows: Rows, fitted: Any) -> str:
        """How it was fitted."""
        penalty = "no penalty"
        if self._price(rows) != _NO_PENALTY:
            penalty = "penalty C = 1 on standardised columns"
        return f"{penalty}; same costs, best cut" if isinstance(fitted, LogisticRule) else penalty

    def _price(self, rows: Rows) -> float:
        """The inverse penalty of a fair logistic regression."""
        fewest = min(rows.n_positive, rows.n_negative)
        return _NO_PENALTY if fewest >= _EVENTS_A_COLUMN * rows.shape[1] else 1.0


class SingleColumnRival:
    """The best column alone."""

    is_component = True

    def make(self, rows: Rows, signs: Sequence[int], objective: Objective) -> BaseEstimator:
        """The rival, unfitted."""
        kind = BestColumnClassifier if objective.classifies else BestColumnRanker
        return kind(signs=signs, objective=objective)

    def fit(self, rows: Rows, signs: Sequence[int], objective: Objective) -> Any:
        """The rival, fitted to all rows with their weights."""
        more = () if rows.strata is None else (rows.strata,)
        return self.make(rows, signs, objective).fit(rows.X, rows.y, rows.weights, *more)

    def weights(self, fitted: Any) -> np.ndarray:
        """A weight of one for the column, up or down."""
        return np.ravel(fitted.coef_)

    def detail(self, rows: Rows, fitted: Any) -> str:
        """Which column it is."""
        return rows.columns[int(np.argmax(np.abs(np.ravel(fitted.coef_))))]


def _raw_weights(pipeline: Any) -> np.ndarray:
    """The weights of a linear model of standardised columns, in the units of the columns."""
    scaler, last = (step for _, step in pipeline.steps)
    return np.ravel(last.coef_) / scaler.scale_


RIVALS: dict[str, Rival] = {LOGISTIC: LogisticRival(), SINGLE: SingleColumnRival(), **OUTCOME_RIVALS}


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
    auc : float or None
        Its AUC on these rows, where they have two classes.
    """

    name: str
    detail: str
    coef: np.ndarray
    value: float
    auc: float | None


def fit_rival(
    name: str | None, rows: Rows, signs: Sequence[int], objective: str | Objective = "auc"
) -> FittedRival:
    """Fit a rival, to compare a score with it or to start a search from it.

    None is the usual one: logistic regression for two classes, see `outcome_rivals` for other outcomes.

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
    objective = read_objective(objective)
    if name is None:
        name = LOGISTIC if objective.classifies else usual_rival(rows)
    rival = find_rival(name)
    fitted = rival.fit(rows, signs, objective)
    scores = (fitted.decision_function if objective.classifies else fitted.predict)(rows.X)
    auc = roc_auc_score(rows.positive, scores, sample_weight=rows.weights) if objective.classifies else None
    return FittedRival(
        name,
        rival.detail(rows, fitted),
        rival.weights(fitted),
        objective.measure(rows.y, scores, rows.weights, rows.strata),
        auc,
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
        raise ValueError(f"rival must be one of {', '.join(map(repr, RIVALS))}, not {name!r}.")
    return RIVALS[name]

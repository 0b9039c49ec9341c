"""What a panel must beat on the same folds: the columns that an l1 path of logistic regression chooses."""

import warnings
from inspect import signature
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from sklearn.svm import l1_min_c

from aucopt.estimators.cuts import cut_for
from aucopt.estimators.parameters import check_count
from aucopt.estimators.scoring import LinearScoreClassifier, Matrix, score_rows
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective

# Penalties of the path, from the first column that enters: many, so that columns enter one by one, or a few
# that are tuned by folds of their own.
_LONGEST, _STEPS, _TUNED_STEPS, _INNER_FOLDS = 1e3, 40, 8, 3
# Columns chosen by the path are fitted again with next to no penalty, as its own shrinks them.
_NO_PENALTY = 1e4


class L1PathClassifier(LinearScoreClassifier):
    """Logistic regression along a path of l1 penalties, on standardised columns.

    Parameters
    ----------
    k : int, optional
        The path is followed as long as it has at most so many columns, and these are fitted again without a
        penalty. By default the penalty with the best value in an inner cross-validation is taken.
    objective : "auc" or Objective
        What penalties are judged by, and where the score is cut.

    Attributes
    ----------
    coef_ : ndarray of shape (1, p)
        The weights, in the units of the columns.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.panel.rivals import L1PathClassifier
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(60) % 2
    >>> X = rng.normal(size=(60, 5)) + np.outer(y, [2, 0, 0, 1.5, 0])
    >>> np.flatnonzero(L1PathClassifier(k=2).fit(X, y).coef_[0]).tolist()
    [0, 3]
    """

    def __init__(self, k: int | None = None, objective: str | Objective = "auc") -> None:
        self.k = k
        self.objective = objective

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Follow the path, then place the cut.

        Parameters
        ----------
        X : array-like of shape (n, p)
            The rows.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more.

        Returns
        -------
        self : L1PathClassifier
            The fitted estimator.
        """
        training = self._read_training(X, y, sample_weight)
        objective = read_objective(self.objective)
        if isinstance(objective, Accuracy):
            objective = objective.of_booleans(self.classes_.tolist())
        scaler = StandardScaler().fit(training.X, sample_weight=training.given)
        Z, positive, weights = scaler.transform(training.X), training.positive, training.given
        start = l1_min_c(Z, positive, loss="log")
        if self.k is None:
            prices = start * np.geomspace(2, _LONGEST, _TUNED_STEPS)
            coef = _fit_l1(Z, positive, _tuned(Z, positive, weights, prices, objective), weights)
        else:
            coef = _first_columns(Z, positive, weights, start, check_count("k", self.k))
        self.coef_ = (coef / scaler.scale_)[np.newaxis]
        scores = self._scores(training.X)
        self.intercept_ = np.array([-cut_for(objective, positive, scores, weights)])
        return self


def _fit_l1(Z: np.ndarray, positive: np.ndarray, price: float, weights: np.ndarray | None) -> np.ndarray:
    # From version 1.8 on scikit-learn asks for l1_ratio, before for penalty.
    old = signature(LogisticRegression).parameters["penalty"].default == "l2"
    kind: dict[str, Any] = {"penalty": "l1"} if old else {"l1_ratio": 1.0}
    # liblinear penalises the intercept too: a larger scale makes that little.
    model = LogisticRegression(
        C=price, solver="liblinear", intercept_scaling=10.0, max_iter=1000, random_state=0, **kind
    )
    with warnings.catch_warnings():
        # The last digits of a rival's weights do not matter.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return np.ravel(model.fit(Z, positive, weights).coef_)


def _first_columns(
    Z: np.ndarray, positive: np.ndarray, weights: np.ndarray | None, start: float, k: int
) -> np.ndarray:
    """The weights of the columns that enter first, at most k."""
    chosen = np.zeros(0, dtype=np.intp)
    for price in start * np.geomspace(1.02, _LONGEST, _STEPS):
        coef = _fit_l1(Z, positive, float(price), weights)
        entered = np.flatnonzero(coef)
        if entered.size > k:
            # If several enter at once, the heaviest of them.
            chosen = chosen if chosen.size else np.sort(np.argsort(-np.abs(coef), kind="stable")[:k])
            break
        chosen = entered if entered.size else chosen
        if entered.size == k:
            break
    full = np.zeros(Z.shape[1])
    if chosen.size:
        again = LogisticRegression(C=_NO_PENALTY, max_iter=10_000).fit(Z[:, chosen], positive, weights)
        full[chosen] = np.ravel(again.coef_)
    return full


def _tuned(
    Z: np.ndarray,
    positive: np.ndarray,
    weights: np.ndarray | None,
    prices: np.ndarray,
    objective: Objective,
) -> float:
    """The price with the highest mean value in folds of these rows; the first where they are too few."""
    n_folds = min(_INNER_FOLDS, int(positive.sum()), int((~positive).sum()))
    if n_folds < 2:
        return float(prices[0])
    values = np.zeros(len(prices))
    for train, test in StratifiedKFold(n_folds, shuffle=True, random_state=0).split(Z, positive):
        mine = None if weights is None else weights[train]
        for i, price in enumerate(prices):
            coef = _fit_l1(Z[train], positive[train], float(price), mine)
            scores = score_rows(np.ascontiguousarray(Z[test]), coef)
            values[i] += objective.measure(positive[test], scores, None)
    return float(prices[np.argmax(values)])

"""Panels of outcomes that are ranked, and what they must beat: the columns that a lasso path chooses.

Cox regression, an ordered logit and logistic regression with strata have no common sparse form that is
installed everywhere. So the lasso chooses columns for least squares, of log-rank scores if times are
censored, and the method that people would use is fitted to the columns chosen.
"""

import warnings
from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import lasso_path

from aucopt.analysis.outcome_rivals import OutcomeRival, as_least_squares
from aucopt.analysis.splits import plan_splits
from aucopt.estimators.scoring import score_rows
from aucopt.exact.objective.base import Objective
from aucopt.outcomes import read_classes, read_outcome, read_strata
from aucopt.panels.best import best_panel

# As in the l1 path of two classes: many penalties, so that columns enter one by one, or a few that are tuned.
_LONGEST, _STEPS, _TUNED_STEPS, _INNER_FOLDS = 1e3, 100, 8, 3


class ScoreRanker(BaseEstimator):
    """What rankers share: their scores."""

    coef_: np.ndarray

    def predict(self, X: Any) -> np.ndarray:
        """Score rows: high for a high outcome, or an early event."""
        return score_rows(np.ascontiguousarray(X, dtype=np.float64), self.coef_)


class PanelRanker(ScoreRanker):
    """The best panel of an outcome that is ranked, or of two classes within strata.

    Parameters
    ----------
    k, objective, signs, include, time_limit, n_jobs
        As in `aucopt.best_panel`.

    Attributes
    ----------
    panel_ : ndarray of shape (k,)
        The positions of the columns chosen.
    coef_ : ndarray of shape (p,)
        The weights; zero for all other columns.
    status_ : str
        How the search ended.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis.panel.ranking import PanelRanker
    >>> X = [[3, 1, 5], [2, 4, 1], [1, 0, 4], [0, 2, 2]]
    >>> model = PanelRanker(1, objective=aucopt.Concordance()).fit(X, [9, 4, 3, 1])
    >>> model.panel_.tolist(), model.predict(X).argmax()
    ([0], np.int64(0))
    """

    def __init__(
        self,
        k: int = 2,
        *,
        objective: Objective,
        signs: Sequence[int] | None = None,
        include: Iterable[int] = (),
        time_limit: float | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.k = k
        self.objective = objective
        self.signs = signs
        self.include = include
        self.time_limit = time_limit
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any, sample_weight: Any = None, strata: Any = None) -> Self:
        """Choose the columns and find their weights."""
        rows = np.asarray(X, dtype=np.float64)
        found = best_panel(
            rows,
            y,
            min(self.k, rows.shape[1]),
            objective=self.objective,
            sample_weight=sample_weight,
            strata=strata,
            signs=self.signs,
            delta=0.0,
            include=self.include,
            time_limit=self.time_limit,
            n_jobs=self.n_jobs,
        )
        self.panel_ = np.array(found.columns, dtype=np.intp)
        self.coef_ = np.zeros(rows.shape[1])
        self.coef_[self.panel_] = found.solution.coef
        self.status_ = found.status
        return self


class LassoPathRanker(ScoreRanker):
    """The columns that enter a lasso path first, fitted again by another method; or a tuned lasso.

    Parameters
    ----------
    rival : OutcomeRival
        The method that is fitted to the columns chosen.
    objective : Objective
        What penalties are judged by.
    k : int, optional
        The path is followed as long as it has at most so many columns. By default the weights are those of
        the penalty with the best value in an inner cross-validation.

    Examples
    --------
    >>> import aucopt
    >>> import numpy as np
    >>> from aucopt.analysis.outcome_rivals import LeastSquares
    >>> from aucopt.analysis.panel.ranking import LassoPathRanker
    >>> X = np.random.default_rng(0).normal(size=(60, 5))
    >>> model = LassoPathRanker(LeastSquares(), aucopt.Concordance(), k=2).fit(X, 2 * X[:, 0] - X[:, 3])
    >>> np.flatnonzero(model.coef_).tolist()
    [0, 3]
    """

    def __init__(self, rival: OutcomeRival, objective: Objective, k: int | None = None) -> None:
        self.rival = rival
        self.objective = objective
        self.k = k

    def fit(self, X: Any, y: Any, sample_weight: Any = None, strata: Any = None) -> Self:
        """Follow the path."""
        rows, outcome = np.asarray(X, dtype=np.float64), np.asarray(y)
        weights = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        groups = None if strata is None else read_strata(strata, len(rows))
        spread = rows.std(axis=0)
        Z = (rows - rows.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
        self.coef_ = np.zeros(rows.shape[1])
        if self.k is None:
            price = self._tuned(Z, outcome, weights, groups)
            path = _follow(Z, outcome, weights, groups, [price])
            self.coef_[:] = path[:, 0] / np.where(spread > 0, spread, 1.0)
            return self
        prices = np.geomspace(1 / 1.02, 1 / _LONGEST, _STEPS)
        chosen = _first_columns(_follow(Z, outcome, weights, groups, prices), self.k)
        if len(chosen):
            again = type(self.rival)().fit(rows[:, chosen], outcome, weights, groups)
            self.coef_[chosen] = again.coef_
        return self

    def _tuned(
        self, Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None
    ) -> float:
        """The price with the highest mean value in folds of these rows; the first where they are too few."""
        prices = np.geomspace(1 / 2, 1 / _LONGEST, _TUNED_STEPS)
        pairs = read_classes(y, strata) if y.dtype == bool else read_outcome(y, strata)
        values = np.zeros(len(prices))
        try:
            for train, test in plan_splits(pairs, _INNER_FOLDS).draw(0):
                mine, groups, other = (
                    (None if part is None else part[rows])
                    for part, rows in ((weights, train), (strata, train), (strata, test))
                )
                path = _follow(Z[train], y[train], mine, groups, prices)
                for i, coef in enumerate(path.T):
                    scores = score_rows(np.ascontiguousarray(Z[test]), coef)
                    values[i] += self.objective.measure(y[test], scores, None, other)
        except ValueError:
            # Too few rows, or none in a fold that can be compared.
            return float(prices[0])
        return float(prices[np.argmax(values)])


def _follow(
    Z: np.ndarray,
    y: np.ndarray,
    weights: np.ndarray | None,
    strata: np.ndarray | None,
    prices: Sequence[float] | np.ndarray,
) -> np.ndarray:
    """Weights along a path, a column for each penalty, as shares of that at which the first column enters."""
    table, response = as_least_squares(Z, y, weights, strata)
    first = np.abs(table.T @ response).max() / len(table)
    if first == 0:
        return np.zeros((Z.shape[1], len(prices)))
    with warnings.catch_warnings():
        # The last digits of a rival's weights do not matter.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return lasso_path(table, response, alphas=first * np.asarray(prices))[1]


def _first_columns(path: np.ndarray, k: int) -> np.ndarray:
    """The columns that enter first, at most k."""
    chosen = np.zeros(0, dtype=np.intp)
    for coef in path.T:
        entered = np.flatnonzero(coef)
        if entered.size > k:
            # If several enter at once, the heaviest of them.
            return chosen if chosen.size else np.sort(np.argsort(-np.abs(coef), kind="stable")[:k])
        chosen = entered if entered.size else chosen
    return chosen

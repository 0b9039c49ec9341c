"""What the best ranking of an outcome must beat: Cox regression, an ordered logit, or least squares.

For censored times Cox regression, if lifelines or scikit-survival is installed; for an outcome of few values
an ordered logit, if statsmodels is; otherwise least squares. For two classes within strata it is a logistic
regression in which every stratum has an intercept of its own.
"""

import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression

from aucopt.analysis.rows import Rows
from aucopt.estimators.scoring import score_rows
from aucopt.exact.objective.base import Objective
from aucopt.outcomes import compared_strata, read_classes, read_strata

COX, ORDERED, LEAST_SQUARES, STRATIFIED = (
    *("Cox regression", "ordered logit", "least squares"),
    "logistic regression with strata",
)
# An ordered logit has a threshold between every two values.
_MOST_VALUES = 10
# From so many events a column on Cox regression needs no penalty.
_EVENTS_A_COLUMN, _PENALTY = 10, 0.01
_NO_PENALTY = 1e4


class OutcomeRival(BaseEstimator):
    """A linear score of another method, by its weights on standardised columns.

    `predict` gives scores, as `ConcordanceRanker` does: high for a high outcome, or an early event.
    """

    is_component = False

    def fit(self, X: np.ndarray, y: np.ndarray, sample_weight: Any = None, strata: Any = None) -> Self:
        """Fit the weights; constant columns get none."""
        rows = np.asarray(X, dtype=np.float64)
        spread = rows.std(axis=0)
        varies = spread > 0
        self.coef_ = np.zeros(rows.shape[1])
        if varies.any():
            Z = (rows[:, varies] - rows[:, varies].mean(axis=0)) / spread[varies]
            weights = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
            numbers = None if strata is None else read_strata(strata, len(rows))
            with warnings.catch_warnings():
                # Of slow convergence and of columns that tell events apart: the weights are used as they are.
                warnings.simplefilter("ignore")
                self.coef_[varies] = self._weigh(Z, np.asarray(y), weights, numbers) / spread[varies]
        return self

    def _weigh(
        self, Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None
    ) -> np.ndarray:
        raise NotImplementedError

    def predict(self, X: np.ndarray) -> np.ndarray:
        """Score rows."""
        return score_rows(np.ascontiguousarray(X, dtype=np.float64), self.coef_)


class CoxRegression(OutcomeRival):
    """Cox regression, ties by Efron's method, by whichever package is installed."""

    def _weigh(
        self, Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None
    ) -> np.ndarray:
        penalty = 0.0 if y[:, 0].sum() >= _EVENTS_A_COLUMN * Z.shape[1] else _PENALTY
        if find_spec("lifelines") is None:
            return self._by_scikit_survival(Z, y, penalty)
        from lifelines.exceptions import ConvergenceError

        try:
            return self._by_lifelines(Z, y, weights, strata, penalty)
        except ConvergenceError:
            # Dependent columns, or columns that separate the events.
            return self._by_lifelines(Z, y, weights, strata, _PENALTY)

    @staticmethod
    def _by_lifelines(
        Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None, penalty: float
    ) -> np.ndarray:
        import pandas as pd
        from lifelines import CoxPHFitter

        names = [f"x{j}" for j in range(Z.shape[1])]
        frame = pd.DataFrame(Z, columns=names).assign(event=y[:, 0], time=y[:, 1])
        options: dict[str, Any] = {}
        if weights is not None:
            frame["weight"], options["weights_col"] = weights, "weight"
        if strata is not None:
            frame["stratum"], options["strata"] = strata, ["stratum"]
        fitted = CoxPHFitter(penalizer=penalty).fit(frame, "time", "event", **options)
        return fitted.params_[names].to_numpy()

    @staticmethod
    def _by_scikit_survival(Z: np.ndarray, y: np.ndarray, penalty: float) -> np.ndarray:
        from sksurv.linear_model import CoxPHSurvivalAnalysis

        outcome = np.array(
            [(bool(event), time) for event, time in y], dtype=[("event", "?"), ("time", "<f8")]
        )
        return CoxPHSurvivalAnalysis(alpha=penalty * len(Z), ties="efron").fit(Z, outcome).coef_


class OrderedLogit(OutcomeRival):
    """The proportional odds model of statsmodels."""

    def _weigh(
        self, Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None
    ) -> np.ndarray:
        from statsmodels.miscmodels.ordinal_model import OrderedModel

        values = np.unique(y, return_inverse=True)[1].ravel()
        fitted = OrderedModel(values, Z, distr="logit").fit(method="bfgs", disp=0, maxiter=200)
        return np.asarray(fitted.params)[: Z.shape[1]]


class LeastSquares(OutcomeRival):
    """Ordinary least squares, within strata if there are any; of log-rank scores if times are censored.

    Log-rank scores are the events of a row minus those expected by its time; weights that fit them best are
    the first step towards those of Cox regression.
    """

    def _weigh(
        self, Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None
    ) -> np.ndarray:
        return np.linalg.lstsq(*as_least_squares(Z, y, weights, strata), rcond=None)[0]


class StratifiedLogistic(OutcomeRival):
    """Logistic regression with an intercept for every stratum that has rows of both classes."""

    def _weigh(
        self, Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None
    ) -> np.ndarray:
        outcome = read_classes(y, strata)
        used = compared_strata(outcome)[outcome.stratum]
        group = np.unique(outcome.stratum[used], return_inverse=True)[1].ravel()
        intercepts = sparse.csr_matrix((np.ones(len(group)), (np.arange(len(group)), group)))
        table = sparse.hstack([sparse.csr_matrix(Z[used]), intercepts]).tocsr()
        given = None if weights is None else weights[used]
        model = LogisticRegression(C=_NO_PENALTY, max_iter=10_000, fit_intercept=False)
        return np.ravel(model.fit(table, outcome.wins[used], given).coef_)[: Z.shape[1]]


def as_least_squares(
    Z: np.ndarray, y: np.ndarray, weights: np.ndarray | None, strata: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray]:
    """The table and the response of plain least squares: centred within strata, times the roots of weights.

    The response is the outcome as it is, or the log-rank scores of censored times.
    """
    rows = np.ones(len(Z)) if weights is None else weights / weights.max()
    response = _log_rank_scores(y, rows) if y.ndim == 2 else y.astype(np.float64)
    group = np.zeros(len(Z), dtype=np.int64) if strata is None else strata
    sizes = np.maximum(np.bincount(group, rows), 1e-300)
    centred = [column - (np.bincount(group, rows * column) / sizes)[group] for column in (*Z.T, response)]
    root = np.sqrt(rows)
    return np.column_stack(centred[:-1]) * root[:, np.newaxis], centred[-1] * root


def _log_rank_scores(y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Events of each row minus those expected by its time, from the Nelson-Aalen estimate of all rows."""
    event, time = y[:, 0], y[:, 1]
    times, place = np.unique(time, return_inverse=True)
    events = np.bincount(place.ravel(), weights * event, minlength=len(times))
    leaving = np.bincount(place.ravel(), weights, minlength=len(times))
    at_risk = leaving[::-1].cumsum()[::-1]
    return event - np.cumsum(events / at_risk)[place.ravel()]


class RankingRival:
    """A rival of outcomes that are ranked: which estimator, and what a reader should know of it."""

    is_component = False

    def __init__(self, estimator: OutcomeRival, detail: str) -> None:
        self._estimator, self._detail = estimator, detail

    def make(self, rows: Rows, signs: Sequence[int], objective: Objective) -> BaseEstimator:
        """The rival, unfitted; it knows no signs and one loss only."""
        return self._estimator

    def fit(self, rows: Rows, signs: Sequence[int], objective: Objective) -> Any:
        """The rival, fitted to all rows with their weights and strata."""
        return self._estimator.__class__().fit(rows.X, rows.y, rows.weights, rows.strata)

    def weights(self, fitted: Any) -> np.ndarray:
        """The weights of the fitted rival, in the units of the columns."""
        return fitted.coef_

    def detail(self, rows: Rows, fitted: Any) -> str:
        """How it was fitted."""
        if rows.kind == "censored" and isinstance(fitted, LeastSquares):
            return "of log-rank scores; install lifelines for Cox regression"
        return self._detail


OUTCOME_RIVALS = {
    COX: RankingRival(CoxRegression(), "ties by Efron's method"),
    ORDERED: RankingRival(OrderedLogit(), "proportional odds, by statsmodels"),
    LEAST_SQUARES: RankingRival(LeastSquares(), "of the outcome, as it is"),
    STRATIFIED: RankingRival(StratifiedLogistic(), "an intercept for each stratum"),
}


def usual_rival(rows: Rows) -> str:
    """What people would fit to an outcome, of what is installed.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis import Rows
    >>> from aucopt.analysis.outcome_rivals import usual_rival
    >>> none, progress = np.zeros(0, dtype=bool), np.arange(30.0)
    >>> usual_rival(Rows(np.eye(30), tuple("x" * 30), none, None, "y", (0, 1), outcome=progress))
    'least squares'
    """
    plain = rows.weights is None and rows.strata is None
    if rows.kind == "classes":
        return STRATIFIED
    if rows.kind == "censored":
        if find_spec("lifelines") is not None or (plain and find_spec("sksurv") is not None):
            return COX
    elif plain and len(np.unique(rows.y)) <= _MOST_VALUES and find_spec("statsmodels") is not None:
        return ORDERED
    return LEAST_SQUARES

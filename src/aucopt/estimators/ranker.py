"""The linear score with the highest concordance, for ordered outcomes and censored times."""

import warnings
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.exceptions import DataConversionWarning
from sklearn.utils.validation import check_consistent_length, check_is_fitted, validate_data

from aucopt.estimators.scoring import Floats, score_rows
from aucopt.exact.maximize_objective import maximize
from aucopt.exact.objective.concordance import Concordance
from aucopt.exact.objective.partial_auc import PartialAUC
from aucopt.exact.objective.roc import AUC
from aucopt.metrics.concordance import concordance
from aucopt.metrics.curve import partial_auc


class ConcordanceRanker(BaseEstimator):
    """Linear score with the highest possible training concordance, and a proved bound on it.

    It is for ordered outcomes (counts, grades, continuous outcomes) and for censored times. `predict` returns
    a risk score, which is high for a high outcome or an early event.

    Parameters
    ----------
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}, default="auto"
        The search algorithm, see `aucopt.maximize`. "auto" chooses by the size of the data.
    signs : int or sequence of int, optional
        Sign constraints on the weights: +1 means at least 0, -1 at most 0, and 0 no constraint. One number
        for each column, or one for all columns.
    max_gap : float, default=0.0
        Stop as soon as the gap between the bound and the concordance found is at most this.
    time_limit : float, optional
        Time limit in seconds. The search then stops and returns the best weights and bound found so far.
    starts : array of shape (d,) or (k, d), optional
        Known weights, such as those of a Cox regression. The search starts from them as well, so that its
        result is never worse than theirs.
    n_restarts : int, optional
        Number of restarts of the ascent. The default is 4 or, with a `time_limit`, as many as time allows.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn.
    random_state : int, Generator or None, default=None
        Seed of the ascent. None means the fixed seed 0, so that results are reproducible.
    strata_weight : {"pairs", "cases"}, default="pairs"
        Weights of the strata: all pairs have the same weight or, if the outcome is two classes, all positives
        do.
    objective : PartialAUC, optional
        A partial AUC to maximise instead of the concordance, if the outcome is two classes. Its limit applies
        within each stratum.

    Attributes
    ----------
    coef_ : ndarray of shape (d,)
        The weights.
    value_, bound_, gap_ : float
        The concordance of `coef_` on the training rows, the upper bound over all weights, and their
        difference, which is 0.0 if the optimum is proved.
    status_ : {"optimal", "max_gap", "time_limit", "interrupted", "local"}
        How the search ended; see `aucopt.Solution`.
    solution_ : Solution
        The full result, as returned by `aucopt.maximize`, but without the training rows.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if `X` had any.

    Examples
    --------
    >>> import aucopt
    >>> X = [[0, 1], [1, 0], [2, 2], [3, 1], [2, 0]]
    >>> events_and_times = [[1, 9.0], [0, 4.0], [1, 1.0], [1, 3.0], [0, 5.0]]
    >>> model = aucopt.ConcordanceRanker().fit(X, events_and_times)
    >>> model.value_, model.status_
    (1.0, 'optimal')
    >>> model.score(X, events_and_times)
    1.0
    """

    def __init__(
        self,
        solver: str = "auto",
        *,
        signs: int | Sequence[int] | None = None,
        max_gap: float = 0.0,
        time_limit: float | None = None,
        starts: npt.ArrayLike | None = None,
        n_restarts: int | None = None,
        n_jobs: int | None = None,
        random_state: int | np.random.Generator | None = None,
        strata_weight: str = "pairs",
        objective: PartialAUC | None = None,
    ) -> None:
        self.solver = solver
        self.signs = signs
        self.max_gap = max_gap
        self.time_limit = time_limit
        self.starts = starts
        self.n_restarts = n_restarts
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.strata_weight = strata_weight
        self.objective = objective

    def __sklearn_tags__(self) -> Any:
        """Say that an outcome is needed."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit(
        self,
        X: npt.ArrayLike,
        y: Any,
        sample_weight: npt.ArrayLike | None = None,
        strata: npt.ArrayLike | None = None,
    ) -> Self:
        """Find the weights.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The training rows. Constant columns get the weight zero.
        y : array of shape (n,) or (n, 2), frame of two columns, or structured array
            An ordered outcome, as numbers; or censored times, as a structured array of event and time as in
            scikit-survival, or as two columns, event (0 or 1) and time.
        sample_weight : array-like of shape (n,), optional
            Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two
            rows.
        strata : array-like of shape (n,), optional
            Only rows of the same stratum are compared.

        Returns
        -------
        self : ConcordanceRanker
            The fitted estimator.
        """
        if y is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None: it needs an "
                "outcome to rank by."
            )
        rows = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        check_consistent_length(rows, y)
        if np.asarray(y).shape[1:] == (1,):
            warnings.warn(
                "A column-vector y was passed when a 1d array was expected.",
                DataConversionWarning,
                stacklevel=2,
            )
        # Positives are cases, and an ordered outcome has none.
        pairs = Concordance() if self.strata_weight == "pairs" else AUC()
        solution = maximize(
            rows,
            y,
            pairs if self.objective is None else self.objective,
            sample_weight=sample_weight,
            strata=strata,
            strata_weight=self.strata_weight,
            signs=self.signs,
            solver=self.solver,
            max_gap=self.max_gap,
            time_limit=self.time_limit,
            starts=self.starts,
            n_restarts=self.n_restarts,
            n_jobs=self.n_jobs,
            random_state=self.random_state,
        )
        # A model does not carry its data.
        self.solution_ = solution.without_data()
        if hasattr(self, "feature_names_in_"):
            self.solution_ = self.solution_.renamed(self.feature_names_in_)
        self.coef_ = solution.coef
        self.value_, self.bound_, self.gap_ = solution.value, solution.bound, solution.gap
        self.status_ = solution.status
        return self

    def predict(self, X: npt.ArrayLike) -> Floats:
        """Score rows.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n,)
            High for a high outcome or an early event. Equal rows get equal scores.
        """
        check_is_fitted(self)
        rows = validate_data(self, X, reset=False, dtype=np.float64)
        return score_rows(rows, self.coef_)

    def score(
        self,
        X: npt.ArrayLike,
        y: Any,
        sample_weight: npt.ArrayLike | None = None,
        strata: npt.ArrayLike | None = None,
    ) -> float:
        """Return the concordance of the scores with the outcome, or their partial AUC.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The rows.
        y : array of shape (n,) or (n, 2), frame of two columns, or structured array
            Their outcome.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more.
        strata : array-like of shape (n,), optional
            Only rows of the same stratum are compared.

        Returns
        -------
        float
        """
        scores = self.predict(X)
        if self.objective is None:
            return concordance(
                y, scores, sample_weight=sample_weight, strata=strata, strata_weight=self.strata_weight
            )
        return partial_auc(
            y,
            scores,
            max_fpr=self.objective.max_fpr,
            min_tpr=self.objective.min_tpr,
            sample_weight=sample_weight,
            strata=strata,
            strata_weight=self.strata_weight,
        )

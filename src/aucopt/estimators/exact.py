"""The linear score with the highest AUC, or another objective of the ROC curve, as a classifier."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

import numpy as np
import numpy.typing as npt

from aucopt.estimators.cuts import check_threshold, place_threshold
from aucopt.estimators.scoring import LinearScoreClassifier, Matrix
from aucopt.exact.maximize_objective import maximize
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective


class AUCOptClassifier(LinearScoreClassifier):
    """Linear classifier with the highest possible training AUC, and a proved bound on it.

    Other objectives, such as a partial AUC or an accuracy, can be maximised instead of the AUC.

    Parameters
    ----------
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}, default="auto"
        The search algorithm, see `aucopt.maximize_auc` and `aucopt.maximize`. "auto" chooses by the size of
        the data. All solvers except the ascent prove the optimum.
    signs : int or sequence of int, optional
        Sign constraints on the weights: +1 means at least 0, -1 at most 0, and 0 no constraint. One number
        for each column, or one for all columns.
    smoothing : float, default=0.0
        0 maximises the AUC. A positive value maximises the average AUC over nearby directions, which often
        generalises better. The value is roughly the tangent of the angle between the weights and these
        directions, on standardised columns. Tune it by cross-validation, between 0.1 and 5. Needs `solver`
        "auto" or "ascent".
    max_gap : float, default=0.0
        Stop as soon as the gap between the bound and the AUC found is at most this.
    time_limit : float, optional
        Time limit in seconds. The search then stops and returns the best weights and bound found so far.
    starts : array of shape (d,) or (k, d), optional
        Known weights. The search starts from them as well, so that its result is never worse than theirs.
    n_restarts : int, optional
        Number of restarts of the ascent. The default is 4 or, with a `time_limit`, as many as time allows.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn.
    random_state : int, Generator or None, default=None
        Seed of the ascent; the other solvers use no randomness. None means the fixed seed 0, so that results
        are reproducible; pass a Generator for different draws.
    certify : bool, default=False
        Store the proof in `solution_.certificate`, for `aucopt.verify`. Requires an exact search.
    threshold : {"auto", "balanced_accuracy", "accuracy", "f1"} or float, default="auto"
        The cut-off of `predict`: the one that maximises a measure on the training rows, or a given value of
        the linear score ``X @ coef_[0]``. The best balanced accuracy is also the best Youden index. "auto"
        uses the cut-off of the objective if that is an accuracy, a sensitivity or a specificity; for a
        partial AUC, the best balanced accuracy on that part of the curve; and otherwise "balanced_accuracy".
    objective : "auc", "accuracy", PartialAUC, Sensitivity, Specificity or Accuracy, default="auc"
        What to maximise, for instance ``aucopt.Sensitivity(specificity=0.95)``, or
        ``aucopt.Accuracy(class_weight={"well": 1, "ill": 5})``, which optimises weights and cut-off together.

    Attributes
    ----------
    coef_ : ndarray of shape (1, d)
        The weights.
    intercept_ : ndarray of shape (1,)
        Minus the cut-off.
    classes_ : ndarray of shape (2,)
        The negative and the positive label, in this order.
    value_, bound_, gap_ : float
        The value of the objective for `coef_` on the training rows, the upper bound over all weights, and
        their difference, which is 0.0 if the optimum is proved. The ascent, with or without `smoothing`,
        computes no bound: `bound_` is then 1, or slightly less if some rows of both classes are equal.
    auc_ : float
        The training AUC of `coef_`; equal to `value_` if the objective is the AUC.
    status_ : {"optimal", "max_gap", "time_limit", "interrupted", "local"}
        How the search ended; see `aucopt.Solution`.
    solution_ : Solution
        The full result, as returned by `aucopt.maximize_auc`, but without the training rows. Its methods
        `near`, `profile` and `angle` need these rows: call them on the result of `aucopt.maximize_auc`
        itself.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if `X` had any.

    Notes
    -----
    There is no `predict_proba`, because the AUC depends only on the order of the scores. Wrap the classifier
    in :class:`sklearn.calibration.CalibratedClassifierCV` to get probabilities.

    With sample weights, the weight of a pair is the product of the weights of its two rows.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> model = aucopt.AUCOptClassifier().fit(X, y)
    >>> print(round(model.auc_, 3), model.gap_, model.status_)
    0.704 0.0 optimal
    """

    def __init__(
        self,
        solver: str = "auto",
        *,
        signs: int | Sequence[int] | None = None,
        smoothing: float = 0.0,
        max_gap: float = 0.0,
        time_limit: float | None = None,
        starts: npt.ArrayLike | None = None,
        n_restarts: int | None = None,
        n_jobs: int | None = None,
        random_state: int | np.random.Generator | None = None,
        certify: bool = False,
        threshold: str | float = "auto",
        objective: str | Objective = "auc",
    ) -> None:
        self.solver = solver
        self.signs = signs
        self.smoothing = smoothing
        self.max_gap = max_gap
        self.time_limit = time_limit
        self.starts = starts
        self.n_restarts = n_restarts
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.certify = certify
        self.threshold = threshold
        self.objective = objective

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Find the weights, then the cut-off.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The training rows. Constant columns get the weight zero.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two
            rows.

        Returns
        -------
        self : AUCOptClassifier
            The fitted estimator.
        """
        check_threshold(self.threshold)
        training = self._read_training(X, y, sample_weight)
        objective = read_objective(self.objective)
        if isinstance(objective, Accuracy):
            # By the labels that the search sees.
            objective = objective.of_booleans(self.classes_.tolist())
        solution = maximize(
            training.X,
            training.positive,
            objective,
            sample_weight=training.given,
            signs=self.signs,
            solver=self.solver,
            smoothing=self.smoothing,
            max_gap=self.max_gap,
            time_limit=self.time_limit,
            starts=self.starts,
            n_restarts=self.n_restarts,
            n_jobs=self.n_jobs,
            random_state=self.random_state,
            certify=self.certify,
        )
        # A model does not carry its data.
        self.solution_ = replace(solution.without_data(), classes=self.classes_)
        if hasattr(self, "feature_names_in_"):
            self.solution_ = self.solution_.renamed(self.feature_names_in_)
        self.coef_ = solution.coef[np.newaxis]
        self.value_, self.bound_, self.gap_ = solution.value, solution.bound, solution.gap
        self.auc_ = solution.auc
        self.status_ = solution.status
        scores = self._scores(training.X)
        cut = place_threshold(self.threshold, objective, training, scores, solution.intercept)
        self.intercept_ = np.array([-cut])
        return self

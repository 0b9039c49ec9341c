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
    """Linear classifier with the highest possible training AUC, and what is proved about it.

    Another objective of the ROC curve can take the place of the AUC.

    Parameters
    ----------
    solver : {"auto", "plane", "cone", "conflict", "ascent", "enumeration"}, default="auto"
        How to search, see `aucopt.maximize_auc` and `aucopt.maximize`; "auto" chooses by the size of the
        data. All but the ascent prove the optimum.
    signs : int or sequence of int, optional
        +1: weight >= 0, -1: weight <= 0, 0: free; one for each column, or one for all.
    smoothing : float, default=0.0
        0 maximises the AUC. With a larger value the AUC averaged over nearby directions is maximised, which
        often generalises better. The value is about the tangent of the angle between the weights and the
        directions averaged, on standardised columns. Tune it by cross-validation, 0.1 to 5. Needs `solver`
        "auto" or "ascent".
    max_gap : float, default=0.0
        Stop when the bound is within this of the AUC found.
    time_limit : float, optional
        Seconds after which to stop with what is proved so far.
    starts : array of shape (d,) or (k, d), optional
        Weights known beforehand: the search begins with them too, and never returns less than their AUC.
    n_restarts : int, optional
        How often the ascent begins anew; by default 4 times, or with a `time_limit` until time is up.
    n_jobs : int, optional
        Threads. None means 1, -1 all processors, as in scikit-learn.
    random_state : int, Generator or None, default=None
        Decides the starts of the ascent; the other solvers use no randomness. None is the fixed seed 0, so
        that results repeat; pass a Generator for other draws.
    certify : bool, default=False
        Write down the proof as `solution_.certificate`, for `aucopt.verify`. Needs an exact search.
    threshold : {"auto", "balanced_accuracy", "accuracy", "f1"} or float, default="auto"
        Where `predict` cuts the score: at the best of a measure on the training rows, or at a given value of
        the linear score ``X @ coef_[0]``. The best balanced accuracy is also the best Youden index. "auto"
        takes the cut-off that belongs to an accuracy, sensitivity or specificity asked for, the best
        balanced accuracy on its part of the curve for a partial AUC, else "balanced_accuracy".
    objective : "auc", "accuracy", PartialAUC, Sensitivity, Specificity or Accuracy, default="auc"
        What to maximise, for instance ``aucopt.Sensitivity(specificity=0.95)``, or
        ``aucopt.Accuracy(class_weight={"well": 1, "ill": 5})`` for weights and cut together.

    Attributes
    ----------
    coef_ : ndarray of shape (1, d)
        The weights.
    intercept_ : ndarray of shape (1,)
        Minus the cut.
    classes_ : ndarray of shape (2,)
        The negative and the positive label.
    value_, bound_, gap_ : float
        The value of the objective for `coef_` on the training rows, the bound that no weights exceed, and the
        difference, 0.0 when proved optimal. The ascent, with and without `smoothing`, computes no bound of
        its own: the bound is then 1, or slightly less if rows of both classes coincide.
    auc_ : float
        The training AUC of `coef_`; equal to `value_` if the objective is the AUC.
    status_ : {"optimal", "max_gap", "time_limit", "interrupted", "local"}
        What is proved.
    solution_ : Solution
        The whole answer, see `aucopt.maximize_auc`, but without the training rows. Its methods `near`,
        `profile` and `angle` need them: call them on the result of `aucopt.maximize_auc`.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (d,)
        The column names, if X had any.

    Notes
    -----
    There is no `predict_proba`, because AUC depends on the order of the scores only. Wrap the classifier in
    :class:`sklearn.calibration.CalibratedClassifierCV` for probabilities.

    With sample weights a pair counts the product of its two weights.

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
        """Find the weights, then the cut.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows. Constant columns get no weight.
        y : array-like of shape (n,)
            Two distinct labels; the larger is the positive one.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more; a pair counts the product of its two.

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

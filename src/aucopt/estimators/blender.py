"""A blend of scikit-learn models: the weights of zero or more with the highest AUC out of fold.

Each model scores the rows of a fold after a fit to the other folds, the weights are those with the highest
AUC of these scores, and the models that got a weight are fitted to all rows.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed
from sklearn.base import ClassifierMixin, TransformerMixin
from sklearn.ensemble._base import _BaseHeterogeneousEnsemble
from sklearn.model_selection import check_cv
from sklearn.utils import Bunch
from sklearn.utils.validation import check_is_fitted

from aucopt.estimators.dominance import tighten
from aucopt.estimators.out_of_fold import (
    METHODS,
    choose_method,
    fit_model,
    read_labels,
    score_by,
    score_out_of_fold,
)
from aucopt.estimators.parameters import check_choice, check_count
from aucopt.estimators.scoring import Floats, best_cut, score_rows
from aucopt.exact.maximize_objective import maximize
from aucopt.exact.objective.base import Objective
from aucopt.exact.solution.solution import Solution
from aucopt.panels.best import best_panel


class AUCBlender(ClassifierMixin, TransformerMixin, _BaseHeterogeneousEnsemble):
    """Blend of classifiers with the highest out-of-fold AUC, and a proved bound on it.

    It is used like `sklearn.ensemble.StackingClassifier`, but the final estimator is a weighted sum of the
    models' scores, with nonnegative weights that maximise the AUC. If you already have out-of-fold scores as
    columns of a table, use ``aucopt.maximize_auc(scores, y, signs=1)`` or the command ``aucopt blend``
    instead.

    Parameters
    ----------
    estimators : list of (str, estimator)
        The models to blend: pairs of a name and a classifier, or a pipeline that ends with one. Use "drop"
        instead of a model to leave it out.
    k : int, optional
        The largest number of models with a positive weight. By default there is no limit.
    cv : int, cross-validation generator, iterable or "prefit", optional
        The cross-validation that yields the out-of-fold scores, as in scikit-learn; every row must be in
        exactly one test fold. None means five stratified folds. "prefit" means that the models are already
        fitted and are not fitted again: pass rows to `fit` that they were not trained on.
    stack_method : {"auto", "predict_proba", "decision_function", "predict"}, default="auto"
        The method of the models that gives the scores. "auto" uses the first of the three that a model has.
        For probabilities, that of the positive class is used.
    objective : "auc", PartialAUC, Sensitivity or Specificity, default="auc"
        What to maximise.
    max_gap : float, default=0.0
        Stop as soon as the gap between the bound and the value found is at most this.
    time_limit : float, optional
        Time limit in seconds for the search for the weights. It does not include the time to fit the models.
    n_jobs : int, optional
        Number of processes that fit the models, and of threads of the search. None means 1 and -1 means all
        processors.
    random_state : int, Generator or None, default=None
        Seed of the ascent, the search without a proof. None means the fixed seed 0.

    Attributes
    ----------
    weights_ : ndarray of shape (n_models,)
        The nonnegative weights of all models that are not dropped. They sum to one.
    estimators_ : list of estimators
        The models with a positive weight, fitted to all rows; with ``cv="prefit"`` the given models.
    named_estimators_ : Bunch
        The same by name.
    stack_method_ : list of str
        The scoring method of each model with a positive weight.
    value_, bound_, gap_ : float
        The value of the objective on the out-of-fold scores, the upper bound over all such blends, and their
        difference. With up to six models, the search computes the bound. With more models, the bound counts
        the pairs that at least one model ranks correctly, unless only a few pairs are ranked wrongly.
    auc_ : float
        The AUC of the blend on the out-of-fold scores; equal to `value_` if the objective is the AUC.
    status_ : {"optimal", "max_gap", "time_limit", "interrupted", "local"}
        How the search ended; see `aucopt.Solution`.
    solution_ : Solution
        The full result, with the names of the models as feature names, without the scores.
    panel_ : PanelSolution
        The result of `aucopt.best_panel`, if `k` is less than the number of models.
    intercept_ : ndarray of shape (1,)
        Minus the cut-off that has the best balanced accuracy on the out-of-fold scores.
    classes_ : ndarray of shape (2,)
        The negative and the positive label, in this order.
    n_features_in_ : int
        The number of columns, if a model has this attribute.
    feature_names_in_ : ndarray of str
        The names of the columns, if the models were fitted to named columns.

    See Also
    --------
    aucopt.maximize_auc : Blend existing scores, with ``signs=1``.
    aucopt.best_panel : The best few of many columns.
    sklearn.ensemble.StackingClassifier : Any classifier on top of the models' scores.

    Notes
    -----
    `auc_` is maximised over the weights on the out-of-fold scores, so it is optimistic, especially with few
    rows or many models. To estimate the AUC on new rows, cross-validate the whole blender, for instance with
    `sklearn.model_selection.cross_val_score`.

    There is no `predict_proba`, because the weights optimise the order of the rows and not their
    probabilities. Wrap the blender in :class:`sklearn.calibration.CalibratedClassifierCV` to get
    probabilities.

    Examples
    --------
    >>> from aucopt import AUCBlender
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> models = [("logistic", LogisticRegression(max_iter=1000)), ("bayes", GaussianNB())]
    >>> blender = AUCBlender(models).fit(X[:, [1, 4, 8]], y)
    >>> print(blender.weights_.round(3), blender.status_, round(blender.solution_.blend_gain, 3))
    [0.386 0.614] optimal 0.007
    """

    def __init__(
        self,
        estimators: Sequence[tuple[str, Any]],
        *,
        k: int | None = None,
        cv: Any = None,
        stack_method: str = "auto",
        objective: str | Objective = "auc",
        max_gap: float = 0.0,
        time_limit: float | None = None,
        n_jobs: int | None = None,
        random_state: int | np.random.Generator | None = None,
    ) -> None:
        self.estimators = estimators
        self.k = k
        self.cv = cv
        self.stack_method = stack_method
        self.objective = objective
        self.max_gap = max_gap
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X: Any, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Compute out-of-fold scores, find the weights, and fit the models that have a positive weight.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, d)
            The training rows, passed to the models unchanged.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Nonnegative weights of the rows, for fitting the models and for the AUC. The weight of a pair is
            the product of the weights of its two rows.

        Returns
        -------
        self : AUCBlender
            The fitted estimator.
        """
        check_choice("stack_method", self.stack_method, ("auto", *METHODS))
        names, models = self._read_models()
        labels, positive, self.classes_, weights = read_labels(y, sample_weight)
        methods = [choose_method(*named, self.stack_method) for named in zip(names, models, strict=True)]
        ways = list(zip(models, methods, strict=True))
        work = Parallel(n_jobs=self.n_jobs)
        if self._is_prefit:
            for model in models:
                check_is_fitted(model)
            columns = [score_by(model, method, X, self.classes_) for model, method in ways]
        else:
            # One list, so that folds drawn at random are the same for every model.
            splits = list(check_cv(self.cv, labels, classifier=True).split(X, labels))
            columns = work(
                delayed(score_out_of_fold)(
                    model, method, X, labels, splits=splits, classes=self.classes_, weights=weights
                )
                for model, method in ways
            )
        scores = np.column_stack(columns)
        self._find_weights(scores, positive, weights, names)
        rows = np.ones(positive.size) if weights is None else weights.astype(np.float64)
        self.intercept_ = np.array([-best_cut(positive, score_rows(scores, self.weights_), rows)])

        used = np.flatnonzero(self.weights_).tolist()
        self.stack_method_ = [methods[j] for j in used]
        self.estimators_ = (
            [models[j] for j in used]
            if self._is_prefit
            else work(delayed(fit_model)(models[j], X, labels, weights) for j in used)
        )
        self.named_estimators_ = Bunch(**{names[j]: m for j, m in zip(used, self.estimators_, strict=True)})
        for fact in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimators_[0], fact):
                setattr(self, fact, getattr(self.estimators_[0], fact))
        return self

    @property
    def _is_prefit(self) -> bool:
        return isinstance(self.cv, str) and self.cv == "prefit"

    def _read_models(self) -> tuple[list[str], list[Any]]:
        """The names and the models that are not dropped."""
        pairs = list(self.estimators)
        if not pairs or not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
            raise ValueError("estimators must be a list of (name, estimator), with one of them or more.")
        self._validate_names([name for name, _ in pairs])
        kept = [(name, model) for name, model in pairs if not isinstance(model, str)]
        if any(model != "drop" for _, model in pairs if isinstance(model, str)):
            raise ValueError('A model must be an estimator, or "drop" to leave it out.')
        if not kept:
            raise ValueError("All models are dropped; at least one is needed.")
        return [name for name, _ in kept], [model for _, model in kept]

    def _find_weights(
        self, scores: Floats, positive: np.ndarray, weights: np.ndarray | None, names: list[str]
    ) -> None:
        """Set the best weights of all models, or of the best `k`, and what is proved about them."""
        k = len(names) if self.k is None else check_count("k", self.k)
        coef = np.zeros(len(names))
        # Of an earlier fit with another k.
        self.__dict__.pop("panel_", None)
        if k < len(names):
            self.panel_ = best_panel(
                scores,
                positive,
                k,
                objective=self.objective,
                sample_weight=weights,
                signs=1,
                time_limit=self.time_limit,
                n_jobs=self.n_jobs,
            ).renamed(names)
            solution = self.panel_.solution.renamed([names[j] for j in self.panel_.columns])
            coef[list(self.panel_.columns)] = solution.coef
            self.bound_, self.gap_, self.status_ = self.panel_.bound, self.panel_.gap, self.panel_.status
        else:
            solution = self._search(scores, positive, weights).renamed(names)
            coef[:] = solution.coef
            self.bound_, self.gap_, self.status_ = solution.bound, solution.gap, solution.status
        self.value_, self.auc_ = solution.value, solution.auc
        self.weights_ = coef / coef.sum()
        # A model does not carry its data.
        self.solution_ = replace(solution.without_data(), classes=self.classes_)
        if k < len(names):
            self.panel_ = replace(self.panel_, solution=self.solution_)

    def _search(self, scores: Floats, positive: np.ndarray, weights: np.ndarray | None) -> Solution:
        """The best weights of all models; what has no bound of its own gets that of the models' orders."""
        solution = maximize(
            scores,
            positive,
            self.objective,
            sample_weight=weights,
            signs=1,
            max_gap=self.max_gap,
            time_limit=self.time_limit,
            n_jobs=self.n_jobs,
            random_state=self.random_state,
        )
        return tighten(solution, scores, positive, weights)

    def decision_function(self, X: Any) -> Floats:
        """Return the blended scores minus the cut-off, so that rows above zero are predicted positive.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, d)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n,)
            Higher for rows more likely to be of class `classes_[1]`.
        """
        # Not `transform`, which may make a data frame of the scores.
        return score_rows(self._scores(X), self.weights_[self.weights_ > 0]) + self.intercept_

    def _scores(self, X: Any) -> Floats:
        check_is_fitted(self)
        ways = zip(self.estimators_, self.stack_method_, strict=True)
        return np.column_stack([score_by(model, method, X, self.classes_) for model, method in ways])

    def transform(self, X: Any) -> Floats:
        """Return the scores of the models that have a positive weight.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, d)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n, n_used)
            A column for each model of `estimators_`. The models were fitted to all training rows, so that
            their scores of these rows are not the out-of-fold scores that the weights were found on.
        """
        return self._scores(X)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """Return the names of the columns of `transform`, for scikit-learn's pipelines and data frames.

        Parameters
        ----------
        input_features : ignored
            For scikit-learn's interface.

        Returns
        -------
        names : ndarray of str
            Such as "aucblender_bayes", for each model of `named_estimators_`.
        """
        check_is_fitted(self)
        return np.array([f"aucblender_{name}" for name in self.named_estimators_], dtype=object)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, d)
            The rows.

        Returns
        -------
        labels : ndarray of shape (n,)
            `classes_[1]` where the decision function is above zero, else `classes_[0]`.
        """
        above = self.decision_function(X) > 0
        return self.classes_[above.astype(np.intp)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

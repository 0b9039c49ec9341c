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
from sklearn.base import ClassifierMixin
from sklearn.ensemble._base import _BaseHeterogeneousEnsemble
from sklearn.model_selection import check_cv
from sklearn.utils import Bunch, assert_all_finite
from sklearn.utils.validation import check_is_fitted, column_or_1d

from aucopt.estimators.dominance import dominance_bound
from aucopt.estimators.out_of_fold import METHODS, choose_method, fit_model, score_by, score_out_of_fold
from aucopt.estimators.parameters import check_choice, check_count
from aucopt.estimators.scoring import Floats, best_cut, check_two_classes, score_rows
from aucopt.exact.maximize_objective import maximize
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.solution.solution import Solution
from aucopt.inputs import check_weights, encode_labels
from aucopt.panels.best import best_panel


class AUCBlender(ClassifierMixin, _BaseHeterogeneousEnsemble):
    """Blend of classifiers with the highest AUC out of fold, and what is proved about it.

    It is used as `sklearn.ensemble.StackingClassifier` is. In the place of a final estimator stands a
    weighted sum of the models' scores, with weights of zero or more that maximise the AUC.

    Parameters
    ----------
    estimators : list of (str, estimator)
        The models to blend, classifiers or pipelines that end with one, each with a name. "drop" in the
        place of a model leaves it out.
    k : int, optional
        At most so many models get a weight; all may by default.
    cv : int, cross-validation generator, iterable or "prefit", optional
        How the rows are split for the scores out of fold, as in scikit-learn; every row must be in one test
        part. None means five stratified folds. With "prefit" the models are fitted already and stay as they
        are: `fit` must then get rows that they have not seen.
    stack_method : {"auto", "predict_proba", "decision_function", "predict"}, default="auto"
        What models score rows by. "auto" takes the first of the three that a model has. Of probabilities,
        that of the positive class.
    objective : "auc", PartialAUC, Sensitivity or Specificity, default="auc"
        What to maximise.
    max_gap : float, default=0.0
        Stop when the bound is within this of the value found.
    time_limit : float, optional
        Seconds after which the search for the weights stops with what is proved so far. The fits of the
        models are not counted.
    n_jobs : int, optional
        Processes that fit models, and threads that search. None means 1, -1 all processors.
    random_state : int, Generator or None, default=None
        Decides the starts of a search without proof; None is the fixed seed 0.

    Attributes
    ----------
    weights_ : ndarray of shape (n_models,)
        The weights, zero or more, of all models that are not dropped. Their sum is one.
    estimators_ : list of estimators
        The models with a weight above zero, fitted to all rows; with ``cv="prefit"`` those given.
    named_estimators_ : Bunch
        The same by name.
    stack_method_ : list of str
        What each model with a weight scores rows by.
    value_, bound_, gap_ : float
        The value of the objective out of fold, the bound that no such blend exceeds, and the difference.
        Up to six models the bound is searched for; of more models it comes from the pairs that no model ranks
        right, unless few pairs are wrong.
    auc_ : float
        The AUC of the blend out of fold; equal to `value_` if the objective is the AUC.
    status_ : {"optimal", "max_gap", "time_limit", "interrupted", "local"}
        What is proved.
    solution_ : Solution
        The whole answer, by the names of the models, without the scores it was found from.
    panel_ : PanelSolution
        What `aucopt.best_panel` found, if `k` is less than the number of models.
    intercept_ : ndarray of shape (1,)
        Minus the cut, which has the best balanced accuracy out of fold.
    classes_ : ndarray of shape (2,)
        The negative and the positive label.
    n_features_in_ : int
        The number of columns, if a model tells it.
    feature_names_in_ : ndarray of str
        The column names, if the models were fitted with any.

    See Also
    --------
    aucopt.maximize_auc : The same for scores that are there already, with ``signs=1``.
    aucopt.best_panel : The best few of many columns.
    sklearn.ensemble.StackingClassifier : Any classifier on top of the models' scores.

    Notes
    -----
    `auc_` is the highest that any weights reach on the scores out of fold, and with few rows or many models
    it is optimistic: judge a blender by the cross-validation of the whole, for instance with
    `sklearn.model_selection.cross_val_score`.

    There is no `predict_proba`: the weights have the best order of the rows, which says nothing about
    probabilities. Wrap the blender in :class:`sklearn.calibration.CalibratedClassifierCV` for these.

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
        """Score the rows out of fold, find the weights, and fit the models that have one to all rows.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, d)
            The rows, passed on to the models as they are.
        y : array-like of shape (n,)
            Two distinct labels; the larger is the positive one.
        sample_weight : array-like of shape (n,), optional
            Weights of zero or more, for the fits of the models and for the AUC: a pair counts the product of
            its two.

        Returns
        -------
        self : AUCBlender
            The fitted estimator.
        """
        check_choice("stack_method", self.stack_method, ("auto", *METHODS))
        names, models = self._read_models()
        labels, positive, weights = self._read_labels(y, sample_weight)
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

    def _read_labels(self, y: Any, sample_weight: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Check what the models would refuse later or not at all; set `classes_`."""
        labels = column_or_1d(y, warn=True)
        if labels.size < 2:
            raise ValueError(f"Two rows or more are needed, n_samples = {labels.size}.")
        assert_all_finite(labels, input_name="y")
        check_two_classes(labels)
        positive, self.classes_ = encode_labels(labels)
        weights = check_weights(sample_weight, positive.size)
        for label, members in zip(self.classes_.tolist(), (~positive, positive), strict=True):
            if weights is not None and not weights[members].any():
                raise ValueError(f"All rows of class {label!r} have sample weight zero; both are needed.")
        return labels, positive, weights

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
        if solution.status == "optimal" or not isinstance(solution.objective, AUC):
            return solution
        bound = dominance_bound(scores, positive, weights)
        if bound is None or bound >= solution.bound_exact:
            return solution
        status = "optimal" if bound == solution.value_exact else solution.status
        return replace(solution, bound_exact=bound, status=status)

    def decision_function(self, X: Any) -> Floats:
        """Blend the models' scores; the blend minus the cut, so that positives are above zero.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, d)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n,)
            Higher for rows more likely to be of class `classes_[1]`.
        """
        check_is_fitted(self)
        ways = zip(self.estimators_, self.stack_method_, strict=True)
        scores = np.column_stack([score_by(model, method, X, self.classes_) for model, method in ways])
        return score_rows(scores, self.weights_[self.weights_ > 0]) + self.intercept_

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

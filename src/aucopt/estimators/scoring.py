"""What all estimators share: a score fitted for its AUC becomes a classifier by a cut.

AUC looks at the order of the scores alone and knows no threshold. `predict` needs one: the cut with the best
balanced accuracy on the training rows, unless the user wants another.
"""

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import DataConversionWarning
from sklearn.svm import LinearSVC
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from aucopt.estimators.model import plain_classifier
from aucopt.inputs import check_weights, encode_labels
from aucopt.kernels.scores.rows import dense_combination, dense_scores, sparse_scores
from aucopt.metrics import roc_curve
from aucopt.metrics.auc import SAME_RATE

Floats = npt.NDArray[np.float64]
Matrix: TypeAlias = npt.ArrayLike | sparse.spmatrix | sparse.sparray

# What a cut can be the best of, from the true and false positive rates and the share of the positives.
CUTS: dict[str, Callable[[Floats, Floats, float], Floats]] = {
    "balanced_accuracy": lambda tpr, fpr, share: tpr - fpr,
    "accuracy": lambda tpr, fpr, share: share * tpr - (1 - share) * fpr,
    "f1": lambda tpr, fpr, share: share * tpr / (share * (1 + tpr) + (1 - share) * fpr),
}


class Training(NamedTuple):
    """Checked rows: those of weight zero are gone, the weights of each class sum to one.

    `given` are the sample weights as they came, None if there were none.
    """

    X: Any
    positive: npt.NDArray[np.bool_]
    weights: Floats
    given: npt.NDArray[Any] | None = None

    @property
    def share(self) -> float:
        """The share of the positives in the weight of all rows."""
        given = np.ones(len(self.positive)) if self.given is None else self.given / self.given.max()
        return float(given[self.positive].sum() / given.sum())


class ScoreClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of two classes that is a score and a cut.

    A subclass gives `_scores(X)`, and its `fit` calls `_read_training`, sets what `_scores` needs and ends
    with `_place_cut`.
    """

    _allows_missing = False

    def _read_training(self, X: Any, y: Any, sample_weight: Any = None) -> Training:
        """Check the input of `fit`, set `classes_`."""
        X, y = validate_data(self, X, y, ensure_min_samples=2, **self._row_format)
        check_two_classes(y)
        positive, self.classes_ = encode_labels(y)
        given = check_weights(sample_weight, positive.size)
        if given is not None and not given.all():
            kept = given > 0
            X, positive, given = X[kept], positive[kept], given[kept]
        weights = np.ones(positive.size) if given is None else given.astype(np.float64)
        for label, members in zip(self.classes_.tolist(), (~positive, positive), strict=True):
            if not members.any():
                raise ValueError(f"All rows of class {label!r} have sample weight zero; both are needed.")
            # By the largest first: a sum of huge weights would overflow.
            weights[members] /= weights[members].max()
            weights[members] /= weights[members].sum()
        return Training(X, positive, weights, given)

    @property
    def _row_format(self) -> dict[str, Any]:
        """How `validate_data` is to hand over X."""
        finite = "allow-nan" if self._allows_missing else True
        return {"accept_sparse": "csr", "dtype": np.float64, "order": "C", "ensure_all_finite": finite}

    def _scores(self, X: Any) -> Floats:
        """Scores of checked rows, before the cut."""
        raise NotImplementedError

    def _place_cut(self, training: Training) -> Self:
        """Set the cut from the scores of the training rows."""
        scores = self._scores(training.X)
        cut = best_cut(training.positive, scores, training.weights)
        self.intercept_ = np.array([-cut])
        return self

    def decision_function(self, X: Matrix) -> Floats:
        """Score rows; the score minus the cut, so that positives are above zero.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n,)
            Higher for rows more likely to be of class `classes_[1]`. Equal rows score equally.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **self._row_format)
        return self._scores(X) + self.intercept_

    def predict(self, X: Matrix) -> npt.NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
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
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self._allows_missing
        return tags


class LinearScoreClassifier(ScoreClassifier):
    """A linear score w.x and a cut: `coef_` of shape (1, d) and `intercept_` of shape (1,).

    A subclass's `fit` sets `coef_`.
    """

    coef_: Floats

    def _scores(self, X: Any) -> Floats:
        return score_rows(X, self.coef_[0])

    def to_sklearn(self) -> LinearSVC:
        """Return the same rule as a plain scikit-learn classifier that any exporter knows.

        Returns
        -------
        classifier : sklearn.svm.LinearSVC
            Fitted, with the weights, cut and classes of this one; like this one it has no probabilities.
        """
        check_is_fitted(self)
        names = getattr(self, "feature_names_in_", None)
        return plain_classifier(self.coef_, float(self.intercept_[0]), self.classes_, names)


def check_two_classes(y: npt.NDArray[Any]) -> None:
    """Refuse what is no column of two classes, in the words that scikit-learn expects."""
    if y.dtype.kind in "biu" and np.unique(y).size == 2:
        # Scikit-learn's own checks of this plainest case take longer than many fits.
        return
    check_classification_targets(y)
    kind = type_of_target(y, input_name="y", raise_unknown=True)
    if kind != "binary":
        raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")


def score_rows(X: Any, coef: Floats) -> Floats:
    """Scores X w of dense or CSR rows, equal for equal rows."""
    if sparse.issparse(X):
        if not X.has_sorted_indices:
            X = X.sorted_indices()
        return sparse_scores(X.data, X.indices, X.indptr, coef)
    return dense_scores(X, coef)


def combine_rows(X: Any, amounts: Floats) -> Floats:
    """Sum of rows X' a, dense or CSR."""
    return X.T @ amounts if sparse.issparse(X) else dense_combination(X, amounts)


def dense_rows(X: Any, reason: str) -> Floats:
    """Rows of a dense array; sparse ones are written out, with a warning that says why and how large."""
    if not sparse.issparse(X):
        return X
    n, d = X.shape
    warnings.warn(
        f"The sparse X is made dense, {n} rows by {d} columns, {8e-6 * n * d:.3g} MB: {reason}.",
        DataConversionWarning,
        stacklevel=3,
    )
    return X.toarray()


def best_cut(
    positive: npt.NDArray[np.bool_],
    scores: Floats,
    weights: Floats,
    measure: str = "balanced_accuracy",
    share: float = 0.5,
    allows: Callable[[Floats, Floats], npt.NDArray[np.bool_]] | None = None,
) -> float:
    """Place the cut where a measure of the rule "score > cut" is best, the highest of equals.

    It lies midway between two scores, at the highest score when no row is better called positive, just below
    the lowest when all are. `share` is that of the positives, which some measures depend on; `allows` says
    which false and true positive rates the cut may have.
    """
    fpr, tpr, thresholds = roc_curve(positive, scores, sample_weight=weights, drop_intermediate=False)
    merit = CUTS[measure](tpr, fpr, share)
    if allows is not None:
        merit = np.where(allows(fpr, tpr), merit, -np.inf)
    best = int(np.argmax(merit >= merit.max() - SAME_RATE))
    if best == 0:
        return float(thresholds[1])
    if best == len(thresholds) - 1:
        return float(np.nextafter(thresholds[best], -np.inf))
    lower, upper = float(thresholds[best + 1]), float(thresholds[best])
    middle = lower / 2 + upper / 2
    return middle if lower <= middle < upper else lower

"""What all estimators share: a score fitted for its AUC becomes a classifier by a cut.

AUC looks at the order of the scores alone and knows no threshold. `predict` needs one: the cut with the best
balanced accuracy on the training rows.
"""

import warnings
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import DataConversionWarning
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from aucopt.inputs import check_weights, encode_labels
from aucopt.kernels.rows import dense_combination, dense_scores, sparse_scores
from aucopt.metrics import roc_curve

# Sums of weights in another order differ in the last bits; cuts this close are equally good.
SAME_RATE = 1e-12

Floats = npt.NDArray[np.float64]


class Training(NamedTuple):
    """Checked rows: those of weight zero are gone, the weights of each class sum to one."""

    X: Any
    positive: npt.NDArray[np.bool_]
    weights: Floats


class ScoreClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of two classes that is a score and a cut.

    A subclass gives `_scores(X)`, and its `fit` calls `_read_training`, sets what `_scores` needs and ends
    with `_place_cut`.
    """

    _allows_missing = False

    def _read_training(self, X: Any, y: Any, sample_weight: Any = None) -> Training:
        """Check the input of `fit`, set `classes_`."""
        X, y = validate_data(self, X, y, ensure_min_samples=2, **self._row_format)
        check_classification_targets(y)
        kind = type_of_target(y, input_name="y", raise_unknown=True)
        if kind != "binary":
            raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
        positive, self.classes_ = encode_labels(y)
        weights = check_weights(sample_weight, positive.size)
        if weights is None:
            weights = np.ones(positive.size)
        elif not weights.all():
            kept = weights > 0
            X, positive, weights = X[kept], positive[kept], weights[kept]
        weights = weights.astype(np.float64)
        for label, members in zip(self.classes_.tolist(), (~positive, positive), strict=True):
            if not members.any():
                raise ValueError(f"All rows of class {label!r} have sample weight zero; both are needed.")
            # By the largest first: a sum of huge weights would overflow.
            weights[members] /= weights[members].max()
            weights[members] /= weights[members].sum()
        return Training(X, positive, weights)

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
        self.intercept_ = np.array([-best_cut(training.positive, scores, training.weights)])
        return self

    def decision_function(self, X: Any) -> Floats:
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

    def predict(self, X: Any) -> npt.NDArray[Any]:
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


def best_cut(positive: npt.NDArray[np.bool_], scores: Floats, weights: Floats) -> float:
    """Place the cut with the best balanced accuracy of the rule "score > cut", the highest of equals.

    It lies midway between two scores, or at the highest score when no cut does better than one class alone.
    """
    fpr, tpr, thresholds = roc_curve(positive, scores, sample_weight=weights, drop_intermediate=False)
    advantage = tpr - fpr
    best = int(np.argmax(advantage >= advantage.max() - SAME_RATE))
    if best == 0:
        return float(thresholds[1])
    lower, upper = float(thresholds[best + 1]), float(thresholds[best])
    middle = lower / 2 + upper / 2
    return middle if lower <= middle < upper else lower

"""RankBoost, bipartite: a weighted vote of thresholds on single features, boosted for the order of pairs."""

from collections.abc import Iterator
from copy import copy
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.utils.validation import check_is_fitted, validate_data

from aucopt.estimators.parameters import check_choice, check_count
from aucopt.estimators.scoring import Floats, Matrix, ScoreClassifier, dense_rows
from aucopt.kernels.optimisers.rankboost import add_rules, best_rule, reweigh

LARGEST_R = 1 - 1e-10  # alpha is infinite at 1


class RankBoostClassifier(ScoreClassifier):
    r"""RankBoost of Freund, Iyer, Schapire and Singer for two classes.

    It greedily minimises the exponential loss over the pairs, adding one rule in each round:

    .. math::

        \sum_{i \in +,\, j \in -} \exp\bigl(H(x_j) - H(x_i)\bigr), \qquad
        H(x) = \sum_t \alpha_t h_t(x), \qquad h_t(x) = [x_{f_t} > \theta_t].

    The weight of a pair is the product of the weights v of its rows. Each round considers all thresholds
    between neighbouring values of all features, and chooses the one with the largest abs(r), the third method
    of the paper:

    .. math::

        r = \sum_{i \in +} v_i h(x_i) - \sum_{j \in -} v_j h(x_j), \qquad
        \alpha = \tfrac{1}{2} \ln \frac{1 + r}{1 - r}.

    Then the weights of positives are multiplied by exp(-alpha h) and those of negatives by exp(alpha h), and
    the weights of each class are scaled to sum to one. Features are sorted once, so that a round costs O(n
    d).

    Parameters
    ----------
    n_estimators : int, default=100
        Number of rounds. Boosting stops early if one rule ranks all pairs correctly, or if no rule helps.
    q_def : {0, 1}, default=0
        The output of a rule for rows whose feature is missing (NaN).

    Attributes
    ----------
    features_ : ndarray of shape (n_rounds,)
        The feature of each rule.
    thresholds_ : ndarray of shape (n_rounds,)
        The threshold of each rule, midway between two values of the training rows; infinite for a rule that
        separates missing values from all others.
    alphas_ : ndarray of shape (n_rounds,)
        The weight of each rule, negative if low values indicate positives.
    intercept_ : ndarray of shape (1,)
        Minus the cut-off with the best balanced accuracy on the training rows.
    classes_ : ndarray of shape (2,)
        The negative and the positive label, in this order.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if `X` had any.

    Notes
    -----
    With sample weights s, the weight of a pair is :math:`s_i s_j`: v starts proportional to s.

    References
    ----------
    Y. Freund, R. Iyer, R. E. Schapire and Y. Singer. An efficient boosting algorithm for combining
    preferences. JMLR 4, 2003.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt import RankBoostClassifier, roc_auc_score
    >>> X, y = load_toy()
    >>> model = RankBoostClassifier(n_estimators=50).fit(X, y)
    >>> print(round(roc_auc_score(y, model.decision_function(X)), 2))
    0.99
    """

    _allows_missing = True

    def __init__(self, n_estimators: int = 100, *, q_def: int = 0) -> None:
        self.n_estimators = n_estimators
        self.q_def = q_def

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Fit the rules by boosting.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The training rows. NaN is a missing value. Sparse matrices are converted to dense arrays.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two
            rows.

        Returns
        -------
        self : RankBoostClassifier
            The fitted estimator.
        """
        n_estimators = check_count("n_estimators", self.n_estimators)
        check_choice("q_def", self.q_def, (0, 1))
        training = self._read_training(X, y, sample_weight)
        X = dense_rows(training.X, "every feature is sorted")
        order, starts = self._sort_features(X)
        signed = np.where(training.positive, training.weights, -training.weights)
        features: list[int] = []
        thresholds: list[float] = []
        alphas: list[float] = []
        r = 0.0
        while len(alphas) < n_estimators and abs(r) < LARGEST_R:
            feature, position, r = best_rule(order, starts, signed)
            if r == 0:
                break
            alpha = np.arctanh(min(LARGEST_R, max(-LARGEST_R, r)))
            reweigh(order[feature, position:], np.exp(-alpha), np.exp(alpha), signed)
            features.append(feature)
            thresholds.append(_between(*X[order[feature, position - 1 : position + 1], feature]))
            alphas.append(alpha)
        self.features_ = np.array(features, np.intp)
        self.thresholds_ = np.array(thresholds, np.float64)
        self.alphas_ = np.array(alphas, np.float64)
        return self._place_cut(training._replace(X=X))

    def _sort_features(self, X: Floats) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
        """Rows by ascending value of each feature, and where a new value starts.

        Missing values come last if rules pick them, else first.
        """
        columns = np.ascontiguousarray(X.T)
        order = np.argsort(columns, axis=1, kind="stable").astype(np.int32)
        missing = np.isnan(columns)
        if self.q_def == 0:
            for f in np.flatnonzero(missing.any(axis=1)):
                order[f] = np.roll(order[f], np.count_nonzero(missing[f]))
        values = np.take_along_axis(columns, order, axis=1)
        absent = np.isnan(values)
        starts = np.zeros(values.shape, np.bool_)
        starts[:, 1:] = (values[:, 1:] != values[:, :-1]) & ~(absent[:, 1:] & absent[:, :-1])
        return order, starts

    def _add_rules(self, X: Floats, first: int, last: int, scores: Floats) -> None:
        add_rules(X, self.features_, self.thresholds_, self.alphas_, first, last, self.q_def, scores)

    def _scores(self, X: Any) -> Floats:
        X = X.toarray() if sparse.issparse(X) else X
        scores = np.zeros(X.shape[0])
        self._add_rules(X, 0, self.alphas_.size, scores)
        return scores

    def first_rounds(
        self,
        n_estimators: int,
        X: Matrix,
        y: npt.ArrayLike,
        sample_weight: npt.ArrayLike | None = None,
    ) -> Self:
        """Return the model after the first rounds, equal to a fit with that many rounds.

        Parameters
        ----------
        n_estimators : int
            The number of rounds to keep.
        X : array-like or sparse matrix of shape (n, d)
            The training rows, to choose the cut-off.
        y : array-like of shape (n,)
            Their labels.
        sample_weight : array-like of shape (n,), optional
            Their weights.

        Returns
        -------
        part : RankBoostClassifier
            A new fitted estimator.
        """
        check_is_fitted(self)
        part = copy(self).set_params(n_estimators=n_estimators)
        part.features_ = self.features_[:n_estimators]
        part.thresholds_ = self.thresholds_[:n_estimators]
        part.alphas_ = self.alphas_[:n_estimators]
        return part._place_cut(part._read_training(X, y, sample_weight))

    def staged_decision_function(self, X: Matrix) -> Iterator[Floats]:
        """Yield the scores after each round; the last ones are those of the decision function.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows.

        Yields
        ------
        scores : ndarray of shape (n,)
            The scores after the rounds so far, minus the cut-off of the full model.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **self._row_format)
        X = X.toarray() if sparse.issparse(X) else X
        scores = np.zeros(X.shape[0])
        for t in range(self.alphas_.size):
            self._add_rules(X, t, t + 1, scores)
            yield scores + self.intercept_


def _between(lower: float, upper: float) -> float:
    """Return a threshold that upper exceeds and lower does not; infinite next to a missing value."""
    if np.isnan(lower):
        return -np.inf
    if np.isnan(upper):
        return np.inf
    middle = lower / 2 + upper / 2
    return middle if lower <= middle < upper else lower

"""SVM-Perf for the ROC area: the structural SVM of Joachims (2005) for swapped pairs."""

import warnings
from typing import Self

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning

from aucopt.estimators.newton import PairHinge
from aucopt.estimators.parameters import check_count, check_number
from aucopt.estimators.scoring import LinearScoreClassifier, Matrix

LOSS_SCALE = 100.0  # SVM-perf counts its losses in percent


class SVMPerfClassifier(LinearScoreClassifier):
    r"""Linear SVM on all pairs of a positive and a negative: SVM-Perf with its ROC-area loss.

    Minimises, over the weights w of a linear score,

    .. math::

        P(w) = \tfrac{1}{2} |w|^2 + \frac{100\,C}{N} \sum_{i \in +,\, j \in -}
               \max\bigl(0,\ 1 - w \cdot (x_i - x_j)\bigr), \qquad N = n_+ n_-.

    This is the structural SVM of Joachims for the share of wrongly ranked pairs: a pair is in the most
    violated constraint when :math:`w \cdot (x_i - x_j) < 1`, so that the maximum over all constraints is the
    sum above. C has the same meaning as in SVM-perf. Pairs are never listed: each step sorts the scores and
    makes a few passes over X.

    Parameters
    ----------
    C : float, default=1.0
        The weight of the hinge loss; all pairs together have the weight 100 C.
    tol : float, default=1e-3
        Stop when the duality gap is at most this fraction of the objective.
    max_iter : int, default=1000
        Stop after this many evaluations of the objective, with a warning.
    warm_start : bool, default=False
        Start from the `coef_` of the last fit.

    Attributes
    ----------
    coef_ : ndarray of shape (1, d)
        The weights w.
    intercept_ : ndarray of shape (1,)
        Minus the cut-off with the best balanced accuracy on the training rows. It is not part of the
        objective.
    classes_ : ndarray of shape (2,)
        The negative and the positive label, in this order.
    objective_ : float
        P at `coef_`.
    dual_gap_ : float
        The duality gap: no weights can improve `objective_` by more than this.
    n_iter_ : int
        Number of evaluations of the objective and its dual.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (d,)
        The names of the columns, if `X` had any.

    Notes
    -----
    With sample weights s, the weight of a pair is :math:`s_i s_j`, and N is the sum over all pairs.

    The solver does not use cutting planes. It makes Newton steps on a smoothed hinge loss, whose slopes give
    a dual point. On standardised columns, a gap of 1e-6 takes about ten evaluations. X may be sparse.

    References
    ----------
    T. Joachims. A support vector method for multivariate performance measures. ICML 2005.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt import SVMPerfClassifier, roc_auc_score
    >>> X, y = load_toy()
    >>> model = SVMPerfClassifier().fit(X, y)
    >>> print(round(roc_auc_score(y, model.decision_function(X)), 3))
    0.574
    >>> model.dual_gap_ <= 1e-3 * model.objective_
    True
    """

    def __init__(
        self, C: float = 1.0, *, tol: float = 1e-3, max_iter: int = 1000, warm_start: bool = False
    ) -> None:
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.warm_start = warm_start

    def fit(self, X: Matrix, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None) -> Self:
        """Minimise the objective.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        sample_weight : array-like of shape (n,), optional
            Nonnegative weights of the rows. The weight of a pair is the product of the weights of its two
            rows.

        Returns
        -------
        self : SVMPerfClassifier
            The fitted estimator.
        """
        scale = LOSS_SCALE * check_number("C", self.C, above=0)
        tol = check_number("tol", self.tol, above=0)
        max_iter = check_count("max_iter", self.max_iter)
        training = self._read_training(X, y, sample_weight)
        d = training.X.shape[1]
        start = np.zeros(d)
        if self.warm_start and getattr(self, "coef_", start).shape == (1, d):
            start = self.coef_[0]
        optimum = PairHinge(training, scale).minimize(start, tol, max_iter)
        if optimum.gap > tol * optimum.objective:
            warnings.warn(
                f"The duality gap is {optimum.gap / optimum.objective:.1e} of the objective after "
                f"{optimum.n_iter} evaluations, above tol={tol:g}; standardise the columns, raise max_iter.",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.coef_ = optimum.coef[np.newaxis]
        self.objective_ = optimum.objective
        self.dual_gap_ = optimum.gap
        self.n_iter_ = optimum.n_iter
        return self._place_cut(training)

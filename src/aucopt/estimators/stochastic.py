"""What SPAM and SPAUC share: passes over the rows, the iterate kept, and what happens on divergence."""

import warnings
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from aucopt.estimators.parameters import check_count, check_number
from aucopt.estimators.scoring import Floats, LinearScoreClassifier, Training, dense_rows

LARGEST_WEIGHT = 1e100  # scores and their squares stay finite
FAR_ABOVE = 2.0  # times the objective of zero weights: no noise of the last steps

ADVICE = "Standardise the columns or take smaller steps."

Pass = Callable[[npt.NDArray[np.intp]], None]


class StochasticClassifier(LinearScoreClassifier):
    """A linear score updated by one row at a time.

    A subclass gives `_start_passes`, which returns a function that runs one pass over the rows in an order.
    """

    l2: float
    l1: float
    n_epochs: int
    shuffle: bool
    average: bool
    random_state: Any

    def _start_passes(self, training: Training, l1: float, l2: float, w: Floats, average: Floats) -> Pass:
        raise NotImplementedError

    def fit(self, X: Any, y: Any) -> Self:
        """Run the passes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows; sparse ones are made dense, as each step changes every weight.
        y : array-like of shape (n,)
            Two distinct labels; the larger is the positive one.

        Returns
        -------
        self : StochasticClassifier
            The fitted estimator.
        """
        l2 = check_number("l2", self.l2, least=0)
        l1 = check_number("l1", self.l1, least=0)
        n_epochs = check_count("n_epochs", self.n_epochs)
        training = self._read_training(X, y)
        training = training._replace(X=dense_rows(training.X, "each step changes every weight"))
        n, d = training.X.shape
        w = np.zeros(d)
        average = np.zeros(d if self.average else 0)
        run_pass = self._start_passes(training, l1, l2, w, average)
        random = check_random_state(self.random_state)
        order = np.arange(n)
        self.n_iter_ = 0
        while self.n_iter_ < n_epochs and np.isfinite(w).all():
            if self.shuffle:
                order = random.permutation(n)
            run_pass(order)
            self.n_iter_ += 1
        kept = average if self.average else w
        self.diverged_ = not (np.isfinite(w).all() and np.abs(kept).max() <= LARGEST_WEIGHT)
        if self.diverged_:
            warnings.warn(
                f"The steps diverged within {self.n_iter_} epochs and the fit is void: all weights are zero. "
                f"{ADVICE}",
                ConvergenceWarning,
                stacklevel=2,
            )
            kept = np.zeros(d)
        self.coef_ = kept[np.newaxis]
        at_zero = training.positive.mean() * (~training.positive).mean()
        self.objective_ = self._objective(training, l1, l2)
        if self.objective_ > FAR_ABOVE * at_zero:
            warnings.warn(
                f"The steps were too large: the objective is {self.objective_:.3g} at the end and "
                f"{at_zero:.3g} at zero weights. {ADVICE}",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self._place_cut(training)

    def _objective(self, training: Training, l1: float, l2: float) -> float:
        """Sum penalty and square loss of all pairs, the latter from means and variances of the scores."""
        scores = self._scores(training.X)
        ups, downs = scores[training.positive], scores[~training.positive]
        pairs = ups.var() + downs.var() + (1 - ups.mean() + downs.mean()) ** 2
        w = self.coef_[0]
        loss = pairs * (ups.size / scores.size) * (downs.size / scores.size)
        return float(loss + l1 * np.abs(w).sum() + l2 / 2 * (w @ w))

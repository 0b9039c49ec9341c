"""What SPAM and SPAUC share: passes over the rows, the iterate kept, and what happens on divergence."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from aucopt.estimators.parameters import check_count, check_number
from aucopt.estimators.scoring import Floats, LinearScoreClassifier, Matrix, Training, dense_rows

LARGEST_WEIGHT = 1e100  # scores and their squares stay finite
FAR_ABOVE = 2.0  # times the objective of zero weights: no noise of the last steps

ADVICE = "Standardise the columns or take smaller steps."
REASON = "each step changes every weight"

LANES = 8  # numbers in the widest vector register: points beyond a multiple of it would go one by one

Pass = Callable[[npt.NDArray[np.intp], Floats, Floats, Floats], None]


class StochasticClassifier(LinearScoreClassifier):
    """A linear score updated by one row at a time.

    A subclass names its `_pace`, the parameter of its step sizes, checks it in `_check_pace`, and gives
    `_start_passes`, which returns a function that runs one pass over the rows: in an order, with the rates of
    some points (rows: pace, l1, l2), on their weights and averages.
    """

    l2: float
    l1: float
    n_epochs: int
    shuffle: bool
    average: bool
    random_state: int | np.random.RandomState | None
    _pace: str

    def _check_pace(self) -> float:
        raise NotImplementedError

    def _start_passes(self, training: Training) -> Pass:
        raise NotImplementedError

    def fit(self, X: Matrix, y: npt.ArrayLike) -> Self:
        """Run the passes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows; sparse ones are made dense, as each step changes every weight.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.

        Returns
        -------
        self : StochasticClassifier
            The fitted estimator.
        """
        training = self._read_training(X, y)
        training = training._replace(X=dense_rows(training.X, REASON))
        self._fit_together([self], training)
        at_zero = training.positive.mean() * (~training.positive).mean()
        if self.diverged_:
            warnings.warn(
                f"The steps diverged within {self.n_iter_} epochs and the fit is void: all weights are zero. "
                f"{ADVICE}",
                ConvergenceWarning,
                stacklevel=2,
            )
        elif self.objective_ > FAR_ABOVE * at_zero:
            warnings.warn(
                f"The steps were too large: the objective is {self.objective_:.3g} at the end and "
                f"{at_zero:.3g} at zero weights. {ADVICE}",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def fit_grid(self, X: Matrix, y: npt.ArrayLike, points: Iterable[Mapping[str, Any]]) -> list[Self]:
        """Fit several points of a grid by the same passes: the fits of each alone, in a fraction of the time.

        All points see the rows in the same orders. Where `random_state` is an int so do separate fits, and
        these are the same to the last bit. No warning tells of steps that were too large: see `diverged_` and
        `objective_` of each.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            The rows; sparse ones are made dense, as each step changes every weight.
        y : array-like of shape (n,)
            Labels of two classes. The larger label is the positive class.
        points : iterable of mappings of str to float
            What each point sets of the step size (`step_size` or `mu`), `l2` and `l1`. The rest is as in
            this estimator, which stays as it is.

        Returns
        -------
        models : list of StochasticClassifier
            A fitted estimator for each point, in their order.

        Raises
        ------
        ValueError
            If a point sets another parameter, or one out of its range.

        Examples
        --------
        >>> from aucopt.datasets import load_toy
        >>> from aucopt import SPAMClassifier
        >>> X, y = load_toy()
        >>> models = SPAMClassifier(random_state=0).fit_grid(X, y, [{"l2": 0.1}, {"l2": 10, "step_size": 1}])
        >>> alone = SPAMClassifier(l2=0.1, random_state=0).fit(X, y)
        >>> bool((models[0].coef_ == alone.coef_).all())
        True
        """
        points = list(points)
        free = (self._pace, "l1", "l2")
        fixed = {name for point in points for name in point}.difference(free)
        if fixed:
            raise ValueError(f"Points may differ in {', '.join(free)}, not in {', '.join(sorted(fixed))}.")
        template = clone(self)
        training = template._read_training(X, y)
        training = training._replace(X=dense_rows(training.X, REASON))
        models = [copy(template).set_params(**point) for point in points]
        template._fit_together(models, training)
        return models

    def _fit_together(self, models: Sequence["StochasticClassifier"], training: Training) -> None:
        """Fit models that differ from this one in pace, l1 and l2 alone; weights out of range are void."""
        rates = np.array([model._check_rates() for model in models]).reshape(-1, 3).T
        weights, n_epochs = self._run_passes(training, rates)
        for model, w, n in zip(models, weights, n_epochs.tolist(), strict=True):
            model.n_iter_ = n
            model.diverged_ = not np.abs(w).max() <= LARGEST_WEIGHT
            model.coef_ = np.zeros((1, w.size)) if model.diverged_ else w[np.newaxis]
            model.objective_ = model._objective(training)
            model._place_cut(training)

    def _check_rates(self) -> tuple[float, float, float]:
        """Return the pace, l1 and l2."""
        return self._check_pace(), check_number("l1", self.l1, least=0), check_number("l2", self.l2, least=0)

    def _run_passes(self, training: Training, rates: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
        """Return the weights of each point, NaN if not all are finite after some epoch, and its epochs."""
        n_epochs = check_count("n_epochs", self.n_epochs)
        n, d = training.X.shape
        going = np.arange(rates.shape[1])
        weights = np.full((going.size, d), np.nan)
        epochs = np.full(going.size, n_epochs)
        rates = rates.take(_fill_lanes(going), axis=1)
        w = np.zeros((d, rates.shape[1]))
        average = np.zeros((d if self.average else 0, rates.shape[1]))
        run_pass = self._start_passes(training)
        random = check_random_state(self.random_state)
        order = np.arange(n)
        for epoch in range(1, n_epochs + 1):
            if not going.size:
                break
            if self.shuffle:
                order = random.permutation(n)
            run_pass(order, rates, _flat_if_one(w), _flat_if_one(average))
            finite = np.isfinite(w[:, : going.size]).all(axis=0)
            if not finite.all():
                epochs[going[~finite]] = epoch
                going = going[finite]
                lanes = _fill_lanes(np.flatnonzero(finite))
                rates, w, average = (part.take(lanes, axis=1) for part in (rates, w, average))
        weights[going] = (average if self.average else w)[:, : going.size].T
        return weights, epochs

    def _objective(self, training: Training) -> float:
        """Sum penalty and square loss of all pairs, the latter from means and variances of the scores."""
        scores = self._scores(training.X)
        ups, downs = scores[training.positive], scores[~training.positive]
        pairs = ups.var() + downs.var() + (1 - ups.mean() + downs.mean()) ** 2
        w = self.coef_[0]
        loss = pairs * (ups.size / scores.size) * (downs.size / scores.size)
        return float(loss + float(self.l1) * np.abs(w).sum() + float(self.l2) / 2 * (w @ w))


def _fill_lanes(points: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Repeat points up to a multiple of the lanes; one alone stays alone."""
    return points if points.size < 2 else np.resize(points, -(-points.size // LANES) * LANES)


def _flat_if_one(columns: Floats) -> Floats:
    """Drop the axis of the points if there is but one: the kernels are compiled for that case, too."""
    return columns[:, 0] if columns.shape[1] == 1 else columns

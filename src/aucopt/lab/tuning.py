"""Cross-validated AUC, or another objective, over a grid: the numbers of a plain grid search, for fewer fits.

All numbers of rounds or trees come from one fit, by prefixes of the largest model, and all points of SPAM or
SPAUC from the same passes over the rows. Steps that diverge stop at once, and leave a fit with an AUC of one
half; a fit that fails, or whose scores are not finite, counts as an AUC of zero. Warm starts along C are an
option: they take down to a fifth of the time, but a solver that stops within a tolerance of the optimum then
stops elsewhere, and near ties may go to another C.
"""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import ParameterGrid

from aucopt.estimators.stochastic import StochasticClassifier
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.lab.methods import Method

Fold = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]


class GridScores(NamedTuple):
    """Cross-validated AUC of each point of a parameter grid, on each fold.

    Attributes
    ----------
    points : list of dict
        The parameter settings, in the order of scikit-learn's ParameterGrid.
    scores : ndarray of shape (n_points, n_folds)
        The AUC on the test rows of each fold; 0 if the fit failed.
    """

    points: list[dict[str, Any]]
    scores: npt.NDArray[np.float64]

    @property
    def best(self) -> dict[str, Any]:
        """The parameter setting with the highest mean score; of equals, the first."""
        return self.points[int(np.argmax(np.average(self.scores, axis=1)))]

    @property
    def expected(self) -> float:
        """The expected score of the best parameter setting on new rows.

        The highest of many mean scores is optimistically biased, especially with many points that vary a lot.
        Therefore each fold is scored with the point that is best on the other folds.

        Examples
        --------
        >>> import numpy as np
        >>> from aucopt.lab import GridScores
        >>> scores = GridScores([{"C": 1}, {"C": 2}], np.array([[0.9, 0.4, 0.8], [0.6, 0.8, 0.5]]))
        >>> round(scores.expected, 2)
        0.5
        """
        others = self.scores.sum(axis=1, keepdims=True) - self.scores
        return float(np.mean(self.scores[np.argmax(others, axis=0), np.arange(self.scores.shape[1])]))


def score_grid(
    method: Method,
    X: npt.NDArray[np.float64],
    y: npt.NDArray[Any],
    folds: Sequence[Fold],
    *,
    seed: int | None = 0,
    warm_starts: bool = False,
    objective: str | Objective = "auc",
) -> GridScores:
    """Compute the cross-validated score of all points of a method's parameter grid.

    Parameters
    ----------
    method : Method
        The method and its grid.
    X : ndarray of shape (n, d)
        The rows.
    y : ndarray of shape (n,)
        Two distinct labels.
    folds : sequence of (train, test)
        Row indices, as scikit-learn's splitters yield them.
    seed : int, optional
        The random seed of every fit.
    warm_starts : bool, default=False
        Whether to start the fit for each C from the solution of the previous one, if the estimator supports
        it.
    objective : "auc", PartialAUC, Sensitivity or Specificity, default="auc"
        The objective that is scored.

    Returns
    -------
    scores : GridScores
        The points and their scores, equal to those of a plain grid search unless `warm_starts` is true.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.lab import METHODS, score_grid
    >>> from sklearn.model_selection import StratifiedKFold
    >>> X, y = load_toy()
    >>> scores = score_grid(METHODS["RankBoost"], X, y, list(StratifiedKFold(5).split(X, y)))
    >>> scores.best
    {'n_estimators': 200}
    """
    points = list(ParameterGrid(method.grid))
    measured = read_objective(objective)

    def value(model: Any, test: npt.NDArray[np.intp]) -> float:
        return measured.measure(y[test], class_scores(model, X[test]), None)

    scores = np.zeros((len(points), len(folds)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for fold, (train, test) in enumerate(folds):
            rows = X[train], y[train]
            if _orders_are_shared(method, seed):
                # It refuses all for one bad point, or for a parameter it cannot vary: then each on its own.
                with suppress(Exception):
                    models = method.make(seed).fit_grid(*rows, points)
                    scores[:, fold] = [value(model, test) for model in models]
                    continue
            for path in _paths(points, method, warm_starts):
                # A method of anyone's may fail in any way; if no point works, the last fit says why.
                with suppress(Exception):
                    for k, model in _fit_path(path, points, method, rows, seed, warm_starts):
                        scores[k, fold] = value(model, test)
    return GridScores(points, scores)


def _orders_are_shared(method: Method, seed: int | None) -> bool:
    """Whether separate fits would take the rows in the same orders, so that one fit may serve all points."""
    return isinstance(method.estimator, StochasticClassifier) and isinstance(seed, Integral)


def _parameter_of_path(method: Method, warm_starts: bool) -> str | None:
    """Return the parameter whose values are not fitted one by one, if any."""
    if method.prefix is not None:
        return "n_estimators"
    return "C" if warm_starts and {"C", "warm_start"} <= set(method.estimator.get_params()) else None


def _paths(points: list[dict[str, Any]], method: Method, warm_starts: bool) -> list[list[int]]:
    """Group the points that differ in the path's parameter alone, by its ascending value."""
    walked = _parameter_of_path(method, warm_starts)
    if walked is None:
        return [[k] for k in range(len(points))]
    paths: dict[str, list[int]] = {}
    for k in sorted(range(len(points)), key=lambda k: points[k][walked]):
        rest = {name: value for name, value in points[k].items() if name != walked}
        paths.setdefault(repr(rest), []).append(k)
    return list(paths.values())


def _fit_path(
    path: list[int],
    points: list[dict[str, Any]],
    method: Method,
    rows: tuple[Any, Any],
    seed: int | None,
    warm_starts: bool,
) -> Iterator[tuple[int, Any]]:
    """Yield the fitted model of each point of a path."""
    if method.prefix is not None:
        largest = method.make(seed, **points[path[-1]]).fit(*rows)
        for k in path:
            yield k, method.prefix(largest, points[k]["n_estimators"], *rows)
        return
    model = method.make(seed)
    if len(path) > 1:
        model.set_params(warm_start=True)
    for k in path:
        yield k, model.set_params(**points[k]).fit(*rows)


def class_scores(model: Any, X: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Scores of the positive class, as scikit-learn's scorer of the AUC takes them."""
    if hasattr(model, "decision_function"):
        return model.decision_function(X)
    return model.predict_proba(X)[:, 1]

"""One unit of the experiment: standardise a split, tune, fit, score.

Statistics of the training half standardise both, cross-validated AUC chooses the parameters, and the fit with
them is scored on either half. Works on any rows and any method; `aucopt.lab.study` says which ones the paper
took, and `aucopt.lab.split` how rows are halved.
"""

import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, clone
from sklearn.preprocessing import StandardScaler
from threadpoolctl import ThreadpoolController

from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.lab.methods import Method, find_all
from aucopt.lab.records import Scores
from aucopt.lab.split import Split
from aucopt.lab.tuning import Fold, class_scores, score_grid
from aucopt.metrics import roc_auc_score, roc_curve

# Where ROC curves of several splits are averaged.
ROC_RATES = np.linspace(0, 1, 201)


class SplitResult(NamedTuple):
    """What a method reached on a split.

    Attributes
    ----------
    train, test : Scores
        On the rows it was fitted on, and on the others.
    parameters : dict
        What tuning chose.
    seconds : float
        Time of the last fit alone.
    bound : float or None
        The proved bound on the training value of any linear score, if the method proves one.
    model : estimator
        The fitted model; it takes standardised columns if its method does.
    train_value, test_value : float
        What the objective makes of the scores on either rows; the AUC, unless another one was asked for.
    test_roc : ndarray or None
        Sensitivity on the test rows at the false positive rates of `ROC_RATES`, where it was asked for.
    test_placed : ndarray or None
        How well each test row is placed among those of the other class, where it was asked for.
    validation : float or None
        What the folds of the training rows let expect of new rows, see `GridScores.expected`; None if nothing
        was tuned.
    """

    train: Scores
    test: Scores
    parameters: dict[str, Any]
    seconds: float
    bound: float | None
    model: BaseEstimator
    train_value: float
    test_value: float
    test_roc: npt.NDArray[np.float64] | None = None
    test_placed: npt.NDArray[np.float64] | None = None
    validation: float | None = None


def run_method(
    method: Method,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    split: Split,
    *,
    seed: int = 0,
    objective: str | Objective = "auc",
    validated: Method | None = None,
) -> SplitResult:
    """Tune a method on the training rows of a split, fit it with what is best, score it on both halves.

    All on one thread, so that the numbers and the time do not depend on the machine's load.

    Parameters
    ----------
    method : Method
        The method and its grid.
    X : array-like of shape (n, d)
        All rows, not standardised.
    y : array-like of shape (n,)
        1 for positives, 0 for negatives.
    split : Split
        Which rows do what.
    seed : int, default=0
        The random seed of every fit.
    objective : "auc", PartialAUC, Sensitivity or Specificity, default="auc"
        What parameters are chosen by, and what `train_value`, `test_value` and `bound` are about.
    validated : Method, optional
        The method as the folds of the training rows are to fit it, even if there is nothing to tune: then
        `validation` tells what to expect of it, and methods can be chosen by that.

    Returns
    -------
    SplitResult

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.lab import METHODS
    >>> from aucopt.lab.protocol import run_method
    >>> from aucopt.lab.split import draw_split
    >>> X, y = load_toy()
    >>> outcome = run_method(METHODS["AUC-opt"], X, y, draw_split(y, seed=1))
    >>> outcome.train.auc == outcome.bound
    True
    """
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
    objective = read_objective(objective)
    halves = _halves(method, X, split)
    y_train, y_test = y[split.train], y[split.test]
    tuned = validated or method
    tuned, method = (replace(one, estimator=_on_one_thread(one.estimator)) for one in (tuned, method))
    with single_threaded(), warnings.catch_warnings():
        # Grids reach where solvers stop early and steps diverge; what comes of it is in the scores.
        warnings.simplefilter("ignore")
        always = validated is not None
        best, validation = tune(tuned, halves[0], y_train, split.folds, seed, objective, always=always)
        model = method.make(seed, **best)
        started = time.perf_counter()
        model.fit(halves[0], y_train)
        seconds = time.perf_counter() - started
        train, test = (score(model, *half) for half in zip(halves, (y_train, y_test), strict=True))
        train_value, test_value = (
            objective.measure(labels == 1, class_scores(model, half), None)
            for half, labels in zip(halves, (y_train, y_test), strict=True)
        )
    proved = getattr(model, "status_", "local") != "local"
    # A bound is of what the method maximises, which need not be what is asked here.
    proved = proved and read_objective(getattr(model, "objective", "auc")) == objective
    bound = model.bound_ if proved else None
    return SplitResult(
        train, test, best, seconds, bound, model, train_value, test_value, validation=validation
    )


def score_test_rows(
    method: Method, outcome: SplitResult, X: npt.NDArray[np.float64], split: Split
) -> npt.NDArray[np.float64]:
    """Return the scores of an outcome's model on the test rows."""
    return class_scores(outcome.model, _halves(method, X, split)[1])


def trace_roc(y: npt.NDArray[Any], scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the sensitivity of scores at the rates of `ROC_RATES`."""
    fpr, tpr, _ = roc_curve(y, scores)
    return np.interp(ROC_RATES, fpr, tpr)


def _halves(
    method: Method, X: npt.NDArray[np.float64], split: Split
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Training and test rows as the method takes them."""
    train, test = X[split.train], X[split.test]
    if not method.standardise:
        return train, test
    scaler = StandardScaler().fit(train)
    return scaler.transform(train), scaler.transform(test)


def tune(
    method: Method,
    X: npt.NDArray[np.float64],
    y: npt.NDArray[Any],
    folds: list[Fold],
    seed: int,
    objective: str | Objective = "auc",
    *,
    always: bool = False,
) -> tuple[dict[str, Any], float | None]:
    """Choose the parameters with the best mean value over the folds; return them and the value to expect.

    A grid of one point needs no fit, unless its value is wanted.
    """
    if not always and not any(len(values) > 1 for values in method.grid.values()):
        return {name: values[0] for name, values in method.grid.items()}, None
    scores = score_grid(method, X, y, folds, seed=seed, objective=objective)
    return scores.best, scores.expected


def score(model: Any, X: npt.NDArray[np.float64], y: npt.NDArray[Any]) -> Scores:
    """Score a fitted model: AUC by its scores, balanced accuracy and F1 by its `predict`.

    Estimators of this package that optimise AUC predict by the cut with the best balanced accuracy on the
    rows they were fitted on.
    """
    positive, called = y == 1, model.predict(X) == 1
    right = np.count_nonzero(positive & called)
    n_positive, n_called = np.count_nonzero(positive), np.count_nonzero(called)
    n_negative = len(y) - n_positive
    specificity = (n_negative - (n_called - right)) / n_negative
    return Scores(
        auc=float(roc_auc_score(positive, class_scores(model, X))),
        balanced_accuracy=(right / n_positive + specificity) / 2,
        f1=2 * right / (n_positive + n_called),
    )


@contextmanager
def single_threaded() -> Iterator[None]:
    """Keep BLAS, OpenMP and numba to one thread: the number of threads changes roundings and times."""
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        with _thread_pools(len(sys.modules)).limit(limits=1):
            yield
    finally:
        numba.set_num_threads(before)


# The search for them takes milliseconds, a unit may take but few; only imports bring new ones.
@lru_cache(maxsize=1)
def _thread_pools(n_modules: int) -> ThreadpoolController:
    return ThreadpoolController()


def _on_one_thread(estimator: BaseEstimator) -> BaseEstimator:
    estimator = clone(estimator)
    return estimator.set_params(**dict.fromkeys(find_all(estimator, "n_jobs"), 1))

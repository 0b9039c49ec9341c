"""Kernels are compiled by a fit to a few rows, before a clock starts: no limit is charged for compiling."""

from collections.abc import Iterable

import numpy as np
from sklearn.base import BaseEstimator, clone

from aucopt.estimators.scoring import ScoreClassifier

# Of each class; enough that no short cut avoids the search.
_ROWS = 20


def few_of_each_class(positive: np.ndarray) -> np.ndarray:
    """The numbers of some rows of both classes.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.warm_up import few_of_each_class
    >>> few_of_each_class(np.arange(1000) % 2 == 1).tolist()[-3:]
    [35, 37, 39]
    """
    return np.concatenate([np.flatnonzero(positive == label)[:_ROWS] for label in (False, True)])


def compile_kernels(methods: Iterable[BaseEstimator], X: np.ndarray, positive: np.ndarray) -> None:
    """Fit the methods of this package, which have kernels, to a few rows."""
    few = few_of_each_class(positive)
    for method in methods:
        if isinstance(method, ScoreClassifier):
            clone(method).fit(X[few], positive[few])

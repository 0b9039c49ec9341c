"""Kernels are compiled by a fit to a few rows, before a clock starts: no limit is charged for compiling."""

from collections.abc import Iterable

import numpy as np
from sklearn.base import BaseEstimator, clone

from aucopt.analysis.panel.ranking import PanelRanker
from aucopt.estimators.ranker import ConcordanceRanker
from aucopt.estimators.scoring import ScoreClassifier

# Of each class; enough that no short cut avoids the search.
_ROWS = 20


def few_of_each_class(y: np.ndarray) -> np.ndarray:
    """The numbers of some rows of both classes; of another outcome some rows of each end.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.warm_up import few_of_each_class
    >>> few_of_each_class(np.arange(1000) % 2 == 1).tolist()[-3:]
    [35, 37, 39]
    """
    if y.dtype == bool:
        return np.concatenate([np.flatnonzero(y == label)[:_ROWS] for label in (False, True)])
    # Of censored times early events, which can be compared with all that is later.
    order = np.argsort(y) if y.ndim == 1 else np.lexsort([y[:, 1], -y[:, 0]])
    return np.unique(np.concatenate([order[:_ROWS], order[-_ROWS:]]))


def compile_kernels(
    methods: Iterable[BaseEstimator], X: np.ndarray, y: np.ndarray, *, has_strata: bool = False
) -> None:
    """Fit the methods of this package, which have kernels, to a few rows, which are one stratum if any."""
    few = few_of_each_class(y)
    more = {"strata": np.zeros(len(few))} if has_strata else {}
    for method in methods:
        if isinstance(method, ScoreClassifier):
            clone(method).fit(X[few], y[few])
        elif isinstance(method, ConcordanceRanker | PanelRanker):
            clone(method).fit(X[few], y[few], **more)

"""The model of the first k rounds or trees, cut from one of more.

Boosting adds rounds and a forest adds trees without a look back, each drawing its random numbers in turn. So
the first k of a larger model are, bit for bit, those of a model fitted with `n_estimators` = k.
"""

from collections.abc import Callable
from copy import copy
from typing import Any

Prefix = Callable[[Any, int, Any, Any], Any]


def first_trees(model: Any, k: int, X: Any, y: Any) -> Any:
    """Return a random forest of the first k trees."""
    part = copy(model).set_params(n_estimators=k)
    part.estimators_ = model.estimators_[:k]
    return part


def first_boosted(model: Any, k: int, X: Any, y: Any) -> Any:
    """Return a gradient boosting model of the first k stages."""
    part = first_trees(model, k, X, y)
    part.n_estimators_ = len(part.estimators_)
    return part


def first_weighted(model: Any, k: int, X: Any, y: Any) -> Any:
    """Return an AdaBoost model of the first k rounds."""
    part = first_trees(model, k, X, y)
    part.estimator_weights_ = model.estimator_weights_[:k]
    part.estimator_errors_ = model.estimator_errors_[:k]
    return part


def first_ranked(model: Any, k: int, X: Any, y: Any) -> Any:
    """Return a RankBoost model of the first k rounds, its cut placed on the training rows."""
    return model.first_rounds(k, X, y)

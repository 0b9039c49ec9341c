"""Metrics of the ROC curve as scorers of scikit-learn, for `cross_val_score` and `GridSearchCV`."""

from collections.abc import Callable
from typing import Any

from aucopt.metrics.auc import roc_auc_score
from aucopt.metrics.curve import partial_auc, sensitivity_at, specificity_at
from aucopt.metrics.part import read_part

_METRICS: dict[str, tuple[Callable[..., float], tuple[str, ...]]] = {
    "roc_auc": (roc_auc_score, ()),
    "partial_auc": (partial_auc, ("max_fpr", "min_tpr")),
    "sensitivity_at": (sensitivity_at, ("specificity",)),
    "specificity_at": (specificity_at, ("sensitivity",)),
}


def make_scorer(metric: str, **options: Any) -> Callable[..., float]:
    """Make a scikit-learn scorer from a metric of aucopt.

    Parameters
    ----------
    metric : {"roc_auc", "partial_auc", "sensitivity_at", "specificity_at"}
        The name of the metric.
    **options
        Keyword arguments of the metric, such as ``max_fpr=0.1`` or ``specificity=0.95``.

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``, which uses the `decision_function` of the estimator, or its
        `predict_proba` if it has none. For a sensitivity or a specificity, the cut-off is chosen on the rows
        that are scored: it is not a cut-off that was fixed on the training rows.

    Examples
    --------
    >>> from aucopt.metrics import make_scorer
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> scorer = make_scorer("sensitivity_at", specificity=0.95)
    >>> bool(cross_val_score(LogisticRegression(), X[:, :2], y, scoring=scorer).mean() > 0.5)
    True
    """
    from sklearn.metrics import make_scorer as make_sklearn_scorer

    if metric not in _METRICS:
        raise ValueError(f"metric must be one of {', '.join(map(repr, _METRICS))}, not {metric!r}.")
    function, limits = _METRICS[metric]
    if limits:
        # A wrong limit is an error now, not a warning in every fold.
        read_part(**{name: options.get(name) for name in limits})
    return make_sklearn_scorer(function, response_method=("decision_function", "predict_proba"), **options)

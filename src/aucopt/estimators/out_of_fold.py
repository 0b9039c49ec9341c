"""How models of any kind score rows: those they were fitted to, and those of a fold they have not seen."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import Pipeline
from sklearn.utils import assert_all_finite
from sklearn.utils.validation import column_or_1d, has_fit_parameter

from aucopt.estimators.scoring import Floats, check_two_classes
from aucopt.inputs import check_weights, encode_labels

# How a model scores rows: the first of these that it has.
METHODS = ("predict_proba", "decision_function", "predict")


def read_labels(y: Any, sample_weight: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
    """Labels, which rows are positive, classes and weights; checked as models would check them late or never.

    Examples
    --------
    >>> from aucopt.estimators.out_of_fold import read_labels
    >>> labels, positive, classes, weights = read_labels(["no", "yes"], None)
    >>> positive.tolist(), classes.tolist(), weights
    ([False, True], ['no', 'yes'], None)
    """
    labels = column_or_1d(y, warn=True)
    if labels.size < 2:
        raise ValueError(f"Two rows or more are needed, n_samples = {labels.size}.")
    assert_all_finite(labels, input_name="y")
    check_two_classes(labels)
    positive, classes = encode_labels(labels)
    weights = check_weights(sample_weight, positive.size)
    for label, members in zip(classes.tolist(), (~positive, positive), strict=True):
        if weights is not None and not weights[members].any():
            raise ValueError(f"All rows of class {label!r} have sample weight zero; both are needed.")
    return labels, positive, classes, weights


def choose_method(name: str, model: Any, asked: str) -> str:
    """What a model scores rows by.

    Raises
    ------
    ValueError
        If it has no such method.

    Examples
    --------
    >>> from aucopt.estimators.out_of_fold import choose_method
    >>> from sklearn.svm import LinearSVC
    >>> choose_method("svm", LinearSVC(), "auto")
    'decision_function'
    """
    wanted = METHODS if asked == "auto" else (asked,)
    for method in wanted:
        if hasattr(model, method):
            return method
    raise ValueError(f"The model {name!r} has no method {' or '.join(wanted)}.")


def fit_model(model: Any, X: Any, y: np.ndarray, weights: np.ndarray | None) -> Any:
    """Fit a clone of a model to all rows."""
    return clone(model).fit(X, y, **_weight_arguments(model, weights))


def score_by(model: Any, method: str, X: Any, classes: np.ndarray) -> Floats:
    """Scores of rows by a fitted model, higher for those more likely to be positive."""
    return _as_scores(model, getattr(model, method)(X), classes)


def score_out_of_fold(
    model: Any,
    method: str,
    X: Any,
    y: np.ndarray,
    *,
    splits: Sequence[tuple[np.ndarray, np.ndarray]],
    classes: np.ndarray,
    weights: np.ndarray | None = None,
) -> Floats:
    """Scores of all rows, each by a fit that has not seen it.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.estimators.out_of_fold import score_out_of_fold
    >>> from sklearn.dummy import DummyClassifier
    >>> splits = [([0, 1, 2], [3, 4, 5]), ([3, 4, 5], [0, 1, 2])]
    >>> score_out_of_fold(
    ...     DummyClassifier(strategy="prior"), "predict_proba", np.zeros((6, 1)),
    ...     np.array([0, 0, 1, 1, 1, 0]), splits=splits, classes=np.array([0, 1]),
    ... ).round(2).tolist()
    [0.67, 0.67, 0.67, 0.33, 0.33, 0.33]
    """
    arguments = _weight_arguments(model, weights)
    found = cross_val_predict(clone(model), X, y, cv=splits, method=method, params=arguments)
    return _as_scores(model, found, classes)


def _weight_arguments(model: Any, weights: np.ndarray | None) -> dict[str, np.ndarray]:
    """What to pass to `fit`; of a pipeline the last step gets the weights."""
    if weights is None:
        return {}
    step, last = "", model
    while isinstance(last, Pipeline):
        step, last = f"{step}{last.steps[-1][0]}__", last.steps[-1][1]
    if not has_fit_parameter(last, "sample_weight"):
        raise ValueError(f"{type(last).__name__} takes no sample weights; blend without it or without them.")
    return {f"{step}sample_weight": weights}


def _as_scores(model: Any, found: np.ndarray, classes: np.ndarray) -> Floats:
    if found.ndim == 2:
        found = found[:, -1]
    elif is_classifier(model) and not np.issubdtype(found.dtype, np.floating):
        found = found == classes[1]
    return np.asarray(found, dtype=np.float64)

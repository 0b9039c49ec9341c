"""The checks on what users bring: tables, labels, scores, weights, shares.

Metrics and solvers share them, so one mistake gets one sentence everywhere. Each says what is wrong, where
and how often.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

LARGEST_EXACT_INTEGER = 2**53  # float64 holds every integer up to here
LABELS_SHOWN = 5


def read_columns(X: Any) -> tuple[list[np.ndarray], tuple[str, ...]]:
    """Read a table as finite numeric columns, with their names (or x0, x1, ...).

    Columns keep their own type, so that integers beyond 2^53 in a frame stay what they are.
    """
    if is_sparse(X):
        X = X.toarray()
    if hasattr(X, "columns") and hasattr(X, "shape"):
        names = tuple(str(name) for name in X.columns)
        # By position: names may repeat. pandas has iloc, polars indexes tuples.
        pick = (lambda j: X.iloc[:, j]) if hasattr(X, "iloc") else (lambda j: X[:, j])
        columns = [np.asarray(pick(j)) for j in range(X.shape[1])]
    else:
        matrix = _as_matrix(X)
        names = tuple(f"x{j}" for j in range(matrix.shape[1]))
        columns = [matrix[:, j] for j in range(matrix.shape[1])]
    if not columns:
        raise ValueError("X has no columns.")
    if len(columns[0]) == 0:
        raise ValueError("X has no rows.")
    return [as_numbers(column, name) for column, name in zip(columns, names, strict=True)], names


def is_sparse(X: Any) -> bool:
    """Whether a table is one of scipy's sparse matrices or arrays; asking does not import scipy."""
    return hasattr(X, "tocsr") and hasattr(X, "toarray")


def _as_matrix(X: Any) -> np.ndarray:
    try:
        matrix = np.asarray(X)
    except ValueError:
        raise ValueError("The rows of X differ in length.") from None
    if matrix.ndim == 1:
        raise ValueError("X is one-dimensional; use X.reshape(-1, 1) for a single column.")
    if matrix.ndim != 2:
        raise ValueError(f"X must be a table of rows and columns, not of shape {matrix.shape}.")
    return matrix


def as_numbers(column: np.ndarray, name: str) -> np.ndarray:
    """A column as finite float64 or integer values; an error tells its name, and what is wrong where."""
    if column.dtype.kind in "OUST":
        try:
            if column.dtype.kind == "O" and all(isinstance(v, int | np.integer) for v in column):
                return column.astype(np.int64)
            column = column.astype(np.float64)
        except OverflowError:
            raise ValueError(f"Column {name!r} has integers beyond 64 bits; rescale it first.") from None
        except (TypeError, ValueError):
            row = _first_text(column)
            (held,) = column[row : row + 1].tolist()
            raise ValueError(
                f"Column {name!r} is not numeric: row {row} holds {held!r}. Encode or drop it."
            ) from None
    if column.dtype.kind not in "biuf":
        raise ValueError(f"Column {name!r} must hold real numbers, not {column.dtype}.")
    if column.dtype.kind != "f":
        return column.astype(np.int64) if column.dtype.kind == "b" else np.ascontiguousarray(column)
    if column.dtype.itemsize > 8:
        raise ValueError(f"Column {name!r} is {column.dtype}; convert it to float64 first.")
    bad = ~np.isfinite(column)
    if bad.any():
        kind = "NaN" if np.isnan(column).any() else "infinite"
        raise ValueError(
            f"Column {name!r} has {int(bad.sum())} {kind} values, the first in row {int(bad.argmax())}. "
            "Drop these rows or impute them."
        )
    return column.astype(np.float64) + 0.0  # -0.0 is 0.0


def _first_text(column: Sequence[Any] | np.ndarray) -> int:
    for row, value in enumerate(column):
        try:
            float(value)
        except (TypeError, ValueError):
            return row
    return 0


def read_share(value: Any, name: str) -> Fraction:
    """A share such as a loss of AUC, exactly as the decimal it is written as: 0.3 is 3/10.

    Parameters
    ----------
    value : float
        A number from 0 to 1.
    name : str
        What the share is called in an error.

    Returns
    -------
    Fraction

    Raises
    ------
    ValueError
        If it is not a number from 0 to 1.

    Examples
    --------
    >>> from aucopt.inputs import read_share
    >>> read_share(0.3, "delta")
    Fraction(3, 10)
    """
    if not isinstance(value, Real) or not 0 <= float(value) <= 1:
        raise ValueError(f"{name} must lie between 0 and 1, not {value!r}.")
    return value if isinstance(value, Fraction) else Fraction(str(float(value)))


def encode_labels(y: npt.ArrayLike, pos_label: Any = None) -> tuple[npt.NDArray[np.bool_], npt.NDArray[Any]]:
    """Tell positives from negatives.

    Parameters
    ----------
    y : array-like of shape (n,) or (n, 1)
        Two distinct labels of any kind that can be ordered: numbers, booleans, strings, dates. Lists, numpy
        arrays, pandas and polars columns will do.
    pos_label : label, optional
        The label of the positive class. By default the larger of the two, as in scikit-learn.

    Returns
    -------
    positive : ndarray of bool, shape (n,)
        True where the label is the positive one.
    classes : ndarray of shape (2,)
        The negative and the positive label.

    Raises
    ------
    ValueError
        If there are not exactly two classes, a label is missing, or `pos_label` is not one of them.

    Examples
    --------
    >>> from aucopt.inputs import encode_labels
    >>> positive, classes = encode_labels(["well", "ill", "well"], pos_label="ill")
    >>> positive.tolist(), classes.tolist()
    ([False, True, False], ['well', 'ill'])
    """
    labels = _read_labels(y)
    # Compare with slices of length one: numpy would take a label that is a tuple for an array.
    is_first = labels == labels[:1]
    n_first = np.count_nonzero(is_first)
    if n_first == labels.size:
        raise ValueError(f"Two classes are needed, y has only {_show(labels[:1])} in all {labels.size} rows.")
    other = int(np.argmin(is_first))
    is_second = labels == labels[other : other + 1]
    if n_first + np.count_nonzero(is_second) != labels.size:
        distinct = dict.fromkeys(labels.tolist())
        raise ValueError(f"Two classes are needed, y has {len(distinct)}: {_show(distinct)}.")

    classes = labels[[0, other]]
    try:
        swap = bool(classes[1] < classes[0]) if pos_label is None else bool(classes[0] == pos_label)
    except TypeError:
        raise ValueError(
            f"The labels {_show(classes)} have no common order; make them of one type or pass pos_label."
        ) from None
    if swap:
        classes, is_second = classes[::-1], is_first
    if pos_label is not None and classes[1] != pos_label:
        raise ValueError(f"pos_label={pos_label!r} is not among the labels of y: {_show(classes)}.")
    return is_second, classes


def check_scores(y_score: npt.ArrayLike, n: int) -> npt.NDArray[Any]:
    """Scores as a float64 vector.

    Integers too large for float64 stay integers: as floats some of them would tie.

    Parameters
    ----------
    y_score : array-like of shape (n,) or (n, 1)
        Finite numbers, higher for rows more likely to be positive.
    n : int
        The number of labels.

    Returns
    -------
    scores : ndarray of shape (n,)
        A float64 vector, or the integers as they came.

    Raises
    ------
    ValueError
        If the shape or length is wrong, or a score is not a finite number.

    Examples
    --------
    >>> from aucopt.inputs import check_scores
    >>> check_scores([3, 1, 2], 3)
    array([3., 1., 2.])
    """
    scores = _read_numbers(y_score, n, "scores")
    if scores.dtype.kind in "iu" and (
        scores.max() > LARGEST_EXACT_INTEGER or scores.min() < -LARGEST_EXACT_INTEGER
    ):
        return scores
    scores = scores.astype(np.float64, copy=False)
    _refuse(~np.isfinite(scores), "scores have {} NaN or infinite values")
    return scores


def check_weights(
    sample_weight: npt.ArrayLike | None, n: int
) -> npt.NDArray[np.float64] | npt.NDArray[np.int64] | None:
    """Sample weights as a vector: integers as int64, since they are summed exactly, all else as float64.

    Parameters
    ----------
    sample_weight : array-like of shape (n,) or (n, 1), or None
        Finite weights, zero or more. None stands for a weight of one for each row.
    n : int
        The number of labels.

    Returns
    -------
    weights : ndarray of shape (n,) or None
        The weights; None if None came in.

    Raises
    ------
    ValueError
        If the shape or length is wrong, or a weight is negative or not a finite number.

    Examples
    --------
    >>> from aucopt.inputs import check_weights
    >>> check_weights([1, 0, 2], 3)
    array([1, 0, 2])
    """
    if sample_weight is None:
        return None
    weights = _read_numbers(sample_weight, n, "sample weights")
    if weights.dtype.kind in "biu":
        if weights.max() > np.iinfo(np.int64).max:
            raise ValueError("Integer sample weights must be below 2**63; pass them as floats.")
        weights = weights.astype(np.int64, copy=False)
    else:
        weights = weights.astype(np.float64, copy=False)
        _refuse(~np.isfinite(weights), "sample weights have {} NaN or infinite values")
    _refuse(weights < 0, "sample weights have {} negative values")
    return weights


def _read_labels(y: npt.ArrayLike) -> npt.NDArray[Any]:
    """Labels as a vector without missing values."""
    labels = _read_column(y, "y")
    if labels.dtype.kind in "US" and not isinstance(y, np.ndarray):
        # In a list numpy writes a NaN or a number among strings as text, and "nan" would become a class.
        boxed = _read_column(np.asarray(y, dtype=object), "y")
        if not all(isinstance(label, str | bytes) for label in boxed):
            labels = boxed
    if labels.size == 0:
        raise ValueError("y is empty; two classes are needed.")
    if labels.dtype.kind == "f":
        _refuse(~np.isfinite(labels), "y has {} missing or infinite labels")
    elif labels.dtype.kind in "mM":
        _refuse(np.isnat(labels), "y has {} missing labels")
    elif labels.dtype.kind not in "biuUS":
        labels = labels.astype(object)
        try:
            missing = {label for label in set(labels.tolist()) if _is_missing(label)}
        except TypeError:
            raise ValueError("y must hold plain labels such as numbers or strings, one a row.") from None
        if missing:
            _refuse(np.array([_is_missing(label) for label in labels.tolist()]), "y has {} missing labels")
    return labels


def _is_missing(label: Any) -> bool:
    """Whether a label is None, NaN, NaT or pandas.NA."""
    try:
        return label is None or bool(label != label)
    except TypeError:  # pandas.NA refuses to be true or false
        return True


def _read_numbers(values: npt.ArrayLike, n: int, name: str) -> npt.NDArray[Any]:
    """Real numbers as a vector of length n."""
    numbers = _read_column(values, name)
    if numbers.size != n:
        raise ValueError(f"y has {n} rows, {name} have {numbers.size}.")
    if numbers.dtype.kind == "O":
        try:
            numbers = numbers.astype(np.float64)
        except (TypeError, ValueError):
            raise ValueError(f"The {name} must be numbers, none of them missing.") from None
    if numbers.dtype.kind not in "biuf":
        raise ValueError(f"The {name} must be real numbers, not {numbers.dtype}.")
    return numbers


def _read_column(values: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    """A vector, from a vector or a single column."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be one-dimensional; the rows differ in length.") from None
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == 2 and name == "scores":
        raise ValueError(
            f"scores have {array.shape[1]} columns; pass the positive class, e.g. predict_proba(X)[:, 1]."
        )
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, not of shape {array.shape}.")
    return array


def _refuse(bad: npt.NDArray[np.bool_], complaint: str) -> None:
    """Raise if any row is bad, saying how many are and which is the first."""
    if bad.any():
        raise ValueError(
            f"{complaint.format(np.count_nonzero(bad))}, the first in row {int(np.argmax(bad))}."
        )


def _show(labels: Iterable[Any]) -> str:
    """The first few labels, as Python writes them."""
    shown = [repr(label.item() if isinstance(label, np.generic) else label) for label in labels]
    more = ["..."] if len(shown) > LABELS_SHOWN else []
    return ", ".join(shown[:LABELS_SHOWN] + more)

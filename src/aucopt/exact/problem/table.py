"""Columns of numbers out of whatever table people bring: matrices, frames, lists, sparse matrices."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse


def read_columns(X: Any) -> tuple[list[np.ndarray], tuple[str, ...]]:
    """Read a table as finite numeric columns, with their names (or x0, x1, ...).

    Columns keep their own type, so that integers beyond 2^53 in a frame stay what they are.
    """
    if sparse.issparse(X):
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
    return [_as_numbers(column, name) for column, name in zip(columns, names, strict=True)], names


def count_columns(X: Any) -> int:
    """Number of columns of a table, without reading it where it knows."""
    return int(X.shape[1]) if len(getattr(X, "shape", ())) == 2 else len(read_columns(X)[0])


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


def _as_numbers(column: np.ndarray, name: str) -> np.ndarray:
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

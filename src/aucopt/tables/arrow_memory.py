"""Between Arrow's columns and Python, by way of the memory they stand in.

Arrow's own ways, such as `to_numpy`, `array` and `scalar`, import pandas if it is installed, which takes
longer than the rest of a short command.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow


def as_floats(values: pyarrow.ChunkedArray) -> np.ndarray:
    """Floats of any width, NaN where a value is missing.

    Examples
    --------
    >>> import pyarrow
    >>> from aucopt.tables.arrow_memory import as_floats
    >>> as_floats(pyarrow.chunked_array([[1.5, None], [2.0]]))
    array([1.5, nan, 2. ])
    """
    found = _read(values.cast(pyarrow.float64()), np.dtype(np.float64))
    if values.null_count:
        found[_absent(values)] = np.nan
    return found


def as_integers(values: pyarrow.ChunkedArray) -> tuple[np.ndarray, np.ndarray]:
    """Integers, 0 where a value is missing, and where that is.

    Examples
    --------
    >>> import pyarrow
    >>> from aucopt.tables.arrow_memory import as_integers
    >>> as_integers(pyarrow.chunked_array([[7, None]]))
    (array([7, 0]), array([False,  True]))
    """
    absent = _absent(values)
    # The names of Arrow's integers are those of numpy's.
    found = _read(values, np.dtype(str(values.type)))
    found[absent] = 0
    return found, absent


def as_strings(cells: Sequence[str]) -> pyarrow.Array:
    """Cells of text as a column.

    Examples
    --------
    >>> from aucopt.tables.arrow_memory import as_strings
    >>> as_strings(["a", "", "bc"]).to_pylist()
    ['a', '', 'bc']
    """
    encoded = [cell.encode() for cell in cells]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    made = pyarrow.LargeStringArray.from_buffers(
        len(encoded), pyarrow.py_buffer(ends), pyarrow.py_buffer(b"".join(encoded))
    )
    return made.cast(pyarrow.string())


def no_string() -> pyarrow.Scalar:
    """The missing value of a column of text."""
    return pyarrow.nulls(1, pyarrow.string())[0]


def _absent(values: pyarrow.ChunkedArray) -> np.ndarray:
    return _read(values.is_null().cast(pyarrow.uint8()), np.dtype(np.uint8)).astype(bool)


def _read(values: pyarrow.ChunkedArray, kind: np.dtype) -> np.ndarray:
    """What stands in the memory of a column, copied; anything where a value is missing."""
    parts = [
        np.frombuffer(chunk.buffers()[1], kind, len(chunk), chunk.offset * kind.itemsize)
        for chunk in values.chunks
        if len(chunk)
    ]
    return np.concatenate(parts) if parts else np.empty(0, kind)

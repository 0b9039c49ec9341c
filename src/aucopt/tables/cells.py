"""Cells of text become a column: numbers if all cells are, or are missing; else text.

Arrow reads numbers as Python's `float` does, to the last bit. Columns with a cell that Arrow refuses are read
by Python, each different cell once.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np
import pyarrow
from pyarrow import compute

from aucopt.tables.arrow_memory import as_floats, as_integers, as_strings, no_string
from aucopt.tables.errors import TableError
from aucopt.tables.marks import MISSING, Marks, is_number, read_marked
from aucopt.tables.reading import Table

_EXACT = 2.0**53  # float64 holds all integers below


class Column(NamedTuple):
    """A column.

    Attributes
    ----------
    values : array
        Numbers or text.
    absent : array of bool or None
        Which rows lack a value, if the values themselves cannot say it.
    marks : Marks or None
        What the cells have beside digits, row by row, if they have anything.
    """

    values: np.ndarray
    absent: np.ndarray | None = None
    marks: Marks | None = None


def read_cells(cells: pyarrow.ChunkedArray, decimal_comma: bool) -> Column:
    """Read a column: float64 with NaN for missing values, integers beyond 2^53, or strings and None.

    Examples
    --------
    >>> import pyarrow
    >>> from aucopt.tables.cells import read_cells
    >>> read_cells(pyarrow.chunked_array([["1.5", "NA"], [" 2"]]), decimal_comma=False).values
    array([1.5, nan, 2. ])
    """
    column = _read_by_arrow(cells)
    if column is None and not (decimal_comma and _has_points(cells)):
        column = _read_by_arrow(_fill(cells, decimal_comma))
    return _read_by_python(cells, decimal_comma) if column is None else column


def read_integers(integers: pyarrow.ChunkedArray) -> Column:
    """Integers as float64 with NaN for missing values, or as they are where float64 would round them."""
    filled, absent = as_integers(integers)
    if max(abs(int(filled.max(initial=0))), abs(int(filled.min(initial=0)))) > _EXACT:
        return Column(filled, absent if absent.any() else None)
    return Column(np.where(absent, np.nan, filled.astype(np.float64)), None)


def as_table(read: dict[str, Column], n_rows: int, written: dict[str, list[str]]) -> Table:
    """Put columns together."""
    columns = {name: column.values for name, column in read.items()}
    absent = {name: column.absent for name, column in read.items() if column.absent is not None}
    marks = {name: column.marks for name, column in read.items() if column.marks is not None}
    return Table(columns, absent, n_rows, written, marks)


def check_names(names: list[str], name: str) -> None:
    """Refuse names that occur twice, and a first line that is no header."""
    repeated = [column for column, times in Counter(names).items() if times > 1]
    if repeated:
        raise TableError(
            f"{name} has several columns of one name: {', '.join(map(repr, repeated))}. Rename all but one."
        )
    if all(map(is_number, names)):
        raise TableError(f"{name} has no header: its first line must name the columns, not hold numbers.")


def _read_by_arrow(cells: pyarrow.ChunkedArray) -> Column | None:
    try:
        numbers = as_floats(compute.cast(cells, pyarrow.float64()))
    except pyarrow.ArrowInvalid:
        return None
    unknown = int(np.isnan(numbers).sum())
    if unknown != cells.null_count:  # Arrow takes nan(7) for a number too
        return None
    if unknown < len(numbers) and np.nanmax(np.abs(numbers)) >= _EXACT:
        for kind in (pyarrow.int64(), pyarrow.uint64()):
            try:
                return read_integers(compute.cast(cells, kind))
            except pyarrow.ArrowInvalid:
                pass
    return Column(numbers, None)


def _has_points(cells: pyarrow.ChunkedArray) -> bool:
    """Whether some cell has a point, which beside decimal commas stands between thousands."""
    return bool(compute.any(compute.match_substring(cells, ".")).as_py())


def _fill(cells: pyarrow.ChunkedArray, decimal_comma: bool) -> pyarrow.ChunkedArray:
    """Cells without spaces around them, null where they are missing."""
    cells = compute.ascii_trim_whitespace(cells)
    missing = compute.is_in(compute.ascii_lower(cells), as_strings(sorted(MISSING)))
    cells = compute.if_else(missing, no_string(), cells)
    return compute.replace_substring(cells, ",", ".") if decimal_comma else cells


def _read_by_python(cells: pyarrow.ChunkedArray, decimal_comma: bool) -> Column:
    # Large strings: a column may exceed 2 GB.
    encoded = cells.cast(pyarrow.large_string()).combine_chunks().dictionary_encode()
    places, _ = as_integers(pyarrow.chunked_array([encoded.indices]))
    different = [cell.strip() for cell in encoded.dictionary.to_pylist()]

    _, first = np.unique(places, return_index=True)
    numbers, marks = read_marked(different, decimal_comma, (first + 1).tolist())
    told = marks if any(marks) else None
    if numbers is not None:
        if marks.limits:
            told = marks._replace(limits=tuple(np.array(marks.limits)[places].tolist()))
        return Column(np.array(numbers)[places], None, told)
    text = np.empty(len(different), dtype=object)
    text[:] = [None if cell.casefold() in MISSING else cell for cell in different]
    return Column(text[places], None, told)

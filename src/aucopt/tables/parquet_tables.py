"""Parquet: columns that know their types."""

from collections.abc import Collection

import numpy as np
import pyarrow
from pyarrow import parquet

from aucopt.tables.arrow_memory import as_floats
from aucopt.tables.cells import Column, as_table, check_names, read_cells, read_integers
from aucopt.tables.errors import TableError
from aucopt.tables.reading import Table


def read_parquet(content: bytes, name: str, copied: Collection[str]) -> Table:
    """Read a table; integers and decimals keep all their digits."""
    try:
        table = parquet.read_table(pyarrow.BufferReader(content))
    except pyarrow.ArrowException as error:
        raise TableError(f"cannot read {name}: {error}") from None
    check_names(table.column_names, name)
    if not table.num_rows:
        raise TableError(f"{name} has no rows.")
    read = {column: _from_arrow(table[column]) for column in table.column_names}
    written = {
        column: ["" if value is None else str(value) for value in table[column].to_pylist()]
        for column in table.column_names
        if column in copied
    }
    return as_table(read, table.num_rows, written)


def _from_arrow(values: pyarrow.ChunkedArray) -> Column:
    """Numbers as they are, all else as text."""
    kind, types = values.type, pyarrow.types
    if types.is_integer(kind):
        return read_integers(values)
    if types.is_floating(kind):
        return Column(as_floats(values), None)
    if types.is_decimal(kind):
        # By way of their digits: Arrow's own way to float64 rounds twice.
        return read_cells(values.cast(pyarrow.string()), decimal_comma=False)
    text = np.empty(len(values), dtype=object)
    text[:] = [None if value is None else str(value) for value in values.to_pylist()]
    return Column(text, None)

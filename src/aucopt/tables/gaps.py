"""Rows that lack a value: which they are, and how that is said."""

from collections.abc import Sequence

import numpy as np

from aucopt.tables.errors import name_row, show_some
from aucopt.tables.reading import Table


def missing_rows(table: Table, names: Sequence[str]) -> np.ndarray:
    """Which rows lack a value in one of some columns."""
    absent = np.zeros(table.n_rows, dtype=bool)
    for name in names:
        absent |= table.is_missing(name)
    return absent


def describe_missing(table: Table, names: Sequence[str]) -> str:
    """How many rows lack a value, which are the first, and in which columns."""
    rows = np.flatnonzero(missing_rows(table, names)) + 1
    counts = {name: int(table.is_missing(name).sum()) for name in names}
    where = show_some([f"{name} {count:,}" for name, count in counts.items() if count])
    if len(rows) == 1:
        return f"{name_row(int(rows[0]) - 1)} lacks a value ({where})"
    return f"{len(rows):,} rows lack a value ({where}): rows {show_some(rows.tolist())} below the header"

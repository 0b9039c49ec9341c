"""Columns of a table as a preparation takes them: numbers with gaps, categories as places in their levels."""

from collections.abc import Sequence

import numpy as np

from aucopt.estimators.preparation import Preparation, RawColumn, encode_column
from aucopt.tables.columns import check_numeric, odd_cell
from aucopt.tables.errors import TableError, name_row, show_some
from aucopt.tables.reading import Table

MOST_LEVELS = 20  # more make columns of single rows


def choose_categories(table: Table, named: Sequence[str], others: Sequence[str | None]) -> list[str]:
    """The columns that are taken as categories: those named, or all columns of text with few levels.

    Raises
    ------
    TableError
        If a column that was named has too many levels, or only one.
    """
    for name in named:
        n = len(_levels(table, name))
        if not 2 <= n <= MOST_LEVELS:
            raise TableError(
                f"column {name!r} cannot be a category: it has {n:,} different values, "
                f"and 2 to {MOST_LEVELS} are possible."
            )
    if named:
        return list(named)
    text = [name for name in table.columns if name not in others and not table.is_numeric(name)]
    return [name for name in text if odd_cell(table, name) is None and _is_category(table, name)]


def describe_raw(table: Table, name: str, *, is_category: bool, kept: np.ndarray) -> RawColumn:
    """A column as it comes in, with its levels and whether it has gaps in the rows that are kept."""
    levels = tuple(_levels(table, name)) if is_category else ()
    return RawColumn(name, levels, bool(table.is_missing(name)[kept].any()))


def read_raw(table: Table, columns: Sequence[RawColumn]) -> np.ndarray:
    """The values of the columns, NaN where one is missing.

    Raises
    ------
    TableError
        If a column of numbers is text, or a category was not known to the fit.
    """
    check_numeric(table, [column.name for column in columns if not column.levels], advise=False)
    return np.column_stack([_values(table, column) for column in columns])


def explain(preparation: Preparation) -> list[str]:
    """What was done, for readers of a result."""
    told = []
    filled = [
        f"{column.name} {median:g}"
        for column, median in zip(preparation.columns, preparation.medians_, strict=True)
        if column.has_gaps and not column.levels
    ]
    if filled and preparation.imputer is not None:
        names = [text.rpartition(" ")[0] for text in filled]
        told.append(
            f"Missing values of {show_some(names)} are filled by {type(preparation.imputer).__name__}, and a "
            "column of 0 and 1 says where. In the cross-validation it is fitted to the rows of each fit."
        )
    elif filled:
        told.append(
            f"Missing values are filled with the median of the column ({show_some(filled)}), and a column of "
            "0 and 1 says where. In the cross-validation the medians are those of the rows of each fit."
        )
    encoded = [f"{column.name} ({column.levels[0]})" for column in preparation.columns if column.levels]
    if encoded:
        told.append(
            "Categories are columns of 0 and 1, each against the first one, which is in brackets: "
            f"{show_some(encoded)}."
        )
    return told


def _is_category(table: Table, name: str) -> bool:
    """Whether a column of text has few levels, and does not identify the rows."""
    n = len(_levels(table, name))
    return 2 <= n <= MOST_LEVELS and n < int((~table.is_missing(name)).sum())


def _values(table: Table, column: RawColumn) -> np.ndarray:
    if not column.levels:
        values = table.columns[column.name].astype(np.float64)
        return np.where(table.is_missing(column.name), np.nan, values)
    cells = table.columns[column.name].astype(object)
    cells[table.is_missing(column.name)] = None
    try:
        return encode_column(column, cells, name_row=name_row)
    except ValueError as error:
        raise TableError(str(error)) from None


def _levels(table: Table, name: str) -> list[str]:
    cells, missing = table.columns[name].tolist(), table.is_missing(name)
    values = {cell for cell, empty in zip(cells, missing, strict=True) if not empty}
    # Numbers in their own order: grade 10 comes after grade 9.
    return [_level(value) for value in sorted(values)]


def _level(cell: str | float) -> str:
    return cell if isinstance(cell, str) else f"{cell:.15g}"

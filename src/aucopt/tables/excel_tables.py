"""Excel workbooks: a sheet becomes a table, and scores become a sheet."""

import io
from collections.abc import Collection, Iterable, Sequence
from typing import Any, BinaryIO

import numpy as np
import pyarrow

from aucopt.tables.cells import Column, as_table, check_names, read_cells
from aucopt.tables.errors import TableError, show_some
from aucopt.tables.heading import MOST_TITLES, count_titles, drop_empty, name_all, note_heading
from aucopt.tables.reading import Table


def read_excel(content: bytes, name: str, copied: Collection[str], sheet: str | None = None) -> Table:
    """Read a sheet, the first one by default; the first row that is not empty, or a title, is the header.

    Numbers are those of the file; cells with formulas have the value that Excel saved with them.

    Raises
    ------
    TableError
        If openpyxl is not installed, there is no such sheet, or it is not a valid table.
    """
    openpyxl = _openpyxl(name)
    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    except Exception as error:  # openpyxl raises what it meets: KeyError, ValueError, BadZipFile
        raise TableError(f"cannot read {name}: it is not a valid workbook ({error}).") from None
    names = [sheet.title for sheet in book.worksheets]
    if sheet is not None and sheet not in names:
        raise TableError(f"{name} has no sheet {sheet!r}; its sheets are {show_some(names)}.")
    chosen = names[0] if sheet is None else sheet
    rows = [row for row in book[chosen].iter_rows(values_only=True) if any(cell is not None for cell in row)]
    book.close()
    if not rows:
        raise TableError(f"sheet {chosen!r} of {name} is empty.")
    width = max(k + 1 for row in rows for k, cell in enumerate(row) if cell is not None)
    # Some programs write rows of different lengths.
    rows = [(*row[:width], *[None] * (width - len(row))) for row in rows]
    top = [[_text(cell) for cell in row] for row in rows[: MOST_TITLES + 1]]
    n_titles = count_titles(top)
    own = top[n_titles]
    header = name_all(own)
    check_names(header, name)
    rows = rows[n_titles + 1 :]
    if not rows:
        raise TableError(f"{name} has a header and no rows.")
    columns = dict(zip(header, zip(*rows, strict=True), strict=True))
    empty = {column for column, cells in columns.items() if all(cell is None for cell in cells)}
    columns = drop_empty(own, columns, empty)
    written = {column: [_text(cell) for cell in columns[column]] for column in columns if column in copied}
    table = as_table({column: _column(cells) for column, cells in columns.items()}, len(rows), written)
    others = [other for other in names if other != chosen]
    if others and sheet is None:
        note = f"{name} has several sheets; {chosen!r} was read, not {show_some(others)} (--sheet chooses)."
        table = table._replace(notes=(note,))
    return note_heading(table, name, top[:n_titles], own)


def write_excel(file: BinaryIO, rows: Iterable[Sequence[Any]]) -> None:
    """Write rows as the only sheet of a workbook, the header first.

    Raises
    ------
    TableError
        If openpyxl is not installed.
    """
    openpyxl = _openpyxl("the workbook")
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("scores")
    for row in rows:
        sheet.append(list(row))
    book.save(file)


def _openpyxl(name: str) -> Any:
    try:
        import openpyxl
    except ImportError:
        raise TableError(
            f'{name} needs openpyxl: pip install "aucopt[excel]", or save the sheet as CSV.'
        ) from None
    return openpyxl


def _column(cells: Sequence[Any]) -> Column:
    if all(cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool)) for cell in cells):
        return Column(np.array([np.nan if cell is None else float(cell) for cell in cells]))
    return read_cells(pyarrow.chunked_array([[_text(cell) for cell in cells]]), decimal_comma=False)


def _text(cell: Any) -> str:
    """A cell as CSV would have it."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 2**53 else repr(cell)
    return str(cell).strip()

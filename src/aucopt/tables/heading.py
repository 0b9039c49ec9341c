"""The top of a table as spreadsheets have it: a title above the header, and columns without a name."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from aucopt.tables.marks import is_number
from aucopt.tables.reading import Table

MOST_TITLES = 20  # lines that are searched for a header
_Column = TypeVar("_Column")
_SHOWN = 60


def count_titles(rows: Sequence[Sequence[str]]) -> int:
    """How many rows stand above the header: they have one cell each, it has several, and none is a number.

    Examples
    --------
    >>> from aucopt.tables.heading import count_titles
    >>> count_titles([["Ward 3, 2026", ""], ["age", "crp"], ["50", "1.5"]])
    1
    >>> count_titles([["age", "crp"], ["50", "1.5"]]), count_titles([["age"], ["50"]])
    (0, 0)
    """
    for i, row in enumerate(rows):
        filled = [cell for cell in row if cell]
        if len(filled) > 1:
            return 0 if any(map(is_number, filled)) else i
    return 0


def name_all(names: Sequence[str]) -> list[str]:
    """The names of a header; a column without one is called by its place.

    Examples
    --------
    >>> from aucopt.tables.heading import name_all
    >>> name_all(["", "age"])
    ['column 1', 'age']
    """
    return [name or f"column {i}" for i, name in enumerate(names, 1)]


def drop_empty(names: Sequence[str], columns: Mapping[str, _Column], empty: set[str]) -> dict[str, _Column]:
    """The columns without those that have neither a name nor a cell."""
    unnamed = {given for given, name in zip(name_all(names), names, strict=True) if not name}
    return {name: column for name, column in columns.items() if name not in unnamed & empty}


def note_heading(table: Table, called: str, titles: Sequence[Sequence[str]], names: Sequence[str]) -> Table:
    """The table with notes on the rows above its header, and on columns that were given a name."""
    notes = []
    if titles:
        title = next((cell for row in titles for cell in row if cell), "")[:_SHOWN]
        notes.append(f"{called} has a title above its header, which is not read: {title!r}.")
    given = [new for new, name in zip(name_all(names), names, strict=True) if not name]
    notes.extend(f"A column without a name is called {new!r}." for new in given if new in table.columns)
    return table._replace(notes=(*table.notes, *notes))

"""How a table is refused, and what lists of names look like in messages."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

_SHOWN = 5


class TableError(ValueError):
    """The table, or the choice of its columns, cannot be used.

    Parameters
    ----------
    message : str
        What is wrong, for every reader.
    advice : str
        Which option of the command helps; the app has its own controls, and leaves this out.

    Examples
    --------
    >>> from aucopt.tables.errors import TableError
    >>> error = TableError("row 3 lacks a value.", "Add --missing drop to leave it out.")
    >>> print(error)
    row 3 lacks a value. Add --missing drop to leave it out.
    >>> error.message
    'row 3 lacks a value.'
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(f"{message} {advice}".rstrip())
        self.message = message
        self.parts: tuple[TableError, ...] = (self,)


class Problems:
    """Collects what is wrong with a table, so that one error reports all of it.

    Parameters
    ----------
    name : str
        What the table is called in errors, if it is one of several.

    Examples
    --------
    >>> from aucopt.tables.errors import Problems, TableError
    >>> problems = Problems()
    >>> for message in ("row 3 lacks a value.", "column 'site' is text."):
    ...     with problems.collect():
    ...         raise TableError(message)
    >>> problems.check()
    Traceback (most recent call last):
    aucopt.tables.errors.TableError: the table has 2 problems:
      1. Row 3 lacks a value.
      2. Column 'site' is text.
    """

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._found: list[TableError] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Keep a `TableError` that is raised inside for later, and go on."""
        try:
            yield
        except TableError as error:
            self._found.extend(error.parts)

    def check(self, warnings: Sequence[str] = ()) -> None:
        """Raise what was collected, if anything was; warnings join an error, and alone are none.

        Raises
        ------
        TableError
            The only problem as it is; several as a numbered list.
        """
        if self._found:
            self._found.extend(map(TableError, warnings))
        if len(self._found) == 1 and not self._name:
            raise self._found[0]
        if self._found:
            error = TableError(self._list([str(part) for part in self._found]))
            error.message = self._list([part.message for part in self._found])
            error.parts = tuple(self._found)
            raise error

    def _list(self, texts: Sequence[str]) -> str:
        if len(texts) == 1:
            return f"{self._name}: {texts[0]}"
        lines = [f"  {i}. {capitalise(text)}" for i, text in enumerate(texts, 1)]
        return "\n".join([f"{self._name or 'the table'} has {len(texts)} problems:", *lines])


def capitalise(message: str) -> str:
    """A message as a sentence; a name of a file at its beginning stays as it is.

    Examples
    --------
    >>> from aucopt.tables.errors import capitalise
    >>> capitalise("there is no column 'age'."), capitalise("a.csv is empty.")
    ("There is no column 'age'.", 'a.csv is empty.')
    """
    is_name = "." in message.partition(" ")[0]
    return message if is_name else message[:1].upper() + message[1:]


def name_row(i: int) -> str:
    """How messages name a row of a file, given its number from 0: the first row below the header is row 1.

    Examples
    --------
    >>> from aucopt.tables.errors import name_row
    >>> name_row(0)
    'row 1 below the header'
    """
    return f"row {i + 1} below the header"


def show_some(items: Sequence[Any]) -> str:
    """The first few of a list.

    Examples
    --------
    >>> from aucopt.tables.errors import show_some
    >>> show_some(range(9))
    '0, 1, 2, 3, 4, ...'
    """
    return ", ".join(map(str, items[:_SHOWN])) + (", ..." if len(items) > _SHOWN else "")

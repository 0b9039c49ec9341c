"""How a table is refused, and what lists of names look like in messages."""

from collections.abc import Sequence
from typing import Any

_SHOWN = 5


class TableError(ValueError):
    """A table or a choice of its columns that cannot be used.

    Parameters
    ----------
    message : str
        What is wrong, for every reader.
    advice : str
        Which option of the command helps; the app has its own controls, and leaves this out.

    Examples
    --------
    >>> from aucopt.tables.errors import TableError
    >>> error = TableError("row 3 lacks a value.", "Leave it out by --missing drop.")
    >>> print(error)
    row 3 lacks a value. Leave it out by --missing drop.
    >>> error.message
    'row 3 lacks a value.'
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(f"{message} {advice}".rstrip())
        self.message = message


def show_some(items: Sequence[Any]) -> str:
    """The first few of a list.

    Examples
    --------
    >>> from aucopt.tables.errors import show_some
    >>> show_some(range(9))
    '0, 1, 2, 3, 4, ...'
    """
    return ", ".join(map(str, items[:_SHOWN])) + (", ..." if len(items) > _SHOWN else "")

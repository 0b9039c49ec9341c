"""Numbers as people write them: 12.3%, 1,234.50, 1.234,50, 1 234, <0.1.

What a comma or a point means is decided for a whole column: by the cells that leave no choice. A column in
which both are decimal marks is refused, and so is one in which only some cells have a percent sign.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from aucopt.tables.errors import name_row

# Cells that stand for nothing, in any case of letters.
MISSING = frozenset(["", "na", "n/a", "#n/a", "<na>", "nan", "null", "none", ".", "?"])
_LIMIT = re.compile(r"(<=?|>=?|≤|≥)\s*(.*)", re.DOTALL)
_SPACES = re.compile(r"(?<=\d)[ \u00a0\u2009\u202f'\u2019](?=\d{3}(?!\d))")
_MARKS = re.compile(r"[+-]?(\d+)((?:[.,]\d+)+)")


class Marks(NamedTuple):
    """What the cells of a column have beside digits.

    Attributes
    ----------
    limits : tuple of int
        For each cell -1 if it is below a limit of detection (<0.1), 1 if it is above one (>500), else 0;
        empty if no cell has a limit.
    remark : str
        What a reader must know of how the cells were read.
    refused : str
        Why they were not read as numbers, though they look like numbers; the cells are named.
    """

    limits: tuple[int, ...] = ()
    remark: str = ""
    refused: str = ""


class _Cell(NamedTuple):
    written: str
    core: str
    limit: int
    percent: bool
    row: int


def read_marked(
    cells: Sequence[str], decimal_comma: bool, rows: Sequence[int] | None = None
) -> tuple[list[float] | None, Marks]:
    """Read the different cells of a column; None if one is no number, or if they cannot be told apart.

    Parameters
    ----------
    cells : sequence of str
        Without spaces around them.
    decimal_comma : bool
        What a comma is where no cell tells: the decimal mark, or one between thousands.
    rows : sequence of int, optional
        Where each cell stands first, for messages; 1, 2, ... by default.

    Examples
    --------
    >>> from aucopt.tables.marks import read_marked
    >>> read_marked(["1,234.50", "7", "n/a"], False)[0]
    [1234.5, 7.0, nan]
    >>> values, marks = read_marked(["<0.1", "3"], False)
    >>> values, marks.limits
    ([0.1, 3.0], (-1, 0))
    >>> read_marked(["1.234,50", "1,234.50"], False)[1].refused.split(", and ")[0]
    "row 1 below the header holds '1.234,50' with a decimal comma"
    """
    rows = range(1, len(cells) + 1) if rows is None else rows
    parsed = [
        None if cell.casefold() in MISSING else _parse(cell, row)
        for cell, row in zip(cells, rows, strict=True)
    ]
    known = [cell for cell in parsed if cell is not None]
    comma = next((cell for cell in known if _decimal_mark(cell.core) == ","), None)
    point = next((cell for cell in known if _decimal_mark(cell.core) == "."), None)
    if comma is not None and point is not None:
        return _refuse(known, comma, "a decimal comma", point, "a decimal point")
    doubtful = {mark: _doubtful(known, mark) for mark in ",."}
    if comma is None and point is None:
        if doubtful[","] is not None and doubtful["."] is not None:
            return _refuse(known, doubtful[","], "a comma", doubtful["."], "a point")
        decimal = "," if decimal_comma else "."
    else:
        decimal = "," if point is None else "."
    numbers = [float("nan") if cell is None else _number(cell.core, decimal) for cell in parsed]
    if any(number is None for number in numbers):
        return None, Marks()
    percent = [cell for cell in known if cell.percent]
    if percent and len(percent) < len(known):
        plain = next(cell for cell in known if not cell.percent)
        return _refuse(known, percent[0], "a percent sign", plain, "none")
    limits = tuple(0 if cell is None else cell.limit for cell in parsed)
    remarks = []
    if percent:
        remarks.append(f"{percent[0].written} is read as {_number(percent[0].core, decimal):g}")
    other = decimal == "," and not decimal_comma
    grouped = next((c for c in known if _is_grouped(c.core, decimal) or (other and "," in c.core)), None)
    if grouped is not None:
        remarks.append(f"{grouped.written} is read as {_number(grouped.core, decimal):.15g}")
    found = [number for number in numbers if number is not None]
    return found, Marks(limits if any(limits) else (), ", ".join(remarks))


def is_number(cell: str) -> bool:
    """Whether a cell is a number to the person who wrote it: Python reads 2_5 as 25."""
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell


def _parse(cell: str, row: int) -> _Cell:
    """Take apart limit, digits and percent sign."""
    core, limit = cell, 0
    if (match := _LIMIT.fullmatch(core)) is not None:
        limit, core = -1 if match[1][0] in "<≤" else 1, match[2]
    percent = core.endswith("%")
    core = core.removesuffix("%").strip().replace("\N{MINUS SIGN}", "-")
    return _Cell(cell, _SPACES.sub("", core), limit, percent, row)


def _decimal_mark(core: str) -> str | None:
    """The decimal mark of a number, where nothing else is possible."""
    match = _MARKS.fullmatch(core)
    if match is None:
        return None
    whole, rest = match[1], match[2]
    marks = [mark for mark in rest if mark in ",."]
    if len(set(marks)) == 2:
        return marks[-1] if marks.count(marks[-1]) == 1 and rest[-1] not in ",." else None
    if len(marks) > 1:
        # Several of a kind are between thousands, so that the other one is the decimal mark.
        return "." if marks[0] == "," else ","
    is_group = len(rest) == 4 and len(whole) <= 3 and whole != "0"
    return None if is_group else marks[0]


def _doubtful(cells: Sequence[_Cell], mark: str) -> _Cell | None:
    """A cell in which a mark may be the decimal one or between thousands."""
    return next(
        (
            cell
            for cell in cells
            if cell.core.count(mark) == 1 and _MARKS.fullmatch(cell.core) and _decimal_mark(cell.core) is None
        ),
        None,
    )


def _number(core: str, decimal: str) -> float | None:
    between = "," if decimal == "." else "."
    if between in core:
        whole, *rest = core.split(decimal)
        groups = whole.lstrip("+-").split(between)
        if len(rest) > 1 or any(between in part for part in rest):
            return None
        if not 1 <= len(groups[0]) <= 3 or not all(
            len(group) == 3 and group.isdigit() for group in groups[1:]
        ):
            return None
        core = core.replace(between, "")
    core = core.replace(decimal, ".")
    return float(core) if is_number(core) else None


def _is_grouped(core: str, decimal: str) -> bool:
    return ("," if decimal == "." else ".") in core


def _refuse(cells: Sequence[_Cell], one: _Cell, has: str, other: _Cell, has_other: str) -> tuple[None, Marks]:
    """Only of numbers: among words a comma means nothing."""
    looks = all(_number(cell.core, ".") is not None or _number(cell.core, ",") is not None for cell in cells)
    first, second = (f"{name_row(cell.row - 1)} holds {cell.written!r} with" for cell in (one, other))
    return None, Marks(refused=f"{first} {has}, and {second} {has_other}" if looks else "")

"""Which columns of a table hold numbers, and which of them deserve a second look."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

import numpy as np

from aucopt.tables.errors import Problems, TableError, name_row, show_some
from aucopt.tables.marks import is_number
from aucopt.tables.notes import Notes
from aucopt.tables.reading import Table
from aucopt.words.sentences import count

_FEWEST_NUMBERED = 10  # fewer rows are in order by chance
_FEWEST_UNIQUE = 30  # in fewer rows, whole numbers of a measurement may all differ
_FEWEST_SEPARATED = 5  # of each class: fewer are separated by chance
_ID = re.compile(r"(.*[\W_])?(?i:id)|.*[a-z]I[dD]")  # patient_id, Case ID, patientId; not acid
_FOLD = re.compile(r"(.*[\W_])?fold", re.IGNORECASE)  # beside out-of-fold scores; not a fold change
# In any capitals; a column has words of one pair only.
_TRUTHS = ({"false": 0.0, "true": 1.0}, {"no": 0.0, "yes": 1.0}, {"n": 0.0, "y": 1.0})
_ALIKE = 0.6  # how alike a name must be to be meant


def find_columns(table: Table, names: Sequence[str]) -> None:
    """Refuse names that are not in the table, with the closest that are."""
    folded = {column.casefold(): column for column in table.columns}
    problems = Problems()
    for name in dict.fromkeys(names):
        if name not in table.columns:
            close = get_close_matches(name.casefold(), folded, n=3, cutoff=_ALIKE)
            hint = f"did you mean {' or '.join(repr(folded[c]) for c in close)}?"
            with problems.collect():
                raise TableError(
                    f"there is no column {name!r}; "
                    f"{hint if close else f'the columns are {show_some(list(table.columns))}.'}"
                )
    problems.check()


def count_truths(table: Table, names: Sequence[str]) -> Table:
    """The table with 1 for true or yes, and 0 for false or no, in columns that hold nothing else."""
    columns = dict(table.columns)
    for name in names:
        if table.is_numeric(name):
            continue
        cells = [None if cell is None else cell.casefold() for cell in columns[name]]
        words = {cell for cell in cells if cell is not None}
        truths = next((pair for pair in _TRUTHS if words <= pair.keys()), None)
        if truths is not None:
            columns[name] = np.array([np.nan if cell is None else truths[cell] for cell in cells])
    return table._replace(columns=columns)


def describe_infinite(table: Table, name: str, rows: np.ndarray) -> str:
    """What to say of a column that has an infinite value in one of the rows."""
    infinite = np.flatnonzero(rows & np.isinf(table.columns[name].astype(np.float64)))
    return f"column {name!r} holds infinite values, the first in {name_row(infinite[0])}."


def check_numeric(table: Table, names: Sequence[str], *, advise: bool = True) -> None:
    """Refuse columns of text, with a cell that shows it; with advice where a column can be left out."""
    problems = Problems()
    with problems.collect():
        check_marks(table, names, advise=advise)
    with problems.collect():
        _check_text(table, names, advise)
    problems.check()


def _check_text(table: Table, names: Sequence[str], advise: bool) -> None:
    refused = [name for name, marks in table.marks.items() if marks.refused]
    text = [name for name in names if not table.is_numeric(name) and name not in refused]
    if not text:
        return
    cells = table.columns[text[0]]
    row = next(i for i, cell in enumerate(cells) if cell is not None and not is_number(cell))
    if len(text) == 1:
        found = f"column {text[0]!r} is text: {name_row(row)} holds {cells[row]!r}."
    else:
        found = (
            f"these columns are text: {show_some(text)}; {name_row(row)} holds {cells[row]!r} in {text[0]!r}."
        )
    it = "it" if len(text) == 1 else "them"
    advice = f"Add --categories to use {it} as categories, encode {it} as numbers, or leave {it} out."
    raise TableError(found, advice if advise else "")


def check_marks(table: Table, names: Sequence[str], *, advise: bool = True) -> None:
    """Refuse numbers that are ambiguous: 1.234,50 beside 1,234.50, or 12% beside 0.4."""
    problems = Problems()
    for name in names:
        if name in table.marks and table.marks[name].refused:
            with problems.collect():
                raise TableError(
                    f"column {name!r} mixes two ways to write numbers: {table.marks[name].refused}. "
                    "Write all of them in one way.",
                    "Or add --exclude to leave the column out." if advise else "",
                )
    problems.check()


def replace_limits(
    table: Table, names: Sequence[str], how: str | None, notes: Notes, *, advise: bool = True
) -> Table:
    """The table with numbers for values beyond a limit of detection.

    Parameters
    ----------
    table : Table
        As read.
    names : sequence of str
        The columns that are used.
    how : {"half", "limit"} or None
        <0.1 becomes half of the limit, or the limit itself; >500 becomes 500 in both cases. None is an error.
    notes : Notes
        Is told what was done.
    advise : bool
        Whether the error may advise to leave the column out.

    Raises
    ------
    TableError
        If there are such values and `how` is None; it names a cell of each column.
    """
    columns, refused = dict(table.columns), []
    for name in names:
        limits = np.array(table.marks[name].limits if name in table.marks else ())
        if not limits.any():
            continue
        values, row = columns[name], int(np.flatnonzero(limits)[0])
        cell = f"{'<' if limits[row] < 0 else '>'}{values[row]:g}"
        n = int((limits != 0).sum())
        if how is None:
            refused.append(f"{n:,} in column {name!r} ({name_row(row)} holds {cell!r})")
            continue
        columns[name] = np.where(limits < 0, values / 2, values) if how == "half" else values
        notes.remarks.append(
            f"Column {name!r} has {count(n, 'value')} beyond a limit of detection: {name_row(row)} holds "
            f"{cell!r}, which is read as {columns[name][row]:g}."
        )
    if refused:
        leave = ", or --exclude to leave the column out" if advise else ""
        raise TableError(
            f"cells that are limits of detection: {', '.join(refused)}.",
            "Add --detection-limit half to use half the limit as the value, --detection-limit limit to use "
            f"the limit itself{leave}.",
        )
    return table._replace(columns=columns)


def odd_cell(table: Table, name: str) -> tuple[int, str] | None:
    """Row (from 0) and cell that make text of a column of which most cells are numbers, such as "12 mg".

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.columns import odd_cell
    >>> from aucopt.tables.reading import Table
    >>> odd_cell(Table({"crp": np.array(["0.4", "haemolytic", "7"], dtype=object)}, {}, 3, {}), "crp")
    (1, 'haemolytic')
    """
    if table.is_numeric(name):
        return None
    odd = [(i, cell) for i, cell in enumerate(table.columns[name]) if cell and not is_number(cell)]
    n_cells = sum(cell is not None for cell in table.columns[name])
    return odd[0] if odd and 2 * len(odd) < n_cells else None


def numeric_columns(table: Table, others: Sequence[str | None], notes: Notes) -> list[str]:
    """All columns of numbers beside some others, but none that numbers the rows.

    Raises
    ------
    TableError
        If there is none.
    """
    text, numbering, names = [], [], []
    for name, column in table.columns.items():
        if name in others:
            continue
        if not table.is_numeric(name):
            text.append(name)
        elif _numbers_rows(name, column):
            numbering.append(name)
        elif np.isnan(column).all():
            notes.remarks.append(f"Column {name!r} is empty and left out.")
        else:
            names.append(name)
    for name in list(text):
        if (found := odd_cell(table, name)) is not None:
            text.remove(name)
            notes.warnings.append(
                f"Column {name!r} is left out: most cells are numbers, but {name_row(found[0])} holds "
                f"{found[1]!r}."
            )
    if text:
        notes.remarks.append(f"Columns of text are left out: {show_some(text)}.")
    if numbering:
        notes.remarks.append(
            f"Columns that only number the rows or folds are left out: {show_some(numbering)}; "
            "name them with --columns to use them."
        )
    if not names:
        raise TableError(" ".join(["there is no column of numbers beside the target.", *notes.all]))
    return names


def suspect_columns(names: Sequence[str], X: np.ndarray, positive: np.ndarray) -> list[str]:
    """Warnings of columns that identify rows, or give the outcome away.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.columns import suspect_columns
    >>> X, ill = np.arange(20.0)[:, None] / 2, np.arange(20) > 9
    >>> suspect_columns(["days to death"], X, ill)[0][:57]
    "Column 'days to death' alone separates the classes: is it"
    """
    warnings = []
    enough = min(int(positive.sum()), int((~positive).sum())) >= _FEWEST_SEPARATED
    for name, column in zip(names, X.T, strict=True):
        ill, well = column[positive], column[~positive]
        ill, well = ill[~np.isnan(ill)], well[~np.isnan(well)]
        if enough and ill.size and well.size and (ill.min() > well.max() or well.min() > ill.max()):
            warnings.append(
                f"Column {name!r} alone separates the classes: is it known before the outcome? "
                "--exclude leaves it out."
            )
        elif len(column) >= _FEWEST_UNIQUE and _is_unique(column):
            warnings.append(
                f"Column {name!r} has a different whole number in every row: does it only identify the rows? "
                "--exclude leaves it out."
            )
    return warnings


def _is_unique(column: np.ndarray) -> bool:
    return bool(np.all(column == np.rint(column))) and len(np.unique(column)) == len(column)


def _numbers_rows(name: str, column: np.ndarray) -> bool:
    """Whether a column counts the rows, has folds, or is called an id and has another number in each."""
    if len(column) < _FEWEST_NUMBERED:
        return False
    if np.all(np.diff(column) == 1):
        return True
    if _FOLD.fullmatch(name) is not None and np.all(column >= 0) and np.all(column == np.rint(column)):
        return True
    return _ID.fullmatch(name) is not None and _is_unique(column)

"""Which columns and rows of a table a command works on, and what it says about those left out."""

import re
from collections.abc import Sequence
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

import numpy as np

from aucopt.analysis.rows import Rows
from aucopt.tables.errors import TableError
from aucopt.tables.outcomes import OutcomeColumns, read_outcome_columns
from aucopt.tables.reading import Table

_SHOWN = 5
_FEWEST_NUMBERED = 10  # fewer rows are in order by chance
_LARGEST = 1e150  # squares of larger numbers, summed over rows, overflow
_ID = re.compile(r"(.*[\W_])?(?i:id)|.*[a-z]I[dD]")  # patient_id, Case ID, patientId; not acid
# Labels that people mean to be the positive ones, in any case of letters.
_POSITIVE = frozenset(
    ["case", "yes", "true", "positive", "malignant", "event", "dead", "died", "ill", "sick", "diseased"]
)
_TRUTHS = {"false": 0.0, "true": 1.0}
_ALIKE = 0.6  # how alike a name must be to be meant


def select_rows(
    table: Table,
    target: str | OutcomeColumns,
    *,
    columns: Sequence[str] | None = None,
    positive_label: str | None = None,
    weights: str | None = None,
    missing: str = "error",
) -> tuple[Rows, list[str]]:
    """Choose columns and rows; the notes say what was left out.

    The target is a column of two classes, or says which columns another outcome has.

    Raises
    ------
    TableError
        If a column is not there or not numeric, values are missing, or there are not two classes.
    """
    asked = OutcomeColumns(target) if isinstance(target, str) else target
    asked.check()
    find_columns(table, [*asked.used, *([weights] if weights else []), *(columns or [])])
    notes: list[str] = []
    written = table
    table = count_truths(table, [name for name in table.columns if name not in (*asked.used, weights)])
    names = list(columns) if columns else numeric_columns(table, [*asked.used, weights], notes)
    if counted := [name for name in names if table.is_numeric(name) and not written.is_numeric(name)]:
        notes.append(f"True counts 1 and false 0 in {_show(counted)}.")
    for name in names:
        if name in asked.used[: 2 if asked.target is None else 1]:
            raise TableError(f"{name!r} is the target; it cannot be a column of the score too.")
    used = [*names, *([weights] if weights else [])]
    check_numeric(table, [*used, *asked.numeric])
    absent = missing_rows(table, [*asked.used, *used])
    if absent.any():
        if missing != "drop":
            raise TableError(
                f"{describe_missing(table, [*asked.used, *used])}.",
                "Leave these rows out by --missing drop, or fill the values in first.",
            )
        notes.append(f"{absent.sum():,} of {table.n_rows:,} rows lack a value and are left out.")
    kept = ~absent
    outcome = read_outcome_columns(table, asked, kept, positive_label)
    positive, classes = outcome.positive, outcome.classes
    X = np.column_stack([table.columns[name][kept].astype(np.float64) for name in names])
    if not np.isfinite(X).all():
        bad = [name for name, column in zip(names, X.T, strict=True) if np.isinf(column).any()]
        raise TableError(f"column {bad[0]!r} holds infinite values.")
    for name, column in zip(names, X.T, strict=True):
        if np.abs(column).max() > _LARGEST:
            raise TableError(
                f"column {name!r} holds {column[np.abs(column).argmax()]:g}, too large to be squared. "
                "Divide the column by a power of ten: no AUC changes."
            )
    given = table.columns[weights][kept] if weights else None
    if given is not None:
        if np.any(given < 0) or not np.isfinite(given).all():
            raise TableError(f"the weights in {weights!r} must be numbers of zero or more.")
        of_classes = (given[~positive], given[positive]) if len(positive) else ()
        for label, of_class in zip(classes, of_classes, strict=False):
            if not of_class.any():
                raise TableError(f"all rows of class {label} have weight zero in {weights!r}.")
        if np.all(given == np.rint(given)) and given.max() < 2**53:
            given = given.astype(np.int64)
    integers = {name: table.columns[name][kept] for name in names if table.columns[name].dtype.kind in "iu"}
    return Rows(X=X, columns=tuple(names), weights=given, integers=integers, **outcome._asdict()), notes


def find_columns(table: Table, names: Sequence[str]) -> None:
    """Refuse names that are not in the table, with the closest that are."""
    for name in names:
        if name not in table.columns:
            folded = {column.casefold(): column for column in table.columns}
            close = get_close_matches(name.casefold(), folded, n=3, cutoff=_ALIKE)
            hint = f"did you mean {' or '.join(repr(folded[c]) for c in close)}?"
            raise TableError(
                f"no column {name!r}; {hint if close else f'there are {_show(list(table.columns))}.'}"
            )


def count_truths(table: Table, names: Sequence[str]) -> Table:
    """The table with 1 for true and 0 for false in those of the columns that hold nothing else."""
    columns = dict(table.columns)
    for name in names:
        cells = columns[name]
        if not table.is_numeric(name) and all(cell is None or cell.casefold() in _TRUTHS for cell in cells):
            columns[name] = np.array([np.nan if cell is None else _TRUTHS[cell.casefold()] for cell in cells])
    return table._replace(columns=columns)


def check_numeric(table: Table, names: Sequence[str]) -> None:
    """Refuse columns of text, with a cell that shows it."""
    for name in names:
        if not table.is_numeric(name):
            cells = table.columns[name]
            row = next(i for i, cell in enumerate(cells) if cell is not None and not _is_number(cell))
            raise TableError(
                f"column {name!r} is text: row {row + 1} holds {cells[row]!r}. "
                "Encode it as numbers or leave it out."
            )


def odd_cell(table: Table, name: str) -> tuple[int, str] | None:
    """Row and cell that make text of a column of which most cells are numbers, such as <0.1, 12% or 1,234.5.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.reading import Table
    >>> from aucopt.tables.selection import odd_cell
    >>> odd_cell(Table({"crp": np.array(["0.4", "<0.1", "7"], dtype=object)}, {}, 3, {}), "crp")
    (2, '<0.1')
    """
    if table.is_numeric(name):
        return None
    odd = [(i + 1, cell) for i, cell in enumerate(table.columns[name]) if cell and not _is_number(cell)]
    n_cells = sum(cell is not None for cell in table.columns[name])
    return odd[0] if odd and 2 * len(odd) < n_cells else None


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
    where = _show([f"{name} {count:,}" for name, count in counts.items() if count])
    if len(rows) == 1:
        return f"row {rows[0]} below the header lacks a value ({where})"
    return f"{len(rows):,} rows lack a value ({where}): rows {_show(rows.tolist())} below the header"


def numeric_columns(table: Table, others: Sequence[str | None], notes: list[str]) -> list[str]:
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
            notes.append(f"Column {name!r} is empty and left out.")
        else:
            names.append(name)
    for name in list(text):
        if (found := odd_cell(table, name)) is not None:
            text.remove(name)
            # First, since a strong column may be lost by one cell.
            notes.insert(
                0,
                f"Column {name!r} is left out: most cells are numbers, but row {found[0]} "
                f"holds {found[1]!r}.",
            )
    if text:
        notes.append(f"Columns of text are left out: {_show(text)}.")
    if numbering:
        notes.append(
            f"Columns that only number the rows are left out: {_show(numbering)}; --columns would take them."
        )
    if not names:
        raise TableError(" ".join(["there is no column of numbers beside the target.", *notes]))
    return names


def _numbers_rows(name: str, column: np.ndarray) -> bool:
    """Whether a column counts the rows, or is called an id and has another whole number in each."""
    if len(column) < _FEWEST_NUMBERED:
        return False
    if np.all(np.diff(column) == 1):
        return True
    whole = bool(np.all(column == np.rint(column)))
    return whole and _ID.fullmatch(name) is not None and len(np.unique(column)) == len(column)


def class_labels(column: np.ndarray) -> list[Any]:
    """The labels of a target, the positive one last if they are two: a usual word, else what sorts last.

    Missing values are no labels.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.selection import class_labels
    >>> class_labels(np.array(["case", "control"], dtype=object))
    ['control', 'case']
    >>> class_labels(np.array(["Yes", "no", None], dtype=object)), class_labels(np.array([1.0, 0.0]))
    (['no', 'Yes'], [0, 1])
    """
    values = {value for value in column.tolist() if value is not None and value == value}
    labels = sorted(map(_label, values))
    usual = [label for label in labels if str(label).casefold() in _POSITIVE]
    return sorted(labels, key=lambda label: label in usual) if len(usual) == 1 else labels


def read_target(
    column: np.ndarray, target: str, positive_label: str | None
) -> tuple[np.ndarray, tuple[Any, Any]]:
    """Which rows are positive, and the two labels; one of several classes is positive only if it is named."""
    labels = class_labels(column)
    if positive_label is not None:
        matching = [label for label in labels if _is_label(label, positive_label)]
        if not matching:
            raise TableError(
                f"--positive-label {positive_label}: the labels of {target!r} are {_show(sorted(labels))}."
            )
        labels.sort(key=lambda label: label in matching)
    if len(labels) == 2:
        return column == labels[1], (labels[0], labels[1])
    if len(labels) > 2 and positive_label is not None:
        return column == labels[-1], (f"not {labels[-1]}", str(labels[-1]))
    advice = "" if len(labels) < 2 else "Name the positive one by --positive-label: the others are negative."
    raise TableError(
        f"the target {target!r} must have two classes, it has {len(labels)}: {_show(labels)}.", advice
    )


def _label(label: Any) -> Any:
    """Whole numbers as integers."""
    return int(label) if isinstance(label, float) and label.is_integer() else label


def _is_label(label: Any, given: str) -> bool:
    if isinstance(label, str) or not _is_number(given):
        return given == label
    return (Decimal(given) if isinstance(label, int) else float(given)) == label


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _show(items: Sequence[Any]) -> str:
    return ", ".join(map(str, items[:_SHOWN])) + (", ..." if len(items) > _SHOWN else "")

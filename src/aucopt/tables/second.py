"""The rows of a second file, as the analysis of a first one needs them."""

import numpy as np

from aucopt.analysis.rows import Rows
from aucopt.estimators.preparation import raw_columns
from aucopt.tables.columns import count_truths, find_columns, replace_limits
from aucopt.tables.errors import Problems, TableError, show_some
from aucopt.tables.gaps import describe_missing, missing_rows
from aucopt.tables.labels import class_labels, unite_spellings
from aucopt.tables.notes import Notes
from aucopt.tables.raw import read_raw
from aucopt.tables.reading import Table


def select_like(
    rows: Rows,
    table: Table,
    name: str,
    *,
    weights: str | None = None,
    missing: str = "error",
    detection_limit: str | None = None,
) -> tuple[Rows, Notes]:
    """The rows of a table with the columns, the labels and the preparation of other rows.

    Parameters
    ----------
    rows : Rows
        Those that a score was fitted to.
    table : Table
        Other rows.
    name : str
        What the table is called in messages.
    weights, missing, detection_limit
        As in `select_rows`; gaps in columns that had none in the first file are an error with "impute".

    Raises
    ------
    TableError
        If a column is not there, a label is not known, or a class has no row.
    """
    notes = Notes(remarks=list(table.notes))
    raw = raw_columns(rows.columns, rows.preparation)
    names = [column.name for column in raw]
    used = [*names, *([weights] if weights else [])]
    problems = Problems(name)
    with problems.collect():
        find_columns(table, [rows.target, *used])
    problems.check()
    table = count_truths(table, [column.name for column in raw if not column.levels])
    with problems.collect():
        limits = Notes()
        table = replace_limits(table, used, detection_limit, limits)
        notes.remarks.extend(f"{name}: {remark}" for remark in limits.remarks)
    with problems.collect():
        X = read_raw(table, raw)
    known = [column.name for column in raw if not (column.has_gaps and missing == "impute")]
    absent = missing_rows(table, [rows.target, *known, *([weights] if weights else [])])
    if absent.any() and (missing == "error" or (missing_rows(table, known).any() and missing == "impute")):
        with problems.collect():
            told = describe_missing(table, [rows.target, *known])
            raise TableError(f"{told}.", "Add --missing drop to leave these rows out.")
        # The classes are read from all rows that have one.
        absent = missing_rows(table, [rows.target])
    elif absent.any():
        notes.remarks.append(f"{name}: {absent.sum():,} of {table.n_rows:,} rows are left out.")
    kept = ~absent
    with problems.collect():
        positive = _read_labels(rows, table.columns[rows.target][kept])
    problems.check()
    made = X[kept] if rows.preparation is None else rows.preparation.transform(X[kept])
    given = None if weights is None else table.columns[weights][kept].astype(np.float64)
    return Rows(made, rows.columns, positive, given, rows.target, rows.classes), notes


def _read_labels(rows: Rows, column: np.ndarray) -> np.ndarray:
    negative, positive = map(str, rows.classes)
    column = unite_spellings(column)
    known = {label.casefold(): label for label in (negative, positive)}
    if len(known) == 1:  # nothing but capitals tells the classes apart
        known = {}
    labels = {known.get(str(label).casefold(), str(label)): label for label in class_labels(column)}
    against_rest = negative == f"not {positive}"
    unknown = [label for label in labels if label not in (negative, positive)]
    if unknown and not against_rest:
        raise TableError(
            f"{rows.target!r} holds {show_some(unknown)}; the classes are {negative} and {positive}."
        )
    found = column == labels[positive] if positive in labels else np.zeros(len(column), dtype=bool)
    if found.all() or not found.any():
        raise TableError(f"there is no row of class {negative if found.all() else positive}.")
    return found

"""Which columns and rows of a table a command works on, and what it says about those left out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from aucopt.analysis.rows import Rows
from aucopt.estimators.preparation import Preparation
from aucopt.tables.columns import (
    check_marks,
    check_numeric,
    count_truths,
    describe_infinite,
    find_columns,
    numeric_columns,
    replace_limits,
    suspect_columns,
)
from aucopt.tables.errors import Problems, TableError, show_some
from aucopt.tables.gaps import describe_missing, missing_rows
from aucopt.tables.labels import describe_spellings
from aucopt.tables.notes import Notes
from aucopt.tables.outcomes import OutcomeColumns, read_outcome_columns
from aucopt.tables.raw import choose_categories, describe_raw, explain, read_raw
from aucopt.tables.reading import Table

_LARGEST = 1e150  # squares of larger numbers, summed over rows, overflow


def select_rows(
    table: Table,
    target: str | OutcomeColumns,
    *,
    columns: Sequence[str] | None = None,
    exclude: Sequence[str] = (),
    positive_label: str | None = None,
    weights: str | None = None,
    missing: str = "error",
    detection_limit: str | None = None,
    categories: Sequence[str] | None = None,
    imputer: Any = None,
) -> tuple[Rows, Notes]:
    """Choose columns and rows; the notes say what was left out, and what looks wrong.

    Parameters
    ----------
    table : Table
        As read.
    target : str or OutcomeColumns
        The column with the classes, or those of another outcome and of strata.
    columns, exclude : sequence of str
        The columns of the score, by default all that hold numbers; those it must not have.
    positive_label : str, optional
        The positive class.
    weights : str, optional
        A column with the weights of the rows.
    missing : {"error", "drop", "impute"}
        What becomes of rows that lack a value: refused, left out, or filled with the median of the column,
        with a column beside it that says where. Rows that lack the target are left out in the last case.
    detection_limit : {"half", "limit"}, optional
        What <0.1 counts; such cells are refused by default.
    categories : sequence of str, optional
        Columns to encode as columns of 0 and 1; all columns of text with few levels if it is empty.
    imputer : transformer, optional
        What fills gaps instead of the median.

    Raises
    ------
    TableError
        If a column is not there or not numeric, values are missing, or there are not two classes.
    """
    given = [weights] if weights else []
    asked = OutcomeColumns(target) if isinstance(target, str) else target
    asked.check()
    find_columns(table, [*asked.used, *given, *(columns or []), *exclude, *(categories or [])])
    for name in asked.predicted:
        if name in exclude:
            raise TableError(f"{name!r} is the target; it cannot be left out.")
    notes, problems = Notes(remarks=list(table.notes)), Problems()
    written, others = table, [*asked.used, *given, *exclude]
    table = count_truths(
        table, [name for name in table.columns if name not in [*others, *(categories or [])]]
    )
    coded: list[str] = []
    if categories is not None:
        coded = choose_categories(table, categories, others)
        coded = [name for name in coded if columns is None or name in columns or name in categories]
    names = _choose(table, columns, others, exclude, coded, notes, problems)
    if columns is None and categories is None and (usable := choose_categories(table, (), others)):
        notes.remarks.append(f"Add --categories to use {show_some(usable)} as categories.")
    if counted := [name for name in names if table.is_numeric(name) and not written.is_numeric(name)]:
        notes.remarks.append(f"True or yes is read as 1, and false or no as 0, in {show_some(counted)}.")
    for name in names:
        if name in asked.predicted:
            raise TableError(f"{name!r} is the target; it cannot be a column of the score too.")
    with problems.collect():
        check_numeric(table, [name for name in [*names, *given] if name not in coded])
    notes.remarks.extend(
        f"In column {name!r}, {table.marks[name].remark}." for name in names if _remark(table, name)
    )
    with problems.collect():
        table = replace_limits(table, [*names, *given], detection_limit, notes)
    kept = _keep(table, [*asked.used, *given], names, missing, notes, problems)
    with problems.collect():
        check_numeric(table, asked.numeric)
        outcome = read_outcome_columns(table, asked, kept, positive_label)
    problems.check(notes.warnings)
    positive, classes = outcome.positive, outcome.classes
    labels = asked.event if asked.event is not None else None if asked.ordered else asked.target
    if labels is not None and (remark := describe_spellings(table.columns[labels][kept], labels)):
        notes.remarks.append(remark)
    described = [describe_raw(table, name, is_category=name in coded, kept=kept) for name in names]
    X = read_raw(table, described)[kept]
    _check_size(table, names, X, kept)
    plain = [j for j, column in enumerate(described) if not column.levels]
    if len(positive):
        notes.warnings.extend(suspect_columns([names[j] for j in plain], X[:, plain], positive))
    integers = {
        name: table.columns[name][kept]
        for name, column in zip(names, described, strict=True)
        if table.columns[name].dtype.kind in "iu" and not column.levels and not column.has_gaps
    }
    # Long integers may differ where their floats do not.
    if len(X) and not np.any(X[0] != X) and not any(np.any(v[0] != v) for v in integers.values()):
        raise TableError(
            f"each column has the same value in all rows, so that no score can rank them: {show_some(names)}."
        )
    rows = Rows(
        X=X,
        columns=tuple(names),
        weights=_read_weights(table, weights, kept, positive, classes) if weights else None,
        integers=integers,
        **outcome._asdict(),
    )
    if coded or any(column.has_gaps for column in described):
        preparation = Preparation(tuple(described), imputer).fit(X)
        notes.remarks.extend(explain(preparation))
        rows = replace(
            rows, X=preparation.transform(X), columns=preparation.names, raw=X, preparation=preparation
        )
    return rows, notes


def _keep(
    table: Table,
    needed: Sequence[str],
    names: Sequence[str],
    missing: str,
    notes: Notes,
    problems: Problems,
) -> np.ndarray:
    """The rows that are used."""
    used = [*needed, *names]
    absent = missing_rows(table, needed if missing == "impute" else used)
    if absent.any() and missing == "error":
        with problems.collect():
            raise TableError(
                f"{describe_missing(table, used)}.",
                "Add --missing drop to leave these rows out, or --missing impute to fill in the medians.",
            )
        # The classes are read from all rows that have one.
        absent = missing_rows(table, needed)
    elif absent.any():
        lacking = "the target" if missing == "impute" else "a value"
        notes.remarks.append(f"{absent.sum():,} of {table.n_rows:,} rows lack {lacking} and are left out.")
    for name in names:
        if table.is_missing(name)[~absent].all():
            with problems.collect():
                raise TableError(f"column {name!r} has no value in the rows that are used.", "Add --exclude.")
    return ~absent


def _choose(
    table: Table,
    columns: Sequence[str] | None,
    others: Sequence[str],
    exclude: Sequence[str],
    coded: Sequence[str],
    notes: Notes,
    problems: Problems,
) -> list[str]:
    """The columns of the score, categories last unless they were named among the others."""
    if columns:
        names = [name for name in dict.fromkeys([*columns, *coded]) if name not in exclude]
        if not names:
            raise TableError("no column is left for the score.")
        return names
    with problems.collect():
        check_marks(table, [name for name in table.columns if name not in others])
    apart = [*others, *coded]
    if coded and not any(table.is_numeric(name) for name in table.columns if name not in apart):
        return list(coded)
    with problems.collect():
        return [*numeric_columns(table, apart, notes), *coded]
    problems.check()
    return []


def _remark(table: Table, name: str) -> str:
    return table.marks[name].remark if name in table.marks else ""


def _check_size(table: Table, names: Sequence[str], X: np.ndarray, kept: np.ndarray) -> None:
    for name, column in zip(names, X.T, strict=True):
        if np.isinf(column).any():
            raise TableError(describe_infinite(table, name, kept))
        if np.nanmax(np.abs(column), initial=0) > _LARGEST:
            raise TableError(
                f"column {name!r} holds {column[np.nanargmax(np.abs(column))]:g}, too large to be squared. "
                "Divide the column by a power of ten; that changes no AUC."
            )


def _read_weights(
    table: Table, name: str, kept: np.ndarray, positive: np.ndarray, classes: tuple[Any, Any]
) -> np.ndarray:
    given = table.columns[name][kept]
    if np.any(given < 0) or not np.isfinite(given).all():
        raise TableError(f"the weights in {name!r} must be numbers of zero or more.")
    of_classes = (given[~positive], given[positive]) if len(positive) else ()
    for label, of_class in zip(classes, of_classes, strict=False):
        if not of_class.any():
            raise TableError(f"all rows of class {label} have weight zero in {name!r}.")
    return given.astype(np.int64) if np.all(given == np.rint(given)) and given.max() < 2**53 else given

"""A saved model applied to the rows of a table."""

import csv
from collections.abc import Mapping
from typing import Any, TextIO

import numpy as np

from aucopt.estimators import LinearModel
from aucopt.tables.errors import TableError
from aucopt.tables.reading import Table
from aucopt.tables.selection import (
    check_numeric,
    count_truths,
    describe_missing,
    find_columns,
    missing_rows,
)

_BLOCK = 1 << 14


def read_model_rows(
    model: LinearModel, table: Table, name: str, missing: str = "error"
) -> tuple[np.ndarray, np.ndarray]:
    """The values of the model's columns, and which rows lack one of them.

    Parameters
    ----------
    model : LinearModel
        Its columns are found by name.
    table : Table
        New rows.
    name : str
        What the table is called where it is refused.
    missing : {"error", "blank"}
        Whether to refuse rows that lack a value, or to leave their scores blank.

    Raises
    ------
    TableError
        If a column is not there, or does not hold finite numbers.
    """
    absent = [column for column in model.columns if column not in table.columns]
    if len(absent) > 1:
        raise TableError(f"{name} lacks columns of the model: {', '.join(map(repr, absent))}.")
    find_columns(table, model.columns)
    table = count_truths(table, model.columns)
    check_numeric(table, model.columns)
    blank = missing_rows(table, model.columns)
    if blank.any() and missing == "error":
        raise TableError(
            f"{describe_missing(table, model.columns)}.", "Leave their scores blank by --missing blank."
        )
    for column in model.columns:
        if np.isinf(table.columns[column]).any():
            raise TableError(f"column {column!r} holds infinite values.")
    return np.column_stack([table.columns[column] for column in model.columns]), blank


def write_scores(
    file: TextIO, model: LinearModel, rows: np.ndarray, blank: np.ndarray, kept: Mapping[str, list[str]]
) -> None:
    """Write CSV with a line for each row; blank ones have neither score nor class.

    A model without a cut-off has scores alone.

    Examples
    --------
    >>> import sys
    >>> import numpy as np
    >>> from aucopt import LinearModel
    >>> from aucopt.tables.scoring import write_scores
    >>> model = LinearModel(("age", "dose"), weights=[1, 10], cutoff=60, classes=("well", "ill"))
    >>> rows, blank = np.array([[50.0, 2.0], [30.0, 1.0]]), np.array([False, False])
    >>> write_scores(sys.stdout, model, rows, blank, {"id": ["007", "008"]})
    id,score,predicted
    007,70.0,ill
    008,40.0,well
    """
    scores = model.linear_score(rows)
    calls: np.ndarray | None = None
    if model.cutoff is not None and model.classes is not None:
        calls = np.array(model.classes, dtype=object)[(scores - model.cutoff > 0).astype(np.intp)]
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*kept, "score", *([] if calls is None else ["predicted"])])
    for start in range(0, len(rows), _BLOCK):
        part = slice(start, start + _BLOCK)
        found: list[tuple[Any, ...]] = [
            ("" if empty else repr(score),)
            for score, empty in zip(scores[part].tolist(), blank[part].tolist(), strict=True)
        ]
        if calls is not None:
            found = [
                (*score, call if score[0] else "") for score, call in zip(found, calls[part], strict=True)
            ]
        copied = zip(*(column[part] for column in kept.values()), strict=True) if kept else ((),) * len(found)
        writer.writerows((*cells, *result) for cells, result in zip(copied, found, strict=True))

"""A saved model applied to the rows of a table."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

import numpy as np

from aucopt.estimators import LinearModel
from aucopt.estimators.preparation import raw_columns
from aucopt.tables.columns import count_truths, describe_infinite, find_columns, replace_limits
from aucopt.tables.errors import Problems, TableError
from aucopt.tables.gaps import describe_missing, missing_rows
from aucopt.tables.notes import Notes
from aucopt.tables.raw import read_raw
from aucopt.tables.reading import Table


def read_model_rows(
    model: LinearModel, table: Table, name: str, missing: str = "error", detection_limit: str | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The values of the model's columns, prepared, and which rows lack one that the model cannot fill.

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
    detection_limit : {"half", "limit"}, optional
        What <0.1 counts, as in the fit; such cells are refused by default.

    Raises
    ------
    TableError
        If a column is not there, or does not hold finite numbers.
    """
    inputs = raw_columns(model.columns, model.preparation)
    names = [column.name for column in inputs]
    absent = [column for column in names if column not in table.columns]
    if len(absent) > 1:
        raise TableError(
            f"{name} lacks columns of the model: {', '.join(map(repr, absent))}. Columns are found by name."
        )
    find_columns(table, names)
    table = count_truths(table, [column.name for column in inputs if not column.levels])
    problems = Problems()
    with problems.collect():
        table = replace_limits(table, names, detection_limit, Notes(), advise=False)
    with problems.collect():
        X = read_raw(table, inputs)
    needed = [column.name for column in inputs if not column.has_gaps]
    blank = missing_rows(table, needed)
    if blank.any() and missing == "error":
        with problems.collect():
            raise TableError(
                f"{describe_missing(table, needed)}.", "Add --missing blank to leave their scores blank."
            )
    problems.check()
    for column, values in zip(names, X.T, strict=True):
        if np.isinf(values).any():
            raise TableError(describe_infinite(table, column, np.ones(table.n_rows, dtype=bool)))
    return X if model.preparation is None else model.preparation.transform(X), blank


def score_table(
    model: LinearModel, rows: np.ndarray, blank: np.ndarray, kept: Mapping[str, list[str]]
) -> Iterator[tuple[object, ...]]:
    """The header, then a line for each row: columns that are kept, score, class, and risk if there is one.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt import LinearModel
    >>> from aucopt.tables.scoring import score_table
    >>> model = LinearModel(("age", "dose"), weights=[1, 10], cutoff=60, classes=("well", "ill"))
    >>> rows, blank = np.array([[50.0, 2.0], [30.0, 1.0]]), np.array([False, True])
    >>> list(score_table(model, rows, blank, {"id": ["007", "008"]}))
    [('id', 'score', 'predicted'), ('007', 70.0, 'ill'), ('008', None, None)]
    """
    scores = model.linear_score(rows)
    found: dict[str, Sequence[object]] = {"score": scores.tolist()}
    if model.cutoff is not None and model.classes is not None:
        calls = (scores - model.cutoff > 0).astype(np.intp)
        found["predicted"] = np.array(model.classes, dtype=object)[calls].tolist()
    if model.risk is not None:
        found["risk"] = model.risk.predict(scores).tolist()
    yield (*kept, *found)
    nothing = (None,) * len(found)
    copied = zip(*kept.values(), strict=True) if kept else ((),) * len(rows)
    for cells, empty, *result in zip(copied, blank.tolist(), *found.values(), strict=True):
        yield (*cells, *(nothing if empty else result))


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
    csv.writer(file, lineterminator="\n").writerows(score_table(model, rows, blank, kept))

"""What the user asks: rows, an objective, limits of the search; and the same question as a command."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from aucopt.analysis.rows import Rows
from aucopt.estimators.preparation import raw_columns
from aucopt.exact.objective.base import Objective
from aucopt.tables.columns import count_truths
from aucopt.tables.notes import Notes
from aucopt.tables.outcomes import OutcomeColumns
from aucopt.tables.reading import Table
from aucopt.tables.second import select_like
from aucopt.tables.selection import select_rows

KINDS = {
    "classes": "two classes",
    "ordered": "a number or a grade, to be ranked",
    "censored": "the time to an event (survival)",
}
GAPS = {
    "drop": "leave out rows with a missing value",
    "impute": "use the median of the column, and add a column that marks these rows",
}
RISKS = {
    "": "none",
    "logistic": "logistic (a smooth curve)",
    "isotonic": "isotonic (steps, for many rows)",
}
# What a cell such as <0.1 counts, in a fit and where its model is applied.
DETECTION_LIMIT = "half"


@dataclass(frozen=True, eq=False)
class FitRequest:
    """What is searched for.

    Attributes
    ----------
    rows : Rows
        The data that were chosen.
    notes : Notes
        What was left out of the table, and what looks wrong.
    source : str
        What the table is called.
    objective : Objective
        What is maximised.
    time_limit : float or None
        Seconds for the search.
    certify : bool
        Whether to write the proof down, where the search proves something.
    command : str
        What to type to ask the same; empty if the command cannot.
    size : int or None
        Columns of a panel, if the best panel is asked for.
    risk : str or None
        The form of a calibrated risk, if one is asked for.
    second : tuple of str and Rows, or None
        The name and the rows of a second file.
    """

    rows: Rows
    notes: Notes
    source: str
    objective: Objective
    time_limit: float | None = None
    certify: bool = True
    command: str = ""
    size: int | None = None
    risk: str | None = None
    second: tuple[str, Rows] | None = None

    @property
    def settings(self) -> dict[str, str]:
        """What was chosen, for the report."""
        story = {"target": self.rows.target}
        if self.rows.kind != "ordered":
            story["positive class"] = str(self.rows.classes[1])
        if self.rows.time:
            story["time"] = self.rows.time
        chosen = story | {"columns": ", ".join(self.rows.columns)}
        if self.size is not None:
            chosen["size"] = str(self.size)
        if self.risk is not None:
            chosen["risk"] = self.risk
        if self.second is not None:
            chosen["validate"] = self.second[0]
        if self.time_limit is not None:
            chosen["time limit"] = f"{self.time_limit:g} s"
        return chosen


def name_outcome(kind: str, target: str, time: str) -> OutcomeColumns:
    """The columns of an outcome, as they were chosen.

    Examples
    --------
    >>> from aucopt.app.question import name_outcome
    >>> name_outcome("censored", "died", "months").predicted
    ['died', 'months']
    """
    if kind == "censored":
        return OutcomeColumns(None, event=target, time=time, ordered=True)
    return OutcomeColumns(target, ordered=kind == "ordered")


def choose_rows(
    table: Table,
    outcome: OutcomeColumns,
    positive: str | None,
    columns: Sequence[str],
    missing: str = "drop",
) -> tuple[Rows, Notes]:
    """The rows of a choice, and what is said of them.

    Columns of text are encoded as categories. A value below a limit of detection counts half the limit.

    Raises
    ------
    TableError
        If no search can be made of it.
    """
    counted = count_truths(table, columns)
    categories = [name for name in columns if not counted.is_numeric(name)]
    return select_rows(
        table,
        outcome,
        columns=columns,
        positive_label=None if outcome.is_ordered else positive,
        missing=missing,
        detection_limit=DETECTION_LIMIT,
        categories=categories or None,
    )


def choose_second(rows: Rows, table: Table, name: str, missing: str, notes: Notes) -> tuple[str, Rows]:
    """The rows of a second file with the columns of the first; the notes are told what was left out.

    Raises
    ------
    TableError
        If the file lacks a column, or has labels that the first one does not have.
    """
    second, told = select_like(rows, table, name, missing=missing, detection_limit=DETECTION_LIMIT)
    notes.remarks.extend(told.all)
    return name, second


def as_command(question: FitRequest, *, all_columns: bool, missing: str, words: Sequence[str] = ()) -> str:
    """What to type for the same answer; `words` are the options of the objective.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.exact.objective.roc import AUC
    >>> from aucopt.analysis import Rows
    >>> from aucopt.app.question import FitRequest, as_command
    >>> from aucopt.tables.notes import Notes
    >>> rows = Rows(np.eye(2), ("age", "dose"), np.array([True, False]), None, "ill", ("no", "yes"))
    >>> question = FitRequest(rows, Notes(), "my patients.csv", AUC())
    >>> as_command(question, all_columns=True, missing="drop")
    "aucopt fit 'my patients.csv' --target ill --positive-label yes --missing drop --detection-limit half"
    """
    rows = question.rows
    said = ["aucopt", "fit" if question.size is None else "panel", question.source]
    said += ["--event", rows.target, "--time", rows.time] if rows.time else ["--target", rows.target]
    if rows.kind != "ordered":
        said += ["--positive-label", str(rows.classes[1])]
    raw = raw_columns(rows.columns, rows.preparation)
    categories = [column.name for column in raw if column.levels]
    if not all_columns:
        said += ["--columns", *(column.name for column in raw)]
    if categories:
        said += ["--categories", *categories]
    said += words
    if question.size is not None:
        said += ["--size", str(question.size)]
    if question.time_limit is not None:
        said += ["--time-limit", f"{question.time_limit:g}"]
    if question.risk is not None:
        said += ["--risk", question.risk]
    if question.second is not None:
        said += ["--validate", question.second[0]]
    return shlex.join([*said, "--missing", missing, "--detection-limit", DETECTION_LIMIT])

"""What the user asks: rows, an objective, limits of the search; and the same question as a command."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from aucopt.analysis.rows import Rows
from aucopt.exact.objective.base import Objective
from aucopt.tables.reading import Table
from aucopt.tables.selection import select_rows


@dataclass(frozen=True, eq=False)
class FitRequest:
    """What is searched for.

    Attributes
    ----------
    rows : Rows
        The data that were chosen.
    notes : tuple of str
        What was left out of the table.
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
    """

    rows: Rows
    notes: tuple[str, ...]
    source: str
    objective: Objective
    time_limit: float | None = None
    certify: bool = True
    command: str = ""


def choose_rows(
    table: Table, target: str, positive: str | None, columns: Sequence[str]
) -> tuple[Rows, list[str]]:
    """The rows of a choice, and what is said of them: warnings first.

    Rows that lack a value are left out, and a value below a limit of detection counts half the limit.

    Raises
    ------
    TableError
        If no search can be made of it.
    """
    rows, notes = select_rows(
        table,
        target,
        columns=columns,
        positive_label=positive,
        missing="drop",
        detection_limit="half",
    )
    return rows, notes.all


def as_command(source: str, rows: Rows, *, all_columns: bool, time_limit: float | None) -> str:
    """What to type for the AUC of these rows.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis import Rows
    >>> from aucopt.app.question import as_command
    >>> rows = Rows(np.eye(2), ("age", "dose"), np.array([True, False]), None, "ill", ("no", "yes"))
    >>> as_command("my patients.csv", rows, all_columns=True, time_limit=None)
    "aucopt fit 'my patients.csv' --target ill --positive-label yes --missing drop --detection-limit half"
    """
    words = ["aucopt", "fit", source, "--target", rows.target, "--positive-label", str(rows.classes[1])]
    if not all_columns:
        words += ["--columns", *rows.columns]
    if time_limit is not None:
        words += ["--time-limit", f"{time_limit:g}"]
    return shlex.join([*words, "--missing", "drop", "--detection-limit", "half"])

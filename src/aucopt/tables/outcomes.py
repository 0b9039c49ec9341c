"""Outcomes in a table: two classes, an ordered column, or an event and a time; and strata."""

from typing import Any, NamedTuple

import numpy as np

from aucopt.tables.columns import describe_infinite
from aucopt.tables.errors import TableError
from aucopt.tables.labels import class_labels, read_target
from aucopt.tables.reading import Table


class OutcomeColumns(NamedTuple):
    """The columns that say what is predicted, and within what.

    Attributes
    ----------
    target : str or None
        Two classes, or with `ordered` numbers that are ranked.
    event, time : str or None
        Censored times instead.
    strata : str or None
        Only rows with the same value are compared.
    ordered : bool
        Whether the target is ranked by its values.
    """

    target: str | None
    event: str | None = None
    time: str | None = None
    strata: str | None = None
    ordered: bool = False

    @property
    def used(self) -> list[str]:
        """The columns that are named."""
        return [name for name in self[:4] if isinstance(name, str)]

    @property
    def predicted(self) -> list[str]:
        """Those that no score may know."""
        return [name for name in self[:3] if isinstance(name, str)]

    @property
    def is_ordered(self) -> bool:
        """Whether the target is ranked, and has no classes."""
        return self.ordered and self.event is None

    @property
    def numeric(self) -> list[str]:
        """Those that must hold numbers."""
        if self.time is not None:
            return [self.time]
        return [self.target] if self.ordered and self.target is not None else []

    def check(self) -> None:
        """Refuse what cannot be an outcome, in the words of the command line.

        Examples
        --------
        >>> from aucopt.tables.outcomes import OutcomeColumns
        >>> OutcomeColumns(None, event="died", time="months", ordered=True).check()
        """
        if self.target is not None and (self.event is not None or self.time is not None):
            raise TableError("--event and --time take the place of --target; give one or the other.")
        if self.target is None and self.event is None and self.time is None:
            more = ", or censored times with --event and --time" if self.ordered else ""
            raise TableError(f"name the column to predict with --target{more}.")
        if self.target is None and (self.event is None or self.time is None):
            absent = "--event" if self.event is None else "--time"
            raise TableError(f"censored times need --event COLUMN and --time COLUMN; {absent} is missing.")
        if self.event is not None and self.event == self.time:
            raise TableError(f"{self.event!r} cannot be both the event and the time.")
        if self.strata is not None and self.strata in (self.target, self.event, self.time):
            raise TableError(f"{self.strata!r} is the outcome; it cannot be the strata too.")


class ReadOutcome(NamedTuple):
    """What `Rows` hold of an outcome, by the names they have for it."""

    positive: np.ndarray
    target: str
    classes: tuple[Any, Any]
    outcome: np.ndarray | None = None
    time: str = ""
    strata: np.ndarray | None = None
    stratum: str = ""


def read_outcome_columns(
    table: Table, columns: OutcomeColumns, kept: np.ndarray, positive_label: str | None
) -> ReadOutcome:
    """Read the outcome of some rows.

    Raises
    ------
    TableError
        If there are not two classes, the event column does not have two values, a time is no time, or all
        rows have the same outcome.
    """
    found: ReadOutcome
    none = np.zeros(0, dtype=bool)
    if columns.event is not None and columns.time is not None:
        y, classes = _read_censored(table, columns.event, columns.time, kept, positive_label)
        found = ReadOutcome(none, columns.event, classes, y, columns.time)
    elif columns.ordered:
        assert columns.target is not None
        if positive_label is not None:
            raise TableError("--positive-label is for two classes; an ordered target has none.")
        found = ReadOutcome(none, columns.target, (0, 1), _read_ordered(table, columns.target, kept))
    else:
        assert columns.target is not None
        target = columns.target
        positive, classes = read_target(table.columns[target][kept], target, positive_label)
        found = ReadOutcome(positive, target, classes)
    if columns.strata is None:
        return found
    labels = table.columns[columns.strata][kept]
    return found._replace(strata=labels, stratum=columns.strata)


def _read_ordered(table: Table, target: str, kept: np.ndarray) -> np.ndarray:
    values = table.columns[target][kept]
    if not np.isfinite(values).all():
        raise TableError(describe_infinite(table, target, kept))
    if len(np.unique(values)) < 2:
        raise TableError(f"all rows have the same value of {target!r}: there is no pair to rank.")
    return values


def _read_censored(
    table: Table, event: str, time: str, kept: np.ndarray, event_label: str | None
) -> tuple[np.ndarray, tuple[Any, Any]]:
    """Event (0 or 1) and time of each row, and the labels of the event column, that of the event last."""
    times = table.columns[time][kept].astype(np.float64)
    if not np.isfinite(times).all() or (times < 0).any():
        raise TableError(f"the times in {time!r} must be finite numbers of zero or more.")
    cells = table.columns[event][kept]
    labels = class_labels(cells)
    if labels == [1] and event_label is None:
        # Nobody is censored.
        return np.column_stack([np.ones(len(times)), times]), (0, 1)
    if len(labels) == 1 and event_label is None:
        raise TableError(f"column {event!r} has the value {labels[0]} only: no row has the event.")
    happened, classes = read_target(cells, event, event_label)
    return np.column_stack([happened.astype(np.float64), times]), classes

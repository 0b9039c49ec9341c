"""What a user sees of a table before a search: each column with its type, its gaps and its own value."""

from typing import NamedTuple

import numpy as np

from aucopt.metrics import roc_auc_score
from aucopt.metrics.concordance import concordance
from aucopt.tables.columns import check_numeric, count_truths, numeric_columns, odd_cell
from aucopt.tables.errors import TableError, name_row
from aucopt.tables.gaps import missing_rows
from aucopt.tables.labels import class_labels
from aucopt.tables.notes import Notes
from aucopt.tables.outcomes import OutcomeColumns, read_outcome_columns
from aucopt.tables.raw import choose_categories
from aucopt.tables.reading import Table
from aucopt.words.sentences import count

# A target has few classes; beyond, no list of them is shown.
MOST_CLASSES = 20
_TIMES = ("time", "days", "weeks", "months", "years", "follow")


class ColumnFacts(NamedTuple):
    """A column of a table.

    Attributes
    ----------
    name, kind : str
        What it is called and what it holds: "numbers" (with the number of cells such as "<0.1"), "true or
        false", "text: 3 categories", "text" (with the cell that makes it so, if most are numbers) or "empty".
    n_missing : int
        How many rows lack a value.
    alone : float or None
        The AUC or the concordance of the column alone, turned so that it is 0.5 or more.
    sign : int
        -1 if lower values are positive.
    is_chosen : bool
        Whether it is in the score unless the user says otherwise.
    is_category : bool
        Whether it is text that can be encoded by columns of 0 and 1.
    """

    name: str
    kind: str
    n_missing: int
    alone: float | None
    sign: int
    is_chosen: bool
    is_category: bool = False

    @property
    def is_usable(self) -> bool:
        """Whether it can be in a score."""
        return self.is_category or not self.kind.startswith(("text", "empty"))


def describe_columns(
    table: Table, outcome: OutcomeColumns | None = None, positive: str | None = None
) -> list[ColumnFacts]:
    """Describe all columns beside those of the outcome; without an outcome no column has a value alone.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.app.overview import describe_columns
    >>> from aucopt.tables.outcomes import OutcomeColumns
    >>> from aucopt.tables.reading import Table
    >>> columns = {"age": np.array([50.0, 40.0, 70.0]), "ill": np.array([1.0, 0.0, 1.0])}
    >>> describe_columns(Table(columns, {}, 3, {}), OutcomeColumns("ill"), "1")[0].alone
    1.0
    """
    used = [] if outcome is None else outcome.used
    counted = count_truths(table, [name for name in table.columns if name not in used])
    truth, known = _read_truth(table, outcome, positive)
    try:
        chosen = numeric_columns(counted, used, Notes())
    except TableError:
        chosen = []
    coded = choose_categories(counted, [], used)
    facts = []
    for name in counted.columns:
        if name in used:
            continue
        missing = table.is_missing(name)
        alone, sign = None, 1
        if truth is not None and counted.is_numeric(name):
            alone = _measure(counted.columns[name][known].astype(np.float64), truth, ~missing[known])
            if alone is not None and alone < 0.5:
                alone, sign = 1 - alone, -1
        kind = _kind(table, counted, name, is_category=name in coded)
        facts.append(ColumnFacts(name, kind, int(missing.sum()), alone, sign, name in chosen, name in coded))
    return facts


def shown_labels(table: Table, target: str) -> list[str]:
    """The labels of a target as they are shown, the likely positive one first; none if they are too many."""
    labels = class_labels(table.columns[target])
    return [str(label) for label in reversed(labels)] if 2 <= len(labels) <= MOST_CLASSES else []


def count_limits(table: Table, name: str) -> int:
    """How many cells of a column are limits of detection, such as "<0.1"."""
    return sum(limit != 0 for limit in table.marks[name].limits) if name in table.marks else 0


def guess_target(table: Table) -> str:
    """The last column with two classes, else the last one.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.app.overview import guess_target
    >>> from aucopt.tables.reading import Table
    >>> guess_target(Table({"ill": np.array([0.0, 1.0, 1.0]), "age": np.arange(3.0)}, {}, 3, {}))
    'ill'
    """
    names = list(table.columns)
    two = [name for name in names if len(class_labels(table.columns[name])) == 2]
    return two[-1] if two else names[-1]


def guess_time(table: Table, event: str) -> str:
    """A column that is called by a usual word for time, else the first one of numbers beside the event.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.app.overview import guess_time
    >>> from aucopt.tables.reading import Table
    >>> columns = {"age": np.arange(3.0), "months": np.arange(3.0), "died": np.ones(3)}
    >>> guess_time(Table(columns, {}, 3, {}), "died")
    'months'
    """
    numbers = [name for name in table.columns if name != event and table.is_numeric(name)]
    usual = [name for name in numbers if any(word in name.casefold() for word in _TIMES)]
    return [*usual, *numbers, *table.columns][0]


def _read_truth(
    table: Table, outcome: OutcomeColumns | None, positive: str | None
) -> tuple[np.ndarray | None, np.ndarray]:
    """The outcome of the rows where it is known, and which these are; None if it cannot be read."""
    if outcome is None:
        return None, np.zeros(table.n_rows, dtype=bool)
    known = ~missing_rows(table, outcome.used)
    try:
        check_numeric(table, outcome.numeric)
        found = read_outcome_columns(table, outcome, known, None if outcome.is_ordered else positive)
    except TableError:
        return None, known
    return (found.positive if found.outcome is None else found.outcome), known


def _measure(values: np.ndarray, truth: np.ndarray, used: np.ndarray) -> float | None:
    """What a column reaches alone on some rows; None if they have no pair."""
    used = used & np.isfinite(values)
    measure = roc_auc_score if truth.dtype == bool else concordance
    try:
        return float(measure(truth[used], values[used]))
    except ValueError:
        return None


def _kind(table: Table, counted: Table, name: str, *, is_category: bool) -> str:
    if table.is_missing(name).all():
        return "empty"
    if is_category:
        return f"text: {len(class_labels(table.columns[name]))} categories"
    if not counted.is_numeric(name):
        found = odd_cell(table, name)
        return "text" if found is None else f"text: {name_row(found[0])} holds {found[1]!r}"
    if not table.is_numeric(name):
        return "yes or no"
    n = count_limits(table, name)
    return f"numbers, {count(n, 'limit')} of detection" if n else "numbers"

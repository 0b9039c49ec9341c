"""What a user sees of a table before a search: each column with its type, its gaps and its own AUC."""

from typing import NamedTuple

import numpy as np

from aucopt.metrics import roc_auc_score
from aucopt.tables.columns import count_truths, numeric_columns, odd_cell
from aucopt.tables.errors import TableError
from aucopt.tables.labels import class_labels
from aucopt.tables.notes import Notes
from aucopt.tables.reading import Table

# A target has few classes; beyond, no list of them is shown.
MOST_CLASSES = 20


class ColumnFacts(NamedTuple):
    """A column of a table.

    Attributes
    ----------
    name, kind : str
        What it is called and what it holds: "numbers", "true or false", "text", with the cell that makes it
        so if most are numbers, or "empty".
    n_missing : int
        How many rows lack a value.
    auc : float or None
        What the column reaches alone, turned so that it is 0.5 or more.
    sign : int
        -1 if lower values are positive.
    is_chosen : bool
        Whether it is in the score unless the user says otherwise.
    """

    name: str
    kind: str
    n_missing: int
    auc: float | None
    sign: int
    is_chosen: bool


def describe_columns(
    table: Table, target: str | None = None, positive: str | None = None
) -> list[ColumnFacts]:
    """Describe all columns beside the target; without a target there are no AUCs.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.app.overview import describe_columns
    >>> from aucopt.tables.reading import Table
    >>> columns = {"age": np.array([50.0, 40.0, 70.0]), "ill": np.array([1.0, 0.0, 1.0])}
    >>> describe_columns(Table(columns, {}, 3, {}), "ill", "1")[0].auc
    1.0
    """
    counted = count_truths(table, [name for name in table.columns if name != target])
    is_positive = None if target is None or positive is None else positive_rows(table, target, positive)
    try:
        chosen = numeric_columns(counted, [target], Notes())
    except TableError:
        chosen = []
    facts = []
    for name in counted.columns:
        if name == target:
            continue
        missing = table.is_missing(name)
        auc, sign = None, 1
        if is_positive is not None and counted.is_numeric(name):
            auc = _auc(
                counted.columns[name].astype(np.float64), is_positive, ~missing & _known(table, target)
            )
            if auc is not None and auc < 0.5:
                auc, sign = 1 - auc, -1
        facts.append(
            ColumnFacts(name, _kind(table, counted, name), int(missing.sum()), auc, sign, name in chosen)
        )
    return facts


def positive_rows(table: Table, target: str, positive: str) -> np.ndarray:
    """Which rows are of the class with this label, as it is shown."""
    label = next((label for label in class_labels(table.columns[target]) if str(label) == positive), None)
    return np.zeros(table.n_rows, dtype=bool) if label is None else table.columns[target] == label


def shown_labels(table: Table, target: str) -> list[str]:
    """The labels of a target as they are shown, the likely positive one first; none if they are too many."""
    labels = class_labels(table.columns[target])
    return [str(label) for label in reversed(labels)] if 2 <= len(labels) <= MOST_CLASSES else []


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


def _known(table: Table, target: str | None) -> np.ndarray:
    return np.ones(table.n_rows, dtype=bool) if target is None else ~table.is_missing(target)


def _auc(values: np.ndarray, positive: np.ndarray, used: np.ndarray) -> float | None:
    used = used & np.isfinite(values)
    if len(set(positive[used].tolist())) < 2:
        return None
    return float(roc_auc_score(positive[used], values[used]))


def _kind(table: Table, counted: Table, name: str) -> str:
    if table.is_missing(name).all():
        return "empty"
    if not counted.is_numeric(name):
        found = odd_cell(table, name)
        return "text" if found is None else f"text: row {found[0]} holds {found[1]!r}"
    return "numbers" if table.is_numeric(name) else "true or false"

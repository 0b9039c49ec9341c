"""Which label of a target is the positive class, and how a command says so."""

from decimal import Decimal
from typing import Any

import numpy as np

from aucopt.tables.errors import TableError, show_some

# Labels that people mean to be the positive ones, in any case of letters.
_POSITIVE = frozenset(
    ["case", "yes", "true", "positive", "malignant", "event", "dead", "died", "ill", "sick", "diseased"]
)


def class_labels(column: np.ndarray) -> list[Any]:
    """The labels of a target, the positive one last if they are two: a usual word, else what sorts last.

    Missing values are no labels.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.labels import class_labels
    >>> class_labels(np.array(["case", "control"], dtype=object))
    ['control', 'case']
    >>> class_labels(np.array(["Yes", "no", None], dtype=object)), class_labels(np.array([1.0, 0.0]))
    (['no', 'Yes'], [0, 1])
    """
    values = {value for value in column.tolist() if value is not None and value == value}
    labels = sorted(map(_label, values))
    usual = [label for label in labels if _is_usual(label)]
    return sorted(labels, key=lambda label: label in usual) if len(usual) == 1 else labels


def read_target(
    column: np.ndarray, target: str, positive_label: str | None
) -> tuple[np.ndarray, tuple[Any, Any]]:
    """Which rows are positive, and the two labels; one of several classes is positive only if it is named.

    Raises
    ------
    TableError
        If there are not two classes, or the label is not among them.
    """
    labels = class_labels(column)
    if positive_label is not None:
        matching = [label for label in labels if _is_label(label, positive_label)]
        if not matching:
            raise TableError(
                f"--positive-label {positive_label}: the labels of {target!r} are "
                f"{show_some(sorted(labels))}."
            )
        labels.sort(key=lambda label: label in matching)
    if len(labels) == 2:
        return column == labels[1], (labels[0], labels[1])
    if len(labels) > 2 and positive_label is not None:
        return column == labels[-1], (f"not {labels[-1]}", str(labels[-1]))
    advice = (
        ""
        if len(labels) < 2
        else "Name the positive class with --positive-label; the others are then negative."
    )
    raise TableError(
        f"the target {target!r} must have two classes, it has {len(labels)}: {show_some(labels)}.", advice
    )


def name_positive(classes: tuple[Any, Any], *, given: bool, kind: str = "classes") -> str:
    """The line that says which class is the positive one, and how to choose the other.

    Parameters
    ----------
    classes : tuple
        The negative and the positive label.
    given : bool
        Whether the user named it.
    kind : {"classes", "censored"}
        Whether it is a class, or says that an event happened.

    Examples
    --------
    >>> from aucopt.tables.labels import name_positive
    >>> name_positive(("control", "case"), given=False)
    'positive class: case (change it with --positive-label)'
    >>> name_positive(("a", "b"), given=False)
    'positive class: b, because it sorts last (change it with --positive-label)'
    >>> name_positive(("not b", "b"), given=True)
    'positive class: b'
    """
    negative, positive = classes
    line = f"{'positive class' if kind == 'classes' else 'event'}: {positive}"
    if given:
        return line
    if not _is_usual(positive) and (str(negative), str(positive)) != ("0", "1"):
        line += ", because it sorts last"
    return f"{line} (change it with --positive-label)"


def _is_usual(label: Any) -> bool:
    return str(label).casefold() in _POSITIVE


def _label(label: Any) -> Any:
    """Whole numbers as integers."""
    return int(label) if isinstance(label, float) and label.is_integer() else label


def _is_label(label: Any, given: str) -> bool:
    if isinstance(label, str):
        return given == label
    try:
        return (Decimal(given) if isinstance(label, int) else float(given)) == label
    except (ArithmeticError, ValueError):
        return False

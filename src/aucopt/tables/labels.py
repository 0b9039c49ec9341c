"""Which label of a target is the positive class, and how a command says so."""

from collections import Counter
from decimal import Decimal
from typing import Any

import numpy as np

from aucopt.tables.errors import TableError, show_some

# Labels that people mean to be the positive ones, in any case of letters.
_POSITIVE = frozenset(
    ["case", "yes", "true", "positive", "malignant", "event", "dead", "died", "ill", "sick", "diseased"]
)

# Labels of the others, which make the only other label the positive one.
_NEGATIVE = frozenset(
    ["control", "no", "false", "negative", "benign", "healthy", "normal", "alive", "well", "absent", "none"]
)


def class_labels(column: np.ndarray) -> list[Any]:
    """The labels of a target, the positive one last if they are two.

    That is a usual word such as case, or else what stands beside a word such as control, or else what sorts
    last.

    Missing values are no labels, and labels that differ in capitals only are one.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.labels import class_labels
    >>> class_labels(np.array(["case", "control"], dtype=object))
    ['control', 'case']
    >>> class_labels(np.array(["Yes", "no", None], dtype=object)), class_labels(np.array([1.0, 0.0]))
    (['no', 'Yes'], [0, 1])
    """
    column = unite_spellings(column)
    values = {value for value in column.tolist() if value is not None and value == value}
    labels = sorted(map(_label, values))
    usual = [label for label in labels if _is_usual(label)]
    if len(usual) != 1 and len(labels) == 2:
        usual = [
            other for label, other in zip(labels, labels[::-1], strict=True) if _is_usual(label, _NEGATIVE)
        ]
    return sorted(labels, key=lambda label: label in usual) if len(usual) == 1 else labels


def unite_spellings(column: np.ndarray) -> np.ndarray:
    """The column with one spelling, the most frequent one, of labels that differ in capitals only.

    Where nothing but capitals tells two classes apart, they stay two.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.labels import unite_spellings
    >>> unite_spellings(np.array(["Sepsis", "healthy", "SEPSIS", "Sepsis"], dtype=object)).tolist()
    ['Sepsis', 'healthy', 'Sepsis', 'Sepsis']
    """
    spellings = _spellings(column)
    if not spellings:
        return column
    chosen = {other: group[0] for group in spellings for other in group[1:]}
    united = column.copy()
    united[:] = [chosen.get(cell, cell) for cell in column.tolist()]
    return united


def describe_spellings(column: np.ndarray, target: str) -> str:
    """What was made one label, for readers of a result; an empty string if nothing was.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.tables.labels import describe_spellings
    >>> describe_spellings(np.array(["Sepsis", "healthy", "SEPSIS", "Sepsis"], dtype=object), "diagnosis")
    "In 'diagnosis', labels that differ in capitals only are one class: Sepsis and SEPSIS."
    """
    groups = "; ".join(" and ".join(group) for group in _spellings(column))
    return f"In {target!r}, labels that differ in capitals only are one class: {groups}." if groups else ""


def _spellings(column: np.ndarray) -> list[list[str]]:
    """The labels that have several spellings, the most frequent of each first."""
    if column.dtype != object:
        return []
    groups: dict[str, list[str]] = {}
    for cell, _ in Counter(cell for cell in column.tolist() if cell is not None).most_common():
        groups.setdefault(cell.casefold(), []).append(cell)
    return [group for group in groups.values() if len(group) > 1] if len(groups) > 1 else []


def read_target(
    column: np.ndarray, target: str, positive_label: str | None
) -> tuple[np.ndarray, tuple[Any, Any]]:
    """Which rows are positive, and the two labels; one of several classes is positive only if it is named.

    Raises
    ------
    TableError
        If there are not two classes, or the label is not among them.
    """
    column = unite_spellings(column)
    labels = class_labels(column)
    if positive_label is not None:
        exact = [label for label in labels if _is_label(label, positive_label)]
        folded = positive_label.casefold()
        matching = exact or [label for label in labels if str(label).casefold() == folded]
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
    known = any(_is_usual(positive, words) != _is_usual(negative, words) for words in (_POSITIVE, _NEGATIVE))
    if not known and (str(negative), str(positive)) != ("0", "1"):
        line += ", because it sorts last"
    return f"{line} (change it with --positive-label)"


def _is_usual(label: Any, words: frozenset[str] = _POSITIVE) -> bool:
    return str(label).casefold() in words


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

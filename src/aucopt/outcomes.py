"""Which pairs of rows count: ordered outcomes, censored times, two classes, and strata.

Every kind of outcome comes down to three numbers a row. A row i should score higher than a row j of the same
stratum if i `wins` and has the lower `level`. The positives of two classes have level 0 and the negatives 1.
The levels of an ordered outcome fall as it rises. Of censored times the levels are in the order of time, an
event before what is censored at the same time, and only rows with the event win.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.inputs import encode_labels

STRATA_WEIGHTS = ("pairs", "cases")


class Outcome(NamedTuple):
    """What decides which pairs count.

    Attributes
    ----------
    kind : {"classes", "ordered", "censored"}
        Where it comes from.
    level : (n,) int64 array
        Lower levels should score higher.
    wins : (n,) bool array
        Whether a row can be the one that should score higher.
    stratum : (n,) int64 array
        The number of its stratum; all zero without strata.
    classes : array
        The two labels, the positive one last; empty for other outcomes.
    """

    kind: str
    level: np.ndarray
    wins: np.ndarray
    stratum: np.ndarray
    classes: np.ndarray

    def pick(self, rows: np.ndarray) -> "Outcome":
        """Some of the rows."""
        return self._replace(level=self.level[rows], wins=self.wins[rows], stratum=self.stratum[rows])


def read_outcome(y: Any, strata: Any = None) -> Outcome:
    """Read an ordered outcome or censored times, and strata.

    Parameters
    ----------
    y : array of shape (n,) or (n, 2), frame of two columns, or structured array
        Numbers that can be ordered, of which a high one should have a high score. Or censored times: a
        structured array of an event (bool) and a time, as scikit-survival has it, or two columns, event and
        time in this order. An early event should have a high score.
    strata : array of shape (n,), optional
        Only rows of the same stratum are compared.

    Raises
    ------
    ValueError
        If the numbers cannot be used, or no pair of rows can be compared.

    Examples
    --------
    >>> from aucopt.outcomes import read_outcome
    >>> read_outcome([[1, 5.0], [0, 5.0], [1, 2.0]]).level.tolist()
    [2, 3, 0]
    """
    given = _as_array(y)
    if given.dtype.names is not None:
        if len(given.dtype.names) != 2 or given.ndim != 1:
            raise ValueError("A structured y must have two fields, the event and the time.")
        columns = [given[name] for name in given.dtype.names]
    elif given.ndim == 2 and given.shape[1] == 2:
        columns = [given[:, 0], given[:, 1]]
    else:
        columns = []
        if given.ndim == 2 and given.shape[1] == 1:
            given = given[:, 0]
        if given.ndim != 1:
            raise ValueError(
                "y must be a column of numbers, or two columns, the event and the time; it has shape "
                f"{given.shape}."
            )
    if len(given) == 0:
        raise ValueError("y is empty.")
    none = np.empty(0)
    stratum = read_strata(strata, len(given))
    if columns:
        kind, (level, wins) = "censored", _read_times(*columns)
    else:
        numbers = _as_floats(given, "y")
        if not np.isfinite(numbers).all():
            raise ValueError(f"y has {np.count_nonzero(~np.isfinite(numbers))} NaN or infinite values.")
        rank = np.unique(given if given.dtype.kind in "iu" else numbers, return_inverse=True)[1].ravel()
        kind, level, wins = "ordered", (rank.max() - rank).astype(np.int64), np.ones(len(rank), dtype=bool)
    outcome = Outcome(kind, level, wins, stratum, none)
    check_comparable(outcome)
    return outcome


def read_classes(y: Any, strata: Any) -> Outcome:
    """Read two classes and strata: pairs of a positive and a negative of the same stratum count.

    Examples
    --------
    >>> from aucopt.outcomes import read_classes
    >>> read_classes([0, 1, 1], ["a", "a", "b"]).stratum.tolist()
    [0, 0, 1]
    """
    positive, classes = encode_labels(y)
    outcome = Outcome(
        "classes", (~positive).astype(np.int64), positive, read_strata(strata, len(positive)), classes
    )
    check_comparable(outcome)
    return outcome


def check_comparable(outcome: Outcome) -> None:
    """Refuse an outcome of which no two rows can be compared."""
    if not compared_strata(outcome).any():
        within = " within a stratum" if outcome.stratum.any() else ""
        raise ValueError(f"No two rows can be compared{within}: no pair has an order that is known.")


def compared_strata(outcome: Outcome) -> np.ndarray:
    """Whether a stratum has a pair that counts, for each stratum by its number."""
    n_strata = int(outcome.stratum.max(initial=-1)) + 1
    lowest = np.full(n_strata, np.iinfo(np.int64).max)
    highest = np.full(n_strata, -1)
    np.minimum.at(lowest, outcome.stratum[outcome.wins], outcome.level[outcome.wins])
    np.maximum.at(highest, outcome.stratum, outcome.level)
    return lowest < highest


def read_strata(strata: Any, n: int) -> np.ndarray:
    """The number of the stratum of each row, in the order of the labels.

    Examples
    --------
    >>> from aucopt.outcomes import read_strata
    >>> read_strata(["b", "a", "b"], 3).tolist()
    [1, 0, 1]
    """
    if strata is None:
        return np.zeros(n, dtype=np.int64)
    given = _as_array(strata)
    if given.ndim == 2 and given.shape[1] == 1:
        given = given[:, 0]
    if given.ndim != 1 or len(given) != n:
        raise ValueError(f"strata must be one label for each of {n} rows; it has shape {given.shape}.")
    if given.dtype.kind == "O" or given.dtype.kind in "US":
        labels = strata.tolist() if hasattr(strata, "tolist") else list(strata)
        labels = [label[0] if isinstance(label, list) else label for label in labels]
        missing = [label is None or _differs(label) for label in labels]
        number = {label: k for k, label in enumerate(dict.fromkeys(labels))}
        stratum = np.array([number[label] for label in labels], dtype=np.int64)
        # In the order of the labels where they have one: it does not depend on the order of the rows.
        try:
            rank = {label: k for k, label in enumerate(sorted(number))}
            stratum = np.array([rank[label] for label in labels], dtype=np.int64)
        except TypeError:
            pass
    else:
        bad = np.isnat(given) if given.dtype.kind in "mM" else ~np.isfinite(given)
        missing = bad.tolist()
        stratum = np.unique(given, return_inverse=True)[1].ravel().astype(np.int64)
    if any(missing):
        raise ValueError(f"strata has {sum(missing)} missing labels, the first in row {missing.index(True)}.")
    return stratum


def _read_times(events: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Levels and winners of censored times."""
    happened = _as_floats(events, "The events of y")
    if not np.isin(happened, (0.0, 1.0)).all():
        raise ValueError(
            "The events of y, its first column, must be 1 or True where the event happened and 0 or False "
            "where the time is censored."
        )
    time = _as_floats(times, "The times of y")
    if not np.isfinite(time).all() or (time < 0).any():
        raise ValueError("The times of y, its second column, must be finite numbers, none of them negative.")
    wins = happened == 1.0
    rank = np.unique(time, return_inverse=True)[1].ravel()
    return (2 * rank + ~wins).astype(np.int64), wins


def _as_array(values: Any) -> np.ndarray:
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError("y and strata must have rows of one length.") from None


def _as_floats(values: npt.ArrayLike, name: str) -> np.ndarray:
    try:
        numbers = np.asarray(values)
        if numbers.dtype.kind not in "biufO":
            raise ValueError
        return numbers.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be numbers, none of them missing.") from None


def _differs(label: Any) -> bool:
    try:
        return bool(label != label)
    except TypeError:  # pandas.NA refuses to be true or false
        return True

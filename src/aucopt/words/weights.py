"""The table of the weights, as columns that a terminal prints and a report sets."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from aucopt.words.numbers import name_interval
from aucopt.words.sentences import count

PER_DEVIATION = "per SD: the weight per standard deviation of the column"
SIMPLE = "Simple weights with nearly the same value"
_NOTHING = 0.0005  # of a weight per standard deviation
_WEIGHT, _SHARE, _STANDARD, _PLAIN = ".6g", ".1%", ".3f", ".4g"


class WeightColumn(NamedTuple):
    """A column of the table: a value for each weight, or two ends of an interval.

    Attributes
    ----------
    title : str
        What the numbers are.
    values : tuple of one or two arrays
        The numbers, or the low and the high ends.
    form : str
        How to write a number.
    """

    title: str
    values: tuple[np.ndarray, ...]
    form: str

    def show(self, j: int) -> str:
        """The entry of a weight; intervals in brackets."""
        shown = [format(values[j], self.form) for values in self.values]
        return shown[0] if len(shown) == 1 else f"[{', '.join(shown)}]"

    @property
    def titles(self) -> list[str]:
        """Where both ends of an interval have a column of their own."""
        return [self.title] if len(self.values) == 1 else [f"{self.title} from", f"{self.title} to"]


class Ends(NamedTuple):
    """Intervals of all weights: what they are called, and both ends."""

    title: str
    low: np.ndarray
    high: np.ndarray


def fit_columns(
    weights: np.ndarray, per_deviation: np.ndarray, *, share: bool = False, intervals: Sequence[Ends] = ()
) -> list[WeightColumn]:
    """The columns of the table of a fit.

    Parameters
    ----------
    weights : (d,) array
        In the units of the columns.
    per_deviation : (d,) array
        Per standard deviation of the columns.
    share : bool
        Whether to show each weight's share of their sum, as people blend; tiny weights are shown as 0.
    intervals : sequence of Ends
        Of the weights per standard deviation.
    """
    if share:
        # What rounds to nothing is nothing to those who blend.
        weights = np.where(np.abs(per_deviation) < _NOTHING, 0.0, weights)
    columns = [WeightColumn("weight", (weights,), _WEIGHT)]
    total = weights.sum()
    if share and total > 0:
        columns.append(WeightColumn("share", (weights / total,), _SHARE))
    columns.append(WeightColumn("per SD", (per_deviation,), _STANDARD))
    return columns + [WeightColumn(ends.title, (ends.low, ends.high), _STANDARD) for ends in intervals]


def show_resamples(n: int, *, complete: bool = True) -> str:
    """What the intervals of weights rest on, and whether time cut it."""
    return f"intervals from {count(n, 'resample')}{'' if complete else ', stopped at the time limit'}"


def resampled(confidence: float, low: np.ndarray, high: np.ndarray) -> Ends:
    """Bootstrap intervals."""
    return Ends(name_interval(confidence), low, high)


def within(loss: float, low: np.ndarray, high: np.ndarray) -> Ends:
    """How far weights can go before the AUC has lost too much."""
    return Ends(f"within {loss:g}", low, high)


def show_loss(loss: float, digits: int = 4) -> str:
    """How far the AUC of simple weights lies from that of the best: they may beat one that is not proved.

    Examples
    --------
    >>> from aucopt.words.weights import show_loss
    >>> show_loss(0.0019), show_loss(-0.0003)
    ('0.0019 below', '0.0003 above')
    """
    return f"{abs(loss):.{digits}f} {'above' if loss < 0 else 'below'}"


def heaviest_first(per_deviation: np.ndarray) -> list[int]:
    """The order of all tables and figures of weights."""
    return np.argsort(-np.abs(per_deviation), kind="stable").tolist()


def table_lines(
    names: Sequence[str], columns: Sequence[WeightColumn], order: Sequence[int] | None = None
) -> list[str]:
    r"""The table for a terminal, its header first.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.words.weights import WeightColumn, table_lines
    >>> column = WeightColumn("weight", (np.array([0.5, -0.25]),), ".3g")
    >>> print(*table_lines(["age", "dose"], [column]), sep="\n")
    column  weight
    age        0.5
    dose     -0.25
    """
    order = range(len(names)) if order is None else order
    first = ["column", *(names[j] for j in order)]
    cells = [[column.title, *(column.show(j) for j in order)] for column in columns]
    widths = [max(map(len, entries)) for entries in (first, *cells)]
    return [
        "  ".join(
            [name.ljust(widths[0]), *(c.rjust(w) for c, w in zip(entries, widths[1:], strict=True))]
        ).rstrip()
        for name, *entries in zip(first, *cells, strict=True)
    ]


def range_lines(names: Sequence[str], weight: np.ndarray, low: np.ndarray, high: np.ndarray) -> list[str]:
    r"""A printed table of weights and what they lie between.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.words.weights import range_lines
    >>> print(*range_lines(["age"], np.array([0.5]), np.array([0.25]), np.array([np.inf])), sep="\n")
    column  weight   low  high
    age        0.5  0.25   inf
    """
    columns = {"weight": weight, "low": low, "high": high}
    return table_lines(names, [WeightColumn(title, (v,), _PLAIN) for title, v in columns.items()])

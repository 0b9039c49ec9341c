"""A card to add up points by hand: whole numbers for ranges of each column, and what each total meant.

Simple weights give points for each unit of a column. A card counts whole units only, from the lowest that
occurs, so that all points are whole numbers of zero or more. Where that loses too much, it counts halves or
quarters of the units. Its AUC is measured with these roundings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, gcd, inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.analysis.calibration import Share, wilson
from aucopt.analysis.rows import Rows
from aucopt.estimators.cuts import cut_for
from aucopt.exact.solution.weights.simple import SimpleWeights

# A column has at most so many ranges, and a table of totals about so many lines.
_MOST_RANGES, _MOST_TOTALS = 16, 12
# Parts of a unit that are counted; what rounding may lose before smaller ones are tried.
_PARTS, _LOSS = (1, 2, 4), 0.01


class CardRange(NamedTuple):
    """Values from `low` to below `high`, and their points; the ends may be infinite."""

    low: float
    high: float
    points: int


class CardColumn(NamedTuple):
    """A column and its ranges, from low values to high ones."""

    name: str
    ranges: tuple[CardRange, ...]

    def points(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        """The points of values."""
        edges = [part.low for part in self.ranges[1:]]
        return np.array([part.points for part in self.ranges])[np.searchsorted(edges, values, side="right")]


class CardTotal(NamedTuple):
    """Totals from `low` to `high`: how many rows have one, and the share of positives among them."""

    low: int
    high: int
    n: int
    observed: Share
    is_positive: bool


@dataclass(frozen=True)
class ScoreCard:
    """Points for the ranges of each column, and the observed risk of each total.

    Attributes
    ----------
    columns : tuple of CardColumn
        Those with points.
    totals : tuple of CardTotal
        From the lowest total to the highest; neighbours are put together where they are many.
    cutoff : int
        Rows with this total or a higher one are called positive, as the objective places its cut-off.
    value : float
        The AUC of the totals, or the value of another objective, on the rows that the card was made of.
    """

    columns: tuple[CardColumn, ...]
    totals: tuple[CardTotal, ...]
    cutoff: int
    value: float

    def total(self, X: npt.NDArray[np.float64], names: tuple[str, ...]) -> npt.NDArray[np.int64]:
        """The points of rows, all columns added."""
        return _add_up(self.columns, X, names)


def make_card(rows: Rows, simple: SimpleWeights) -> ScoreCard:
    """Make a card of simple weights.

    Parameters
    ----------
    rows : Rows
        The data.
    simple : SimpleWeights
        Whole weights and the units of the columns.

    Returns
    -------
    ScoreCard

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis import Rows
    >>> from aucopt.analysis.score_card import make_card
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> card = make_card(rows, aucopt.simple_weights(rows, rows.positive, 0.01, units="auto"))
    >>> card.cutoff
    9
    >>> [points.points for points in card.columns[1].ranges]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    objective, cards = simple.solution.objective, []
    for parts in _PARTS:
        columns = _columns(rows, simple, parts)
        total = _add_up(columns, rows.X, rows.columns).astype(np.float64)
        cards.append((objective.measure(rows.positive, total, rows.weights), parts, columns, total))
        if cards[-1][0] >= simple.value - _LOSS:
            break
    # Of equals the coarsest.
    value, _, columns, total = max(cards, key=lambda card: (card[0], -card[1]))
    weights = np.ones(len(rows.positive)) if rows.weights is None else rows.weights.astype(np.float64)
    used = weights > 0
    given = None if rows.weights is None else rows.weights[used]
    cutoff = floor(cut_for(objective, rows.positive[used], total[used], given)) + 1
    totals = _totals(total.astype(np.int64), rows.positive, weights, cutoff)
    return ScoreCard(columns, tuple(totals), cutoff, value)


def _columns(rows: Rows, simple: SimpleWeights, parts: int) -> tuple[CardColumn, ...]:
    """The columns with points for parts of their units."""
    columns = [
        _column(name, weight, unit / parts, values)
        for name, weight, unit, values in zip(
            rows.columns, simple.weights, simple.units, rows.X.T, strict=True
        )
        if weight
    ]
    # A card with 2, 4 and 6 points is one with 1, 2 and 3.
    step = gcd(*(part.points for column in columns for part in column.ranges)) or 1
    return tuple(
        CardColumn(name, tuple(part._replace(points=part.points // step) for part in ranges))
        for name, ranges in columns
    )


def _add_up(
    columns: Sequence[CardColumn], X: npt.NDArray[np.float64], names: Sequence[str]
) -> npt.NDArray[np.int64]:
    return np.sum(
        [column.points(X[:, names.index(column.name)]) for column in columns], axis=0, dtype=np.int64
    )


def _column(name: str, weight: int, unit: float, values: npt.NDArray[np.float64]) -> CardColumn:
    low, high = floor(values.min() / unit), floor(values.max() / unit)
    # Several units together where there are many: as many points more for each.
    together = next(k for k in _round_numbers() if (high - low) // k + 1 <= _MOST_RANGES)
    low -= low % together
    n = (high - low) // together + 1
    ranges = []
    for k in range(n):
        # The fewest points of the column are zero, whichever way it counts.
        steps = k if weight > 0 else n - 1 - k
        ranges.append(
            CardRange(
                -inf if k == 0 else (low + k * together) * unit,
                inf if k == n - 1 else (low + (k + 1) * together) * unit,
                abs(weight) * together * steps,
            )
        )
    column = CardColumn(name, tuple(ranges))
    different = np.unique(values)
    if len(different) == 2:
        # Nothing lies between, as with 0 and 1 of a category.
        few, many = column.points(different).tolist()
        edge = float(different[1])
        return CardColumn(name, (CardRange(-inf, edge, few), CardRange(edge, inf, many)))
    return column


def _round_numbers() -> list[int]:
    return [step * 10**power for power in range(18) for step in (1, 2, 5)]


def _totals(
    total: npt.NDArray[np.int64],
    positive: npt.NDArray[np.bool_],
    weights: npt.NDArray[np.float64],
    cutoff: int,
) -> list[CardTotal]:
    """Totals with their observed risk; no line has totals of both sides of the cut-off."""
    found: list[CardTotal] = []
    different = np.unique(total)
    for side in (different[different < cutoff], different[different >= cutoff]):
        if not side.size:
            continue
        n_lines = max(round(_MOST_TOTALS * len(side) / len(different)), 1)
        at = total[np.isin(total, side)]
        inner = np.linspace(0, 1, n_lines + 1)[1:-1]
        edges = side[:-1] if len(side) <= n_lines else np.unique(np.quantile(at, inner, method="lower"))
        places = np.searchsorted(edges, side, side="left")
        for k in np.unique(places):
            group = side[places == k]
            rows = np.isin(total, group)
            share = float(np.average(positive[rows], weights=weights[rows])) if weights[rows].any() else 0.0
            effective = float(weights[rows].sum() ** 2 / max(np.sum(weights[rows] ** 2), 1e-300))
            found.append(
                CardTotal(
                    int(group[0]),
                    int(group[-1]),
                    int(rows.sum()),
                    wilson(share, max(effective, 1.0)),
                    bool(group[0] >= cutoff),
                )
            )
    return found

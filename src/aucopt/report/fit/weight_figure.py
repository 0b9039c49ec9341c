"""Weights as dots, with the range that each can have."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure

from aucopt.report.page.canvas import COLOURS, RULE, as_label, new_figure

_WIDTH, _ROW, _FRAME = 7.0, 0.3, 1.0  # inches


class Spread(NamedTuple):
    """One kind of ranges of all weights: its name and limits; infinite or NaN limits are drawn open.

    A wide one is a pale bar, another a thin line.
    """

    name: str
    low: npt.ArrayLike
    high: npt.ArrayLike
    is_wide: bool = False


def plot_weights(
    names: Sequence[str],
    weights: npt.ArrayLike,
    spreads: Sequence[Spread] = (),
    *,
    xlabel: str = "weight",
) -> Figure:
    """Plot each weight with its ranges, one row for each column of the data.

    Parameters
    ----------
    names : sequence of str
        The names of the columns, from top to bottom.
    weights : array of shape (d,)
        Their weights.
    spreads : sequence of Spread
        At most two kinds of ranges; the second is drawn on top of the first.
    xlabel : str
        The label of the axis, with the unit of the weights.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from aucopt.report import Spread, plot_weights
    >>> figure = plot_weights(["age", "dose"], [0.8, -0.6], [Spread("95 %", [0.6, -0.9], [0.9, -0.1])])
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['age', 'dose']
    """
    values = np.asarray(weights, dtype=np.float64)
    rows = np.arange(len(values))
    figure = new_figure((_WIDTH, _FRAME + _ROW * max(len(values), 2)))
    ax = figure.add_subplot()
    ax.axvline(0.0, color=RULE, linewidth=0.8, zorder=1)
    finite = [values, *(np.asarray(end, dtype=np.float64) for s in spreads for end in (s.low, s.high))]
    shown = np.concatenate(finite)
    shown = np.append(shown[np.isfinite(shown)], 0.0)
    margin = 0.05 * (np.ptp(shown) or 1.0)
    left, right = shown.min() - margin, shown.max() + margin
    for i, spread in enumerate(spreads):
        low, high = (np.asarray(end, dtype=np.float64) for end in (spread.low, spread.high))
        known = ~(np.isnan(low) | np.isnan(high))
        ax.hlines(
            rows[known],
            np.clip(low[known], left, right),
            np.clip(high[known], left, right),
            color=COLOURS[1],
            alpha=0.3 if spread.is_wide else 1.0,
            linewidth=7.0 if spread.is_wide else 2.0,
            label=spread.name,
            zorder=2 + i,
        )
    ax.plot(
        values,
        rows,
        linestyle="none",
        marker="o",
        markersize=7,
        markeredgecolor="white",
        color=COLOURS[0],
        label="weight",
        zorder=5,
    )
    ax.set(xlim=(left, right), ylim=(len(values) - 0.5, -0.5), xlabel=xlabel)
    ax.set_yticks(rows, [as_label(name) for name in names])
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, fontsize="small")
    return figure

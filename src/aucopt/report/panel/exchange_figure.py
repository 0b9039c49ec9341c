"""Columns that replace each other: which columns each of the best panels has."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from aucopt.report.page.canvas import COLOURS, CURVE, RULE, as_label, new_figure, strip_frame

_WIDTH, _ROW, _TOP, _FRAME = 7.0, 0.22, 1.1, 0.7  # inches
MOST_PANELS, MOST_COLUMNS = 40, 25


def plot_exchange(
    panels: Sequence[Sequence[int]],
    values: Sequence[float],
    names: Sequence[str],
    *,
    ylabel: str = "AUC on these rows",
) -> Figure:
    """Plot the best panels side by side: their values above, their columns as dots below.

    Parameters
    ----------
    panels : sequence of sequences of int
        The columns of each panel, the best panel first; at most 40 panels are drawn.
    values : sequence of float
        The value of each panel.
    names : sequence of str
        The names of all columns of the table. The 25 most frequent columns of these panels are drawn.
    ylabel : str
        What the values are.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from aucopt.report import plot_exchange
    >>> figure = plot_exchange([(0, 2), (0, 1)], [0.9, 0.89], ["age", "dose", "bmi"])
    >>> [label.get_text() for label in figure.axes[1].get_yticklabels()]
    ['age', 'bmi', 'dose']
    """
    panels, values = list(panels)[:MOST_PANELS], list(values)[:MOST_PANELS]
    counts: dict[int, int] = {}
    for panel in panels:
        for j in panel:
            counts[j] = counts.get(j, 0) + 1
    # The most frequent first; of equals, that of the better panel.
    order = sorted(counts, key=lambda j: -counts[j])[:MOST_COLUMNS]
    row_of = {j: i for i, j in enumerate(order)}
    figure = new_figure((_WIDTH, _FRAME + _TOP + _ROW * max(len(order), 3)))
    top, grid = figure.subplots(
        2, 1, sharex=True, gridspec_kw={"height_ratios": [_TOP, _ROW * max(len(order), 3)]}
    )
    xs = np.arange(len(panels))
    colours = [COLOURS[0], *[COLOURS[1]] * (len(panels) - 1)]
    top.scatter(xs, values, c=colours, s=26, zorder=3)
    top.set_ylabel(ylabel, fontsize="small")
    room = 0.12 * (max(values) - min(values) or 0.01)
    low, high = min(values) - room, max(values) + room
    top.vlines(xs, low, values, color=RULE, linewidth=1.0, zorder=1)
    top.set_ylim(low, high)
    top.tick_params(axis="x", length=0)
    top.ticklabel_format(axis="y", useOffset=False)
    strip_frame(top)
    for i in range(len(order)):
        grid.axhline(i, color=RULE, linewidth=0.6, zorder=1)
    for x, panel in enumerate(panels):
        rows = sorted(row_of[j] for j in panel if j in row_of)
        if rows:
            grid.vlines(x, rows[0], rows[-1], color=CURVE, linewidth=1.0, zorder=2)
            grid.scatter([x] * len(rows), rows, c=[colours[x]] * len(rows), s=30, zorder=3)
    grid.set(xlim=(-0.7, max(len(panels), 8) - 0.3), ylim=(len(order) - 0.5, -0.5))
    grid.set_yticks(range(len(order)), [as_label(names[j]) for j in order])
    grid.set_xticks([])
    grid.set_xlabel("panels, the best first")
    grid.tick_params(axis="y", length=0, labelsize="small")
    grid.spines[["top", "right", "left", "bottom"]].set_visible(False)
    return figure

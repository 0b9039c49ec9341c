"""How the wins of one method over others grow with the number of trials, by two tests."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, NullLocator

from aucopt.lab.by_trials import WinsByTrials
from aucopt.lab.records import Projection
from aucopt.lab.wins import Significance
from aucopt.report.page.canvas import FONT, SIZE, new_figure, strip_frame, typeset
from aucopt.report.page.families import FAMILY_COLOURS, family_colour
from aucopt.report.paper.naming import SPACE

COLUMNS = 4
PANEL = 2.1  # inches high
BOTH = "0.35"  # the colour of what holds for either method
APART = 1.7  # times as many trials have room for a number of their own
STYLES: dict[Significance, Any] = {"paper": "-", "corrected": (0, (2, 1.5))}
NAMES = {"paper": "the paper's test", "corrected": "corrected for shared rows"}


def plot_trials(counts: Sequence[WinsByTrials], projection: Projection, n_sets: int) -> Figure:
    """Plot the numbers of data sets on which a method wins and loses, against the number of trials.

    Parameters
    ----------
    counts : sequence of WinsByTrials
        The counts of `count_by_trials`.
    projection : {"raw", "tsne2", "tsne3"}
        The projection of the data.
    n_sets : int
        Number of data sets.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with one plot for each opponent.

    Examples
    --------
    >>> from aucopt.lab.by_trials import WinsByTrials
    >>> from aucopt.report import plot_trials
    >>> counts = [WinsByTrials("paper", "AUC-opt", "LR", (5, 10, 20), (1, 2, 4), (0, 0, 1))]
    >>> plot_trials(counts, "tsne2", 50).axes[0].get_title()
    'against LR'
    """
    others = list(dict.fromkeys(found.other for found in counts))
    columns = min(COLUMNS, len(others))
    rows = -(-len(others) // columns)
    figure = new_figure((SIZE[0], PANEL * rows + 0.6))
    axes = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    for ax, other in zip(axes.flat, others, strict=False):
        for found in counts:
            if found.other == other:
                _draw(ax, found)
        ax.set_title(f"against {other}", fontsize=FONT + 1)
        _finish(ax, counts[0].trials)
    # The axes are shared, and no dot may be cut off.
    axes[0, 0].set_ylim(0, 1.06 * max(1, *(n for found in counts for n in found.won + found.lost)))
    for ax in axes.flat[len(others) :]:
        ax.set_visible(False)
    method = counts[0].method
    figure.supxlabel(typeset(f"trials, {SPACE[projection]}"), fontsize=FONT)
    figure.supylabel(f"of {n_sets} data sets, by test AUC", fontsize=FONT)
    handles = [
        Line2D([], [], color=family_colour(method), label=f"{method} is better"),
        Line2D([], [], color=FAMILY_COLOURS["standard"], label="the other is better"),
        *(Line2D([], [], color=BOTH, linestyle=STYLES[test], label=NAMES[test]) for test in STYLES),
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=4, frameon=False, fontsize=FONT)
    return figure


def _draw(ax: Axes, found: WinsByTrials) -> None:
    for numbers, colour in (
        (found.won, family_colour(found.method)),
        (found.lost, FAMILY_COLOURS["standard"]),
    ):
        style = STYLES[found.significance]
        ax.plot(found.trials, numbers, linestyle=style, marker="o", markersize=3, color=colour, clip_on=False)


def _finish(ax: Axes, trials: Sequence[int]) -> None:
    ax.set_xscale("log")
    # A number too close to the last one would run into it.
    ax.set_xticks(trials, [f"{n}" if n == trials[-1] or APART * n <= trials[-1] else "" for n in trials])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    ax.tick_params(labelsize=FONT)
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    strip_frame(ax)

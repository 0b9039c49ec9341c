"""The paper's Fig. 2 and its kin of the appendix: means with Friedman ranks, and variances."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from aucopt.lab.summaries import ScoreSummary, mean_intervals
from aucopt.report.page.canvas import (
    FONT,
    MARGIN,
    MEAN,
    ROW,
    SIZE,
    finish_rows,
    name_rows,
    new_figure,
    span_decades,
    write_beside,
)
from aucopt.report.page.families import family_colour, family_legend
from aucopt.report.paper.naming import PART, SCORE
from aucopt.words.sentences import count

INTERVALS = 4  # of the axis of means: close means have numbers of many digits


def plot_scores(summaries: Sequence[ScoreSummary]) -> Figure:
    """Plot mean scores with their Friedman ranks, and the variances on each data set below.

    Parameters
    ----------
    summaries : sequence of ScoreSummary
        One summary for each column of plots, all of the same methods; for Fig. 2, training AUC and test AUC.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. Methods are sorted by the mean of the last summary, the best at the top. Variances are
        left out if no data set has two trials.

    Notes
    -----
    In the paper's figure, ranks and means are sorted independently; here each row is one method.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.lab.summaries import ScoreSummary
    >>> from aucopt.report import plot_scores
    >>> means, variances = np.array([[0.7, 0.8], [0.6, 0.9]]), np.full((2, 2), 0.01)
    >>> summary = ScoreSummary("test", "auc", ("LR", "AUC-opt"), ("pima", "oil"), means, variances)
    >>> plot_scores([summary]).axes[0].get_xlabel()
    'mean test AUC, 2 sets'
    """
    methods = summaries[-1].methods
    if any(summary.methods != methods for summary in summaries):
        raise ValueError("All panels need the same methods in the same order.")
    order = np.argsort(summaries[-1].overall, kind="stable")
    varied = any(np.isfinite(summary.variances).any() for summary in summaries)
    height = (MARGIN + ROW * len(methods)) * (1 + varied) + 0.3
    figure = new_figure((SIZE[0], height))
    axes = figure.subplots(1 + varied, len(summaries), squeeze=False, sharey=True)
    for j, summary in enumerate(summaries):
        _draw_means(axes[0, j], summary, order)
        if varied:
            _draw_variances(axes[1, j], summary, order)
    for ax in axes[:, 0]:
        name_rows(ax, [methods[i] for i in order])
    family_legend(figure, map(family_colour, methods))
    return figure


def _draw_means(ax: Axes, summary: ScoreSummary, order: np.ndarray) -> None:
    means = summary.overall[order]
    # Data sets differ far more than methods do: the intervals are of what is left when the level of each data
    # set is taken away (Cousineau, 2005), so that methods can be compared by them.
    levelled = summary.means - summary.means.mean(axis=1, keepdims=True)
    low, high = (ends[order] for ends in mean_intervals(levelled))
    colours = _colours(summary, order)
    ax.scatter(means, range(len(order)), s=36, color=colours, zorder=2)
    if len(levelled) > 1:
        bars: dict[str, Any] = {"fmt": "none", "capsize": MEAN["capsize"], "linewidth": MEAN["linewidth"]}
        # One at a time: caps take one colour for all.
        for row, colour in enumerate(colours):
            reach = (high[row] - low[row]) / 2
            ax.errorbar(means[row], row, xerr=reach, ecolor=colour, zorder=1, **bars)
    friedman = summary.friedman
    if friedman is not None:
        write_beside(ax, 1.14, "rank", [f"{friedman.ranks[i]:.2f}" for i in order])
    room = 0.08 * (float(np.ptp(means)) or 0.1) + float(np.nan_to_num(high - low).max()) / 2
    ax.set_xlim(float(means.min()) - room, float(means.max()) + room)
    ax.xaxis.set_major_locator(MaxNLocator(INTERVALS))
    sets = count(len(summary.datasets), "set")
    ax.set_xlabel(f"mean {PART[summary.part]} {SCORE[summary.score]}, {sets}", fontsize=FONT)
    finish_rows(ax)


def _draw_variances(ax: Axes, summary: ScoreSummary, order: np.ndarray) -> None:
    values = summary.variances[np.isfinite(summary.variances).all(axis=1)][:, order]
    positive = values[values > 0]
    lowest, highest = (positive.min(), positive.max()) if positive.size else (1e-6, 1e-6)
    # A variance of zero has no place on a logarithmic axis and is drawn at its left end.
    values = np.maximum(values, span_decades(ax, lowest, highest))
    colours = _colours(summary, order)
    rows = np.arange(len(order))
    dots: dict[str, Any] = {"s": 10, "alpha": 0.4, "linewidths": 0, "zorder": 2, "clip_on": False}
    ax.scatter(values, np.tile(rows, (len(values), 1)), color=colours * len(values), **dots)
    if len(values):
        medians = np.median(values, axis=0)
        ax.vlines(medians, rows - 0.32, rows + 0.32, colors=colours, linewidth=2, zorder=3)
    ax.set_xlabel(
        f"variance of {PART[summary.part]} {SCORE[summary.score]}\n(a dot a set, the bar their median)",
        fontsize=FONT,
    )
    finish_rows(ax)


def _colours(summary: ScoreSummary, order: np.ndarray) -> list[str]:
    return [family_colour(summary.methods[i]) for i in order]

"""The answer in one picture: what methods give away on training rows, and what is left of it on test rows."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator

from aucopt.lab.outcomes import Floats
from aucopt.lab.summaries import ScoreSummary, mean_intervals
from aucopt.report.page.canvas import FONT, MARGIN, MEAN, ROW, SIZE, finish_rows, name_rows, new_figure
from aucopt.report.page.families import family_colour, family_legend
from aucopt.report.paper.naming import PART, SCORE
from aucopt.words.difference import BAND
from aucopt.words.sentences import count

# Beyond the band the scale is logarithmic: most differences are small, and a few are not.
LINEAR_WIDTH = 0.6  # of the band, in decades
TICKS = (BAND, 0.05, 0.5)
# The axis reaches so far to either side at least, so that both have ticks.
LEAST = 0.05


def plot_answer(train: ScoreSummary, test: ScoreSummary, best: str, reference: str) -> Figure:
    """Plot the differences of methods on each data set: to one on training rows, to another on test rows.

    Parameters
    ----------
    train, test : ScoreSummary
        Summaries of the same score and methods.
    best : str
        The method to compare training scores with: the linear method with the highest scores.
    reference : str
        The method to compare test scores with: the best method that was not designed for the AUC.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. Each row is a method, the one with the best mean on test rows at the top. Each dot is a
        data set, the bar their median, and the circle above it their mean with its 95 % interval over data
        sets. Differences within the grey band are too small to matter.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.lab.summaries import ScoreSummary
    >>> from aucopt.report import plot_answer
    >>> means, variances = np.array([[0.7, 0.8], [0.6, 0.9]]), np.full((2, 2), 0.01)
    >>> train, test = (
    ...     ScoreSummary(part, "auc", ("LR", "AUC-opt"), ("pima", "oil"), means, variances)
    ...     for part in ("train", "test")
    ... )
    >>> [ax.get_xlabel() for ax in plot_answer(train, test, "AUC-opt", "LR").axes]
    ['training AUC less AUC-opt, 2 sets', 'test AUC less LR, 2 sets']
    """
    order = np.argsort(test.overall, kind="stable")
    figure = new_figure((SIZE[0], MARGIN + 0.3 + ROW * 1.6 * len(order)))
    axes = figure.subplots(1, 2, sharey=True)
    for ax, summary, against in zip(axes, (train, test), (best, reference), strict=True):
        differences = summary.means - summary.means[:, [summary.methods.index(against)]]
        _draw(ax, differences[:, order], [family_colour(summary.methods[i]) for i in order])
        sets = count(len(summary.datasets), "set")
        ax.set_xlabel(f"{PART[summary.part]} {SCORE[summary.score]} less {against}, {sets}", fontsize=FONT)
    name_rows(axes[0], [test.methods[i] for i in order])
    family_legend(figure, map(family_colour, test.methods))
    return figure


def _draw(ax: Axes, differences: Floats, colours: list[str]) -> None:
    ax.axvspan(-BAND, BAND, color="0.93", zorder=0)
    ax.axvline(0, color="0.6", linewidth=0.8, zorder=1)
    rows = np.arange(len(colours))
    # Dots of a row side by side a little, always in the same places.
    shift = 0.5 * (np.random.default_rng(0).random(differences.shape) - 0.5)
    dots: dict[str, Any] = {"s": 12, "alpha": 0.5, "linewidths": 0, "zorder": 2}
    ax.scatter(differences, rows + shift, color=colours * len(differences), **dots)
    ax.vlines(np.median(differences, axis=0), rows - 0.38, rows + 0.2, colors=colours, linewidth=2, zorder=3)
    low, high = mean_intervals(differences)
    for row, mean in enumerate(differences.mean(axis=0)):
        if low[row] < high[row]:  # not against itself
            reach = [[mean - low[row]], [high[row] - mean]]
            ax.errorbar(mean, row + 0.36, xerr=reach, color=colours[row], zorder=4, **MEAN)
    ax.set_xscale("symlog", linthresh=BAND, linscale=LINEAR_WIDTH)
    left, right = 1.2 * min(differences.min(), -LEAST), 1.2 * max(differences.max(), LEAST)
    ax.set_xlim(left, right)
    ticks = [0.0, *(sign * tick for tick in TICKS for sign in (-1, 1) if left <= sign * tick <= right)]
    ax.xaxis.set_major_locator(FixedLocator(sorted(ticks)))
    ax.xaxis.set_minor_locator(FixedLocator([]))
    ax.xaxis.set_major_formatter("{x:g}")
    finish_rows(ax)

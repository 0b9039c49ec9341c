"""Run times, and distances to the proved optimum: a row a method."""

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from aucopt.lab.gaps import OptimumGaps
from aucopt.lab.records import Projection
from aucopt.lab.summaries import RunTime
from aucopt.report.page.canvas import (
    FONT,
    MARGIN,
    MEDIAN,
    ROW,
    SIZE,
    finish_rows,
    name_rows,
    new_figure,
    span_decades,
    typeset,
    write_beside,
)
from aucopt.report.page.families import family_colour, family_legend
from aucopt.report.paper.naming import SPACE
from aucopt.report.paper.published import RUN_TIMES
from aucopt.words.sentences import count

CLOCK = 1e-6  # seconds; shorter times have no meaning
SMALL_GAP = 0.001  # below it the axis is linear
GAP_TICKS = (0, SMALL_GAP, 0.01, 0.1, 1)
DOT: dict[str, Any] = {"linestyle": "none", "color": "0.35", "markersize": 6}


def plot_times(times: Sequence[RunTime], projection: Projection) -> Figure:
    """Plot the seconds that a fit takes, and those of the paper if it reports them.

    Parameters
    ----------
    times : sequence of RunTime
        One entry for each method.
    projection : {"raw", "tsne2", "tsne3"}
        The projection of the data.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with the fastest method (by the median) at the top; a line extends to the longest fit.

    Examples
    --------
    >>> from aucopt.lab.summaries import RunTime
    >>> from aucopt.report import plot_times
    >>> times = [RunTime("LR", 5, 0.1, 0.2, 0.1, 0.3), RunTime("SVM", 5, 0.2, 0.2, 0.1, 0.4)]
    >>> [label.get_text() for label in plot_times(times, "raw").axes[0].get_yticklabels()]
    ['SVM', 'LR']
    """
    times = sorted(times, key=lambda time: -time.median)
    published = RUN_TIMES.get(projection, {})
    figure = new_figure((SIZE[0], MARGIN + 0.5 + ROW * len(times)))
    ax = figure.add_subplot()
    for y, time in enumerate(times):
        colour = family_colour(time.method)
        ax.plot([time.median, time.longest], [y, y], color=colour, linewidth=1.2, alpha=0.5)
        ax.plot(time.median, y, color=colour, **MEDIAN)
        ax.plot(time.mean, y, "o", color=colour, markersize=6)
        if time.method in published:
            ax.plot(published[time.method][0], y, "D", color="0.35", markerfacecolor="none", markersize=5)
    theirs = [published[time.method][0] for time in times if time.method in published]
    span_decades(
        ax,
        max(min([time.median for time in times] + theirs), CLOCK),
        max([time.longest for time in times] + theirs + [CLOCK]),
    )
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_xlabel(typeset(f"seconds of a fit, {SPACE[projection]}"), fontsize=FONT)
    handles = [
        Line2D([], [], marker="o", label="mean", **DOT),
        Line2D([], [], color="0.35", label="median", **MEDIAN),
        Line2D([], [], color="0.35", alpha=0.5, label="to the longest"),
    ]
    if theirs:
        handles.append(
            Line2D([], [], marker="D", markerfacecolor="none", label="the paper's mean, its machine", **DOT)
        )
    above: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": 4}
    ax.legend(handles=handles, frameon=False, fontsize=FONT, **above)
    name_rows(ax, [time.method for time in times])
    finish_rows(ax)
    family_legend(figure, (family_colour(time.method) for time in times))
    return figure


def plot_gaps(gaps: OptimumGaps, projection: Projection) -> Figure:
    """Plot the distance of linear methods below the proved bound on the training AUC.

    Parameters
    ----------
    gaps : OptimumGaps
        What to show.
    projection : {"raw", "tsne2", "tsne3"}
        The projection of the data.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with the closest method at the top; a line extends from the median to the largest gap.

    Examples
    --------
    >>> from aucopt.lab.gaps import OptimumGap, OptimumGaps
    >>> from aucopt.report import plot_gaps
    >>> gaps = OptimumGaps((OptimumGap("LR", 5, 1, 0.01, 0.01, 0.03, 0),), trials=5, attained=5)
    >>> [label.get_text() for label in plot_gaps(gaps, "tsne2").axes[0].get_yticklabels()]
    ['LR']
    """
    methods = sorted(gaps.methods, key=lambda gap: -gap.mean)
    figure = new_figure((SIZE[0], MARGIN + 0.3 + ROW * len(methods)))
    ax = figure.add_subplot()
    for y, gap in enumerate(methods):
        colour = family_colour(gap.method)
        ax.plot([gap.median, gap.largest], [y, y], color=colour, linewidth=1.2, alpha=0.5)
        ax.plot(gap.median, y, color=colour, clip_on=False, **MEDIAN)
        ax.plot(gap.mean, y, "o", color=colour, markersize=6, clip_on=False)
        ax.plot(gap.largest, y, "|", color=colour, markersize=7)
    # Zero is what counts most and has no place on a logarithmic axis.
    ax.set_xscale("symlog", linthresh=SMALL_GAP, linscale=0.7)
    ax.set_xlim(min(0.0, 1.1 * methods[-1].mean), 1.0)
    ax.set_xticks(GAP_TICKS, [f"{tick:g}" for tick in GAP_TICKS])
    ax.set_xlabel(
        typeset(
            f"training AUC below the proved bound, {SPACE[projection]}, {count(gaps.trials, 'trial')}\n"
            "(the dot is the mean; the line reaches from the median to the largest)"
        ),
        fontsize=FONT,
    )
    write_beside(ax, 1.09, "reached", [f"{gap.reached / gap.units:.1%}" for gap in methods])
    if any(gap.closest is not None for gap in methods):
        shares = ["" if gap.closest is None else f"{gap.closest / gap.units:.1%}" for gap in methods]
        write_beside(ax, 1.19, "closest", shares)
    name_rows(ax, [gap.method for gap in methods])
    finish_rows(ax)
    family_legend(figure, (family_colour(gap.method) for gap in methods))
    return figure

"""The paper's Fig. 2 and its kin of the appendix: means with Friedman ranks, and variances."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from aucopt.lab.summaries import ScoreSummary
from aucopt.report.canvas import SIZE, family_colour, family_legend, new_figure, strip_frame
from aucopt.report.wording import PART, SCORE, count

FONT = 8
ROW = 0.23  # inches a method
MARGIN = 0.9  # inches a panel takes beside its rows


def plot_scores(summaries: Sequence[ScoreSummary]) -> Figure:
    """Draw the means of some scores with their Friedman ranks, and the variances set by set below.

    Parameters
    ----------
    summaries : sequence of ScoreSummary
        One a column of panels, of the same methods; for Fig. 2 those of training and of test AUC.

    Returns
    -------
    matplotlib.figure.Figure
        Methods from the best mean at the top, by the last of the summaries. Variances are left out if no set
        has two trials.

    Notes
    -----
    In the paper's figure ranks and means are sorted apart from each other; here a row is one method.
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
        ax.set_yticks(range(len(order)), [methods[i] for i in order])
        ax.set_ylim(-0.6, len(order) - 0.4)
    for ax in axes.flat:
        ax.tick_params(labelsize=FONT)
    family_legend(figure, methods)
    return figure


def _draw_means(ax: Axes, summary: ScoreSummary, order: np.ndarray) -> None:
    means = summary.overall[order]
    span = float(np.ptp(means)) or 0.1
    for y, (i, mean) in enumerate(zip(order, means, strict=True)):
        ax.axhline(y, color="0.9", linewidth=0.8, zorder=0)
        ax.plot(mean, y, "o", color=family_colour(summary.methods[i]), markersize=6)
    friedman = summary.friedman
    if friedman is not None:
        beside: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "fontsize": FONT, "ha": "right"}
        for y, i in enumerate(order):
            ax.text(1.12, y, f"{friedman.ranks[i]:.2f}", va="center", **beside)
        ax.text(1.12, len(order) - 0.45, "rank", va="bottom", **beside)
    ax.set_xlim(float(means.min()) - 0.08 * span, float(means.max()) + 0.08 * span)
    sets = count(len(summary.datasets), "set")
    ax.set_xlabel(f"mean {PART[summary.part]} {SCORE[summary.score]}, {sets}", fontsize=FONT)
    strip_frame(ax)


def _draw_variances(ax: Axes, summary: ScoreSummary, order: np.ndarray) -> None:
    positive = summary.variances[summary.variances > 0]
    ax.set_xscale("log")
    for y, i in enumerate(order):
        colour = family_colour(summary.methods[i])
        ax.axhline(y, color="0.9", linewidth=0.8, zorder=0)
        values = summary.variances[:, i]
        values = values[np.isfinite(values)]
        # A variance of zero has no place on a logarithmic axis: it is drawn at the left end.
        values = np.maximum(values, positive.min() / 2 if positive.size else 1e-12)
        ax.plot(values, np.full(values.size, y), "o", color=colour, markersize=3, alpha=0.35, mew=0)
        ax.plot([np.median(values)] * 2, [y - 0.32, y + 0.32], color=colour, linewidth=2)
    ax.set_xlabel(
        f"variance of {PART[summary.part]} {SCORE[summary.score]}; a dot a set, bar: median", fontsize=FONT
    )
    strip_frame(ax)

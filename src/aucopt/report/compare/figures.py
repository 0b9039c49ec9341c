"""Methods compared on one table: how far each is from the best standard classifier, and what it promised."""

import numpy as np
from matplotlib.figure import Figure

from aucopt.analysis.payoff import PayOff
from aucopt.report.page.canvas import COLOURS, CURVE, RULE, as_label, new_figure, strip_frame
from aucopt.report.page.families import FAMILY_COLOURS, family_legend
from aucopt.words.numbers import name_interval

_WIDTH, _ROW, _FRAME = 7.0, 0.32, 1.25  # inches


def plot_differences(found: PayOff) -> Figure:
    """Draw the difference that decides, and that of each method from the best standard classifier.

    Parameters
    ----------
    found : PayOff
        The finished analysis.

    Returns
    -------
    matplotlib.figure.Figure
        A diamond for the chosen optimiser minus the chosen standard classifier, dots for single methods, the
        best first, all with intervals; differences within the band are not worth a change.
    """
    results = found.results
    figure = new_figure((_WIDTH, _FRAME + _ROW * (len(results) + 1)))
    ax = figure.add_subplot()
    ax.axvspan(-found.band, found.band, color=RULE, alpha=0.5, linewidth=0, zorder=0)
    ax.axvline(0.0, color=CURVE, linewidth=0.8, zorder=1)
    ax.hlines(0, *found.contrast.interval, color=CURVE, linewidth=2.0, zorder=2)
    ax.plot(found.contrast.difference, 0, "D", markersize=7, markeredgecolor="white", color=CURVE, zorder=3)
    ax.axhline(0.5, color=RULE, linewidth=0.8)
    for row, result in enumerate(results, start=1):
        colour = FAMILY_COLOURS[result.family]
        difference = 0.0 if result.comparison is None else result.comparison.difference
        if result.difference_interval is not None:
            ax.hlines(row, *result.difference_interval, color=colour, linewidth=2.0, zorder=2)
        ax.plot(difference, row, "o", markersize=7, markeredgecolor="white", color=colour, zorder=3)
    ax.set(
        ylim=(len(results) + 0.5, -0.5),
        xlabel=f"difference of test {found.objective.name} (methods: minus {as_label(found.reference)}; "
        f"grey: within {found.band:g})",
    )
    names = ["chosen methods", *(as_label(result.name) for result in results)]
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    strip_frame(ax)
    ax.spines["left"].set_visible(False)
    family_legend(figure, (FAMILY_COLOURS[result.family] for result in results))
    return figure


def plot_promises(found: PayOff) -> Figure:
    """Draw the value of each method on training and on test rows.

    Parameters
    ----------
    found : PayOff
        The finished analysis.

    Returns
    -------
    matplotlib.figure.Figure
        An empty dot for the training rows, a full one for the test rows with its interval.
    """
    results = found.results
    rows = np.arange(len(results))
    figure = new_figure((_WIDTH, _FRAME + _ROW * len(results)))
    ax = figure.add_subplot()
    test = np.array([result.test_value for result in results])
    train = np.array([result.train_value for result in results])
    ax.hlines(rows, test, train, color=RULE, linewidth=1.0, zorder=1)
    for row, result in enumerate(results):
        ax.hlines(row, *result.interval, color=COLOURS[1], alpha=0.3, linewidth=7.0, zorder=2)
    ax.plot(
        train, rows, "o", markersize=6, markerfacecolor="white", markeredgecolor=CURVE, label="training rows"
    )
    ax.plot(
        test, rows, "o", markersize=7, markeredgecolor="white", color=COLOURS[1], label="test rows", zorder=3
    )
    ax.plot([], [], color=COLOURS[1], alpha=0.3, linewidth=7.0, label=name_interval(found.confidence))
    ax.set(ylim=(len(results) - 0.5, -0.5), xlabel=found.objective.quantity.whole)
    ax.set_yticks(rows, [as_label(result.name) for result in results])
    ax.tick_params(axis="y", length=0)
    strip_frame(ax)
    ax.spines["left"].set_visible(False)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, fontsize="small")
    return figure

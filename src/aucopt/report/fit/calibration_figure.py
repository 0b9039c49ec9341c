"""Observed shares against predicted risks."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from aucopt.analysis.calibration import RiskGroup
from aucopt.report.page.canvas import COLOURS, MARKERS, RULE, as_label, new_figure, strip_frame

_SIZE = (5.0, 4.2)  # inches


def plot_calibration(curves: Mapping[str, Sequence[RiskGroup]]) -> Figure:
    """Draw the observed share of each group of rows against its mean risk, with intervals.

    Parameters
    ----------
    curves : mapping of str to sequence of RiskGroup
        What each set of rows is called, and its groups.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from aucopt.analysis.calibration import RiskGroup, Share
    >>> from aucopt.report.fit.calibration_figure import plot_calibration
    >>> figure = plot_calibration({"new rows": [RiskGroup(20, 0.3, Share(0.35, 0.2, 0.5))]})
    >>> figure.axes[0].get_xlabel()
    'predicted risk'
    """
    figure = new_figure(_SIZE)
    ax = figure.add_subplot()
    ax.plot([0, 1], [0, 1], color=RULE, linewidth=1.0, linestyle="--", zorder=1, label="ideal")
    for k, (name, groups) in enumerate(curves.items()):
        predicted = np.array([group.predicted for group in groups])
        observed = np.array([group.observed for group in groups])
        ax.errorbar(
            predicted,
            observed[:, 0],
            yerr=np.abs(observed[:, 1:].T - observed[:, 0]),
            color=COLOURS[k % len(COLOURS)],
            marker=MARKERS[k % len(MARKERS)],
            markersize=5,
            linewidth=1.2,
            elinewidth=0.8,
            capsize=2,
            label=as_label(name),
            zorder=3 + k,
        )
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="predicted risk", ylabel="observed share")
    ax.set_aspect("equal")
    strip_frame(ax)
    ax.legend(loc="upper left", frameon=False, fontsize="small")
    return figure

"""An objective over the angle in planes through the best direction: the profile of more than two columns."""

from collections.abc import Sequence
from math import degrees
from textwrap import fill

import numpy as np
from matplotlib.figure import Figure

from aucopt.exact.solution.weights.planes import Plane
from aucopt.report.page.canvas import COLOURS, CURVE, RULE, as_label, new_figure, strip_frame
from aucopt.words.numbers import show_auc, show_bound
from aucopt.words.quantity import AUC, Quantity

_ACROSS = 3
_WIDTH, _ROW, _FRAME = 7.0, 1.75, 0.7  # inches
_LABEL = 24  # characters beside a row


def plot_planes(
    planes: Sequence[Plane],
    value: float,
    bound: float,
    *,
    best: str = "optimum",
    quantity: Quantity = AUC,
) -> Figure:
    """Plot an objective over the directions of several planes that contain the best direction.

    Parameters
    ----------
    planes : sequence of Plane
        The planes, one small plot for each.
    value, bound : float
        The value of the best direction, and the proved bound.
    best : str
        The name of the best direction.
    quantity : Quantity
        What the value is called.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.exact.solution.weights.planes import best_planes
    >>> from aucopt.report import plot_planes
    >>> planes = best_planes(*load_toy(), [0.84, 0.55], names=["x0", "x1"])
    >>> figure = plot_planes(planes, value=0.7037, bound=0.7038)
    >>> figure.axes[0].get_title()
    'x0 alone 0.6327'
    """
    n_rows = -(-len(planes) // _ACROSS)
    n_columns = min(len(planes), _ACROSS)
    figure = new_figure((_WIDTH, _FRAME + _ROW * n_rows))
    grid = figure.subplots(n_rows, n_columns, sharex=True, sharey=True, squeeze=False)
    for ax in grid.flat[len(planes) :]:
        ax.set_visible(False)
    for k, (ax, plane) in enumerate(zip(grid.flat, planes, strict=False)):
        profile = plane.profile
        if not quantity.condition:
            ax.axhline(0.5, color=RULE, linewidth=0.8, zorder=1)
        bounded = ax.axhline(bound, color=COLOURS[0], linewidth=1.0, linestyle=(0, (5, 3)), zorder=1)
        ax.plot(np.degrees(profile.angle), profile.value, color=CURVE, linewidth=1.3, zorder=2)
        (other,) = ax.plot(
            degrees(profile.other),
            profile.other_value,
            "s",
            markersize=6,
            markeredgecolor="white",
            color=COLOURS[1],
        )
        (middle,) = ax.plot(
            0.0, value, "o", markersize=7, markeredgecolor="white", color=COLOURS[0], zorder=4
        )
        # Labels at the edges would run into those of the next picture.
        ax.set(xlim=(-90, 90), xticks=(-60, -30, 0, 30, 60))
        name = as_label(("- " if profile.is_opposite else "") + plane.name, 26)
        ax.set_title(f"{name} {show_auc(profile.other_value)}", fontsize="small")
        ax.tick_params(labelsize="small")
        # The lowest of each column has the angles below it, also where the last row is short.
        ax.tick_params(labelbottom=k + n_columns >= len(planes))
        strip_frame(ax)
    figure.supxlabel("whitened angle from the best direction (degrees)", fontsize="medium")
    figure.supylabel(fill(quantity.whole, _LABEL * n_rows), fontsize="medium")
    figure.legend(
        [middle, bounded, other],
        [
            f"{best} {show_auc(value)}",
            f"{'proved ' if bound < 1 else ''}bound {show_bound(bound, bound - value)}",
            "the direction named above",
        ],
        loc="outside upper center",
        ncols=3,
        frameon=False,
        fontsize="small",
    )
    return figure

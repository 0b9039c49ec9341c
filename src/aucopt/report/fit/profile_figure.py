"""An objective for every direction of two columns, the optimum, other scores and the bound."""

from collections.abc import Mapping
from math import degrees
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from aucopt.exact.solution.parts import Profile
from aucopt.exact.solution.solution import Solution
from aucopt.report.page.canvas import COLOURS, CURVE, MARKERS, RULE, as_label, new_figure, strip_frame
from aucopt.words.numbers import show_auc, show_bound
from aucopt.words.status import name_bound

_LABEL = 48  # characters beside the picture


def plot_profile(
    solution: Solution,
    *,
    marks: Mapping[str, Any] | None = None,
    n_angles: int = 720,
    profile: Profile | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Plot the objective for every direction of two columns, the optimum, and the proved bound.

    Parameters
    ----------
    solution : Solution
        The solution of a problem with two columns.
    marks : mapping of str to array, optional
        Weights of other scores by name, for instance ``{"logistic regression": model.coef_}``.
    n_angles : int
        Number of points of the curve, from which the heights of marks are interpolated.
    profile : Profile, optional
        The curve, if it is already computed.
    ax : matplotlib Axes, optional
        The axes to draw on; a new figure by default.

    Returns
    -------
    matplotlib.figure.Figure
        The figure; save it with ``figure.savefig(path)``.

    Notes
    -----
    Angles are measured after whitening, where the within-class covariance of the columns is the identity. The
    curve shows all directions; with `signs`, directions that are not allowed may lie above the bound.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.report import plot_profile
    >>> solution = aucopt.maximize_auc(*load_toy())
    >>> figure = plot_profile(solution, marks={"x1 alone": [1, 0]})
    >>> figure.axes[0].get_xlabel()
    'direction of the weights: whitened angle (degrees)'
    """
    if ax is None:
        ax = new_figure().add_subplot()
    curve = solution.profile(n_angles) if profile is None else profile
    # Close the circle, so that the curve reaches 360 degrees.
    angles = np.append(np.degrees(curve.angle), 360.0)
    values = np.append(curve.value, curve.value[0])

    ax.plot(angles, values, color=CURVE, linewidth=1.4, zorder=2)
    if solution.objective.by_pairs and not solution.objective.has_cut_off:
        ax.axhline(0.5, color=RULE, linewidth=0.8, zorder=1)
    ax.axhline(
        solution.bound,
        color=COLOURS[0],
        linewidth=1.0,
        linestyle=(0, (5, 3)),
        label=f"{name_bound(solution.status)} {show_bound(solution.bound_exact, solution.gap)}",
        zorder=1,
    )
    best = f"{'best found' if solution.gap else 'optimum'} {show_auc(solution.value)}"
    for i, (name, coef) in enumerate({best: solution.coef, **(marks or {})}.items()):
        angle = degrees(solution.angle(coef))
        height = solution.value if i == 0 else float(np.interp(angle, angles, values))
        ax.plot(
            angle,
            height,
            linestyle="none",
            marker=MARKERS[i % len(MARKERS)],
            markersize=8,
            markeredgecolor="white",
            color=COLOURS[i % len(COLOURS)],
            label=as_label(name, 60),
            clip_on=False,
            zorder=3,
        )
    ax.set(
        xlim=(0, 360),
        xticks=range(0, 361, 45),
        xlabel="direction of the weights: whitened angle (degrees)",
        ylabel=fill(solution.objective.quantity.whole, _LABEL),
    )
    strip_frame(ax)
    # Above the axes nothing can be covered.
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, fontsize="small")
    return ax.figure.figure  # of axes in a subfigure, the whole

"""Demsar's critical-difference diagram: average ranks, and bars across methods that cannot be told apart."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from aucopt.report.page.canvas import SIZE, new_figure, typeset
from aucopt.report.page.families import family_colour, family_legend
from aucopt.stats import nemenyi_groups

STEP = 0.22  # inches between lines of labels
BAR = 0.12  # inches between bars
BEYOND = 1 / 200  # share of the width by which a bar reaches beyond the ranks it joins
LABELS = 0.30  # share of the width that labels take at either side


def plot_critical_difference(
    methods: Sequence[str], ranks: Sequence[float], critical_difference: float, *, title: str = ""
) -> Figure:
    """Plot average ranks on an axis, the best at the left, and join methods without significant differences.

    Parameters
    ----------
    methods : sequence of str
        The names of the methods.
    ranks : sequence of float
        Their average ranks in the same order; 1 is the best.
    critical_difference : float
        The critical difference of Nemenyi's test.
    title : str, optional
        The title of the figure.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with the better half of the methods on the left side and the worse half on the right.

    Examples
    --------
    >>> from aucopt.report import plot_critical_difference
    >>> figure = plot_critical_difference(["SVM", "LR", "AUC-opt"], [2.8, 1.9, 1.3], 1.0)
    >>> figure.axes[0].texts[-1].get_text()
    '2.80  SVM'
    """
    k = len(methods)
    if len(ranks) != k or k < 2:
        raise ValueError(f"Needs two methods or more and a rank for each; got {k} and {len(ranks)}.")
    order = sorted(range(k), key=lambda i: ranks[i])
    groups = nemenyi_groups(ranks, critical_difference)

    def x(rank: float) -> float:
        return LABELS + (1 - 2 * LABELS) * (rank - 1) / (k - 1)

    above, bars = 0.95, BAR * (len(groups) + 1)
    below = bars + STEP * ((k + 1) // 2) + 0.15
    figure = new_figure((SIZE[0], above + below + 0.2))
    ax = figure.add_subplot()
    ax.set(xlim=(0, 1), ylim=(-below, above))
    ax.axis("off")
    ax.plot([x(1), x(k)], [0, 0], color="black", linewidth=1)
    for rank in range(1, k + 1):
        ax.plot([x(rank)] * 2, [0, 0.07], color="black", linewidth=1)
        ax.text(x(rank), 0.1, str(rank), ha="center", va="bottom", fontsize=9)

    # With few data sets it may exceed the axis, and then nothing can be told apart.
    reach = min(1 + critical_difference, k)
    ax.plot([x(1), x(reach)], [0.45] * 2, color="black", linewidth=1.5, marker="|", markersize=6)
    beyond = ", more than the axis" if critical_difference > k - 1 else ""
    ax.text(x(1), 0.52, f"critical difference {critical_difference:.2f}{beyond}", va="bottom", fontsize=8)
    if title:
        ax.text(0.5, above, typeset(title), ha="center", va="top", fontsize=9)

    for line, group in enumerate(groups):
        y = -BAR * (line + 1)
        ends = x(ranks[group[0]]) - BEYOND, x(ranks[group[-1]]) + BEYOND
        ax.plot(ends, [y, y], color="0.3", linewidth=3, solid_capstyle="round")
    half = (k + 1) // 2
    for place, i in enumerate(order):
        left = place < half
        y = -bars - STEP * ((place if left else k - 1 - place) + 0.5)
        end = x(1) - 0.03 if left else x(k) + 0.03
        colour = family_colour(methods[i])
        ax.plot([x(ranks[i])] * 2, [0, y], color=colour, linewidth=0.9)
        ax.plot([x(ranks[i]), end], [y, y], color=colour, linewidth=0.9)
        ax.text(
            end - 0.01 if left else end + 0.01,
            y,
            f"{methods[i]}  {ranks[i]:.2f}" if left else f"{ranks[i]:.2f}  {methods[i]}",
            ha="right" if left else "left",
            va="center",
            fontsize=9,
            color=colour,
        )
    family_legend(figure, map(family_colour, methods))
    return figure

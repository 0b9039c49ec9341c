"""The paper's Fig. 1: the toy set, where each method cuts it, and the ROC curves that come of it."""

import numpy as np
from matplotlib.figure import Figure

from aucopt.lab.toy import ToyExample
from aucopt.metrics import roc_curve
from aucopt.report.page.canvas import COLOURS, SIZE, new_figure, strip_frame
from aucopt.words.numbers import show_auc

STYLES = ((0, ()), (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (8, 3)))


def plot_toy(example: ToyExample) -> Figure:
    """Plot the toy set with a cut-off of each method, and the ROC curves beside it.

    Parameters
    ----------
    example : ToyExample
        The toy set and the scores of the methods, the optimum last.

    Returns
    -------
    matplotlib.figure.Figure
        The figure. The lines pass through the mean of the rows, and an arrow points to higher scores.

    Examples
    --------
    >>> from aucopt.lab.toy import fit_toy
    >>> from aucopt.report import plot_toy
    >>> figure = plot_toy(fit_toy([]))
    >>> figure.axes[1].get_xlabel()
    'false positive rate'
    """
    figure = new_figure((SIZE[0], 3.6))
    left, right = figure.subplots(1, 2)
    X, y = example.X, example.y
    left.scatter(*X[y == 0].T, s=5, color="0.65", linewidths=0, label="negative")
    left.scatter(*X[y == 1].T, s=16, color="black", marker="+", linewidths=0.9, label="positive")
    reach = 1.05 * np.abs(X).max()
    # The optimum has the first colour, as in the other figures.
    fits = [*example.fits[-1:], *example.fits[:-1]]
    for i, fit in enumerate(fits):
        colour, style = COLOURS[i % len(COLOURS)], STYLES[i % len(STYLES)]
        unit = fit.coef / np.linalg.norm(fit.coef)
        along = np.array([-unit[1], unit[0]])
        left.plot(*np.outer(along, [-4 * reach, 4 * reach]), color=colour, linestyle=style, linewidth=1.6)
        # Arrows stand apart, so that cuts that nearly agree can be told apart.
        foot = along * (0.85 - 0.2 * i) * reach * np.sign(along[0] or 1)
        left.annotate(
            "", foot + 0.25 * reach * unit, foot, arrowprops={"arrowstyle": "->", "color": colour, "lw": 1.6}
        )
        fpr, tpr, _ = roc_curve(y, fit.scores)
        label = f"{fit.method}  {show_auc(fit.auc)}"
        right.plot(fpr, tpr, color=colour, linestyle=style, linewidth=1.6, label=label)
    right.plot([0, 1], [0, 1], color="0.8", linewidth=0.8, zorder=0)
    left.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    right.set(
        xlim=(-0.01, 1.01),
        ylim=(-0.01, 1.01),
        aspect="equal",
        xlabel="false positive rate",
        ylabel="true positive rate",
    )
    above = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 2, "handletextpad": 0.2}
    left.legend(fontsize=8, frameon=False, **above)
    right.legend(loc="lower right", fontsize=8, frameon=False, title="AUC", title_fontsize=8)
    for ax in (left, right):
        strip_frame(ax)
    return figure

"""ROC curves, the AUC of each with its interval in the legend."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy.typing as npt
from matplotlib.figure import Figure

from aucopt.report.page.canvas import COLOURS, RULE, as_label, new_figure, strip_frame
from aucopt.words.numbers import show_auc_interval

_SIZE = (5.0, 5.2)  # inches
# The first curve lies over the others; line styles tell them apart without colours too.
_DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2)), (0, (1, 1)), (0, (4, 1, 1, 1, 1, 1)))


class RocCurve(NamedTuple):
    """A finished ROC curve: its name, its rates, its AUC and the interval, if there is one."""

    name: str
    fpr: npt.ArrayLike
    tpr: npt.ArrayLike
    auc: float
    low: float | None = None
    high: float | None = None

    @property
    def label(self) -> str:
        """As in the legend."""
        return f"{as_label(self.name)} {show_auc_interval(self.auc, self.low, self.high)}"


class Cut(NamedTuple):
    """A cut-off on the first curve: its name and its rates."""

    name: str
    fpr: float
    tpr: float


def plot_roc(curves: Sequence[RocCurve], *, cut: Cut | None = None) -> Figure:
    """Draw ROC curves over one another.

    Parameters
    ----------
    curves : sequence of RocCurve
        The first is drawn on top.
    cut : Cut, optional
        A point of the first curve to mark.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from aucopt import roc_curve
    >>> from aucopt.report import RocCurve, plot_roc
    >>> fpr, tpr, _ = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> figure = plot_roc([RocCurve("score", fpr, tpr, 0.75, 0.2, 1.0)])
    >>> figure.axes[0].get_legend().get_texts()[0].get_text()
    'score 0.7500 [0.2000, 1.0000]'
    """
    figure = new_figure(_SIZE)
    ax = figure.add_subplot()
    ax.plot([0, 1], [0, 1], color=RULE, linewidth=0.8, zorder=1)
    for i, curve in enumerate(curves):
        ax.plot(
            curve.fpr,
            curve.tpr,
            color=COLOURS[i % len(COLOURS)],
            linestyle=_DASHES[i % len(_DASHES)],
            linewidth=1.8 if i == 0 else 1.3,
            label=curve.label,
            zorder=3 + len(curves) - i,
        )
    if cut is not None:
        ax.plot(
            cut.fpr,
            cut.tpr,
            marker="o",
            markersize=8,
            markeredgecolor="white",
            linestyle="none",
            color=COLOURS[0],
            label=as_label(cut.name, 60),
            clip_on=False,
            zorder=4 + len(curves),
        )
    ax.set(
        xlim=(0, 1),
        ylim=(0, 1),
        aspect="equal",
        xlabel="1 - specificity: false positives among the negatives",
        ylabel="sensitivity: true positives among the positives",
    )
    strip_frame(ax)
    ax.legend(
        loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False, fontsize="small", handlelength=2.6
    )
    return figure

"""ROC curves, the AUC of each with its interval in the legend, and the part of the curve that counts."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from aucopt.metrics.part import Part
from aucopt.report.page.canvas import COLOURS, CURVE, RULE, as_label, new_figure, strip_frame
from aucopt.words.numbers import show_auc_interval

_SIZE, _SIZE_OF_TWO = (5.0, 5.2), (8.4, 4.9)  # inches
# Beside the whole curve its part is enlarged, to so many times its width, if it is narrower than this.
_AROUND, _NARROW = 2.5, 0.4
_SHADE = 0.45
# The first curve lies over the others; line styles tell them apart without colours too.
_DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2)), (0, (1, 1)), (0, (4, 1, 1, 1, 1, 1)))


class RocCurve(NamedTuple):
    """A ROC curve: name, rates, AUC or value of a part of it, and its interval, if any."""

    name: str
    fpr: npt.ArrayLike
    tpr: npt.ArrayLike
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def label(self) -> str:
        """The label in the legend."""
        return f"{as_label(self.name)} {show_auc_interval(self.value, self.low, self.high)}"


class Cut(NamedTuple):
    """A cut-off on the first curve: its name and its rates."""

    name: str
    fpr: float
    tpr: float


def plot_roc(curves: Sequence[RocCurve], *, cut: Cut | None = None, part: Part | None = None) -> Figure:
    """Plot one or more ROC curves.

    Parameters
    ----------
    curves : sequence of RocCurve
        The curves; the first is drawn on top.
    cut : Cut, optional
        A cut-off to mark on the first curve.
    part : Part, optional
        The part of the curve that is optimised: an area is shaded, a point is marked by a line. A narrow part
        is also shown enlarged.

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
    if part is None or part.room > _NARROW:
        figure = new_figure(_SIZE)
        ax = figure.add_subplot()
        _draw(ax, curves, cut, part)
        ax.legend(
            loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False, fontsize="small", handlelength=2.6
        )
        return figure
    figure = new_figure(_SIZE_OF_TWO)
    ax, close = figure.subplots(1, 2)
    for axes in (ax, close):
        _draw(axes, curves, cut, part)
    reach = min(_AROUND * float(part.room) or 1.0, 1.0)
    close.set(
        aspect="auto", ylabel="", **{"ylim": (1 - reach, 1)} if part.exchanged else {"xlim": (0, reach)}
    )
    close.set_title("the same, enlarged", fontsize="medium")
    figure.legend(
        *ax.get_legend_handles_labels(),
        loc="outside upper center",
        ncols=2,
        frameon=False,
        fontsize="small",
        handlelength=2.6,
    )
    return figure


def _draw(ax: Axes, curves: Sequence[RocCurve], cut: Cut | None, part: Part | None) -> None:
    ax.plot([0, 1], [0, 1], color=RULE, linewidth=0.8, zorder=1)
    if part is not None:
        _mark(ax, part)
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


def _mark(ax: Axes, part: Part) -> None:
    """Shade an area, or draw the line of a point: of false positive rates, or of true ones."""
    room = float(part.room)
    if part.is_area:
        span = ax.axhspan if part.exchanged else ax.axvspan
        low, high = (1 - room, 1.0) if part.exchanged else (0.0, room)
        span(low, high, color=RULE, alpha=_SHADE, linewidth=0, zorder=0, label=as_label(part.condition, 60))
        return
    line = ax.axhline if part.exchanged else ax.axvline
    line(
        1 - room if part.exchanged else room,
        color=CURVE,
        linewidth=1.4,
        linestyle=(0, (1, 1)),
        zorder=2,
        label=as_label(part.condition, 60),
    )

"""Rows of two columns, and where scores cut them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from aucopt.report.page.canvas import COLOURS, as_label, new_figure, strip_frame

_SIZE = (6.0, 4.8)  # inches
MOST_ROWS = 1000  # drawn of each class: more only hide one another
_EDGE = 0.04  # of the range of a column
_DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2)))


class Line(NamedTuple):
    """A score of two columns and its cut-off: name, two weights, cut-off."""

    name: str
    coef: npt.ArrayLike
    cut: float


def plot_rows(
    X: npt.ArrayLike,
    positive: npt.ArrayLike,
    names: Sequence[str],
    lines: Sequence[Line] = (),
    *,
    classes: Sequence[str] = ("negative", "positive"),
) -> Figure:
    """Plot rows of two columns, and the lines beyond which a score predicts them positive.

    Parameters
    ----------
    X : array of shape (n, 2)
        The rows. At most 1,000 rows of each class are drawn, sampled with a fixed seed.
    positive : array of shape (n,)
        Whether each row is positive.
    names : two of str
        The columns.
    lines : sequence of Line
        Scores and their cut-offs. An arrow points to higher values of the first score.
    classes : two of str
        The names of the negative and of the positive class.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.report import Line, plot_rows
    >>> X, y = load_toy()
    >>> figure = plot_rows(X, y == 1, ["a", "b"], [Line("best", [0.84, 0.55], 0.0)])
    >>> figure.axes[0].get_xlabel()
    'a'
    """
    rows, is_positive = np.asarray(X, dtype=np.float64), np.asarray(positive, dtype=bool)
    figure = new_figure(_SIZE)
    ax = figure.add_subplot()
    rng = np.random.default_rng(0)
    # The smaller class on top.
    for kind in sorted((False, True), key=lambda kind: -np.count_nonzero(is_positive == kind)):
        points = rows[is_positive == kind]
        if len(points) > MOST_ROWS:
            points = points[np.sort(rng.choice(len(points), MOST_ROWS, replace=False))]
        ax.plot(
            *points.T,
            linestyle="none",
            marker="o" if kind else "s",
            markersize=4 if kind else 3,
            markeredgewidth=0,
            alpha=0.75 if kind else 0.45,
            color=COLOURS[4] if kind else COLOURS[1],
            label=as_label(classes[kind]),
        )
    low, high = rows.min(axis=0), rows.max(axis=0)
    margin = _EDGE * np.where(high > low, high - low, 1.0)
    low, high = low - margin, high + margin
    for i, line in enumerate(lines):
        ends = _crossings(np.asarray(line.coef, dtype=np.float64), line.cut, low, high)
        if ends is None:
            continue
        colour = COLOURS[0] if i == 0 else COLOURS[2 + (i - 1) % 2]
        ax.plot(
            *ends.T,
            color=colour,
            linestyle=_DASHES[i % len(_DASHES)],
            linewidth=1.8,
            label=as_label(line.name),
        )
        if i == 0:
            _point_uphill(ax, ends.mean(axis=0), np.asarray(line.coef, dtype=np.float64), high - low)
    ax.set(
        xlim=(low[0], high[0]),
        ylim=(low[1], high[1]),
        xlabel=as_label(names[0], 60),
        ylabel=as_label(names[1], 60),
    )
    strip_frame(ax)
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False, fontsize="small")
    return figure


def _crossings(
    coef: npt.NDArray[np.float64], cut: float, low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64] | None:
    """The two points where the line coef . x = cut leaves a box, if it meets it."""
    ends = []
    for k in (0, 1):
        if coef[1 - k] == 0:
            continue
        for edge in (low[k], high[k]):
            across = (cut - coef[k] * edge) / coef[1 - k]
            if low[1 - k] <= across <= high[1 - k]:
                ends.append((edge, across) if k == 0 else (across, edge))
    if len(ends) < 2:
        return None
    return np.array([min(ends), max(ends)])


def _point_uphill(
    ax: Axes,
    at: npt.NDArray[np.float64],
    coef: npt.NDArray[np.float64],
    size: npt.NDArray[np.float64],
) -> None:
    """An arrow at right angles to a line, as it looks on paper, to the side of higher scores."""
    # In units of the axes weights change by the size of these; the paper is not square.
    inches = np.array(_SIZE)
    normal = coef * size / inches
    step = normal / np.hypot(*normal) * 0.45 / inches * size
    ax.annotate(
        "",
        xy=tuple(at + step),
        xytext=tuple(at),
        arrowprops={"arrowstyle": "-|>", "color": COLOURS[0], "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0},
    )

"""What all figures share: size, colours, and how they are saved.

They never touch pyplot, so they work without a display and leave no figure open behind the caller's back.
"""

from collections.abc import Sequence
from math import floor, log10
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

SIZE = (7.0, 4.0)  # inches
DPI = 200
FIGURE_FORMATS = ("png", "svg")
FONT = 8  # points
ROW = 0.23  # inches a method, in panels with a row a method
MARGIN = 0.9  # inches such a panel takes beside its rows
# Okabe and Ito: told apart by colour-blind readers. The first is the optimum's.
COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = "osD^vP"
CURVE, RULE = "#404040", "#cccccc"  # the AUC of all directions; lines to compare with
# Longer names are cut; tables show them whole.
LONGEST_NAME = 30


def new_figure(size: tuple[float, float] = SIZE) -> Figure:
    """Return an empty figure that can be drawn on and saved."""
    figure = Figure(figsize=size, dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def typeset(text: str) -> str:
    """Return text with its powers, as in R^2, raised."""
    return text.replace("^2", "\N{SUPERSCRIPT TWO}").replace("^3", "\N{SUPERSCRIPT THREE}")


def as_label(text: str, longest: int = LONGEST_NAME) -> str:
    r"""A name as matplotlib takes it literally: no mathematics, nothing hidden, and not too long.

    Examples
    --------
    >>> from aucopt.report.page.canvas import as_label
    >>> print(as_label("price in $"))
    price in \$
    """
    cut = text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
    # A label with a leading underscore is left out of legends.
    return (" " if cut.startswith("_") else "") + cut.replace("$", r"\$")


# Like things look alike in all figures: a mean is a circle, with its interval where it is known, and a median
# a bar across the row.
MEAN: dict[str, Any] = {"fmt": "o", "markersize": 5, "capsize": 2.5, "linewidth": 1.2}
MEDIAN: dict[str, Any] = {"linestyle": "none", "marker": "|", "markersize": 9, "markeredgewidth": 2}


def strip_frame(ax: Axes) -> None:
    """Leave only the axes that carry numbers."""
    ax.spines[["top", "right"]].set_visible(False)


def span_decades(ax: Axes, low: float, high: float) -> float:
    """Give an axis a logarithmic scale of whole decades, and return its left end."""
    start = 10.0 ** floor(log10(low))
    ax.set(xscale="log", xlim=(start, 10.0 ** (floor(log10(high)) + 1)))
    ax.xaxis.set_minor_formatter(NullFormatter())
    return start


def name_rows(ax: Axes, methods: Sequence[str]) -> None:
    """Name the rows of a panel, from the bottom up."""
    ax.set_yticks(range(len(methods)), methods)
    ax.set_ylim(-0.6, len(methods) - 0.4)


def write_beside(ax: Axes, place: float, head: str, texts: Sequence[str]) -> None:
    """Write a column of texts right of a panel, one a row from the bottom up, under a head."""
    beside: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "fontsize": FONT, "ha": "right"}
    for y, text in enumerate(texts):
        ax.text(place, y, text, va="center", **beside)
    ax.text(place, len(texts) - 0.45, head, va="bottom", **beside)


def finish_rows(ax: Axes) -> None:
    """Guide the eye from the names of the rows to what is drawn."""
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(labelsize=FONT)
    strip_frame(ax)


def save_figure(
    figure: Figure, folder: Path, name: str, formats: Sequence[str] = FIGURE_FORMATS
) -> list[Path]:
    """Write a figure in some formats, the same bytes for the same figure, and return the paths."""
    paths = [folder / f"{name}.{format}" for format in formats]
    with matplotlib.rc_context({"svg.hashsalt": name}):
        for path in paths:
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    return paths

"""The look that figures and pages share: sizes, markers, and a closed set of colours for both themes."""

from typing import NamedTuple

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

SIZE = (7.0, 4.0)  # inches
DPI = 200
# Okabe and Ito: told apart by colour-blind readers. The first is the optimum's.
COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = "osD^vP"
CURVE, RULE = "#404040", "#cccccc"
# Longer names are cut in figures; tables show them whole.
LONGEST_NAME = 30


class Colour(NamedTuple):
    """What a name of the page's palette looks like in either theme."""

    light: str
    dark: str


PALETTE = {
    "paper": Colour("#ffffff", "#14171b"),
    "ink": Colour("#1b1f24", "#e4e7ea"),
    "soft": Colour("#59636e", "#9aa5b1"),
    "line": Colour("#d5dae1", "#353c45"),
    "wash": Colour("#f5f7f9", "#1c2127"),
    "accent": Colour("#0b62a8", "#74b6f0"),
    "curve": Colour(CURVE, "#c9ced4"),
    "rule": Colour(RULE, "#4a525c"),
    **{
        f"figure-{i}": Colour(light.lower(), dark)
        for i, (light, dark) in enumerate(
            zip(COLOURS, ("#ff8a3d", "#5fb0ee", "#3cc69c", "#e29cc4", "#f2b840", "#9ad4f5"), strict=True)
        )
    },
}
# The colours of figures, black text and white edges included, by their name in the palette.
NAMES = {"#000000": "ink"} | {
    colour.light: name
    for name, colour in PALETTE.items()
    if name in ("paper", "curve", "rule") or name.startswith("figure-")
}


def new_figure(size: tuple[float, float] = SIZE) -> Figure:
    """An empty figure that pyplot never hears of, so that it needs no display and leaves nothing open."""
    figure = Figure(figsize=size, dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def as_label(text: str, longest: int = LONGEST_NAME) -> str:
    r"""A name as matplotlib takes it literally: no mathematics, nothing hidden, and not too long.

    Examples
    --------
    >>> from aucopt.report.style import as_label
    >>> print(as_label("price in $"))
    price in \$
    """
    cut = text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
    # A label with a leading underscore is left out of legends.
    return (" " if cut.startswith("_") else "") + cut.replace("$", r"\$")

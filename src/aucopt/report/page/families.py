"""The colours of the families of methods: optimisers and standard classifiers."""

from collections.abc import Iterable

from matplotlib.figure import Figure

from aucopt.lab.methods import Family
from aucopt.lab.outcomes import known_method
from aucopt.report.page.canvas import COLOURS

# The paper's red and blue, as the palette of all figures has them.
FAMILY_COLOURS: dict[Family, str] = {
    "AUC optimiser": COLOURS[0],
    "standard": COLOURS[1],
    "optimiser": COLOURS[2],
}
FAMILY_NAMES: dict[Family, str] = {
    "AUC optimiser": "AUC optimiser",
    "standard": "standard classifier",
    "optimiser": "optimum of the objective",
}
OTHER_COLOUR = "0.35"


def family_colour(method: str) -> str:
    """Return the colour of a method: one for AUC optimisers, one for standard classifiers."""
    known = known_method(method)
    return FAMILY_COLOURS[known.family] if known else OTHER_COLOUR


def family_legend(figure: Figure, colours: Iterable[str]) -> None:
    """Say below the axes what the colours of the families mean that were drawn, if there are several."""
    used = set(colours)
    drawn = [family for family, colour in FAMILY_COLOURS.items() if colour in used]
    if len(drawn) < 2:
        return
    for family in drawn:
        # An empty plot holds the place of the colour in the legend.
        figure.axes[0].plot([], [], "o", color=FAMILY_COLOURS[family], label=FAMILY_NAMES[family])
    figure.legend(loc="outside lower center", ncols=len(drawn), frameon=False, fontsize=8)

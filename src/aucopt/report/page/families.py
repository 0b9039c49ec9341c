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
    """Say below the axes what the colours of both families mean, if both were drawn."""
    if not set(FAMILY_COLOURS.values()) <= set(colours):
        return
    for family, colour in FAMILY_COLOURS.items():
        # An empty plot holds the place of the colour in the legend.
        figure.axes[0].plot([], [], "o", color=colour, label=FAMILY_NAMES[family])
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=8)

"""The colours of a page in both themes, those of figures among them."""

from typing import NamedTuple

from aucopt.report.page.canvas import COLOURS, CURVE, RULE


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

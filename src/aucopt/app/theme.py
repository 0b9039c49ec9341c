"""The colours of the app are those of the reports, in both themes."""

from aucopt.report.page.page import page_part
from aucopt.report.page.theme import PALETTE


def style_sheet() -> str:
    """The parts of a report in a page of Bootstrap, which says by `data-bs-theme` which theme it shows.

    Examples
    --------
    >>> from aucopt.app.theme import style_sheet
    >>> "[data-bs-theme=dark]" in style_sheet()
    True
    """
    light = "".join(f"--{name}: {colour.light}; " for name, colour in PALETTE.items())
    dark = "".join(f"--{name}: {colour.dark}; " for name, colour in PALETTE.items())
    fonts = "--sans: var(--bs-body-font-family); --mono: var(--bs-font-monospace);"
    return (
        f":root {{ {light} {fonts} }}\n[data-bs-theme=dark] {{ {dark} }}\n"
        # The rules of a report are for its own parts, not for those of the app.
        f".report {{\n{page_part('blocks.css')}\n}}\n"
    )

"""Figures as SVG inside a page: crisp, in the page's font, and in the colours of its theme."""

import re
import warnings
from io import BytesIO
from xml.etree import ElementTree

import matplotlib
from markupsafe import Markup
from matplotlib.figure import Figure

from aucopt.report.page.theme import NAMES

_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_REFERENCE = re.compile(r"url\(#([^)]*)\)")
_WIDE, _NARROW = 6.8, 4.4  # rem an inch
_LINK = "{http://www.w3.org/1999/xlink}href"


def inline_svg(figure: Figure, name: str) -> Markup:
    """Return an `svg` element to be placed in HTML.

    Parameters
    ----------
    figure : Figure
        What to draw.
    name : str
        A word that no other figure of the page has: ids start with it, so that they do not clash.

    Examples
    --------
    >>> from aucopt.report.page.canvas import new_figure
    >>> from aucopt.report.page.svg import inline_svg
    >>> print(inline_svg(new_figure(), "empty")[:45])
    <svg viewBox="0 0 504 288" aria-hidden="true"
    """
    buffer = BytesIO()
    # Text stays text: the browser sets it in the page's font, which is narrower than the one measured here.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}), warnings.catch_warnings():
        # The browser has its own fonts for what is missing in ours.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(buffer, format="svg", metadata={"Date": None}, transparent=True)
    drawn = ElementTree.fromstring(buffer.getvalue())
    root = _in_html(drawn, name)
    width, height = figure.get_size_inches()
    root.attrib = {
        "viewBox": f"0 0 {72 * width:g} {72 * height:g}",
        "aria-hidden": "true",
        # All figures of a page are set to one scale, and small screens scroll them.
        "style": f"max-width: {_WIDE * width:.4g}rem; min-width: {_NARROW * width:.4g}rem",
    }
    return Markup(ElementTree.tostring(root, encoding="unicode", method="html"))


def _in_html(element: ElementTree.Element, name: str) -> ElementTree.Element:
    """A copy without namespaces, metadata and rules that would reach out of the figure."""
    copy = ElementTree.Element(element.tag.rpartition("}")[2])
    copy.text, copy.tail = element.text, element.tail
    for key, value in element.attrib.items():
        if key == "id":
            copy.set("id", f"{name}-{value}")
        elif key == _LINK:
            copy.set("href", f"#{name}-{value[1:]}" if value.startswith("#") else value)
        else:
            copy.set(key, _REFERENCE.sub(rf"url(#{name}-\1)", _COLOUR.sub(_themed, value)))
    copy.extend(_in_html(child, name) for child in element if not child.tag.endswith(("}metadata", "}style")))
    return copy


def _themed(match: re.Match[str]) -> str:
    name = NAMES.get(match[0])
    return f"var(--{name})" if name else match[0]

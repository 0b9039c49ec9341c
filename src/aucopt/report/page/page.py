"""A report as one HTML file that needs nothing else: no network, light and dark, on screens and on paper.

Parts come finished; a page only sets them. Every text is escaped, whatever a column is called.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from platform import machine, python_version, system

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure

from aucopt import __version__
from aucopt.report.page.canvas import save_figure
from aucopt.report.page.svg import inline_svg
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.report.page.theme import PALETTE


@dataclass(frozen=True)
class Headline:
    """The answer in a sentence, and the reasons for it.

    Attributes
    ----------
    sentence : str
        What a reader in a hurry takes away.
    reasons : sequence of str
        A paragraph each.
    settled : bool
        Whether the question is closed, which the page shows by a colour.
    """

    sentence: str
    reasons: Sequence[str] = ()
    settled: bool = False


@dataclass(frozen=True)
class Fact:
    """A number that belongs to the headline: what it is, its value, and what to know about it."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class Illustration:
    """A figure with its caption.

    Attributes
    ----------
    name : str
        A word of lower-case letters, digits and hyphens: the name of its file, another one for each figure
        of a page.
    figure : Figure
        The matplotlib figure.
    caption : str
        The caption, which says what to see in the figure.
    description : str
        A description of the figure for screen readers.
    """

    name: str
    figure: Figure
    caption: str
    description: str

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9-]*", self.name):
            raise ValueError(
                f"A figure's name has lower-case letters, digits and hyphens, not {self.name!r}."
            )


Block = str | Illustration | ReportTable


@dataclass(frozen=True)
class Section:
    """A heading and what follows: paragraphs, figures, tables."""

    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Page:
    """A report, ready to be set.

    Attributes
    ----------
    title, subtitle : str
        What it is about, and a line above: the data.
    headline : Headline
        The answer, which comes first.
    facts : sequence of Fact
        The numbers beside it.
    sections : sequence of Section
        The evidence.
    methods : sequence of str
        How the numbers were found, a paragraph each.
    command : str
        What to type to get them again.
    settings, versions : mapping of str to str
        What was chosen, and by which versions it was computed.

    Examples
    --------
    >>> from aucopt.report import Page, Section, Headline
    >>> page = Page("Pima", "768 rows", Headline("It pays."), sections=[Section("Why", ["Because."])])
    >>> "<p>Because.</p>" in page.to_html()
    True
    """

    title: str
    subtitle: str
    headline: Headline
    facts: Sequence[Fact] = ()
    sections: Sequence[Section] = ()
    methods: Sequence[str] = ()
    command: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=lambda: versions())

    def to_html(self) -> str:
        """The whole file."""
        templates = _templates()
        return templates.get_template("page.html.j2").render(
            page=self, version=__version__, palette=PALETTE, draw=partial(_draw, templates)
        )

    def to_fragment(self) -> Markup:
        """The middle of the page, to be placed in another one that has `blocks.css` and `tables.js`."""
        templates = _templates()
        return Markup(
            templates.get_template("body.html.j2").render(page=self, draw=partial(_draw, templates))
        )

    @property
    def illustrations(self) -> list[Illustration]:
        """All figures, in order."""
        blocks = [block for section in self.sections for block in section.blocks]
        return [block for block in blocks if isinstance(block, Illustration)]

    def save_figures(self, directory: Path) -> list[Path]:
        """Write each figure as PNG and as SVG, made to be pasted into a paper, and return the paths."""
        paths: list[Path] = []
        for illustration in self.illustrations:
            paths += save_figure(illustration.figure, directory, illustration.name)
        return paths


def page_part(name: str) -> str:
    """The style or script of a page's parts, "blocks.css" or "tables.js"."""
    return _templates().get_template(name).render()


def versions() -> dict[str, str]:
    """What computed the numbers."""
    packages = ("numpy", "scipy", "scikit-learn", "numba", "matplotlib")
    return (
        {"aucopt": __version__}
        | {name: version(name) for name in packages}
        | {
            "Python": python_version(),
            "system": f"{system()} {machine()}",
        }
    )


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("aucopt.report.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _draw(templates: Environment, block: Block) -> Markup:
    parts: dict[str, object] = {"block": block}
    if isinstance(block, Illustration):
        name = "illustration"
        parts["svg"] = inline_svg(block.figure, block.name)
    elif isinstance(block, ReportTable):
        name = "table"
        parts["numeric"] = [_is_numeric(cells) for cells in zip(*block.rows, strict=True)] or [False] * len(
            block.header
        )
        parts["sort_key"] = _sort_key
    else:
        name = "paragraph"
    return Markup(templates.get_template(f"{name}.html.j2").render(parts))


def _is_numeric(cells: Sequence[TableCell]) -> bool:
    values = [cell.value for cell in cells if cell.value is not None]
    return bool(values) and not any(isinstance(value, str) for value in values)


def _sort_key(cell: TableCell) -> str:
    """A number as JavaScript reads it; nothing where there is none."""
    if cell.value is None or cell.value != cell.value:
        return ""
    return str(cell.value).replace("inf", "Infinity")

"""A table of finished numbers, and how it is written: as text for a terminal, as CSV, as LaTeX.

A cell may have a published number beside it, in brackets, and lie in the paper's red or blue region.
"""

import csv
import io
import re
import textwrap
from dataclasses import dataclass
from math import ceil, isnan
from typing import Literal

Value = str | int | float | None
Shade = Literal["", "red", "blue"]

WIDTH = 100  # of text, where no terminal says otherwise
NARROW = 6  # LaTeX tables with more columns get upright headers
PAGE = 10  # and with more than these are scaled to the page
LONG = 45  # rows; LaTeX tables with more run over several pages
SHADES = "Red: AUC optimisers over standard classifiers; blue: the reverse."
PACKAGES = r"% Needs \usepackage{booktabs,graphicx,longtable} and \usepackage[table]{xcolor}."
ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{character: "\\" + character for character in "&%$#_{}"},
}


@dataclass(frozen=True)
class TableCell:
    """A value, its format, the published value beside it, and its region of the table.

    Examples
    --------
    >>> from aucopt.report import TableCell
    >>> print(TableCell(34, published=31))
    34 (31)
    >>> print(TableCell(0.70381, ".3f"), TableCell(None))
    0.704 -
    """

    value: Value
    form: str = ""
    published: int | float | None = None
    shade: Shade = ""

    @property
    def ours(self) -> str:
        """Our value as text; a dash if there is none."""
        return _print(self.value, self.form)

    @property
    def theirs(self) -> str:
        """The published value as text; empty if there is none."""
        return "" if self.published is None else _print(self.published, self.form)

    def __str__(self) -> str:
        return f"{self.ours} ({self.theirs})" if self.theirs else self.ours


@dataclass(frozen=True)
class ReportTable:
    """A table.

    Attributes
    ----------
    name : str
        Short, of letters, digits and hyphens: for files and references.
    title : str
        The title, one line.
    header : tuple of str
        The names of the columns; the first column names the rows.
    rows : tuple of tuples of TableCell
        The cells of each row, one for each column of the header.
    notes : tuple of str
        Sentences below the table, for instance on the data it is based on.
    is_sortable : bool
        Whether a page may sort the rows; not if a row continues the one above it.

    Examples
    --------
    >>> from aucopt.report import TableCell, ReportTable
    >>> rows = ((TableCell("LR"), TableCell(0.5, ".2f")),)
    >>> table = ReportTable("aucs", "AUC", ("method", "mean"), rows, ("One set.",))
    >>> print(table.text())
    AUC
    <BLANKLINE>
    method  mean
    ------  ----
    LR      0.50
    <BLANKLINE>
    One set.
    >>> print(table.csv())
    method,mean
    LR,0.5
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    notes: tuple[str, ...] = ()
    is_sortable: bool = True

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.header):
                raise ValueError(f"{self.name}: a row of {len(row)} cells under {len(self.header)} headers.")

    def text(self, width: int = WIDTH) -> str:
        """Return the table as text of a given width; columns that do not fit go into further blocks."""
        columns = [[head, *(str(row[j]) for row in self.rows)] for j, head in enumerate(self.header)]
        widths = [max(map(len, column)) for column in columns]
        lines = textwrap.wrap(self.title, width)
        for block in _blocks(widths, width):
            lines.append("")
            for i in range(len(self.rows) + 1):
                cells = [
                    columns[j][i].rjust(widths[j]) if j else columns[j][i].ljust(widths[j]) for j in block
                ]
                lines.append("  ".join(cells).rstrip())
                if i == 0:
                    lines.append("  ".join("-" * widths[j] for j in block))
        if self.notes:
            lines.append("")
        for note in self.notes:
            lines += textwrap.wrap(note, width)
        return "\n".join(lines)

    def csv(self) -> str:
        """Return the table as CSV with all digits, and published values in separate columns."""
        published = [any(row[j].published is not None for row in self.rows) for j in range(len(self.header))]
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        names = ((h, f"{h} (published)") if p else (h,) for h, p in zip(self.header, published, strict=True))
        writer.writerow([name for pair in names for name in pair])
        for row in self.rows:
            values: list[Value] = []
            for cell, beside in zip(row, published, strict=True):
                values += [cell.value, cell.published] if beside else [cell.value]
            writer.writerow(["" if value is None or value != value else value for value in values])
        return file.getvalue().rstrip("\n")

    def latex(self) -> str:
        """Return a `table` with booktabs rules and the paper's regions shaded; a `longtable` of many rows."""
        upright = len(self.header) > NARROW
        head = [_escape(name) for name in self.header]
        if upright:
            head[1:] = [rf"\rotatebox{{90}}{{{name}}}" for name in head[1:]]
        shaded = any(cell.shade for row in self.rows for cell in row)
        notes = [*self.notes, *([SHADES] if shaded else [])]
        columns = "{l" + "r" * (len(self.header) - 1) + "}"
        top = [r"\toprule", " & ".join(head) + r" \\", r"\midrule"]
        rows = [" & ".join(map(_latex_cell, row)) + r" \\" for row in self.rows]
        caption = rf"\caption{{{_escape(self.title)}}}", rf"\label{{tab:{self.name}}}"
        # Smaller than the text around, and columns closer where there are many.
        small = [r"\footnotesize", *([r"\setlength{\tabcolsep}{3pt}"] if upright else [])]
        below = [r"\par\smallskip", r"\raggedright " + _escape(" ".join(notes))] if notes else []
        if len(self.rows) > LONG:
            first, later = ["".join(caption) + r"\\", *top, r"\endfirsthead"], [*top, r"\endhead"]
            inside = [*first, *later, *rows, r"\bottomrule"]
            body = [r"\begin{longtable}" + columns, *inside, r"\end{longtable}"]
            return "\n".join([PACKAGES, "{", *small, *body, *below, r"\par}"])
        body = [r"\begin{tabular}" + columns, *top, *rows, r"\bottomrule", r"\end{tabular}"]
        if len(self.header) > PAGE:
            body = [r"\resizebox{\linewidth}{!}{%", *body, "}"]
        inside = [r"\centering", *caption, *small, *body, *below]
        return "\n".join([PACKAGES, r"\begin{table}", *inside, r"\end{table}"])


def _print(value: Value, form: str) -> str:
    if value is None or (isinstance(value, float) and isnan(value)):
        return "-"
    return value if isinstance(value, str) else format(value, form)


def _blocks(widths: list[int], width: int) -> list[list[int]]:
    """Split columns into as few blocks as fit the width, about equally many in each, all with the first."""
    columns = range(1, len(widths))
    for n in range(1, len(columns)):
        size = ceil(len(columns) / n)
        blocks = [[0, *columns[k : k + size]] for k in range(0, len(columns), size)]
        if all(sum(widths[j] + 2 for j in block) - 2 <= width for block in blocks):
            return blocks
    return [[0, j] for j in columns]


def _latex_cell(cell: TableCell) -> str:
    text = _escape(cell.ours)
    if cell.theirs:
        text += rf" {{\scriptsize({_escape(cell.theirs)})}}"
    return rf"\cellcolor{{{cell.shade}!20}}{text}" if cell.shade else text


def _escape(text: str) -> str:
    """Return text for LaTeX; powers such as R^2 become mathematics."""
    parts = re.split(r"\b(\w)\^(\d)", text)
    plain = ["".join(ESCAPES.get(character, character) for character in part) for part in parts]
    for i in range(1, len(parts), 3):
        plain[i] = rf"$\mathbf{{{parts[i]}}}^{parts[i + 1]}$"
        plain[i + 1] = ""
    return "".join(plain)

"""A table of wins as a heat map: the paper's red and blue regions, darker for more data sets."""

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from aucopt.report.page.canvas import COLOURS, new_figure, typeset
from aucopt.report.page.table import ReportTable, TableCell

CELL = 0.46  # inches
LETTER = 0.075  # inches a letter of a name takes
REGIONS = {"red": COLOURS[0], "blue": COLOURS[1], "": "#555555"}
FAINT, DEEP = 0.06, 0.75  # how much colour a cell of no win has, and one of all sets


def plot_wins(table: ReportTable, n_sets: int) -> Figure:
    """Plot a table of wins.

    Parameters
    ----------
    table : ReportTable
        The table of `win_table`: methods against methods, the average last.
    n_sets : int
        Number of data sets.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with our counts and, in smaller type below, the published counts if there are any.

    Examples
    --------
    >>> from aucopt.report import ReportTable, TableCell, plot_wins
    >>> values = [("LR", None, 2, 2.0), ("SVM", 1, None, 1.0)]
    >>> rows = tuple(tuple(map(TableCell, row)) for row in values)
    >>> table = ReportTable("wins", "Data sets won", ("", "LR", "SVM", "average"), rows)
    >>> figure = plot_wins(table, n_sets=3)
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['LR', 'SVM']
    """
    names = table.header[1:]
    k = len(table.rows)
    label = 0.3 + LETTER * max(map(len, names))
    figure = new_figure((label + CELL * (k + 1.5), label + CELL * k + 0.7))
    ax = figure.add_subplot()
    for i, row in enumerate(table.rows):
        for j, cell in enumerate(row[1:]):
            last = j == k
            if not last and cell.value is not None:
                ax.add_patch(Rectangle((j, i), 1, 1, facecolor=_tint(cell, n_sets), edgecolor="white"))
            where = j + 0.5 + 0.35 * last
            if i != j:
                _write(ax, where, i + (0.38 if cell.theirs else 0.5), cell.ours, 9)
            if cell.theirs:
                _write(ax, where, i + 0.74, f"({cell.theirs})", 6.5)
    ax.set(xlim=(0, k + 1.5), ylim=(k, 0), aspect="equal")
    ax.set_xticks([*(j + 0.5 for j in range(k)), k + 0.85], names, rotation=90)
    ax.set_yticks([i + 0.5 for i in range(k)], [row[0].ours for row in table.rows])
    ax.tick_params(length=0, labelsize=8, top=True, labeltop=True, bottom=False, labelbottom=False)
    ax.spines[:].set_visible(False)
    ax.set_xlabel(f"{typeset(table.title)}\nrows beat columns; {n_sets} sets{_published(table)}", fontsize=8)
    if any(cell.shade for row in table.rows for cell in row):
        handles = [
            Patch(color=REGIONS["red"], alpha=DEEP, label="AUC optimiser over standard"),
            Patch(color=REGIONS["blue"], alpha=DEEP, label="standard over AUC optimiser"),
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False, fontsize=8)
    return figure


def _write(ax: Axes, x: float, y: float, text: str, size: float) -> None:
    # Inside the axes: nothing for the layout to measure, which takes most of the time otherwise.
    ax.text(x, y, text, ha="center", va="center", fontsize=size, in_layout=False)


def _tint(cell: TableCell, n_sets: int) -> tuple[float, ...]:
    """Mix the colour of the region with white, by the share of sets won."""
    share = FAINT + (DEEP - FAINT) * min(float(cell.value or 0) / n_sets, 1.0)
    return tuple(1 - share * (1 - channel) for channel in to_rgb(REGIONS[cell.shade]))


def _published(table: ReportTable) -> str:
    return "; in brackets the paper's" if any(cell.theirs for row in table.rows for cell in row) else ""

"""The section of a fit's report that tells of the weights, and how sure they are."""

from aucopt.analysis.answer import Analysis
from aucopt.analysis.landscape import LOSS, Landscape
from aucopt.report.fit.weight_figure import Spread, plot_weights
from aucopt.report.page.page import Block, Illustration, Section
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.words.numbers import name_interval, show_auc
from aucopt.words.sentences import as_sentence, show_column
from aucopt.words.weights import (
    PER_DEVIATION,
    SIMPLE,
    fit_columns,
    heaviest_first,
    resampled,
    show_resamples,
    within,
)

# More rows than this make a figure nobody reads; the table has them all.
_MOST_WEIGHTS = 30


def weight_section(analysis: Analysis, landscape: Landscape) -> Section:
    """The weights as a figure and as a table, a simple score, and the best single column."""
    rows, intervals, ranges = analysis.rows, analysis.intervals, landscape.ranges
    quantity = analysis.objective.quantity
    order = heaviest_first(analysis.per_deviation)
    shown = order[:_MOST_WEIGHTS]
    spreads = []
    if ranges is not None:
        spreads.append(
            Spread(
                f"within {LOSS:g} of the best {analysis.objective.name}",
                ranges.low[shown],
                ranges.high[shown],
                is_wide=True,
            )
        )
    if intervals is not None:
        name = name_interval(intervals.confidence)
        spreads.append(Spread(name, intervals.low[shown], intervals.high[shown]))
    caption = "Weights per standard deviation of the columns, scaled to length 1."
    if ranges is not None:
        caption += (
            " The wide bar shows how far a weight can move, when the others are re-optimised, before the "
            f"{analysis.objective.name} falls by more than {LOSS:g}."
        )
    if intervals is not None:
        caption += " The interval shows how much the weight varies between samples of this size."
    if len(order) > len(shown):
        caption += (
            f" The {len(shown)} largest of {len(order)} weights are drawn; the table lists all of them."
        )
    figure = plot_weights(
        [rows.columns[j] for j in shown],
        analysis.per_deviation[shown],
        spreads,
        xlabel="weight per standard deviation",
    )
    blocks: list[Block] = [
        Illustration("weights", figure, caption, "Each weight as a dot, with its range and its interval."),
        _weight_table(analysis, landscape),
    ]
    text = []
    simple, alone = analysis.simple, analysis.solution.best_column
    if simple is not None and simple.within:
        score = str(simple).splitlines()[0]
        text.append(f"{SIMPLE}: {score}, with {quantity.of(show_auc(simple.value))} on these rows.")
    if alone is not None:
        name = show_column(alone.name, alone.sign)
        text.append(
            f"The best single column, {name}, has {quantity.of(show_auc(alone.value))} on these rows by "
            "itself."
        )
    return Section("The weights", [*blocks, *text])


def _weight_table(analysis: Analysis, landscape: Landscape) -> ReportTable:
    """The table of the terminal, with all weights and both ends of an interval in cells of their own."""
    found, ranges = analysis.intervals, landscape.ranges
    ends = [] if found is None else [resampled(found.confidence, found.low, found.high)]
    if ranges is not None:
        ends.append(within(LOSS, ranges.low, ranges.high))
    columns = fit_columns(
        analysis.solution.coef, analysis.per_deviation, share=analysis.is_blend, intervals=ends
    )
    header = ["column", *(title for column in columns for title in column.titles)]
    rows = []
    for j in heaviest_first(analysis.per_deviation):
        cells = [TableCell(float(values[j]), column.form) for column in columns for values in column.values]
        rows.append((TableCell(analysis.rows.columns[j]), *cells))
    notes = [f"Weight: in the units of the column; {PER_DEVIATION}."]
    if found is not None:
        notes.append(as_sentence(show_resamples(len(found.samples), complete=found.complete)))
    if ends:
        notes.append("Intervals and ranges refer to the weight per SD.")
    return ReportTable("weights", "", tuple(header), tuple(rows), tuple(notes))

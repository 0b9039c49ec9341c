"""The report of a panel: the columns chosen, what they are worth on new rows, and which would do as well."""

from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np

from aucopt.analysis.panel.answer import PanelAnalysis, name_all
from aucopt.report.fit.roc_figure import RocCurve, plot_roc
from aucopt.report.page.page import Illustration, Page, Section
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.report.panel.exchange_figure import MOST_COLUMNS, MOST_PANELS, plot_exchange
from aucopt.report.panel.text import facts, headline, methods
from aucopt.words.numbers import AUC_FORM, DIFFERENCE_FORM
from aucopt.words.panel import name_best, show_stability
from aucopt.words.sentences import as_sentence, count
from aucopt.words.weights import PER_DEVIATION, heaviest_first

_MOST_CHOSEN = 20  # columns of the table of frequencies


def panel_page(
    analysis: PanelAnalysis,
    *,
    source: str,
    command: str,
    settings: Mapping[str, str],
    notes: Sequence[str] = (),
) -> Page:
    """Assemble the report of a panel.

    Parameters
    ----------
    analysis : PanelAnalysis
        The finished analysis.
    source : str
        The name of the data.
    command : str
        The command that reproduces the report.
    settings : mapping of str to str
        The options that were chosen.
    notes : sequence of str
        Notes on rows and columns that were left out.

    Returns
    -------
    Page

    Examples
    --------
    >>> import aucopt
    >>> import numpy as np
    >>> from aucopt.analysis import Rows, analyse_panel
    >>> from aucopt.report import panel_page
    >>> X = np.array([[3, 1, 5], [2, 4, 1], [1, 0, 4], [0, 2, 2], [2, 1, 3], [1, 3, 0.0]])
    >>> rows = Rows(X, ("a", "b", "c"), np.arange(6) < 3, None, "y", (0, 1))
    >>> found = analyse_panel(rows, aucopt.best_panel(rows, rows.positive, k=2), seconds=0)
    >>> panel_page(found, source="six rows", command="", settings={}).headline.sentence
    'The best panel of 2 is b and c: of all 3 panels none is better (computed, not certified).'
    """
    rows = analysis.rows
    sections = [
        _worth(analysis),
        # A search that was stopped early may not have listed any.
        *([_panels(analysis)] if analysis.panel.panels else []),
        _roc(analysis),
        _stability(analysis),
        _weights(analysis),
    ]
    return Page(
        title=f"The {name_best(analysis.name)} among {count(len(rows.columns), 'column')} "
        f"for {rows.story.name}",
        subtitle=f"{source} · {rows.story.short}",
        headline=headline(analysis),
        facts=facts(analysis),
        sections=[section for section in sections if section is not None],
        methods=[*methods(analysis), *notes],
        command=command,
        settings=settings,
    )


def _worth(analysis: PanelAnalysis) -> Section | None:
    """All methods on new rows."""
    honest, name_of = analysis.honest, analysis.objective.name
    if honest is None:
        return None
    header = (
        *("method", f"{name_of} on new rows", "from", "to"),
        *("panel is above by", "gain from", "gain to", f"{name_of} on these rows"),
    )
    table = []
    for name, found in honest.intervals.items():
        gain = analysis.difference(name)
        cells = [TableCell(value, AUC_FORM) for value in (found.value, found.low, found.high)]
        gains = (None,) * 3 if gain is None else (gain.difference, gain.low, gain.high)
        cells += [TableCell(value, DIFFERENCE_FORM) for value in gains]
        table.append((TableCell(name), *cells, TableCell(analysis.apparent.get(name), AUC_FORM)))
    notes = (
        "On new rows: by nested cross-validation, with the selection of columns repeated in each fold and "
        "the same folds for all methods. Values on these rows are optimistic, especially for methods that "
        "choose among many columns.",
    )
    return Section(
        "Is the panel better?", [ReportTable("worth", _condition(analysis), header, tuple(table), notes)]
    )


def _condition(analysis: PanelAnalysis) -> str:
    """The title of a table of values: where on the curve they are taken, if anywhere."""
    quantity = analysis.objective.quantity
    return quantity.title if quantity.condition else ""


def _panels(analysis: PanelAnalysis) -> Section:
    """The panels within delta, as a figure and as a table."""
    panel, names = analysis.panel, analysis.rows.columns
    name = analysis.objective.name
    figure = plot_exchange(
        [p.columns for p in panel.panels],
        [p.value for p in panel.panels],
        names,
        ylabel=f"{name}\non these rows",
    )
    caption = (
        f"Each column of dots is a panel, its {name} on these rows above it, which is optimistic. Columns "
        f"that replace each other from panel to panel carry similar information."
    )
    if panel.n_panels > MOST_PANELS:
        caption += f" The best {MOST_PANELS} of {panel.n_panels:,} panels are shown."
    if len({j for p in panel.panels[:MOST_PANELS] for j in p.columns}) > MOST_COLUMNS:
        caption += f" The {MOST_COLUMNS} most frequent columns are shown."
    table = [
        (
            TableCell(", ".join(names[j] for j in other.columns)),
            TableCell(other.value, AUC_FORM),
            TableCell(panel.value - other.value, AUC_FORM),
        )
        for other in panel.panels
    ]
    notes = [f"{count(panel.n_panels, 'panel')} within {panel.delta:g} of the best."]
    if panel.n_panels > len(panel.panels):
        notes.append(f"The best {len(panel.panels)} are listed.")
    description = "The best panels as columns of dots, with a row for each column of the table."
    # One panel alone replaces nothing.
    drawn = [Illustration("exchange", figure, caption, description)] if len(panel.panels) > 1 else []
    return Section(
        "Panels that are nearly as good",
        [
            *drawn,
            ReportTable(
                "panels",
                _condition(analysis),
                ("panel", f"{name} on these rows", "below the best"),
                tuple(table),
                tuple(notes),
            ),
        ],
    )


def _roc(analysis: PanelAnalysis) -> Section | None:
    honest, part = analysis.honest, analysis.objective.part
    if honest is None or not honest.curves:
        return None
    wanted = [analysis.name, analysis.smaller_name, name_all(analysis.rival)]
    curves = []
    for name in wanted:
        if name is None or name not in honest.intervals:
            continue
        found = honest.intervals[name]
        low, high = (None, None) if isnan(found.low) else (found.low, found.high)
        curves.append(RocCurve(name, *honest.roc(name), found.value, low, high))
    caption = "On new rows, by nested cross-validation: "
    if part is None:
        caption += (
            "each positive row is compared with the negative rows of its fold, and the curves of the repeats "
            "are averaged. The area under a curve is the AUC on new rows."
        )
    else:
        caption += (
            "each repeat has one curve of all rows, and the curves are averaged. The legend shows: "
            f"{part.condition}."
        )
    description = "ROC curves of " + ", ".join(curve.label for curve in curves) + "."
    return Section(
        "ROC curves on new rows", [Illustration("roc", plot_roc(curves, part=part), caption, description)]
    )


def _stability(analysis: PanelAnalysis) -> Section | None:
    stable, panel, names = analysis.stability, analysis.panel, analysis.rows.columns
    if stable is None:
        return None
    order = sorted(
        np.flatnonzero((stable.columns > 0) | (panel.frequency > 0)).tolist(),
        key=lambda j: (-stable.columns[j], -panel.frequency[j], j),
    )
    table = [
        (
            TableCell(names[j]),
            TableCell(stable.columns[j] / stable.n_fits, ".0%"),
            TableCell(panel.frequency[j] / panel.n_panels, ".0%"),
            TableCell("yes" if j in panel.columns else ""),
        )
        for j in order[:_MOST_CHOSEN]
    ]
    header = (
        "column",
        f"chosen in {stable.source}",
        f"in panels within {panel.delta:g}",
        "in the best panel",
    )
    notes = [as_sentence(show_stability(stable.same, stable.n_fits, stable.source))]
    if len(order) > _MOST_CHOSEN:
        notes.append(f"The {_MOST_CHOSEN} most frequent of the {len(order)} columns that were ever chosen.")
    often = [
        f"{', '.join(names[j] for j in columns)} ({n} of {stable.n_fits})" for columns, n in stable.panels[:3]
    ]
    text = f"The panels chosen most often: {'; '.join(often)}."
    return Section(
        "How stable the choice is", [ReportTable("stability", "", header, tuple(table), tuple(notes)), text]
    )


def _weights(analysis: PanelAnalysis) -> Section:
    coef = analysis.panel.solution.coef
    spread = coef * analysis.rows.deviations[list(analysis.panel.columns)]
    table = [
        (TableCell(analysis.columns[i]), TableCell(float(coef[i]), ".6g"), TableCell(float(spread[i]), ".3g"))
        for i in heaviest_first(spread)
    ]
    notes = (f"Weight: in the units of the column; {PER_DEVIATION}.",)
    cut, positive = analysis.cut, analysis.rows.classes[1]
    parts: list[ReportTable | str] = [
        ReportTable("weights", "", ("column", "weight", "per SD"), tuple(table), notes)
    ]
    if cut is not None:
        parts.append(
            f"Rows with a score above {cut.value:.6g} are predicted to be {positive}: sensitivity "
            f"{cut.sensitivity:.3f} and specificity {cut.specificity:.3f} on these rows, which is optimistic."
        )
    return Section("The score", parts)

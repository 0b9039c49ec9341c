"""The report of a fit: what the best linear score is worth, and everything that says so."""

from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np

from aucopt.analysis.answer import Analysis
from aucopt.analysis.landscape import Landscape
from aucopt.report.fit.plane_figure import plot_planes
from aucopt.report.fit.profile_figure import plot_profile
from aucopt.report.fit.roc_figure import Cut, RocCurve, plot_roc
from aucopt.report.fit.row_figure import MOST_ROWS, Line, plot_rows
from aucopt.report.fit.text import facts, headline, methods, title
from aucopt.report.fit.weight_section import weight_section
from aucopt.report.page.page import Block, Illustration, Page, Section
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.words.numbers import AUC_FORM, name_interval, show_auc, show_rates
from aucopt.words.sentences import as_sentence, cross_validated, optimistic


def fit_page(
    analysis: Analysis,
    landscape: Landscape,
    *,
    source: str,
    command: str,
    settings: Mapping[str, str],
    notes: Sequence[str] = (),
    warnings: Sequence[str] = (),
    more: Sequence[Section] = (),
) -> Page:
    """Assemble the report of a fit or of a blend.

    Parameters
    ----------
    analysis : Analysis
        The finished analysis.
    landscape : Landscape
        The values around the best direction.
    source : str
        The name of the data.
    command : str
        The command that reproduces the report.
    settings : mapping of str to str
        The options that were chosen.
    notes : sequence of str
        Notes on rows and columns that were left out.
    warnings : sequence of str
        Warnings about the data, shown in the first section.
    more : sequence of Section
        Further sections, such as the results on a second file.

    Returns
    -------
    Page

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.analysis import Rows, analyse
    >>> from aucopt.analysis.landscape import survey
    >>> from aucopt.report import fit_page
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> found = analyse(rows, aucopt.maximize_auc(rows, rows.positive), signs=(0, 0), seconds=0)
    >>> page = fit_page(found, survey(found), source="the toy set", command="", settings={})
    >>> page.headline.sentence
    'The best linear score has an AUC of 0.7038 on these rows. It is proved that no other has a higher one.'
    """
    return Page(
        title=title(analysis),
        subtitle=f"{source} · {analysis.rows.story.short}",
        headline=headline(analysis),
        facts=facts(analysis),
        sections=[
            section
            for section in (
                Section("Warnings", warnings) if warnings else None,
                _values(analysis),
                *more,
                _directions(analysis, landscape),
                _roc(analysis, landscape),
                _data(analysis),
                weight_section(analysis, landscape),
            )
            if section is not None
        ],
        methods=[*methods(analysis), *notes],
        command=command,
        settings=settings,
    )


def _values(analysis: Analysis) -> Section:
    """On these rows and on new ones, the score and its rival."""
    honest, quantity = analysis.honest, analysis.objective.quantity
    header = ["score", f"{quantity.name} on these rows", f"{quantity.name} on new rows", "from", "to"]
    if quantity.shortfall:
        header.append(quantity.shortfall)
    table = []
    values = {analysis.best: analysis.solution.value, analysis.rival: analysis.rival_value}
    for name, value in (values | analysis.others).items():
        cells = [TableCell(value, AUC_FORM), *[TableCell(None)] * (len(header) - 2)]
        if honest is not None:
            found = honest.intervals[name]
            cells[1:4] = (TableCell(number, AUC_FORM) for number in (found.value, found.low, found.high))
            if quantity.shortfall:
                cells[4] = TableCell(1000 * (1 - found.value), ".0f")
        table.append((TableCell(name), *cells))
    notes = [optimistic(quantity.name)]
    if honest is not None:
        notes.append(
            f"On new rows: {cross_validated(honest.n_folds, honest.n_repeats)}, with "
            f"{name_interval(honest.intervals[analysis.best].confidence)}s."
        )
    if quantity.shortfall and honest is not None:
        notes.append(as_sentence(f"{quantity.shortfall}: on new rows, {quantity.condition}"))
    title = quantity.title if quantity.condition else ""
    blocks: list[Block] = [ReportTable("values", title, tuple(header), tuple(table), tuple(notes))]
    return Section("How good it is", [*blocks, *_cut_off(analysis)])


def _cut_off(analysis: Analysis) -> list[Block]:
    """What the cut-off does; for a part of the curve beside that of the rival."""
    honest, cut, own_cut, positive = (
        *(analysis.honest, analysis.cut, analysis.rival_cut),
        analysis.rows.classes[1],
    )
    if cut is None or own_cut is None:
        return []
    text = f"Rows with a score above {cut.value:.6g} are predicted to be {positive}."
    if analysis.objective.is_auc:
        text += (
            " This cut-off maximises the sum of sensitivity and specificity on these rows: "
            f"{show_rates(cut.sensitivity, cut.specificity)}."
        )
        if honest is not None:
            text += (
                " On new rows, with cut-offs chosen in the same way: "
                f"{show_rates(honest.sensitivity[analysis.best], honest.specificity[analysis.best])}."
            )
        return [text]
    header = ["score", "sensitivity", "specificity"]
    if honest is not None:
        header += ["on new rows: sensitivity", "specificity"]
    table = []
    for name, own in ((analysis.best, cut), (analysis.rival, own_cut)):
        rates = [own.sensitivity, own.specificity]
        if honest is not None:
            rates += [honest.sensitivity[name], honest.specificity[name]]
        table.append((TableCell(name), *(TableCell(rate, AUC_FORM) for rate in rates)))
    note = (
        "Each score has its own cut-off, which was chosen on the rows to which the score was fitted. On new "
        "rows, the cut-offs are those of the cross-validation fits."
    )
    if analysis.objective.part is not None:
        note += (
            " On new rows a cut-off meets its limit only approximately, so these rates alone do not show "
            "which score is better."
        )
    return [text, ReportTable("cut-offs", "At the cut-off", tuple(header), tuple(table), (note,))]


def _directions(analysis: Analysis, landscape: Landscape) -> Section | None:
    solution, quantity = analysis.solution, analysis.objective.quantity
    forbidden = " Directions with forbidden signs may lie above it." if any(analysis.signs) else ""
    if landscape.profile is not None:
        marks = {f"{analysis.rival} {show_auc(analysis.rival_value)}": analysis.rival_coef}
        figure = plot_profile(solution, marks=marks, profile=landscape.profile)
        caption = (
            "Only the direction of the two weights matters, so they can be described by an angle. The curve "
            "shows the "
            f"{quantity.name} of every direction on these rows. No direction exceeds the dashed line."
        )
        caption += forbidden
        description = (
            f"Curve of the {quantity.name} over all angles, with its maximum of {show_auc(solution.value)}."
        )
        return Section(
            f"The {quantity.name} of every direction", [Illustration("profile", figure, caption, description)]
        )
    if landscape.planes:
        best = "optimum" if solution.status == "optimal" else "best found"
        figure = plot_planes(landscape.planes, solution.value, solution.bound, best=best, quantity=quantity)
        caption = (
            "Each plot shows the "
            f"{quantity.name} on these rows when the weights are turned from the best score, in the middle, "
            "towards the score named above it and away from it. A flat top means that many weights are "
            "nearly equally good on these rows. No direction exceeds the dashed line."
        )
        caption += forbidden
        description = (
            f"Curves of the {quantity.name} in {len(landscape.planes)} planes through the best direction."
        )
        return Section(
            f"The {quantity.name} around it", [Illustration("planes", figure, caption, description)]
        )
    return None


def _roc(analysis: Analysis, landscape: Landscape) -> Section | None:
    honest, cut = analysis.honest, analysis.cut
    if cut is None or not landscape.roc:
        return None
    apparent = {analysis.best: analysis.solution.value, analysis.rival: analysis.rival_value}
    curves = []
    for name, (fpr, tpr) in landscape.roc.items():
        curve = RocCurve(name, fpr, tpr, apparent[name])
        if honest is not None:
            found = honest.intervals[name]
            low, high = (None, None) if isnan(found.low) else (found.low, found.high)
            curve = RocCurve(name, fpr, tpr, found.value, low, high)
        curves.append(curve)
    at = (cut.sensitivity, cut.specificity)
    if honest is not None:
        at = (honest.sensitivity[analysis.best], honest.specificity[analysis.best])
    part = analysis.objective.part
    figure = plot_roc(curves, cut=Cut(f"cut-off: {show_rates(*at)}", 1 - at[1], at[0]), part=part)
    caption = "On these rows, to which both scores were fitted. On new rows, both curves will be lower."
    if honest is not None and part is None:
        caption = (
            "On new rows, by cross-validation: each positive row is compared with the negative rows of its "
            "fold, and the curves of the repeats are averaged. The area under a curve is the AUC on new rows."
        )
    if honest is not None and part is not None:
        caption = "On new rows, by cross-validation; the curves of the repeats are averaged."
    if part is not None:
        where = "shaded" if part.is_area else "on the dotted line"
        caption += (
            f" The part that was maximised is {where}, and its value is in the legend: {part.condition}."
        )
    description = "ROC curves of " + " and ".join(curve.label for curve in curves) + "."
    return Section("ROC curves", [Illustration("roc", figure, caption, description)])


def _data(analysis: Analysis) -> Section | None:
    rows, cuts = analysis.rows, (analysis.cut, analysis.rival_cut)
    if len(rows.columns) != 2 or cuts[0] is None or cuts[1] is None:
        return None
    lines = [
        Line(f"cut-off of {name}", coef, cut.value)
        for name, coef, cut in (
            (analysis.best, analysis.solution.coef, cuts[0]),
            (analysis.rival, analysis.rival_coef, cuts[1]),
        )
        # A constant rule has no line.
        if np.any(coef)
    ]
    figure = plot_rows(
        rows.X,
        rows.positive,
        rows.columns,
        lines,
        classes=[f"{rows.target} = {label}" for label in rows.classes],
    )
    caption = "The arrow points to higher scores; rows on that side of the line are predicted positive."
    if max(rows.n_positive, rows.n_negative) > MOST_ROWS:
        caption += f" At most {MOST_ROWS:,} rows of each class are drawn, chosen at random."
    description = f"Rows by {rows.columns[0]} and {rows.columns[1]}, with the cut-off line of each score."
    return Section("The data", [Illustration("rows", figure, caption, description)])

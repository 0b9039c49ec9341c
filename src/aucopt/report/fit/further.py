"""Sections of a report for what people ask after a fit: a second file, a risk, a score card."""

from collections.abc import Mapping, Sequence

from aucopt.analysis.answer import Analysis
from aucopt.analysis.calibration import Calibration, RiskGroup
from aucopt.analysis.further import Further
from aucopt.analysis.score_card import ScoreCard
from aucopt.analysis.validation import Validation
from aucopt.report.fit.calibration_figure import plot_calibration
from aucopt.report.page.page import Block, Illustration, Section
from aucopt.report.page.table import ReportTable, TableCell
from aucopt.words.calibration import (
    OUT_OF_FOLD,
    remark_on_intercept,
    remark_on_slope,
    show_range,
    show_risk,
    show_totals,
)
from aucopt.words.difference import remark_on_difference
from aucopt.words.numbers import AUC_FORM, DIFFERENCE_FORM, name_interval, show_auc
from aucopt.words.sentences import optimistic

_SHARE = ".1%"


def further_sections(analysis: Analysis, further: Further) -> list[Section]:
    """The sections of what was found.

    Examples
    --------
    >>> from aucopt.analysis.further import Further
    >>> from aucopt.report.fit.further import further_sections
    >>> further_sections(None, Further())
    []
    """
    sections = []
    if further.validation is not None:
        sections.append(_validation(analysis, further.validation))
    if further.risk is not None:
        sections.append(_risk(analysis, further))
    if further.card is not None:
        sections.append(_card(analysis, further.card))
    return sections


def _validation(analysis: Analysis, found: Validation) -> Section:
    rows, gain = found.rows, found.comparison.differences[0]
    told = remark_on_difference(gain.low, gain.high, gain.p_value) if gain.p_value == gain.p_value else ""
    lines: list[tuple[str, Sequence[float], str, str]] = [
        (
            f"{analysis.objective.name}, {analysis.best}",
            (found.best.value, found.best.low, found.best.high),
            AUC_FORM,
            found.best.note,
        ),
        (
            f"{analysis.objective.name}, {analysis.rival}",
            (found.rival.value, found.rival.low, found.rival.high),
            AUC_FORM,
            found.rival.note,
        ),
        ("gain", (gain.difference, gain.low, gain.high), DIFFERENCE_FORM, told),
        ("sensitivity", found.sensitivity, AUC_FORM, "at the cut-off of the first file"),
        ("specificity", found.specificity, AUC_FORM, "at the cut-off of the first file"),
    ]
    if found.calibration is not None:
        lines += _calibration_lines(found.calibration)
    table = tuple(
        (TableCell(name), *(TableCell(float(value), form) for value in values), TableCell(remark or None))
        for name, values, form, remark in lines
    )
    text = (
        f"{found.name} has {len(rows.positive):,} rows, {rows.n_positive:,} of them {rows.target} = "
        f"{rows.classes[1]}. None of them was used to fit the score, the cut-off or the risk."
    )
    note = f"From and to: {name_interval(found.best.confidence)}."
    return Section(
        f"On {found.name}",
        [text, ReportTable("validation", "", ("", "value", "from", "to", ""), table, (note,))],
    )


def _calibration_lines(found: Calibration) -> list[tuple[str, Sequence[float], str, str]]:
    slope, intercept = found.slope, found.intercept
    none = float("nan")
    return [
        ("calibration slope", slope, AUC_FORM, remark_on_slope(slope.low, slope.high)),
        (
            "calibration intercept",
            intercept,
            DIFFERENCE_FORM,
            remark_on_intercept(intercept.low, intercept.high),
        ),
        ("Brier score", (found.brier, none, none), AUC_FORM, "mean squared error of the risk"),
    ]


def _risk(analysis: Analysis, further: Further) -> Section:
    risk, validation = further.risk, further.validation
    assert risk is not None
    curves: dict[str, Sequence[RiskGroup]] = {"out-of-fold rows": risk.calibration.groups}
    if validation is not None and validation.calibration is not None:
        curves[validation.name] = validation.calibration.groups
    text = (
        f"The risk of {analysis.rows.target} = {analysis.rows.classes[1]} for a score, {OUT_OF_FOLD} of "
        f"{risk.n_folds} folds: {show_risk(risk.curve.method, risk.curve.scores)}."
    )
    caption = (
        "Rows in groups of similar risk: the share of positives in each group against its mean risk, with "
        "95% intervals. Out-of-fold risks come from curves that were fitted to the other folds."
    )
    figure = Illustration(
        "calibration", plot_calibration(curves), caption, "Observed shares against predicted risks."
    )
    return Section("Calibrated risk", [text, figure, _groups(curves)])


def _groups(curves: Mapping[str, Sequence[RiskGroup]]) -> ReportTable:
    rows = tuple(
        (
            TableCell(name),
            TableCell(group.n, ","),
            TableCell(group.predicted, _SHARE),
            *(TableCell(value, _SHARE) for value in group.observed),
        )
        for name, groups in curves.items()
        for group in groups
    )
    return ReportTable("risk-groups", "", ("rows of", "rows", "mean risk", "positive", "from", "to"), rows)


def _card(analysis: Analysis, card: ScoreCard) -> Section:
    quantity, positive = analysis.objective.quantity, analysis.rows.classes[1]
    points = tuple(
        (
            TableCell("" if k else column.name),
            TableCell(show_range(part.low, part.high)),
            TableCell(part.points),
        )
        for column in card.columns
        for k, part in enumerate(column.ranges)
    )
    totals = tuple(
        (
            TableCell(show_totals(total.low, total.high)),
            TableCell(total.n, ","),
            *(TableCell(value, _SHARE) for value in total.observed),
            TableCell(str(positive) if total.is_positive else ""),
        )
        for total in card.totals
    )
    blocks: list[Block] = [
        f"Add up the points of all columns; {card.cutoff} or more are predicted to be {positive}.",
        ReportTable("score-card", "", ("column", "value", "points"), points, is_sortable=False),
        ReportTable(
            "score-card-totals",
            "",
            ("total", "rows", f"{analysis.rows.target} = {positive}", "from", "to", "predicted"),
            totals,
            (
                f"The totals have {quantity.of(show_auc(card.value))} on these rows. "
                f"{optimistic(quantity.name)} The shares are those of these rows, with 95% intervals.",
            ),
        ),
    ]
    return Section("Score card", blocks)

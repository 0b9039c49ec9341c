"""A calibrated risk and the rows of a second file, for people and for machines."""

from typing import Any

from aucopt.analysis.answer import Analysis
from aucopt.analysis.calibration import CalibratedRisk, Calibration
from aucopt.analysis.further import Further
from aucopt.analysis.validation import Validation
from aucopt.cli.describe import show_line
from aucopt.words.calibration import OUT_OF_FOLD, remark_on_intercept, remark_on_slope, show_risk
from aucopt.words.difference import remark_on_difference
from aucopt.words.numbers import name_interval, show_auc_interval, show_difference_interval


def further_sections(analysis: Analysis, further: Further) -> list[list[str]]:
    """What a terminal shows of it, section by section."""
    sections = []
    if further.risk is not None:
        sections.append(_risk(analysis, further.risk))
    if further.validation is not None:
        sections.append(_validation(analysis, further.validation))
    return sections


def further_document(further: Further) -> dict[str, Any]:
    """The same for machines."""
    content: dict[str, Any] = {"risk": None, "validation": None, "score_card": None}
    if further.risk is not None:
        content["risk"] = further.risk.curve.to_dict() | _calibration_document(further.risk.calibration)
    if (found := further.validation) is not None:
        gain = found.comparison.differences[0]
        content["validation"] = {
            "file": found.name,
            "rows": len(found.rows.positive),
            "positives": found.rows.n_positive,
            "value": {"value": found.best.value, "low": found.best.low, "high": found.best.high},
            "rival_value": {"value": found.rival.value, "low": found.rival.low, "high": found.rival.high},
            "gain": {"value": gain.difference, "low": gain.low, "high": gain.high, "p_value": gain.p_value},
            "sensitivity": found.sensitivity._asdict(),
            "specificity": found.specificity._asdict(),
            **({} if found.calibration is None else _calibration_document(found.calibration)),
        }
    if (card := further.card) is not None:
        content["score_card"] = {
            "columns": [
                {"name": column.name, "ranges": [part._asdict() for part in column.ranges]}
                for column in card.columns
            ],
            "totals": [total._asdict() | {"observed": total.observed._asdict()} for total in card.totals],
            "cutoff": card.cutoff,
            "value": card.value,
        }
    return content


def _calibration_document(found: Calibration) -> dict[str, Any]:
    return {
        "calibration": {
            "slope": found.slope._asdict(),
            "intercept": found.intercept._asdict(),
            "brier": found.brier,
            "groups": [group._asdict() | {"observed": group.observed._asdict()} for group in found.groups],
        }
    }


def _risk(analysis: Analysis, risk: CalibratedRisk) -> list[str]:
    return [
        f"Risk of {analysis.rows.target} = {analysis.rows.classes[1]}, {OUT_OF_FOLD} of {risk.n_folds} folds",
        f"  {show_risk(risk.curve.method, risk.curve.scores)}",
        *_calibration_lines(risk.calibration),
    ]


def _validation(analysis: Analysis, found: Validation) -> list[str]:
    rows, gain = found.rows, found.comparison.differences[0]
    values = {analysis.objective.name: found.best, analysis.rival: found.rival}
    lines = [
        f"On {found.name}: {len(rows.positive):,} rows, {rows.n_positive:,} positive, none of them used above"
    ]
    for name, value in values.items():
        remark = "; ".join(filter(None, [name_interval(value.confidence), value.note]))
        lines.append(show_line(name, show_auc_interval(value.value, value.low, value.high), remark))
    told = remark_on_difference(gain.low, gain.high, gain.p_value) if gain.p_value == gain.p_value else ""
    lines.append(show_line("gain", show_difference_interval(gain.difference, gain.low, gain.high), told))
    at = "" if analysis.cut is None else f"at the cut-off {analysis.cut.value:.6g}"
    for name, share in (("sensitivity", found.sensitivity), ("specificity", found.specificity)):
        lines.append(show_line(name, show_auc_interval(*share), at))
    return lines if found.calibration is None else lines + _calibration_lines(found.calibration)


def _calibration_lines(found: Calibration) -> list[str]:
    slope, intercept = found.slope, found.intercept
    return [
        show_line("calibration slope", show_auc_interval(*slope), remark_on_slope(slope.low, slope.high)),
        show_line(
            "calibration intercept",
            show_difference_interval(*intercept),
            remark_on_intercept(intercept.low, intercept.high),
        ),
        show_line("Brier score", f"{found.brier:.4f}", "mean squared error of the risk"),
    ]

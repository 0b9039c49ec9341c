"""A `PanelAnalysis` for people, in short sections, and for machines."""

from pathlib import Path
from typing import Any

from aucopt.analysis.panel.answer import PanelAnalysis
from aucopt.cli.document import outcome_facts
from aucopt.panels.answer import Panel
from aucopt.tables.notes import Notes
from aucopt.words.difference import remark_on_difference
from aucopt.words.numbers import (
    name_interval,
    show_auc,
    show_auc_interval,
    show_bound,
    show_difference,
    show_difference_interval,
)
from aucopt.words.panel import NOT_CERTIFIED, apparent_panel, name_best, show_stability
from aucopt.words.sentences import as_clause, as_note, count, cross_validated
from aucopt.words.status import Subject, remark_on_bound
from aucopt.words.weights import WeightColumn, heaviest_first, table_lines

_LABEL, _VALUE = 34, 26  # characters
_SHOWN = 8  # panels and columns; the report and --json have more


def as_text(
    analysis: PanelAnalysis,
    notes: list[str],
    source: str,
    saved: Path | None = None,
    proof: Path | None = None,
    check: str = "",
    score: str = "",
) -> str:
    """What a person wants to know, in order of interest.

    `check` is the command that checks the proof, `score` the one that scores new rows.
    """
    sections = [
        _title(analysis, source),
        _weights(analysis),
        _values(analysis),
        _rivals(analysis),
        _choice(analysis),
        _others(analysis),
        [analysis.verdict, *filter(None, [analysis.chance])],
        [as_note(note) for note in [*notes, *analysis.panel.notes]],
    ]
    if saved is not None:
        sections.append([f"Saved in {saved}. To score new rows: {score}"])
    if proof is not None:
        sections.append([f"The proof for these columns is in {proof}. To check it: {check}"])
    return "\n\n".join("\n".join(section) for section in sections if section)


def _title(analysis: PanelAnalysis, source: str) -> list[str]:
    rows = analysis.rows
    return [f"{source}: {rows.story.line}, {count(len(rows.columns), 'column')} to choose from"]


def _weights(analysis: PanelAnalysis) -> list[str]:
    coef = analysis.panel.solution.coef
    spread = coef * analysis.rows.deviations[list(analysis.panel.columns)]
    columns = [WeightColumn("weight", (coef,), ".6g"), WeightColumn("per SD", (spread,), ".3g")]
    lines = table_lines(analysis.columns, columns, heaviest_first(spread))
    fewest = analysis.panel.fewest
    if len(fewest) < len(analysis.columns):
        alone = ", ".join(analysis.rows.columns[j] for j in fewest)
        name = analysis.objective.name
        lines.append(f"{f'{alone} alone' if alone else 'no column at all'}: the same {name} on these rows")
    return [f"The {name_best(analysis.name)}", *(f"  {line}" for line in lines)]


def _values(analysis: PanelAnalysis) -> list[str]:
    panel, honest, quantity = analysis.panel, analysis.honest, analysis.objective.quantity
    subject = Subject("panel", f"{count(panel.n_total, 'panel')} of {count(panel.k, 'column')}")
    remark = remark_on_bound(panel.status, panel.gap, subject, NOT_CERTIFIED)
    if panel.status != "optimal":
        remark += f"; {NOT_CERTIFIED}"
    lines = [
        quantity.title,
        _line("on these rows", show_auc(panel.value), apparent_panel(quantity.name)),
        _line(
            "bound over all panels",
            show_bound(panel.bound_exact, panel.gap),
            remark,
        ),
    ]
    if honest is None:
        lines.append(_line("on new rows", "-", as_clause(analysis.omitted["honest"])))
    else:
        found = honest.intervals[analysis.name]
        how = [
            name_interval(found.confidence),
            found.note,
            f"columns chosen again in each fold, {cross_validated(honest.n_folds, honest.n_repeats)}",
            "" if honest.complete else "stopped at the time limit",
        ]
        value = show_auc_interval(found.value, found.low, found.high)
        lines.append(_line("on new rows", value, "; ".join(filter(None, how))))
    if analysis.optimism is not None:
        optimism = analysis.optimism
        remark = f"optimism {show_difference(optimism.value)}, by {count(optimism.n_resamples, 'resample')}"
        lines.append(_line("bootstrap-corrected", show_auc(optimism.corrected), remark))
    if analysis.objective.classifies and not analysis.objective.is_auc:
        lines.append(_line("AUC", show_auc(panel.solution.auc), "of the same weights, on these rows"))
    return lines


def _rivals(analysis: PanelAnalysis) -> list[str]:
    honest = analysis.honest
    if honest is None:
        return []
    lines = ["On new rows, with the same folds for all methods"]
    for name, found in honest.intervals.items():
        if name == analysis.name:
            continue
        difference = analysis.difference(name)
        remark = ""
        if difference is not None:
            gain = show_difference_interval(difference.difference, difference.low, difference.high)
            remark = f"the panel has {gain}"
            if difference.p_value == difference.p_value:
                remark += f", {remark_on_difference(difference.low, difference.high, difference.p_value)}"
        lines.append(_line(name, show_auc_interval(found.value, found.low, found.high), remark))
    return lines


def _choice(analysis: PanelAnalysis) -> list[str]:
    found = analysis.stability
    if found is None:
        return []
    often = sorted(range(len(found.columns)), key=lambda j: (-found.columns[j], j))
    shown = [f"{analysis.rows.columns[j]} {found.columns[j]}" for j in often[:_SHOWN] if found.columns[j]]
    return [
        "How stable the choice is",
        f"  {show_stability(found.same, found.n_fits, found.source)}",
        f"  how often each column was chosen: {', '.join(shown)}",
    ]


def _others(analysis: PanelAnalysis) -> list[str]:
    panel = analysis.panel
    lines = [f"{count(panel.n_panels, 'panel')} within {panel.delta:g} of the best"]
    width = max((len(_names(analysis, other)) for other in panel.panels[:_SHOWN]), default=0)
    lines += [
        f"  {_names(analysis, other):<{width}}  {show_auc(other.value)}" for other in panel.panels[:_SHOWN]
    ]
    if panel.n_panels > _SHOWN:
        lines.append(f"  and {panel.n_panels - _SHOWN:,} more: --report and --json list up to 100")
    return lines


def _names(analysis: PanelAnalysis, panel: Panel) -> str:
    return ", ".join(analysis.rows.columns[j] for j in panel.columns)


def _line(label: str, value: str, remark: str) -> str:
    return f"  {label:<{_LABEL}}{value:<{_VALUE}}  {remark}".rstrip()


def as_document(analysis: PanelAnalysis, notes: Notes) -> dict[str, Any]:
    """All that was found."""
    rows, panel, honest = analysis.rows, analysis.panel, analysis.honest
    names, objective = rows.columns, analysis.objective
    value = {"apparent": panel.value, "bound": panel.bound, "gap": panel.gap}
    content: dict[str, Any] = {
        "rows": len(rows.X),
        **outcome_facts(rows),
        "status": panel.status,
        "size": panel.k,
        "objective": objective.stated or {"name": objective.name},
        "value": value,
        "auc": value
        if objective.is_auc
        else {"apparent": panel.solution.auc}
        if objective.classifies
        else None,
        "bound_is": NOT_CERTIFIED,
        "columns": [
            {"name": name, "weight": weight}
            for name, weight in zip(analysis.columns, panel.solution.coef, strict=True)
        ],
        "fewest": [names[j] for j in panel.fewest],
        "n_total": panel.n_total,
        "refused": panel.refused,
        "delta": panel.delta,
        "n_panels": panel.n_panels,
        "panels": [
            {"columns": [names[j] for j in other.columns], "value": other.value, "bound": other.bound}
            for other in panel.panels
        ],
        "frequency": {names[j]: int(n) for j, n in enumerate(panel.frequency) if n},
        "apparent": analysis.apparent,
        "honest": None,
        "optimism": None,
        "stability": None,
        "verdict": analysis.verdict,
        "interrupted": analysis.is_interrupted,
        "omitted": analysis.omitted,
        "warnings": notes.warnings,
        "notes": [*notes.remarks, *panel.notes],
        "seconds": analysis.seconds,
        "seed": analysis.seed,
        "model": analysis.model.to_dict(),
    }
    if honest is not None:
        content["honest"] = {
            "folds": honest.n_folds,
            "repeats": honest.n_repeats,
            "complete": honest.complete,
            "endings": honest.endings.get(analysis.name, {}),
            "confidence": honest.intervals[analysis.name].confidence,
            "methods": {
                name: {"value": found.value, "low": found.low, "high": found.high}
                for name, found in honest.intervals.items()
            },
            "gains": {
                found.second: {"value": found.difference, "low": found.low, "high": found.high}
                for name in honest.intervals
                if (found := analysis.difference(name)) is not None
            },
        }
    if analysis.optimism is not None:
        optimism = analysis.optimism
        content["optimism"] = {
            "value": optimism.value,
            "corrected": optimism.corrected,
            "resamples": optimism.n_resamples,
        }
    if analysis.stability is not None:
        stable = analysis.stability
        content["stability"] = {
            "source": stable.source,
            "fits": stable.n_fits,
            "same": stable.same,
            "columns": {names[j]: int(n) for j, n in enumerate(stable.columns) if n},
            "panels": [{"columns": [names[j] for j in c], "times": n} for c, n in stable.panels[:100]],
        }
    return content

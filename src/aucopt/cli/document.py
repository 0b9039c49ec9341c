"""Results for machines: one JSON document."""

import json
from typing import Any

import numpy as np

from aucopt.analysis.answer import Analysis, ChosenCut
from aucopt.analysis.rows import Rows
from aucopt.delong import AUCInterval, ROCInterval
from aucopt.exact.objective.base import Objective
from aucopt.tables.notes import Notes


def print_document(content: dict[str, Any]) -> None:
    """Print a document; what is not a number becomes null."""
    print(json.dumps(_finite(content), indent=1, allow_nan=False))


def as_document(analysis: Analysis, notes: Notes) -> dict[str, Any]:
    """All that was found."""
    rows, solution, found, honest = analysis.rows, analysis.solution, analysis.intervals, analysis.honest
    columns = []
    for j, name in enumerate(rows.columns):
        column = {"name": name, "weight": solution.coef[j], "per_sd": analysis.per_deviation[j]}
        if found is not None:
            column |= {"per_sd_low": found.low[j], "per_sd_high": found.high[j]}
        columns.append(column)
    best, objective = solution.best_column, analysis.objective
    value = {"apparent": solution.value, "bound": solution.bound, "gap": solution.gap}
    if solution.standardized is not None:
        value["standardized"] = solution.standardized
    content: dict[str, Any] = {
        "rows": len(rows.X),
        **outcome_facts(rows),
        "status": solution.status,
        "objective": objective.stated or {"name": objective.name},
        "value": value,
        "auc": value if objective.is_auc else {"apparent": solution.auc} if objective.classifies else None,
        "columns": columns,
        "best_column": None
        if best is None
        else {
            "name": best.name,
            "sign": best.sign,
            **_by_name(objective, "value", best.value),
            "gain": solution.blend_gain,
        },
        "cutoff": None
        if analysis.cut is None
        else {
            "value": analysis.cut.value,
            "interval": solution.cutoff_interval,
            **_rates(analysis.cut),
        },
        "rival": {
            "name": analysis.rival,
            "detail": analysis.rival_detail,
            "value": analysis.rival_value,
            "auc": analysis.rival_auc,
            **_rates(analysis.rival_cut),
        },
        "others": analysis.others,
        "honest": None,
        "simple_weights": None,
        "resamples": 0 if found is None else len(found.samples),
        "interrupted": analysis.is_interrupted,
        "omitted": analysis.omitted,
        "warnings": notes.warnings,
        "notes": [*notes.remarks, *solution.notes],
        "seconds": analysis.seconds,
        "seed": analysis.seed,
        "model": analysis.model.to_dict(),
    }
    if honest is not None:
        assert honest.comparison is not None
        difference = honest.comparison.differences[0]
        content["honest"] = {
            "folds": honest.n_folds,
            "repeats": honest.n_repeats,
            "complete": honest.complete,
            "endings": honest.endings.get(analysis.best, {}),
            **_by_name(objective, "refit_value", analysis.refit_value),
            "confidence": honest.intervals[analysis.best].confidence,
            **_by_name(objective, "value", _triple(honest.intervals[analysis.best])),
            **_by_name(objective, "rival_value", _triple(honest.intervals[analysis.rival])),
            "gain": {
                "value": difference.difference,
                "low": difference.low,
                "high": difference.high,
                "p_value": difference.p_value,
            },
            "others": {name: _triple(honest.intervals[name]) for name in analysis.others},
            "judgement": analysis.judgement,
        }
        if objective.classifies:
            # By cut-offs that were chosen on the rows of each fit.
            content["honest"] |= {
                "sensitivity": honest.sensitivity[analysis.best],
                "specificity": honest.specificity[analysis.best],
                "rival_sensitivity": honest.sensitivity[analysis.rival],
                "rival_specificity": honest.specificity[analysis.rival],
            }
    if analysis.simple is not None:
        simple = analysis.simple
        content["simple_weights"] = {
            "weights": list(simple.weights),
            "units": list(simple.units),
            **_by_name(objective, "value", simple.value),
            "loss": simple.loss,
            "within": simple.within,
        }
    return content


def outcome_facts(rows: Rows) -> dict[str, Any]:
    """What is predicted, and within what."""
    content: dict[str, Any] = {"target": rows.target}
    if rows.kind == "classes":
        counts = {"positives": rows.n_positive, "negatives": rows.n_negative}
        content = counts | content | {"positive_label": rows.classes[1], "negative_label": rows.classes[0]}
    else:
        content |= {"outcome": rows.kind, **rows.story.counts}
        if rows.time:
            content["time"] = rows.time
    return content | ({"strata": rows.stratum} if rows.stratum else {})


def _rates(cut: ChosenCut | None) -> dict[str, float]:
    return {} if cut is None else {"sensitivity": cut.sensitivity, "specificity": cut.specificity}


def _by_name(objective: Objective, key: str, value: Any) -> dict[str, Any]:
    """A value of the objective under a key that serves all, and for the AUC under its own name as well."""
    return {key: value} | ({key.replace("value", "auc"): value} if objective.is_auc else {})


def _triple(found: AUCInterval | ROCInterval) -> dict[str, Any]:
    return {"value": found.value, "low": found.low, "high": found.high, "note": found.note}


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not np.isfinite(value) else value

"""Results for machines: one JSON document."""

import json
from typing import Any

import numpy as np

from aucopt.analysis.answer import BEST, Analysis
from aucopt.delong import AUCInterval


def print_document(content: dict[str, Any]) -> None:
    """Print a document; what is not a number becomes null."""
    print(json.dumps(_finite(content), indent=1, allow_nan=False))


def as_document(analysis: Analysis, notes: list[str]) -> dict[str, Any]:
    """All that was found."""
    rows, solution, found, honest = analysis.rows, analysis.solution, analysis.intervals, analysis.honest
    columns = []
    for j, name in enumerate(rows.columns):
        column = {"name": name, "weight": solution.coef[j], "per_sd": analysis.per_deviation[j]}
        if found is not None:
            column |= {"per_sd_low": found.low[j], "per_sd_high": found.high[j]}
        columns.append(column)
    best = solution.best_column
    content: dict[str, Any] = {
        "rows": len(rows.positive),
        "positives": rows.n_positive,
        "negatives": rows.n_negative,
        "target": rows.target,
        "positive_label": rows.classes[1],
        "negative_label": rows.classes[0],
        "status": solution.status,
        "auc": {"apparent": solution.auc, "bound": solution.bound, "gap": solution.gap},
        "columns": columns,
        "best_column": None
        if best is None
        else {"name": best.name, "sign": best.sign, "auc": best.auc, "gain": solution.blend_gain},
        "cutoff": {
            "value": analysis.cut.value,
            "sensitivity": analysis.cut.sensitivity,
            "specificity": analysis.cut.specificity,
        },
        "rival": {"name": analysis.rival, "detail": analysis.rival_detail, "auc": analysis.rival_auc},
        "honest": None,
        "simple_weights": None,
        "resamples": 0 if found is None else len(found.samples),
        "interrupted": analysis.is_interrupted,
        "omitted": analysis.omitted,
        "notes": [*notes, *solution.notes],
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
            "endings": honest.endings.get(BEST, {}),
            "refit_auc": analysis.refit_auc,
            "confidence": honest.intervals[BEST].confidence,
            "auc": _triple(honest.intervals[BEST]),
            "rival_auc": _triple(honest.intervals[analysis.rival]),
            "gain": {
                "value": difference.difference,
                "low": difference.low,
                "high": difference.high,
                "p_value": difference.p_value,
            },
            "sensitivity": honest.sensitivity[BEST],
            "specificity": honest.specificity[BEST],
        }
    if analysis.simple is not None:
        simple = analysis.simple
        content["simple_weights"] = {
            "weights": list(simple.weights),
            "units": list(simple.units),
            "auc": simple.auc,
            "loss": simple.loss,
            "within": simple.within,
        }
    return content


def _triple(found: AUCInterval) -> dict[str, Any]:
    return {"value": found.auc, "low": found.low, "high": found.high, "note": found.note}


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not np.isfinite(value) else value

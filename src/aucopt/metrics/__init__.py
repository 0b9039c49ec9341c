"""Metrics of scores: AUC, pair counts and the ROC curve, parts of its area and points on it, scorers."""

from aucopt.metrics.auc import INT64_TOTAL, PairCounts, pair_counts, roc_auc_score, roc_curve
from aucopt.metrics.curve import partial_auc, sensitivity_at, specificity_at
from aucopt.metrics.scorers import make_scorer

__all__ = [
    "INT64_TOTAL",
    "PairCounts",
    "make_scorer",
    "pair_counts",
    "partial_auc",
    "roc_auc_score",
    "roc_curve",
    "sensitivity_at",
    "specificity_at",
]

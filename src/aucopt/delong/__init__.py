"""How sure an AUC or a part of the ROC curve is, and whether two differ: variances of DeLong's kind."""

from aucopt.delong.comparison import AUCComparison, AUCDifference, compare_aucs
from aucopt.delong.interval import AUCInterval, auc_interval
from aucopt.delong.roc_comparison import ROCComparison, compare_rocs
from aucopt.delong.roc_interval import ROCInterval, roc_interval

__all__ = [
    "AUCComparison",
    "AUCDifference",
    "AUCInterval",
    "ROCComparison",
    "ROCInterval",
    "auc_interval",
    "compare_aucs",
    "compare_rocs",
    "roc_interval",
]

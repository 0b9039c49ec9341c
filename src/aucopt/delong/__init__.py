"""How sure an AUC is, and whether two differ, by DeLong, DeLong and Clarke-Pearson (1988): a sort each."""

from aucopt.delong.comparison import AUCComparison, AUCDifference, compare_aucs
from aucopt.delong.interval import AUCInterval, auc_interval

__all__ = ["AUCComparison", "AUCDifference", "AUCInterval", "auc_interval", "compare_aucs"]

"""How sure an AUC is, and whether two differ: DeLong, DeLong and Clarke-Pearson (1988), at the cost of a sort."""

from aucopt.delong.comparison import AUCComparison, AUCDifference, compare_aucs
from aucopt.delong.interval import AUCInterval, auc_interval

__all__ = ["AUCComparison", "AUCDifference", "AUCInterval", "auc_interval", "compare_aucs"]

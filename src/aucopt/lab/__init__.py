"""The paper's experiment, its methods and how they are tuned; what a linear score is worth on new rows."""

from aucopt.lab.analysis import Analysis, analyse
from aucopt.lab.honest import HonestAUCs, honest_aucs
from aucopt.lab.methods import METHODS, Method
from aucopt.lab.rows import Rows
from aucopt.lab.tuning import GridScores, score_grid

__all__ = [
    "METHODS",
    "Analysis",
    "GridScores",
    "HonestAUCs",
    "Method",
    "Rows",
    "analyse",
    "honest_aucs",
    "score_grid",
]

"""The paper's experiment: its methods and how they are tuned."""

from aucopt.lab.honest import HonestAUCs, honest_aucs
from aucopt.lab.methods import METHODS, Method
from aucopt.lab.tuning import GridScores, score_grid

__all__ = ["METHODS", "GridScores", "HonestAUCs", "Method", "honest_aucs", "score_grid"]

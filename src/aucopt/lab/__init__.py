"""The paper's experiment: its methods and how they are tuned."""

from aucopt.lab.methods import METHODS, Method
from aucopt.lab.tuning import GridScores, score_grid

__all__ = ["METHODS", "GridScores", "Method", "score_grid"]

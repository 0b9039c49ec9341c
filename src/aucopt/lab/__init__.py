"""The paper's experiment: its methods, how they are tuned, and runs that resume, on one machine or many."""

from aucopt.lab.methods import METHODS, Method
from aucopt.lab.records import Record, Scores, Unit
from aucopt.lab.runner import State, run_study
from aucopt.lab.store import Store, StoreError
from aucopt.lab.study import STUDIES, Study, paper_study
from aucopt.lab.tuning import GridScores, score_grid
from aucopt.lab.worker import WorkerError

__all__ = [
    "METHODS",
    "Method",
    "STUDIES",
    "Study",
    "paper_study",
    "run_study",
    "State",
    "Store",
    "Unit",
    "Scores",
    "Record",
    "GridScores",
    "score_grid",
    "StoreError",
    "WorkerError",
]

"""Questions and tables for the tests of panels."""

import numpy as np

from aucopt.panels.question import MEMORY, Question, read_question
from aucopt.panels.table import PanelTable, read_table


def ask(X: np.ndarray, y: np.ndarray, k: int, **options: object) -> Question:
    """A question with the defaults of `best_panel`."""
    defaults = {
        "objective": "auc",
        "sample_weight": None,
        "signs": None,
        "delta": 0.0,
        "include": (),
        "exclude": (),
        "time_limit": None,
        "n_jobs": 1,
        "memory_limit": MEMORY,
        "callback": None,
    }
    return read_question(X, y, k, **{**defaults, **options})


def table_of(X: np.ndarray, y: np.ndarray, k: int, **options: object) -> PanelTable:
    """Its table."""
    return read_table(ask(X, y, k, **options))

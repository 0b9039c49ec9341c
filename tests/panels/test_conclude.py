"""From what the search knows to what people get."""

import numpy as np
from asked_panels import ask

import aucopt
from aucopt.panels.conclude import conclude
from aucopt.panels.pool import Threads
from aucopt.panels.record import SearchFile
from aucopt.panels.search import PanelSearch
from aucopt.panels.table import read_table


def test_the_first_of_equal_panels_is_returned():
    X = np.array([[0, 0, 1], [1, 1, 0], [2, 2, 1], [3, 3, 0]])
    question = ask(X, [0, 0, 1, 1], 1)
    search = PanelSearch(question, read_table(question), Threads(1), SearchFile(None, "", ""))
    search.run()
    search.panel = (1,)
    assert conclude(search, certify=False).columns == (0,)


def test_weights_of_many_digits_leave_a_bound_that_holds():
    rng = np.random.default_rng(0)
    X, y, weight = rng.normal(size=(20, 4)), np.arange(20) % 2, rng.random(20)
    found = aucopt.best_panel(X, y, 2, sample_weight=weight)
    alone = aucopt.maximize_auc(X[:, list(found.columns)], y, sample_weight=weight)
    assert found.value == alone.value
    assert found.value <= found.bound < found.value + 1e-6
    assert found.status == "max_gap"
    assert any("rounded" in note for note in found.notes)

"""What a panel solution says."""

import numpy as np

import aucopt
from aucopt.panels.answer import Panel, PanelSolution

X = np.array([[3, 1, 5], [2, 4, 1], [1, 0, 4], [0, 2, 2], [2, 1, 3], [1, 3, 0]])
Y = [1, 1, 1, 0, 0, 0]


def test_it_reads_like_a_solution():
    found = aucopt.best_panel(X, Y, k=2)
    assert isinstance(found, PanelSolution)
    text = str(found)
    assert "best panel   x1, x2" in text
    assert "apparent, optimistic" in text
    assert "gap 0: optimal" in text
    assert found._repr_html_().startswith("<table>")
    assert found.panels[0] == Panel((1, 2), None, 1.0, 1.0)


def test_names_can_be_changed():
    found = aucopt.best_panel(X, Y, k=2).renamed(["age", "dose", "bmi"])
    assert found.names == ("dose", "bmi")
    assert found.panels[0].names == ("dose", "bmi")
    assert "best panel   dose, bmi" in str(found)

"""Rows of two columns and the lines that cut them."""

import numpy as np
import pytest

from aucopt.datasets import load_toy
from aucopt.report.fit.row_figure import MOST_ROWS, Line, plot_rows


def test_rows_and_the_lines_that_cut_them():
    X, y = load_toy()
    lines = [Line("best", [0.8, 0.6], 0.1), Line("steep", [1.0, 0.0], 0.5), Line("outside", [1, 1], 1e6)]
    ax = plot_rows(X, y == 1, ["a", "b"], lines, classes=["well", "ill"]).axes[0]
    drawn = {line.get_label(): line.get_xydata() for line in ax.lines}
    assert (len(drawn["well"]), len(drawn["ill"])) == (699, 70)
    assert drawn["best"] @ [0.8, 0.6] == pytest.approx(0.1)
    assert drawn["steep"][:, 0] == pytest.approx(0.5)
    assert "outside" not in drawn


def test_of_many_rows_some_of_each_class_are_drawn():
    rng = np.random.default_rng(0)
    ax = plot_rows(rng.normal(size=(6000, 2)), np.arange(6000) % 3 == 0, ["a", "b"]).axes[0]
    assert [len(line.get_xdata()) for line in ax.lines] == [MOST_ROWS, MOST_ROWS]

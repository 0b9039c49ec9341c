"""The weights on the page of a fit: those of the terminal, all of them in the table."""

import numpy as np
import pytest
from made_analyses import analyse_rows, three_columns
from page_parts import cells

from aucopt.analysis.landscape import survey
from aucopt.analysis.rivals import SINGLE
from aucopt.cli.describe import as_text
from aucopt.datasets import load_toy
from aucopt.report.fit.weight_section import weight_section


def weights_of(analysis):
    """The figure and the table."""
    return weight_section(analysis, survey(analysis, seconds=5.0)).blocks[:2]


def test_the_weights_are_those_of_the_terminal():
    X, y = load_toy()
    toy = analyse_rows(X, y == 1, seconds=600)
    table = weights_of(toy)[1]
    printed = as_text(toy, [], "rows.csv").split("\n\n")[1].splitlines()
    for row, line in zip(cells(table), printed[2:], strict=False):
        name, weight, standard, low, high = row[:5]
        assert line.split() == [name, weight, standard, f"[{low},", f"{high}]"]


def test_shares_of_a_blend_stand_on_the_page_too():
    X, positive = three_columns()
    table = weights_of(analyse_rows(X, positive, signs=(1, 1, 1), rival=SINGLE))[1]
    assert table.header[:4] == ("column", "weight", "share", "per SD")
    assert sum(row[2].value for row in table.rows) == pytest.approx(1)


def test_many_columns_are_drawn_in_part():
    rng = np.random.default_rng(0)
    X, positive = rng.normal(size=(80, 34)), np.arange(80) % 2 == 0
    figure, table = weights_of(analyse_rows(X, positive))
    assert len(figure.figure.axes[0].get_yticks()) == 30
    assert "The 30 largest of 34 weights are drawn; the table lists all of them." in figure.caption
    assert len(table.rows) == 34

"""The heat map of wins has the numbers of its table."""

import pytest
from drawn import assert_apart, assert_inside
from made_records import random_records
from matplotlib.colors import to_rgb

from aucopt.lab import METHODS
from aucopt.lab.outcomes import by_projection
from aucopt.lab.wins import count_wins
from aucopt.report import (
    plot_wins,
)
from aucopt.report.paper.win_tables import win_table

LINEAR = [name for name, method in METHODS.items() if method.linear]


@pytest.fixture(scope="module")
def outcomes():
    return by_projection(random_records(LINEAR))["tsne2"]


@pytest.mark.parametrize("significance", ["paper", "corrected"])
def test_heat_map_has_the_numbers_and_the_regions(outcomes, significance):
    table = win_table(count_wins(outcomes, "test", significance), outcomes)
    figure = plot_wins(table, 4)
    assert_inside(figure)
    assert_apart(figure)
    ax = figure.axes[0]
    k = len(LINEAR)
    drawn = {tuple(text.get_position()): text.get_text() for text in ax.texts}
    for i, row in enumerate(table.rows):
        for j, cell in enumerate(row[1 : k + 1]):
            if i != j:
                height = 0.38 if significance == "paper" else 0.5
                assert drawn[j + 0.5, i + height] == str(cell.value)
                assert significance == "corrected" or drawn[j + 0.5, i + 0.74] == f"({cell.published})"
    for patch in ax.patches:
        column, row = (round(v) for v in patch.get_xy())
        red, _, blue = to_rgb(patch.get_facecolor())
        shade = table.rows[row][column + 1].shade
        assert {"red": red > blue, "blue": blue > red, "": red == pytest.approx(blue)}[shade]
    assert len(ax.patches) == k * (k - 1)

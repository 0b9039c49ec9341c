"""Wins by the number of trials, a panel for each opponent."""

from itertools import pairwise

import pytest
from drawn import assert_inside
from made_records import random_records

from aucopt.lab import METHODS
from aucopt.lab.by_trials import WinsByTrials, count_by_trials
from aucopt.lab.outcomes import by_projection
from aucopt.report import (
    plot_trials,
)
from aucopt.report.page.families import FAMILY_COLOURS

LINEAR = [name for name, method in METHODS.items() if method.linear]


@pytest.mark.parametrize("last", [(100, 142), (100, 200), (50, 64)])
def test_numbers_of_trials_do_not_run_into_each_other(last):
    trials = (5, 10, 20, *last)
    counts = [WinsByTrials("paper", "AUC-opt", other, trials, (1,) * 5, (0,) * 5) for other in "abcd"]
    figure = plot_trials(counts, "tsne2", 50)
    figure.draw_without_rendering()
    for ax in figure.axes:
        labels = [label for label in ax.get_xticklabels() if label.get_text()]
        assert labels[-1].get_text() == str(last[-1])
        boxes = [label.get_window_extent() for label in labels]
        assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


@pytest.mark.parametrize("methods", [["LR", "AUC-opt"], LINEAR])
def test_wins_by_trials_are_drawn_panel_by_panel(methods):
    (outcomes,) = by_projection(random_records(methods, n_trials=30)).values()
    counts = count_by_trials(outcomes, "AUC-opt")
    figure = plot_trials(counts, "tsne2", 4)
    assert_inside(figure)
    panels = {ax.get_title(): ax for ax in figure.axes if ax.get_visible()}
    assert len(panels) == len(methods) - 1
    for found in counts:
        drawn = {
            (line.get_color(), line.get_linestyle() == "-"): line.get_ydata().tolist()
            for line in panels[f"against {found.other}"].lines
        }
        assert len(drawn) == 4
        assert max(map(max, drawn.values())) < panels[f"against {found.other}"].get_ylim()[1]
        plain = found.significance == "paper"
        assert drawn[FAMILY_COLOURS["AUC optimiser"], plain] == list(found.won)
        assert drawn[FAMILY_COLOURS["standard"], plain] == list(found.lost)

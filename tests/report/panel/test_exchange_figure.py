"""Panels side by side."""

from itertools import combinations

from aucopt.report.panel.exchange_figure import MOST_COLUMNS, MOST_PANELS, plot_exchange


def test_the_most_frequent_columns_come_first():
    figure = plot_exchange([(1, 2), (0, 2), (2, 3)], [0.9, 0.89, 0.88], ["a", "$b$", "_c", "d"])
    labels = [label.get_text() for label in figure.axes[1].get_yticklabels()]
    assert labels == [" _c", r"\$b\$", "a", "d"]


def test_many_panels_are_cut():
    panels = list(combinations(range(60), 2))
    figure = plot_exchange(panels, [0.9] * len(panels), [f"c{j}" for j in range(60)])
    assert len(figure.axes[1].get_yticklabels()) == MOST_COLUMNS
    assert len(figure.axes[0].collections[0].get_offsets()) == MOST_PANELS


def test_one_panel():
    figure = plot_exchange([(0,)], [0.7], ["a"])
    assert [label.get_text() for label in figure.axes[1].get_yticklabels()] == ["a"]

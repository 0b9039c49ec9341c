"""The AUC of every direction: what is drawn, where, and that pyplot never hears of it."""

from math import ceil

import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

import aucopt
from aucopt.datasets import load_toy
from aucopt.report import plot_profile


@pytest.fixture(scope="module")
def solution():
    return aucopt.maximize_auc(*load_toy())


def labels(figure):
    return [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_optimum_bound_and_marks_lie_on_the_curve(solution):
    ax = plot_profile(solution, marks={"x0 alone": [1, 0], "x1 alone": [0, 1]}).axes[0]
    drawn = {line.get_label(): line for line in ax.lines}
    assert drawn["proved bound 0.7038"].get_ydata()[0] == solution.bound
    assert drawn["optimum 0.7038"].get_ydata()[0] == solution.auc
    X, y = load_toy()
    for j in (0, 1):
        height = drawn[f"x{j} alone"].get_ydata()[0]
        assert height == pytest.approx(aucopt.roc_auc_score(y, X[:, j]), abs=0.01)


def test_an_unproved_optimum_is_not_called_one():
    solution = aucopt.maximize_auc(*load_toy(), time_limit=0)
    assert solution.gap > 0
    assert labels(plot_profile(solution, n_angles=36)) == [
        f"proved bound {ceil(solution.bound_exact * 10_000) / 10_000:.4f}",
        f"best found {solution.auc:.4f}",
    ]


def test_draws_on_given_axes(solution):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert plot_profile(solution, n_angles=36, ax=right) is figure
    assert not left.lines
    assert len(right.lines[0].get_xdata()) == 37


def test_one_column_has_no_angles():
    with pytest.raises(ValueError, match="need two columns"):
        plot_profile(aucopt.maximize_auc([[0], [1]], [0, 1]))


def test_no_figure_stays_open(solution):
    plot_profile(solution, n_angles=36)
    assert pyplot.get_fignums() == []

"""Figures: what is drawn, where, and that pyplot never hears of it."""

from math import degrees

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

import aucopt
from aucopt.datasets import load_toy
from aucopt.exact.solution.weights.planes import Plane, plane_profile
from aucopt.report import plot_profile
from aucopt.report.fit.plane_figure import plot_planes
from aucopt.report.fit.roc_figure import Cut, RocCurve, plot_roc
from aucopt.report.fit.row_figure import MOST_ROWS, Line, plot_rows
from aucopt.report.fit.weight_figure import Spread, plot_weights
from aucopt.report.page.canvas import as_label


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
        f"proved bound {solution.bound:.4f}",
        f"best found {solution.auc:.4f}",
    ]


def test_draws_on_given_axes(solution):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert plot_profile(solution, n_angles=36, ax=right) is figure
    assert not left.lines
    assert len(right.lines[0].get_xdata()) == 37


def test_one_column_has_no_angles():
    with pytest.raises(ValueError, match="Angles need two columns"):
        plot_profile(aucopt.maximize_auc([[0], [1]], [0, 1]))


def test_no_figure_stays_open(solution):
    plot_profile(solution, n_angles=36)
    assert pyplot.get_fignums() == []


def test_roc_curves_and_their_legend():
    curves = [
        RocCurve("ours", [0, 0, 1], [0, 0.5, 1], 0.75, 0.6, 0.9),
        RocCurve("theirs", [0, 1], [0, 1], 0.5),
    ]
    figure = plot_roc(curves, cut=Cut("cut-off 3", 0.0, 0.5))
    assert labels(figure) == ["ours 0.750 [0.600, 0.900]", "theirs 0.500", "cut-off 3"]
    drawn = {line.get_label(): line for line in figure.axes[0].lines}
    assert drawn["cut-off 3"].get_xydata().tolist() == [[0.0, 0.5]]
    # The first lies on top.
    assert drawn["ours 0.750 [0.600, 0.900]"].get_zorder() > drawn["theirs 0.500"].get_zorder()


def test_weights_with_open_ends():
    spread = Spread("range", [-np.inf, 0.5, np.nan], [1.0, 0.9, np.nan])
    figure = plot_weights(["a", "a name that is much too long for a figure", "c"], [0.5, 0.8, 0.0], [spread])
    ax = figure.axes[0]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["a", "a name that is much too long…", "c"]
    left, right = ax.get_xlim()
    ranges = [line[:, 0].tolist() for line in ax.collections[0].get_segments()]
    assert ranges == [[left, 1.0], [0.5, 0.9]]
    assert right > 1.0


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


def test_planes_around_the_best_direction(solution):
    X, y = load_toy()
    planes = [Plane(f"x{j} alone", plane_profile(X, y, solution.coef, np.eye(2)[j])) for j in (0, 1, 0, 1)]
    figure = plot_planes(planes, solution.auc, solution.bound)
    shown = [ax for ax in figure.axes if ax.get_visible()]
    assert [ax.get_title() for ax in shown] == ["x0 alone 0.6327", "x1 alone 0.5539"] * 2
    for ax, plane in zip(shown, planes, strict=True):
        marks = {(x, y) for line in ax.lines if len(line.get_xdata()) == 1 for x, y in line.get_xydata()}
        assert marks == {(0.0, solution.auc), (degrees(plane.profile.other), plane.profile.other_auc)}
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "optimum 0.7038",
        "proved bound 0.7038",
        "the direction named above",
    ]


@pytest.mark.parametrize("name", ["_hidden", "$x$", r"\frac{", "a$b"])
def test_names_are_drawn_as_they_are(name):
    figure = plot_weights([name, "b"], [1, 2], [Spread(as_label(name), [0, 1], [2, 3])])
    assert labels(figure)[0].strip() == name.replace("$", r"\$")
    figure.canvas.draw()

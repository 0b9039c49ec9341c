"""The AUC in planes through the best direction."""

from math import degrees

import numpy as np
import pytest

import aucopt
from aucopt.datasets import load_toy
from aucopt.exact.solution.weights.planes import Plane, plane_profile
from aucopt.report.fit.plane_figure import plot_planes


@pytest.fixture(scope="module")
def solution():
    return aucopt.maximize_auc(*load_toy())


def test_planes_around_the_best_direction(solution):
    X, y = load_toy()
    planes = [Plane(f"x{j} alone", plane_profile(X, y, solution.coef, np.eye(2)[j])) for j in (0, 1, 0, 1)]
    figure = plot_planes(planes, solution.auc, solution.bound)
    shown = [ax for ax in figure.axes if ax.get_visible()]
    assert [ax.get_title() for ax in shown] == ["x0 alone 0.6327", "x1 alone 0.5539"] * 2
    for ax, plane in zip(shown, planes, strict=True):
        marks = {(x, y) for line in ax.lines if len(line.get_xdata()) == 1 for x, y in line.get_xydata()}
        assert marks == {(0.0, solution.auc), (degrees(plane.profile.other), plane.profile.other_value)}
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "optimum 0.7038",
        "proved bound 0.7038",
        "the direction named above",
    ]

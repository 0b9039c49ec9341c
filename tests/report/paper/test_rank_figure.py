"""Ranks on an axis: legible whatever they are, and joined where they cannot be told apart."""

import numpy as np
import pytest
from drawn import assert_apart, assert_inside, texts

from aucopt.lab import METHODS
from aucopt.report import (
    plot_critical_difference,
)

LINEAR = [name for name, method in METHODS.items() if method.linear]


NONLINEAR = [name for name in METHODS if name != "AUC-opt"]


# Few data sets, ranks in a heap, long names, many methods, two methods.
RANKS = [
    (LINEAR, np.linspace(1, 8, 8), 1.2),
    (LINEAR, np.linspace(4.4, 4.6, 8), 9.0),
    (NONLINEAR, np.linspace(13.9, 1.1, 14), 6.6),
    (["A method with a long name", "LR"], [1.2, 1.8], 0.5),
]


@pytest.mark.parametrize(("methods", "ranks", "difference"), RANKS)
def test_critical_difference_is_legible(methods, ranks, difference):
    figure = plot_critical_difference(methods, list(ranks), difference, title="Average ranks in R^2")
    assert_inside(figure)
    assert_apart(figure)
    drawn = [text for text, _ in texts(figure)]
    assert "Average ranks in R\N{SUPERSCRIPT TWO}" in drawn
    for method, rank in zip(methods, ranks, strict=True):
        assert {f"{method}  {rank:.2f}", f"{rank:.2f}  {method}"} & set(drawn)


def test_critical_difference_bars_join_what_cannot_be_told_apart():
    figure = plot_critical_difference(["SVM", "LR", "AUC-opt"], [3.0, 1.9, 1.1], 1.0)
    bars = [line for line in figure.axes[0].lines if line.get_linewidth() == 3]
    assert len(bars) == 1
    marks = {rank: (rank - 1) / 2 * 0.4 + 0.3 for rank in (1.1, 1.9)}
    assert bars[0].get_xdata() == pytest.approx([marks[1.1] - 0.005, marks[1.9] + 0.005])


def test_a_difference_wider_than_the_axis_is_said():
    figure = plot_critical_difference(["SVM", "LR"], [1.5, 1.5], 2.5)
    assert "critical difference 2.50, more than the axis" in [text for text, _ in texts(figure)]


def test_ranks_without_a_method():
    with pytest.raises(ValueError, match="a rank for each; got 2 and 1"):
        plot_critical_difference(["SVM", "LR"], [1.5], 1.0)

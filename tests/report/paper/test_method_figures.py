"""Run times and distances to the optimum stand beside their methods."""

import pytest
from drawn import assert_apart, assert_inside
from made_records import random_records

from aucopt.lab import METHODS
from aucopt.lab.gaps import measure_gaps
from aucopt.lab.outcomes import by_projection
from aucopt.lab.summaries import summarise_times
from aucopt.report import (
    plot_gaps,
    plot_times,
)

LINEAR = [name for name, method in METHODS.items() if method.linear]


@pytest.fixture(scope="module")
def outcomes():
    return by_projection(random_records(LINEAR))["tsne2"]


def dots_of(figure):
    """Method to the place of its dot."""
    figure.draw_without_rendering()
    ax = figure.axes[0]
    names = [label.get_text() for label in ax.get_yticklabels()]
    dots = [line for line in ax.lines if line.get_marker() == "o" and len(line.get_xdata())]
    return {names[round(dot.get_ydata()[0])]: dot.get_xdata()[0] for dot in dots}


def test_distances_to_the_optimum_stand_beside_their_methods(outcomes):
    gaps = measure_gaps(outcomes)
    figure = plot_gaps(gaps, "tsne2")
    assert_inside(figure)
    assert_apart(figure)
    assert dots_of(figure) == {gap.method: gap.mean for gap in gaps.methods}
    # The optimum itself is at the top.
    assert figure.axes[0].get_yticklabels()[-1].get_text() == "AUC-opt"


@pytest.mark.parametrize("projection", ["tsne2", "tsne3"])
def test_run_times_stand_beside_their_methods(outcomes, projection):
    times = summarise_times(outcomes)
    figure = plot_times(times, projection)
    assert_inside(figure)
    assert_apart(figure)
    assert dots_of(figure) == {time.method: time.mean for time in times}
    published = [line for line in figure.axes[0].lines if line.get_marker() == "D"]
    assert len(published) == (8 if projection == "tsne2" else 0)

"""Weights with their ranges, whatever their names and ends."""

import numpy as np
import pytest

from aucopt.report.fit.weight_figure import Spread, plot_weights
from aucopt.report.page.canvas import as_label


def labels(figure):
    return [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_weights_with_open_ends():
    spread = Spread("range", [-np.inf, 0.5, np.nan], [1.0, 0.9, np.nan])
    figure = plot_weights(["a", "a name that is much too long for a figure", "c"], [0.5, 0.8, 0.0], [spread])
    ax = figure.axes[0]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["a", "a name that is much too long…", "c"]
    left, right = ax.get_xlim()
    ranges = [line[:, 0].tolist() for line in ax.collections[0].get_segments()]
    assert ranges == [[left, 1.0], [0.5, 0.9]]
    assert right > 1.0


def test_a_wide_range_is_wide_by_itself_too():
    ranges, interval = Spread("range", [0, 1], [2, 3], is_wide=True), Spread("interval", [0, 1], [2, 3])
    for spreads in ([ranges], [interval], [ranges, interval]):
        drawn = plot_weights(["a", "b"], [1, 2], spreads).axes[0].collections
        assert [line.get_linewidth()[0] > 5 for line in drawn] == [spread.is_wide for spread in spreads]


@pytest.mark.parametrize("name", ["_hidden", "$x$", r"\frac{", "a$b"])
def test_names_are_drawn_as_they_are(name):
    figure = plot_weights([name, "b"], [1, 2], [Spread(as_label(name), [0, 1], [2, 3])])
    assert labels(figure)[0].strip() == name.replace("$", r"\$")
    figure.canvas.draw()

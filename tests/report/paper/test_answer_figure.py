"""The answer in one picture shows the differences set by set."""

import pytest
from drawn import assert_inside
from made_records import random_records

from aucopt.lab import METHODS
from aucopt.lab.outcomes import by_projection
from aucopt.lab.summaries import summarise_scores
from aucopt.report import (
    plot_answer,
)

LINEAR = [name for name, method in METHODS.items() if method.linear]


@pytest.fixture(scope="module")
def outcomes():
    return by_projection(random_records(LINEAR))["tsne2"]


def test_answer_shows_differences_set_by_set(outcomes):
    train, test = (summarise_scores(outcomes, part) for part in ("train", "test"))
    figure = plot_answer(train, test, "AUC-opt", "LR")
    assert_inside(figure)
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == sorted(test.methods, key=lambda method: test.overall[test.methods.index(method)])
    for ax, summary, against in zip(figure.axes, (train, test), ("AUC-opt", "LR"), strict=True):
        dots = ax.collections[0].get_offsets()
        for row, name in enumerate(names):
            drawn = sorted(x for x, y in dots if round(y) == row)
            mean = dict(zip(summary.methods, summary.means.T, strict=True))
            assert drawn == pytest.approx(sorted(mean[name] - mean[against]))

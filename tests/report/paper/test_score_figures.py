"""Means, ranks and variances stand beside their methods."""

from itertools import pairwise

import numpy as np
import pytest
from drawn import assert_inside
from made_records import from_scores, random_records
from matplotlib.colors import same_color

from aucopt.lab import METHODS
from aucopt.lab.outcomes import by_projection
from aucopt.lab.summaries import summarise_scores
from aucopt.report import (
    plot_scores,
)
from aucopt.report.page.families import FAMILY_COLOURS

LINEAR = [name for name, method in METHODS.items() if method.linear]


@pytest.fixture(scope="module")
def outcomes():
    return by_projection(random_records(LINEAR))["tsne2"]


def rows_of(figure):
    """Method to (mean, rank) as read off the figure."""
    ax = figure.axes[0]
    names = {label.get_position()[1]: label.get_text() for label in ax.get_yticklabels()}
    dots = ax.collections[0].get_offsets()
    ranks = {text.get_position()[1]: text.get_text() for text in ax.texts}
    return {names[y]: (x, float(ranks[y])) for x, y in dots}


@pytest.mark.parametrize("seed", range(3))
def test_means_and_ranks_stand_beside_their_methods(seed):
    random = np.random.default_rng(seed)
    methods = random.permutation(LINEAR).tolist()
    scores = {f"set{s}": {m: random.uniform(0.6, 0.9, 3).tolist() for m in methods} for s in range(4)}
    outcomes = by_projection(from_scores(scores))["tsne2"]
    summaries = [summarise_scores(outcomes, part) for part in ("test", "test")]
    figure = plot_scores(summaries)
    figure.draw_without_rendering()
    drawn = rows_of(figure)
    assert set(drawn) == set(methods)
    for i, method in enumerate(outcomes.methods):
        mean, rank = drawn[method]
        assert mean == pytest.approx(np.mean([scores[s][method] for s in scores]))
        assert rank == pytest.approx(summaries[0].friedman.ranks[i], abs=0.006)
    # The best is at the top.
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == sorted(drawn, key=lambda method: drawn[method][0])


def test_scores_are_legible(outcomes):
    for parts in (("train", "auc"), ("test", "auc")), (("test", "balanced_accuracy"), ("test", "f1")):
        figure = plot_scores([summarise_scores(outcomes, *which) for which in parts])
        assert len(figure.axes) == 4
        assert_inside(figure)
        dots = figure.axes[2].collections[0]
        assert len(dots.get_offsets()) == 4 * len(LINEAR)
    labels = [ax.get_xlabel() for ax in figure.axes]
    assert labels[:2] == ["mean test balanced accuracy, 4 sets", "mean test F1, 4 sets"]


@pytest.mark.parametrize("spread", [0.3, 0.014, 0.0171, 0.0025, 1e-4])
def test_numbers_below_close_means_do_not_run_into_each_other(spread):
    scores = {"a": {"LR": [0.73, 0.73], "SVM": [0.73 + spread, 0.73 + spread]}}
    (outcomes,) = by_projection(from_scores(scores)).values()
    figure = plot_scores([summarise_scores(outcomes, part) for part in ("train", "test")])
    figure.draw_without_rendering()
    for ax in figure.axes[:2]:
        low, high = ax.get_xlim()
        labels = [t.label1 for t in ax.xaxis.get_major_ticks() if low <= t.get_loc() <= high]
        boxes = [label.get_window_extent() for label in labels]
        assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


def test_no_variance_of_one_trial_and_none_of_equal_scores():
    single = by_projection(from_scores({"a": {"LR": [0.5], "SVM": [0.6]}}))["tsne2"]
    figure = plot_scores([summarise_scores(single, "test")])
    assert len(figure.axes) == 1
    assert_inside(figure)
    constant = by_projection(from_scores({"a": {"LR": [0.5, 0.5], "SVM": [0.6, 0.6]}}))["tsne2"]
    figure = plot_scores([summarise_scores(constant, "test")])
    assert len(figure.axes) == 2
    assert_inside(figure)


def test_panels_of_different_methods(outcomes):
    other = by_projection(random_records(["LR", "SVM"]))["tsne2"]
    with pytest.raises(ValueError, match="the same methods"):
        plot_scores([summarise_scores(outcomes, "test"), summarise_scores(other, "test")])


def test_families_have_their_colours(outcomes):
    figure = plot_scores([summarise_scores(outcomes, "test")])
    figure.draw_without_rendering()
    ax = figure.axes[0]
    names = [label.get_text() for label in ax.get_yticklabels()]
    for (_, y), colour in zip(
        ax.collections[0].get_offsets(), ax.collections[0].get_facecolors(), strict=True
    ):
        assert same_color(colour, FAMILY_COLOURS[METHODS[names[round(y)]].family])

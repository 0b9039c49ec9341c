"""Figures of records: what is drawn stands beside its name, and nothing is cut or covered."""

from itertools import combinations, pairwise
from unittest import mock

import numpy as np
import pytest
from made_records import from_scores, random_records
from matplotlib import pyplot
from matplotlib.colors import same_color, to_rgb
from matplotlib.text import Text
from sklearn.metrics import auc

from aucopt.lab import METHODS
from aucopt.lab.by_trials import WinsByTrials, count_by_trials
from aucopt.lab.gaps import measure_gaps
from aucopt.lab.outcomes import by_projection
from aucopt.lab.summaries import summarise_scores, summarise_times
from aucopt.lab.toy import fit_toy
from aucopt.lab.wins import count_wins
from aucopt.metrics import roc_auc_score
from aucopt.report import (
    plot_answer,
    plot_critical_difference,
    plot_gaps,
    plot_scores,
    plot_times,
    plot_toy,
    plot_trials,
    plot_wins,
    write_figures,
    write_tables,
)
from aucopt.report.page.canvas import save_figure
from aucopt.report.page.families import FAMILY_COLOURS
from aucopt.report.paper.win_tables import win_table

LINEAR = [name for name, method in METHODS.items() if method.linear]
NONLINEAR = [name for name in METHODS if name != "AUC-opt"]


@pytest.fixture(scope="module")
def outcomes():
    return by_projection(random_records(LINEAR))["tsne2"]


@pytest.fixture(scope="module")
def toy():
    return fit_toy(["LR"])


def texts(figure):
    """All texts that a reader sees and their boxes in pixels."""
    drawn = []

    def note(text, renderer):
        if text.get_visible() and text.get_text().strip():
            drawn.append((text.get_text(), text.get_window_extent(renderer)))

    with mock.patch.object(Text, "draw", note):
        figure.draw_without_rendering()
    return drawn


def assert_inside(figure):
    width, height = figure.get_size_inches() * figure.dpi
    for text, box in texts(figure):
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text


def assert_apart(figure):
    for (first, a), (second, b) in combinations(texts(figure), 2):
        assert not a.overlaps(b), (first, second)


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


@pytest.mark.parametrize("significance", ["paper", "corrected"])
def test_heat_map_has_the_numbers_and_the_regions(outcomes, significance):
    table = win_table(count_wins(outcomes, "test", significance), outcomes)
    figure = plot_wins(table, 4)
    assert_inside(figure)
    assert_apart(figure)
    ax = figure.axes[0]
    k = len(LINEAR)
    drawn = {tuple(text.get_position()): text.get_text() for text in ax.texts}
    for i, row in enumerate(table.rows):
        for j, cell in enumerate(row[1 : k + 1]):
            if i != j:
                height = 0.38 if significance == "paper" else 0.5
                assert drawn[j + 0.5, i + height] == str(cell.value)
                assert significance == "corrected" or drawn[j + 0.5, i + 0.74] == f"({cell.published})"
    for patch in ax.patches:
        column, row = (round(v) for v in patch.get_xy())
        red, _, blue = to_rgb(patch.get_facecolor())
        shade = table.rows[row][column + 1].shade
        assert {"red": red > blue, "blue": blue > red, "": red == pytest.approx(blue)}[shade]
    assert len(ax.patches) == k * (k - 1)


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


@pytest.mark.parametrize("projection", ["tsne2", "tsne3"])
def test_run_times_stand_beside_their_methods(outcomes, projection):
    times = summarise_times(outcomes)
    figure = plot_times(times, projection)
    assert_inside(figure)
    assert_apart(figure)
    assert dots_of(figure) == {time.method: time.median for time in times}
    published = [line for line in figure.axes[0].lines if line.get_marker() == "D"]
    assert len(published) == (8 if projection == "tsne2" else 0)


def test_toy_example_is_the_papers(toy):
    lr, optimum = toy.fits
    assert optimum.method == "AUC-opt"
    assert optimum.auc == pytest.approx(0.7038, abs=5e-5)
    assert optimum.auc == toy.solution.auc
    assert 0.56 < lr.auc < 0.59
    assert lr.auc == roc_auc_score(toy.y, toy.X @ lr.coef)
    figure = plot_toy(toy)
    assert_inside(figure)
    curves = {line.get_label(): line for line in figure.axes[1].lines}
    for fit in toy.fits:
        line = curves[f"{fit.method}  {fit.auc:.4f}"]
        assert auc(line.get_xdata(), line.get_ydata()) == pytest.approx(fit.auc)
    # A cut is at a right angle to the weights.
    for line, fit in zip(figure.axes[0].lines, (optimum, lr), strict=True):
        along = np.diff([line.get_xdata(), line.get_ydata()])[:, 0]
        assert along @ fit.coef == pytest.approx(0, abs=1e-9)


def test_toy_example_wants_linear_methods():
    with pytest.raises(ValueError, match="'RF' is none"):
        fit_toy(["RF"])


def test_all_figures_are_written(tmp_path, toy):
    records = random_records(["LR", "B-LR", "AUC-opt"], n_sets=3, n_trials=3)
    paths = write_figures(records, tmp_path / "a", toy=toy)
    assert {path.stem for path in paths} == {
        "fig1-toy",
        "profile-toy",
        *(f"table1-r2-{part}{test}" for part in ("train", "test") for test in ("", "-corrected")),
        "fig2-auc-r2",
        "answer-r2",
        "balanced-accuracy-and-f1-r2",
        "ranks-r2-train",
        "ranks-r2-test",
        "optimum-r2",
        "run-time-r2",
    }
    assert sorted(path.suffix for path in paths) == [".png"] * 13 + [".svg"] * 13
    for path in paths:
        start = path.read_bytes()[:200]
        assert start.startswith(b"\x89PNG") or b"<?xml" in start
        assert path.stat().st_size > 4000
    assert pyplot.get_fignums() == []


def test_the_same_figure_is_the_same_file(tmp_path):
    files = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        figure = plot_critical_difference(["SVM", "LR"], [1.2, 1.8], 0.5)
        files.append([path.read_bytes() for path in save_figure(figure, folder, "ranks")])
    assert files[0] == files[1]


def test_without_records_there_is_still_the_toy(tmp_path, toy):
    assert len(write_figures([], tmp_path, toy=toy)) == 4
    assert len(write_tables([], tmp_path, toy=toy)) == 3
    assert "AUC-opt  0.7038           0.0000" in (tmp_path / "fig1-toy.txt").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="nothing to show yet"):
        write_figures([], tmp_path)

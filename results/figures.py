"""The figures of docs/answer.md that no command of the package draws.

python results/figures.py
"""

from functools import partial

import multiverse
import numpy as np
from matplotlib.lines import Line2D
from scipy import stats
from sources import BAND, LONG, MINUS, PARTS, REAL, RESULTS, RULES, WHOLE, pair_values, read

from aucopt.lab.by_trials import WinsByTrials
from aucopt.lab.gaps import OptimumGap, OptimumGaps
from aucopt.lab.summaries import ScoreSummary
from aucopt.report import plot_answer, plot_gaps, plot_trials
from aucopt.report.page.canvas import FONT, ROW, SIZE, name_rows, new_figure, save_figure
from aucopt.report.page.families import FAMILY_COLOURS

SETS = {"all": "o", "not near chance": "s", "families as one": "D"}
MEAN = {"capsize": 2, "linewidth": 1.2, "markersize": 4.5}


def frame(ax):
    """Numbers below, ticks on all sides, the band in grey."""
    ax.axvspan(-BAND, BAND, color="0.93", zorder=0)
    ax.axvline(0, color="0.6", linewidth=0.8, zorder=1)
    ax.grid(axis="y", color="0.9", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(labelsize=FONT, top=True, right=True, direction="in")
    ax.tick_params(axis="y", length=0)


def plot_multiverse():
    """Mean differences with their intervals, for every way to make columns and choice of data sets."""
    lines = multiverse.lines()
    names = list(dict.fromkeys(line.name for line in lines))[::-1]
    figure = new_figure((SIZE[0], 1.2 + 1.35 * ROW * len(names)))
    ax = figure.add_subplot()
    frame(ax)
    colour = FAMILY_COLOURS["AUC optimiser"]
    for line in lines:
        y = (
            names.index(line.name)
            + {"all": 0.22, "not near chance": 0.0, "families as one": -0.22}[line.sets]
        )
        full = colour if line.sets == "all" else "white"
        ax.errorbar(
            line.mean,
            y,
            xerr=[[line.mean - line.low], [line.high - line.mean]],
            fmt=SETS[line.sets],
            color=colour,
            markerfacecolor=full,
            zorder=3,
            **MEAN,
        )
        if line.sets == "all":
            ax.plot(line.median, y, "|", color="0.2", markersize=8, markeredgewidth=1.6, zorder=4)
    halves = {line.name: line.halves for line in lines}
    name_rows(ax, [f"{name}, {halves[name]} halves" for name in names])
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_xlabel("test AUC of AUC-opt less that of B-LR: mean over data sets, 95 % interval", fontsize=FONT)
    style = {"color": colour, "linestyle": "none", "markersize": 5}
    handles = [
        Line2D([], [], marker=mark, markerfacecolor=colour if sets == "all" else "white", label=sets, **style)
        for sets, mark in SETS.items()
    ]
    handles[0].set_label("all data sets")
    median = Line2D([], [], color="0.2", linestyle="none", marker="|", markeredgewidth=1.6, label="median")
    ax.legend(
        handles=[*handles, median],
        loc="lower center",
        bbox_to_anchor=(0.4, 1),
        ncols=4,
        columnspacing=1.2,
        handletextpad=0.1,
        frameon=False,
        fontsize=FONT,
    )
    return figure


def plot_pairs(k=2):
    """Gains on real columns, set by set, with their mean and its interval."""
    figure = new_figure((SIZE[0], 3.4))
    axes = figure.subplots(1, len(PARTS), sharey=True)
    for ax, (objective, words) in zip(axes, PARTS.items(), strict=True):
        frame(ax)
        for y, rule in enumerate(reversed(RULES)):
            ours, theirs = (pair_values(k, rule, objective, method) for method in ("optimum", "B-LR"))
            d = np.array([(ours[name] - theirs[name]).mean() for name in theirs])
            reach = stats.t.ppf(0.975, len(d) - 1) * d.std(ddof=1) / np.sqrt(len(d))
            shift = 0.3 * (np.random.default_rng(0).random(len(d)) - 0.5)
            colour = FAMILY_COLOURS["AUC optimiser" if objective == "auc" else "optimiser"]
            ax.scatter(d, y - 0.12 + shift, s=9, alpha=0.45, linewidths=0, color=colour, zorder=2)
            ax.plot(np.median(d), y + 0.3, "|", color="0.2", markersize=8, markeredgewidth=1.6, zorder=4)
            ax.errorbar(d.mean(), y + 0.3, xerr=reach, fmt="o", color=colour, zorder=3, **MEAN)
        ax.set_xscale("symlog", linthresh=BAND, linscale=0.6)
        ax.set_xlim(-0.25, 0.25)
        ticks = [-0.05, -BAND, 0, BAND, 0.05]
        ax.set_xticks(ticks, [f"{tick:g}".replace("-", MINUS) for tick in ticks])
        ax.minorticks_off()
        ax.set_title(words, fontsize=FONT + 1)
    name_rows(axes[0], [RULES[rule] for rule in reversed(RULES)])
    axes[0].set_ylim(-0.5, len(RULES) - 0.4)
    figure.supxlabel(
        "gain of the optimum over B-LR on test rows: a dot a data set; circle: mean, 95 % interval; "
        "bar: median",
        fontsize=FONT,
    )
    return figure


def summary(study, part):
    """The means by data set of a study, as figures of the package take them."""
    rows = read(study, f"auc-by-set-{{}}-{part}")
    methods = tuple(name for name in rows[0] if name != "data set")
    means = np.array([[float(row[method]) for method in methods] for row in rows])
    names = tuple(row["data set"] for row in rows)
    return ScoreSummary(part, "auc", methods, names, means, np.full(means.shape, np.nan))


def plot_study(study, reference="B-LR"):
    """Differences set by set, on training rows from the optimum, on test rows from the reference."""
    return plot_answer(summary(study, "train"), summary(study, "test"), "AUC-opt", reference)


def plot_shuffles(study):
    """How the wins of AUC-opt grow with the number of trials."""
    rows = {(row[""], row["test"]): row for row in read(study, "by-trials-{}")}
    columns = [name for name in next(iter(rows.values())) if name.endswith("trials")]
    others = list(dict.fromkeys(cell.removeprefix("AUC-opt over ") for cell, _ in rows if cell[0] == "A"))
    counts = [
        WinsByTrials(
            test,
            "AUC-opt",
            other,
            tuple(int(name.split()[0]) for name in columns),
            *(tuple(int(rows[cell, test][name]) for name in columns) for cell in (won, lost)),
        )
        for other in others
        for won, lost in [(f"AUC-opt over {other}", f"{other} over AUC-opt")]
        for test in ("paper", "corrected")
    ]
    return plot_trials(counts, "tsne2", 50)


def plot_distances(study):
    """How far methods stay below the proved optimum."""
    found = []
    for row in read(study, "optimum-{}"):
        n, values = int(row["trials"]), [float(row[f"{name} gap"]) for name in ("mean", "median", "largest")]
        closest = round(n * float(row["closest"])) if row["closest"] else None
        reached = round(n * float(row["bound reached"]))
        found.append(OptimumGap(row["method"], n, int(row["data sets"]), *values, reached, closest))
    n = max(gap.units for gap in found)
    return plot_gaps(OptimumGaps(tuple(found), trials=n, attained=n), "tsne3")


FIGURES = {
    "multiverse": plot_multiverse,
    "pairs": plot_pairs,
    "plane": partial(plot_study, LONG),
    "space": partial(plot_study, WHOLE),
    "original": partial(plot_study, REAL, "B-RF"),
    "shuffles": partial(plot_shuffles, LONG),
    "distances": partial(plot_distances, WHOLE),
}


def draw(folder=RESULTS / "figures"):
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, plot in FIGURES.items():
        save_figure(plot(), folder, name, ["png"])


if __name__ == "__main__":
    draw()

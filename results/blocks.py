"""The tables of docs/answer.md, made from records and tables beside this file.

    python results/blocks.py

The templates of the page and of its tables ask for them by name.
"""

from functools import partial

import algorithms
import claims
import multiverse
import numpy as np
import simulated
from claims import markdown as table
from scipy import stats
from sources import (
    AS_CODED,
    BAND,
    CUT,
    CUT_LONG,
    LONG,
    MINUS,
    PARTS,
    PLANE,
    PRIMARY,
    REAL,
    RULES,
    STUDIES,
    WHOLE,
    by_set,
    has_records,
    means,
    n_trials,
    pair_values,
    pairs,
    read,
)

from aucopt.report.paper.published import average_wins
from aucopt.stats import (
    corrected_t_test,
    holm_adjusted,
    practical_judgement,
    signed_rank_posterior,
    wilcoxon_test,
)

JUDGEMENTS = ("better", "equivalent", "worse", "undecided")
TEST_OPPONENTS = ("SVM", "B-SVM", "LR", "B-LR", "SVM-Perf", "SPAUC", "SPAM")


def studies():
    """What was run."""

    def row(name, folder, columns, sets, methods, grid):
        kept = n_trials(folder) if has_records(folder) else 0
        return [name, columns, sets, methods, n_trials(folder), grid, "yes" if kept else "no"]

    half, small = "every second", "29 with n ≤ 2,600"
    five, four = "LR, B-LR, SPAM, SPAUC, AUC-opt", "LR, B-LR, SVM-Perf, AUC-opt"
    rows = [
        row("plane", PLANE, "t-SNE to R²", 50, "8 linear", half),
        row("plane, long", LONG, "the same", 50, five, half),
        row("plane, again", PRIMARY, "the same", 50, "LR, B-LR, AUC-opt", half),
        row("R³, cut", CUT, "t-SNE to R³, training halves cut to 2,000 pairs", 50, "8 linear", half),
        row("R³, cut, long", CUT_LONG, "the same", 50, four, half),
        row("R³, whole", WHOLE, "t-SNE to R³, whole halves: beyond the paper", 50, "8 linear", half),
        row(
            "original columns",
            REAL,
            "all of them",
            20,
            "the paper's 14, AUC-opt, AUC-opt smoothed",
            "at most 8",
        ),
        ["as coded", "t-SNE to R² as the authors' code made it", small, "8 linear", 10, half, "no"],
        row("as coded, R³", AS_CODED, "the same to R³, cut", len(means(AS_CODED, "LR")), "8 linear", half),
    ]
    others = [n_trials(name) for name in multiverse.WAYS if name not in STUDIES and has_records(name)]
    few = f"{min(others)} to {max(others)}"
    rows.append(
        [
            "other projections",
            "t-SNE again, another seed, UMAP, PCA"
            if has_records("umap-2d")
            else "t-SNE again, another seed, PCA",
            "29 to 50",
            "LR, B-LR, AUC-opt",
            few,
            "at most 4",
            "yes",
        ]
    )
    for k, words in ((2, "pairs"), (3, "triples")):
        if any(key[0] == k for key in pairs()):
            halves = min(map(len, pair_values(k, "LR", "auc", "B-LR").values()))
            sets = len(pair_values(k, "LR", "auc", "B-LR"))
            chosen = f"{words} chosen on the training half"
            rows.append(["real columns", chosen, sets, "B-LR, three optima", halves, "C = 1", "yes"])
    return table(
        ["study", "columns", "data sets", "methods", "trials", "values of a parameter", "records"], rows
    )


def headline():
    """AUC-opt against B-LR, study by study."""
    rows, values = [], []
    for study in (LONG, CUT_LONG, WHOLE):
        ours, theirs = by_set(study, "AUC-opt"), by_set(study, "B-LR")
        d = ours - theirs
        ahead, behind = int((d > 0).sum()), int((d < 0).sum())
        reach = stats.t.ppf(0.975, len(d) - 1) * d.std(ddof=1) / np.sqrt(len(d))
        worth = next(row for row in read(study, "worth-{}") if "AUC-opt" in row.values())
        values.append(wilcoxon_test(ours, theirs).pvalue)
        rows.append(
            [
                multiverse.WAYS[study],
                n_trials(study),
                f"{d.mean():+.4f} ({d.mean() - reach:+.4f} to {d.mean() + reach:+.4f})",
                f"{np.median(d):+.4f}",
                f"{ahead} : {behind}",
                " : ".join(worth[word] for word in JUDGEMENTS),
                f"{values[-1]:.2g}",
                f"{stats.binomtest(ahead, ahead + behind).pvalue:.2g}",
                f"{signed_rank_posterior(ours, theirs, n_samples=10_000).equivalent:.3f}",
            ]
        )
    for row, adjusted in zip(rows, holm_adjusted(values), strict=True):
        row[6] += f" ({adjusted:.2g})"
    head = ["columns", "trials", "mean (95 % interval)", "median", "ahead : behind", " : ".join(JUDGEMENTS)]
    return table([*head, "Wilcoxon p (Holm)", "sign test p", "P(equivalent)"], rows)


def beside():
    """Data sets won and lost by AUC-opt on test rows: published, and here by both tests."""
    places = ((PLANE, LONG, "R²", 200), (CUT, CUT_LONG, "R³, cut", 50))
    rows = {other: [other] for other in TEST_OPPONENTS}
    head = ["AUC-opt against"]
    for short, long, words, published in places:
        found = [
            {row["cell"]: row for row in read(study, "beside-{}") if row["AUC"] == "test"}
            for study in (short, long)
        ]
        for other, cells in rows.items():
            won, lost = f"AUC-opt over {other}", f"{other} over AUC-opt"
            best = found[1] if won in found[1] else found[0]
            for of, column in (
                (found[0], "published"),
                (found[0], "paper's test"),
                (found[1], "paper's test"),
                (best, "corrected"),
            ):
                cells.append(f"{of[won][column]} : {of[lost][column]}" if won in of else "")
        head += [f"{words}: published, {published} trials"]
        head += [f"here, {n_trials(study)}" for study in (short, long)] + ["corrected test"]
    return table(head, list(rows.values()))


def counts(study, published):
    """Data sets won by test AUC, beside the published ones."""
    won = {row["cell"]: row for row in read(study, "beside-{}") if row["AUC"] == "test"}
    rows = [
        [cell, won[cell]["published"], won[cell]["paper's test"], won[cell]["corrected"]]
        for other in TEST_OPPONENTS
        for cell in (f"AUC-opt over {other}", f"{other} over AUC-opt")
        if cell in won
    ]
    return table(["", published, f"the paper's test, {n_trials(study)} trials", "corrected"], rows)


def original_columns():
    """Average wins of the paper's methods on their original columns."""
    won = [row for row in read(REAL, "beside-{}") if row["AUC"] == "test"]
    rows, methods = {}, list(dict.fromkeys(row["cell"].split(" over ")[0] for row in won))
    for method in methods:
        mine = [row for row in won if row["cell"].startswith(f"{method} over ")]
        average = average_wins("raw", "test", method, methods)
        ours = [np.mean([int(row[column]) for row in mine]) for column in ("paper's test", "corrected")]
        rows[method] = [method, f"{average:.2f}", *(f"{value:.2f}" for value in ours)]
    ordered = sorted(rows.values(), key=lambda row: -float(row[1]))
    return table(["", "published, of 50 sets", "the paper's test, of 20", "corrected, of 20"], ordered)


def optimum():
    """How far methods stay below the proved optimum."""
    found = [{row["method"]: row for row in read(study, "optimum-{}")} for study in (PLANE, CUT, WHOLE)]
    rows = []
    for method in sorted(found[0], key=lambda name: float(found[0][name]["mean gap"])):
        if method == "AUC-opt":
            continue
        row = [method]
        for of in found:
            gap = of[method]
            row += [f"{float(gap[name]):.4f}" for name in ("mean gap", "median gap")]
            row.append(f"{float(gap['closest']):.0%}".replace("%", " %"))
        rows.append(row)
    parts = [f"{place}: mean | median | closest".split(" | ") for place in ("plane", "R³, cut", "R³, whole")]
    return table(["", *(name for part in parts for name in part)], rows)


def multiverse_table(sets):
    """The headline under other choices, for one choice of data sets."""
    rows = [multiverse.cells(line) for line in multiverse.lines() if line.sets == sets]
    head = ["columns", "halves", "sets", "mean difference (95 % interval)", "median", "ahead : behind"]
    return table([*head, "Wilcoxon p", *(f"within / above {band:g}" for band in multiverse.BANDS)], rows)


def real_pairs(k=2):
    """Real columns: gains of the optimum over balanced logistic regression on test rows."""
    rows = []
    for objective, words in PARTS.items():
        for rule, chosen in RULES.items():
            for method in ("optimum", "smoothed") if objective == "auc" else ("optimum",):
                ours, theirs = (pair_values(k, rule, objective, name) for name in (method, "B-LR"))
                d = np.array([(ours[name] - theirs[name]).mean() for name in theirs])
                reach = stats.t.ppf(0.975, len(d) - 1) * d.std(ddof=1) / np.sqrt(len(d))
                tests = [corrected_t_test(ours[name], theirs[name]) for name in theirs]
                judged = [practical_judgement(test) for test in tests]
                rows.append(
                    [
                        f"{words}, smoothed" if method == "smoothed" else words,
                        chosen if k == 2 else chosen.replace("pair", "triple"),
                        f"{d.mean():+z.4f} ({d.mean() - reach:+z.4f} to {d.mean() + reach:+z.4f})",
                        f"{np.median(d):+z.4f}",
                        f"{(d > 0).sum()} : {(d < 0).sum()}",
                        f"{(d > BAND).sum()} : {(d < -BAND).sum()}",
                        f"{judged.count('better')} : {judged.count('worse')}",
                        f"{wilcoxon_test(d, np.zeros(len(d))).pvalue:.2g}",
                    ]
                )
    head = ["objective", "columns", "mean gain (95 % interval)", "median", "ahead : behind"]
    return table(
        [*head, f"above {BAND:g} : below {MINUS}{BAND:g}", "surely better : worse", "Wilcoxon p"], rows
    )


def pairs_in_short(k=2):
    """Mean gains on real columns with their intervals: objectives by rules."""
    rows = []
    for objective, words in PARTS.items():
        row = [words]
        for rule in RULES:
            ours, theirs = (pair_values(k, rule, objective, name) for name in ("optimum", "B-LR"))
            d = np.array([(ours[name] - theirs[name]).mean() for name in theirs])
            reach = stats.t.ppf(0.975, len(d) - 1) * d.std(ddof=1) / np.sqrt(len(d))
            row.append(f"{d.mean():+z.4f} ({d.mean() - reach:+z.4f} to {d.mean() + reach:+z.4f})")
        rows.append(row)
    chosen = [words if k == 2 else words.replace("pair", "triple") for words in RULES.values()]
    return table(["objective", *chosen], rows)


BLOCKS = {
    "studies": studies,
    "headline": headline,
    "beside": beside,
    "printed": algorithms.table,
    "pairs in short": pairs_in_short,
    "multiverse": partial(multiverse_table, "all"),
    "multiverse, not near chance": partial(multiverse_table, "not near chance"),
    "multiverse, families": partial(multiverse_table, "families as one"),
    "level": simulated.level_table,
    "pay": simulated.pay_table,
    "counts in the plane": partial(counts, PLANE, "published, 200 trials"),
    "counts in the plane, long": partial(counts, LONG, "published, 200 trials"),
    "counts in R3": partial(counts, CUT, "published, 50 trials"),
    "counts in R3, long": partial(counts, CUT_LONG, "published, 50 trials"),
    "counts in R3, whole": partial(counts, WHOLE, "published, cut, 50 trials"),
    "original columns": original_columns,
    "pairs": real_pairs,
    "optimum": optimum,
    "cut": claims.one_cut,
    "variances": claims.variances,
    "times": claims.times,
    "imbalance": claims.imbalance,
    "separable": claims.separable,
    "toy": claims.toy,
}
if any(key[0] == 3 for key in pairs()):
    BLOCKS |= {"triples": partial(real_pairs, 3), "triples in short": partial(pairs_in_short, 3)}


if __name__ == "__main__":
    for name, make in BLOCKS.items():
        print(f"{name}\n\n{make()}\n")

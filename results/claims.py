"""What the paper says beside its tables of wins, claim by claim."""

from functools import cache

import multiverse
import numpy as np
from scipy import stats
from sources import MINUS, RECORDS, RESULTS, has_records, read_csv, records, trials

from aucopt.datasets import REGISTRY
from aucopt.lab.methods import METHODS
from aucopt.report.paper.published import RUN_TIMES

LINEAR = [name for name, method in METHODS.items() if method.linear]


def markdown(head, rows):
    """A table in Markdown; minus signs are those of print."""
    lines = [head, ["---"] * len(head), *rows]
    text = "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
    for sign in ("(", " ", "e"):
        text = text.replace(f"{sign}-0", f"{sign}{MINUS}0")
    return text


def over_sets(values):
    """The mean over data sets of the mean over trials."""
    by_name = {}
    for name, value in values:
        by_name.setdefault(name, []).append(value)
    return float(np.mean([np.mean(of) for of in by_name.values()]))


@cache
def cut_trials():
    """How many trials were fitted again for one rule."""
    return 1 + max(int(row["trial"]) for row in read_csv(RESULTS / RECORDS / "one-cut.csv.gz"))


@cache
def cut_scores():
    """Balanced accuracy and F1 on test rows by method: by its own rule, and by one rule for all."""
    found = {}
    once, n_cut = read_csv(RESULTS / RECORDS / "one-cut.csv.gz"), cut_trials()
    for method in LINEAR:
        own = [r for r in records(RECORDS) if r.unit.method == method and r.unit.trial < n_cut]
        one = [row for row in once if row["method"] == method]
        found[method] = [
            over_sets((record.unit.dataset, record.test.balanced_accuracy) for record in own),
            over_sets((row["dataset"], float(row["balanced_accuracy"])) for row in one),
            over_sets((record.unit.dataset, record.test.f1) for record in own),
            over_sets((row["dataset"], float(row["f1"])) for row in one),
        ]
    return found


def one_cut():
    """Means of both scores by both rules."""
    rows = [[method, *(f"{value:.3f}" for value in values)] for method, values in cut_scores().items()]
    head = ["", "balanced accuracy, own cut-offs", "one rule", "F1, own cut-offs", "one rule"]
    return markdown(head, rows)


@cache
def spread_of_methods():
    """Variance of the AUC over the trials of a data set: the median over sets, and where it is smallest."""
    found = {}
    for part in ("train", "test"):
        variances = np.array(
            [[of.var(ddof=1) for of in trials(RECORDS, method, part).values()] for method in LINEAR]
        )
        for j, method in enumerate(LINEAR):
            least = int((variances[j] <= variances.min(axis=0)).sum())
            found.setdefault(method, []).extend([float(np.median(variances[j])), least])
    return found


def variances():
    """The variance of the AUC by method."""
    rows = [
        [method, f"{1e4 * train:.2f}", least, f"{1e4 * test:.2f}", least_test]
        for method, (train, least, test, least_test) in spread_of_methods().items()
    ]
    head = ["", "training AUC: median variance in 10⁻⁴", "sets with the smallest"]
    return markdown([*head, "test AUC: median variance in 10⁻⁴", "sets with the smallest"], rows)


@cache
def seconds():
    """Seconds of the last fit: median and mean."""
    found = {}
    for method in LINEAR:
        taken = [record.seconds for record in records(RECORDS) if record.unit.method == method]
        found[method] = float(np.median(taken)), float(np.mean(taken))
    return found


def times():
    """Run times beside the published ones."""
    published = RUN_TIMES["tsne2"]
    rows = [
        [method, f"{published[method][0]:.4f}", f"{mean:.4f}", f"{median:.4f}"]
        for method, (median, mean) in seconds().items()
    ]
    return markdown(["", "published: mean seconds", "here: mean seconds", "median"], rows)


def imbalance_links():
    """Rank correlations of the gain of AUC-opt over B-LR with facts of the data sets."""
    facts = {
        "share of positives": lambda info: info.n_positive / info.n,
        "positives": lambda info: info.n_positive,
        "rows": lambda info: info.n,
    }
    for universe in multiverse.universes():
        names = list(universe.gains)
        gains = [universe.gains[name] for name in names]
        links = {
            words: stats.spearmanr([fact(REGISTRY[name]) for name in names], gains)
            for words, fact in facts.items()
        }
        reference = [universe.reference[name] for name in names]
        yield universe.name, len(names), links | {"test AUC of B-LR": stats.spearmanr(reference, gains)}


def imbalance():
    """These correlations as a table; p below 5 % is marked."""
    rows, head = [], None
    for name, n, links in imbalance_links():
        head = ["columns", "sets", *links]
        shown = [f"{link.statistic:+.2f}{'*' if link.pvalue < 0.05 else ''}" for link in links.values()]
        rows.append([name, n, *shown])
    return markdown(head, rows)


def separable_halves():
    """Of each study with records: halves that a linear score separates, and their data sets."""
    for source, name in multiverse.WAYS.items():
        if has_records(source):
            bounds = [record for record in records(source) if record.unit.method == "AUC-opt"]
            apart = [record.unit.dataset for record in bounds if record.bound == 1]
            yield name, len(bounds), len(apart), sorted(set(apart))


def separable():
    """These as a table."""
    rows = [
        [name, f"{n:,}", n_apart, ", ".join(names) or "none"]
        for name, n, n_apart, names in separable_halves()
    ]
    return markdown(["columns", "training halves", "separable", "data sets"], rows)


def toy():
    """Training AUC on the toy set of Fig. 1."""
    rows = read_csv(RESULTS / "toy" / "fig1-toy.csv")
    return markdown(list(rows[0]), [list(row.values()) for row in rows])

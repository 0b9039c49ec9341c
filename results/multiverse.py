"""The headline under other choices: projections, seeds, bands, data sets left out, families as one.

    python results/multiverse.py

AUC-opt against balanced logistic regression by test AUC, on each data set the mean over random halves. One
line for each way to make the columns and each choice of data sets.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy import stats
from sources import (
    CUT_LONG,
    LONG,
    RULES,
    STUDIES,
    WHOLE,
    has_records,
    means,
    n_trials,
    pair_values,
    pairs,
)

from aucopt.datasets import REGISTRY
from aucopt.stats import signed_rank_posterior, wilcoxon_test

BANDS = (0.002, 0.005, 0.01)
NEAR_CHANCE = 0.6
DRAWS = 4_000
WAYS = {
    LONG: "t-SNE to R²",
    "tsne-2d": "t-SNE to R², run again",
    "tsne-1-2d": "t-SNE to R², seed 1, small sets",
    "umap-2d": "UMAP to R², small sets",
    "pca-2d": "PCA to R²",
    CUT_LONG: "t-SNE to R³, cut",
    "tsne-3d": "t-SNE to R³, cut, run again",
    WHOLE: "t-SNE to R³, whole",
    "tsne-3d-uncut": "t-SNE to R³, whole, run again",
    "pca-3d-uncut": "PCA to R³, whole",
}


class Universe(NamedTuple):
    """One way to ask: where the columns come from, how many halves, differences and reference by data set."""

    name: str
    halves: int
    gains: dict[str, float]
    reference: dict[str, float]


class Line(NamedTuple):
    """What comes out for a universe and a choice of data sets."""

    name: str
    halves: int
    sets: str
    n: int
    mean: float
    low: float
    high: float
    median: float
    ahead: int
    behind: int
    p: float
    posteriors: tuple


def universes():
    """All there are records or tables of."""
    for source, name in WAYS.items():
        if source not in STUDIES and not has_records(source):
            continue
        ours, theirs = means(source, "AUC-opt"), means(source, "B-LR")
        yield Universe(
            name, n_trials(source), {key: ours[key] - theirs[key] for key in sorted(theirs)}, theirs
        )
    for k in sorted({key[0] for key in pairs()}):
        for rule, words in RULES.items():
            ours, theirs = (pair_values(k, rule, "auc", method) for method in ("optimum", "B-LR"))
            size = {2: "two", 3: "three"}[k]
            chosen = words.replace("pair", "panel")
            yield Universe(
                f"{size} real columns, {chosen}",
                min(map(len, theirs.values())),
                {key: float((ours[key] - theirs[key]).mean()) for key in theirs},
                {key: float(values.mean()) for key, values in theirs.items()},
            )


def families(gains):
    """The mean of the data sets that come from one source, for instance the two of letter."""
    grouped = {}
    for name, gain in gains.items():
        grouped.setdefault(REGISTRY[name].page, []).append(gain)
    return [float(np.mean(group)) for group in grouped.values()]


def choices(universe):
    """Which differences are looked at."""
    yield "all", list(universe.gains.values())
    kept = [gain for key, gain in universe.gains.items() if universe.reference[key] >= NEAR_CHANCE]
    yield "not near chance", kept
    yield "families as one", families(universe.gains)


@cache
def lines():
    """Every universe with every choice of data sets."""
    found_lines = []
    for universe in universes():
        for sets, gains in choices(universe):
            d = np.array(gains)
            reach = stats.t.ppf(0.975, len(d) - 1) * d.std(ddof=1) / np.sqrt(len(d))
            zero = np.zeros(len(d))
            found = tuple(signed_rank_posterior(d, zero, band, n_samples=DRAWS) for band in BANDS)
            found_lines.append(
                Line(
                    universe.name,
                    universe.halves,
                    sets,
                    len(d),
                    float(d.mean()),
                    float(d.mean() - reach),
                    float(d.mean() + reach),
                    float(np.median(d)),
                    int((d > 0).sum()),
                    int((d < 0).sum()),
                    wilcoxon_test(d, zero).pvalue,
                    found,
                )
            )
    return found_lines


def cells(line):
    """A row of the table of the page."""
    return [
        line.name,
        line.halves,
        line.n,
        f"{line.mean:+z.4f} ({line.low:+z.4f} to {line.high:+z.4f})",
        f"{line.median:+z.4f}",
        f"{line.ahead} : {line.behind}",
        f"{line.p:.2g}",
        *(f"{found.equivalent:.2f} / {found.better:.2f}" for found in line.posteriors),
    ]


if __name__ == "__main__":
    for line in lines():
        print(f"{line.sets:<16}", *(f"{cell!s:<10}" for cell in cells(line)))

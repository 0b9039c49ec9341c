"""Why LR won on 8 sets in R^3: projection, cut and algorithm, one after the other.

`as-printed.csv.gz` has the paper's Algorithm 2 as printed (`benchmarks/as_printed.py`) on the halves whose
records stand beside it; the other methods are those of the records.
"""

from collections import defaultdict
from functools import cache
from typing import NamedTuple

import numpy as np
from claims import markdown
from sources import AS_CODED, CUT, MINUS, RESULTS, WHOLE, means, n_trials, read, read_csv, trials

from aucopt.stats import paper_t_test

COLUMNS = {CUT: "our projections", AS_CODED: "as the authors' code made them"}


class Line(NamedTuple):
    """AUC-opt against LR for one projection and one algorithm."""

    projection: str
    algorithm: str
    halves: int
    sets: int
    train: float | None
    test: float
    gain: float
    won: int | None
    lost: int | None


@cache
def printed(study, part):
    """The AUC of the printed algorithm in each trial, by data set."""
    found = defaultdict(dict)
    for row in read_csv(RESULTS / study / "as-printed.csv.gz"):
        found[row["dataset"]][int(row["trial"])] = float(row[part])
    return {name: np.array([of[trial] for trial in sorted(of)]) for name, of in sorted(found.items())}


def line(study, algorithm, names):
    """One projection and one algorithm, on these data sets and the halves that both algorithms have."""
    found = {
        part: printed(study, part) if algorithm == "printed" else trials(study, "AUC-opt", part)
        for part in ("train", "test")
    }
    halves = min(len(of[name]) for of in (printed(study, "test"), trials(study, "LR")) for name in names)
    pairs = [(found["test"][name][:halves], trials(study, "LR")[name][:halves]) for name in names]
    return Line(
        COLUMNS[study],
        algorithm,
        halves,
        len(names),
        float(np.mean([found["train"][name][:halves].mean() for name in names])),
        float(np.mean([ours.mean() for ours, _ in pairs])),
        float(np.mean([ours.mean() - theirs.mean() for ours, theirs in pairs])),
        sum(paper_t_test(ours, theirs).better() for ours, theirs in pairs),
        sum(paper_t_test(theirs, ours).better() for ours, theirs in pairs),
    )


def whole_halves(names, words):
    """The same with whole halves, from the tables of that study; its counts are of all data sets."""
    ours, theirs = means(WHOLE, "AUC-opt"), means(WHOLE, "LR")
    test = float(np.mean([ours[name] for name in names]))
    gain = float(np.mean([ours[name] - theirs[name] for name in names]))
    counts = {row["cell"]: row["paper's test"] for row in read(WHOLE, "beside-{}") if row["AUC"] == "test"}
    won, lost = (
        (counts["AUC-opt over LR"], counts["LR over AUC-opt"]) if len(names) == len(ours) else (None, None)
    )
    return Line(words, "exact", n_trials(WHOLE), len(names), None, test, gain, won, lost)


@cache
def lines():
    """Our projections on all data sets; then both on those that were projected as coded."""
    every = list(printed(CUT, "test"))
    found = [whole_halves(every, COLUMNS[CUT])]
    found += [line(CUT, algorithm, every) for algorithm in ("exact", "printed")]
    small = list(printed(AS_CODED, "test"))
    found.append(whole_halves(small, COLUMNS[CUT]))
    found += [line(study, how, small) for study in (CUT, AS_CODED) for how in ("exact", "printed")]
    return found


def table():
    """These as a table."""
    rows = [
        [
            f"{of.projection}, {'whole' if of.train is None else 'cut'}",
            of.algorithm,
            of.sets,
            of.halves,
            "" if of.train is None else f"{of.train:.4f}",
            f"{of.test:.4f}",
            f"{of.gain:+.4f}".replace("-", MINUS),
            "" if of.won is None else f"{of.won} : {of.lost}",
        ]
        for of in lines()
    ]
    head = ["projections to R³, halves", "algorithm", "sets", "trials", "training AUC", "test AUC"]
    return markdown([*head, "less LR", "AUC-opt better : LR better"], rows)

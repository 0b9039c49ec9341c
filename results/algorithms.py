"""Why LR won on 8 sets in R^3: projection, cut and algorithm, one after the other.

`as-printed.csv.gz` has the paper's Algorithm 2 as printed (`benchmarks/as_printed.py`) on the halves whose
records stand beside it; the other methods are those of the records.
"""

from collections import defaultdict
from functools import cache
from typing import NamedTuple

import numpy as np
from claims import markdown
from sources import AS_CODED, CUT, MINUS, RESULTS, WHOLE, read_csv, trials

from aucopt.stats import paper_t_test

COLUMNS = {
    WHOLE: "our projections, whole",
    CUT: "our projections, cut",
    AS_CODED: "as the authors' code made them, cut",
}


class Line(NamedTuple):
    """AUC-opt against LR for one projection and one algorithm."""

    projection: str
    algorithm: str
    halves: int
    sets: int
    train: float
    test: float
    gain: float
    won: int
    lost: int


@cache
def printed(study, part):
    """The AUC of the printed algorithm in each trial, by data set."""
    found = defaultdict(dict)
    for row in read_csv(RESULTS / study / "as-printed.csv.gz"):
        found[row["dataset"]][int(row["trial"])] = float(row[part])
    return {name: np.array([of[trial] for trial in sorted(of)]) for name, of in sorted(found.items())}


def line(study, algorithm, names):
    """One projection and one algorithm, on these data sets and the halves that all have in that study."""
    found = {
        part: printed(study, part) if algorithm == "printed" else trials(study, "AUC-opt", part)
        for part in ("train", "test")
    }
    runs = [trials(study, "LR"), *([] if study == WHOLE else [printed(study, "test")])]
    halves = min(len(of[name]) for of in runs for name in names)
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


@cache
def lines():
    """Our projections on all data sets; then both on those that were projected as coded."""
    every, small = (list(printed(study, "test")) for study in (CUT, AS_CODED))
    return [
        line(study, how, names)
        for names, studies in ((every, (WHOLE, CUT)), (small, (WHOLE, CUT, AS_CODED)))
        for study in studies
        for how in (("exact",) if study == WHOLE else ("exact", "printed"))
    ]


def table():
    """These as a table."""
    rows = [
        [
            of.projection,
            of.algorithm,
            of.sets,
            of.halves,
            f"{of.train:.4f}",
            f"{of.test:.4f}",
            f"{of.gain:+.4f}".replace("-", MINUS),
            f"{of.won} : {of.lost}",
        ]
        for of in lines()
    ]
    head = ["projections to R³, halves", "algorithm", "sets", "trials", "training AUC", "test AUC"]
    return markdown([*head, "less LR", "AUC-opt better : LR better"], rows)

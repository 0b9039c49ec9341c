"""The paper's Algorithm 2 as printed, on the training halves of a study in R^3.

    python benchmarks/as_printed.py --trials 10 --output FILE [--as-coded] [--datasets NAME ...]

Halves are those of `aucopt paper run --study linear-3d`, cut to 2,000 pairs; FILE gets a line for each data
set and trial, and a run that is stopped goes on. A trial takes about a second: the algorithm sorts all N
pairs for each of the N planes, so that whole halves, with up to ten million pairs, are out of its reach.

The algorithm solves a problem of two columns on the plane orthogonal to each pair u. It returns weights on
that plane, where u itself is tied, and so one pair less than the optimum. Algorithm 1, which it calls,
sweeps slopes: it also takes 1 - AUC for the AUC of the reversed weights, which calls u right. The weights are
halfway between two slopes, as in the paper's supplement. `train` and `test` count ties one half, as all our
figures do.
"""

import argparse
import csv
import gzip
import io
from functools import cache
from pathlib import Path

import numpy as np

from aucopt.datasets import REGISTRY
from aucopt.lab import paper_study
from aucopt.lab.protocol import single_threaded
from aucopt.lab.study import load_rows
from aucopt.metrics import roc_auc_score

FIELDS = ("dataset", "trial", "train", "test")


def sweep_slopes(a, b):
    """Algorithm 1 on differences (a, b): the number of pairs it reports, and its weights (w1, w2)."""
    # A pair without a slope is never met: it stays on the side that the first weights put it.
    moving = np.flatnonzero(a)
    order = moving[np.argsort(-b[moving] / a[moving], kind="stable")]
    slopes = -b[order] / a[order]
    lowest = slopes[0] - 1
    right = np.count_nonzero(lowest * a + b > 0) + np.cumsum(np.sign(a[order]).astype(np.int64))
    steps = np.append(np.diff(slopes) / 2, 1.0)
    best, reverse = int(np.argmax(right)), int(np.argmin(right))
    if right[best] >= len(a) - right[reverse]:
        return int(right[best]), (slopes[best] + steps[best], 1.0)
    return int(len(a) - right[reverse]), (-slopes[reverse] - steps[reverse], -1.0)


def plane_basis(u):
    """Two unit vectors orthogonal to u and to each other."""
    return np.linalg.svd(u[None, :])[2][1:]


def printed_algorithm(positives, negatives):
    """Algorithm 2 in R^3: the weights that it returns."""
    differences = (positives[:, None, :] - negatives[None, :, :]).reshape(-1, 3)
    best, weights = -1, None
    for i, u in enumerate(differences):
        if not u.any():
            continue
        first, second = plane_basis(u)
        a, b = differences @ first, differences @ second
        # Its own projection is zero but for rounding.
        a[i] = b[i] = 0.0
        count, (w1, w2) = sweep_slopes(a, b)
        if count > best:
            best, weights = count, w1 * first + w2 * second
    return weights


def run_trial(study, dataset, trial, load):
    """AUC of these weights on both halves."""
    X, y = load(dataset)
    positive = np.asarray(y) == 1
    split = study.split(dataset, trial, positive.astype(np.int8))
    rows, labels = X[split.train], positive[split.train]
    w = printed_algorithm(rows[labels], rows[~labels])
    return [roc_auc_score(positive[part], X[part] @ w) for part in (split.train, split.test)]


def read_done(path):
    """The lines of an earlier run."""
    if not path.exists():
        return []
    with gzip.open(path, "rt", newline="") as file:
        return list(csv.reader(file))[1:]


def write(path, rows):
    """Write all lines at once."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([FIELDS, *rows])
    path.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=10, help="halves of each data set (default: 10)")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--as-coded", action="store_true", help="projections and halves of the authors' code")
    parser.add_argument("--datasets", nargs="+", default=list(REGISTRY))
    arguments = parser.parse_args()
    study = paper_study("linear-3d", as_coded=arguments.as_coded)
    load = cache(lambda name: load_rows(study, name))
    rows = read_done(arguments.output)
    done = {(dataset, int(trial)) for dataset, trial, *_ in rows}
    with single_threaded():
        for trial in range(arguments.trials):
            for dataset in arguments.datasets:
                if (dataset, trial) not in done:
                    values = run_trial(study, dataset, trial, load)
                    rows.append((dataset, trial, *(f"{value:.6f}" for value in values)))
                    write(arguments.output, rows)


if __name__ == "__main__":
    main()

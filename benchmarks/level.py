"""How often tests over random halves err, and what they can find: python benchmarks/level.py [--quick].

Two methods that are equally good by construction: linear discriminants on columns that can be exchanged.
`apart` compares columns 1, 2 with columns 3, 4, so that the two scores share nothing; `alike` compares
columns 1, 2, 3 with 1, 2, 4, so that they agree on most rows, as scores of good methods do. A gain is made by
a larger shift of the positives in the columns of the first method. Tables are drawn anew each time; each is
halved at random, the first half trains, cut to 2,000 pairs where that is said, the second tests.

For each setting: the true difference of the two, how often the paper's t-test and the corrected one find the
first significantly better or worse at 5 % (two-sided), how often the interval of the corrected one lies above
the band of 0.005, within it or below it, the standard deviation of the mean difference over tables, and what
either test takes it for. `--output` writes the same as CSV.
"""

import argparse
import csv
from pathlib import Path

import numpy as np

from aucopt.lab.split import count_prefix_pairs
from aucopt.stats import corrected_t_test, paper_t_test, practical_judgement

POSITIVE = 0.3
COLUMNS = {"apart": ([0, 1], [2, 3]), "alike": ([0, 1, 2], [0, 1, 3])}
# Where the positives are shifted to; the last numbers are of the columns that differ between the methods.
SHIFT = {"apart": (0.7, 0.4, 0.7, 0.4), "alike": (0.7, 0.4, 0.3, 0.3)}
# How much further in the first method's own columns.
GAINS = {"apart": (0.0, 0.06), "alike": (0.0, 0.1, 0.2)}
ROWS, TRIALS, CUT = (300, 1_000, 3_000), (10, 50), 2_000
FIELDS = (
    *("scores", "rows", "cut", "halves", "runs", "true difference", "paper better", "paper worse"),
    *("corrected better", "corrected worse", "above band", "within band", "below band"),
    *("spread", "paper error", "corrected error"),
)


def draw(rng, n, shift):
    y = rng.permutation(n) < POSITIVE * n
    return rng.normal(size=(n, 4)) + np.outer(y, shift), y


def discriminant(X, y):
    """Fisher's: the common covariance, inverted, times the difference of the means."""
    a, b = X[y], X[~y]
    centred = np.concatenate([a - a.mean(axis=0), b - b.mean(axis=0)])
    return np.linalg.solve(centred.T @ centred, a.mean(axis=0) - b.mean(axis=0))


def auc(scores, y):
    order = np.argsort(scores)
    n_positive = np.count_nonzero(y)
    ranks = np.flatnonzero(y[order]) + 1  # scores of normal columns do not tie
    return (ranks.sum() - n_positive * (n_positive + 1) / 2) / (n_positive * (len(y) - n_positive))


def compare(rng, X, y, columns, n_trials, cut):
    """Test AUC of both methods on random halves."""
    found = np.empty((2, n_trials))
    for trial in range(n_trials):
        order = rng.permutation(len(y))
        train, test = order[: len(y) // 2], order[len(y) // 2 :]
        if cut:
            train = train[: np.count_nonzero(count_prefix_pairs(y[train]) <= CUT)]
        for k, mine in enumerate(columns):
            w = discriminant(X[np.ix_(train, mine)], y[train])
            found[k, trial] = auc(X[np.ix_(test, mine)] @ w, y[test])
    return found


def simulate(scores, n, cut, n_trials, gain, n_runs):
    """One line of the table."""
    rng = np.random.default_rng([n, n_trials, int(1000 * gain), cut, len(scores)])
    shift = np.array(SHIFT[scores])
    shift[0 if scores == "apart" else 2] += gain
    counts = dict.fromkeys(FIELDS[6:13], 0)
    differences, errors = [], []
    for _ in range(n_runs):
        X, y = draw(rng, n, shift)
        first, second = compare(rng, X, y, COLUMNS[scores], n_trials, cut)
        tests = {"paper": paper_t_test(first, second), "corrected": corrected_t_test(first, second)}
        for name, test in tests.items():
            if test.pvalue <= 0.05:
                counts[f"{name} {'better' if test.difference > 0 else 'worse'}"] += 1
        judged = {"better": "above band", "equivalent": "within band", "worse": "below band"}
        if (found := judged.get(practical_judgement(tests["corrected"]))) is not None:
            counts[found] += 1
        differences.append(tests["corrected"].difference)
        errors.append([test.standard_error for test in tests.values()])
    # Without a gain the methods can be exchanged, and nothing has to be estimated.
    truth = float(np.mean(differences)) if gain else 0.0
    shares = [f"{counts[name] / n_runs:.3f}" for name in counts]
    numbers = [np.std(differences), *np.mean(errors, axis=0)]
    cut_to = CUT if cut else ""
    return [scores, n, cut_to, n_trials, n_runs, f"{truth:.4f}", *shares, *(f"{v:.4f}" for v in numbers)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="three tables each")
    parser.add_argument("--runs", type=int, default=1_000, help="tables of each setting (default: 1000)")
    parser.add_argument("--output", type=Path, help="a CSV file")
    arguments = parser.parse_args()
    n_runs = 3 if arguments.quick else arguments.runs
    lines = []
    for scores in COLUMNS:
        for n in ROWS:
            for cut in (False, True)[: 1 + (n > min(ROWS))]:
                for n_trials in TRIALS:
                    for gain in GAINS[scores]:
                        lines.append(simulate(scores, n, cut, n_trials, gain, n_runs))
                        print(*(f"{cell!s:>10}" for cell in lines[-1]), flush=True)
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([FIELDS, *lines])


if __name__ == "__main__":
    main()

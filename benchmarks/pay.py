"""How often `does_it_pay` errs: python benchmarks/pay.py [--quick | --runs N] [--choose] [--output FILE].

Tables of two columns are drawn from mixtures of normal distributions, for which the AUC of any weights is
known in closed form. `true difference` is the expected one between AUC-opt and logistic regression fitted to
9/10 of the rows, from 400 fresh tables. `pays`, `does not pay` and `undecided` are shares of the answers;
`worse` is how often a loss of more than the band is given a probability of 0.95 or more. A share of 5 % from
1,000 tables has a standard error of 0.7 %. `spread` is the standard deviation of the differences that were
found, `error` what the test takes it for, on average. A table of 300 rows takes about 0.75 CPU seconds; with
--output each answer is written to FILE at once, and a run that was stopped goes on from it. --table writes
what is printed as CSV, with counts instead of shares.

`normal`: one normal distribution for each class, where logistic regression is the best linear score.
`edge`: some negatives lie far out, as in the toy set of the paper, but so few that the gain is close to the
band of 0.005. `far`: more of them, so that it pays. By default one method of each family takes part, with
C = 1. With --choose there are two of each, LR, B-LR, SVM-Perf and AUC-opt, and three inner folds choose
between them.
"""

import argparse
import csv
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np
from scipy.stats import norm

import aucopt
from aucopt.lab import METHODS

# Share of negatives far out; all columns have variance one but for those.
SCENARIOS = {"normal": 0.0, "edge": 0.03, "far": 0.08}
SHIFT = np.array([0.8, 0.5])
FAR = np.array([3.0, 3.0])
POSITIVE = 0.3
FIELDS = ("scenario", "rows", "number", "answer", "worse", "difference", "error")
ANSWERS = ("pays", "does not pay", "undecided")
COUNTED = ("scenario", "rows", "tables", "true difference", "its error", "found", "spread", "error", *ANSWERS)
PLAIN = replace(METHODS["LR"], grid={"C": [1.0]})


def draw(rng, n, share):
    """A table: shifted positives, negatives about the origin, some of them far out."""
    y = (rng.permutation(n) < POSITIVE * n).astype(int)
    X = rng.normal(size=(n, 2)) + SHIFT * (y == 1)[:, None]
    away = (y == 0) & (rng.random(n) < share)
    X[away] += FAR
    return X, y


def true_auc(w, share):
    """The AUC of weights in the population."""
    scale = np.sqrt(2) * np.linalg.norm(w)
    return (1 - share) * norm.cdf(w @ SHIFT / scale) + share * norm.cdf(w @ (SHIFT - FAR) / scale)


def true_difference(n, share, n_tables):
    rng = np.random.default_rng(99)
    gains = []
    for _ in range(n_tables):
        X, y = draw(rng, n * 9 // 10, share)
        best = aucopt.maximize_auc(X, y).coef
        usual = PLAIN.make().fit(X, y).coef_[0]
        gains.append(true_auc(best, share) - true_auc(usual, share))
    return np.mean(gains), np.std(gains) / np.sqrt(n_tables)


def answer(name, n, number, options):
    """The answer for one table, as a line of the file."""
    found = aucopt.does_it_pay(*draw(np.random.default_rng([number, n]), n, SCENARIOS[name]), **options)
    contrast = found.contrast
    numbers = (contrast.posterior.worse, contrast.difference, contrast.test.standard_error)
    return dict(zip(FIELDS, (name, n, number, found.answer, *numbers), strict=True))


def read(path):
    """The answers of an earlier run."""
    if path is None or not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def run(name, n, arguments, n_tables, options):
    done = {
        int(row["number"]): row
        for row in read(arguments.output)
        if (row["scenario"], row["rows"]) == (name, str(n))
    }
    started, made = process_time(), 0
    for number in range(arguments.runs):
        if number not in done:
            done[number] = answer(name, n, number, options)
            made += 1
            if arguments.output:
                append(arguments.output, done[number])
    seconds = (process_time() - started) / max(made, 1)
    rows = [done[number] for number in range(arguments.runs)]
    truth, error = true_difference(n, SCENARIOS[name], n_tables)
    differences, errors = ([float(row[field]) for row in rows] for field in ("difference", "error"))
    counts = [sum(row["answer"] == word for row in rows) for word in ANSWERS]
    shares = "  ".join(f"{count / len(rows):>12.1%}" for count in counts)
    worse = np.mean([float(row["worse"]) >= 0.95 for row in rows])
    means = [f"{np.mean(differences):.4f}", f"{np.std(differences):.4f}", f"{np.mean(errors):.4f}"]
    print(
        f"{name:<8}{n:>6}{len(rows):>6}  {truth:+.4f} ±{error:.4f}  {float(means[0]):+.4f}  "
        f"{means[1]}  {means[2]}  {shares}  {worse:>6.1%}  {seconds:.2f} s",
        flush=True,
    )
    return [name, n, len(rows), f"{truth:.4f}", f"{error:.4f}", *means, *counts]


def append(path, row):
    """One more line; the first has the names."""
    new = not path.exists()
    with open(path, "a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="three tables")
    parser.add_argument("--runs", type=int, default=1000, help="tables (default: 1000)")
    parser.add_argument("--rows", type=int, nargs="+", default=[300], help="rows of a table (default: 300)")
    parser.add_argument("--repeats", type=int, default=3, help="how often folds are drawn (default: 3)")
    parser.add_argument("--scenarios", nargs="+", choices=SCENARIOS, default=list(SCENARIOS))
    parser.add_argument("--choose", action="store_true", help="two methods of each family")
    parser.add_argument("--output", type=Path, help="write every answer to this file, and go on from it")
    parser.add_argument("--table", type=Path, help="write the table to this file")
    arguments = parser.parse_args()
    n_tables = 400
    if arguments.quick:
        arguments.runs, n_tables = 3, 20
    options = {"n_repeats": 1 if arguments.quick else arguments.repeats}
    if arguments.choose:
        others = [replace(METHODS[name], grid={"C": [1.0]}) for name in ("B-LR", "SVM-Perf")]
        options |= {"methods": [PLAIN, *others, "AUC-opt"], "n_folds": 3}
    else:
        options |= {"methods": [PLAIN, "AUC-opt"]}
    print(
        "          rows  runs     true difference   found  spread   error          pays  does not pay     "
        "undecided   worse"
    )
    lines = [
        run(name, n, arguments, n_tables, options) for name in arguments.scenarios for n in arguments.rows
    ]
    if arguments.table:
        with open(arguments.table, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([COUNTED, *lines])


if __name__ == "__main__":
    main()

"""Where it pays to optimise: pairs and triples of real columns instead of projections.

    python benchmarks/real_columns.py run --halves 50 --output records.csv.gz [--budget SECONDS]
    python benchmarks/real_columns.py table records.csv.gz
    python benchmarks/real_columns.py pack records.csv.gz --output pairs.csv.gz

Each data set of the paper is split in random halves. On the training half, two or three columns are chosen
by three rules: those of the best logistic regression among the 12 columns with the best AUC of their own
(`LR`), those of these 12 with the best proved AUC of a linear score (`panel`), any columns at random
(`random`). On these columns balanced logistic regression is compared with the proved optimum: of the AUC, of
the partial AUC up to a false positive rate of 0.1, and of the sensitivity at a specificity of 0.9; for the
AUC also with the smoothed optimum (`smoothing=0.3`, not tuned). Training halves are cut to 1,000 rows, test
halves are whole.

A sensitivity is read on the ROC curve of the test rows at the nominal specificity; beside it stand both
rates on the test rows at the cut-off that the training rows give. A run can be stopped and goes on, half
after half, so that what is there is a whole study of fewer halves. `table` compares by data set and over the
data sets.
"""

import argparse
import csv
import gzip
import time
import warnings
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy import stats
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

import aucopt
from aucopt.datasets import REGISTRY, load_dataset
from aucopt.estimators.cuts import cut_for
from aucopt.exact.objective.named import read_objective
from aucopt.lab.protocol import single_threaded
from aucopt.lab.split import stable_seed
from aucopt.stats import corrected_t_test, practical_judgement, signed_rank_posterior, wilcoxon_test
from aucopt.words.difference import BAND

CANDIDATES, MOST_ROWS, FEWEST_POSITIVES = 12, 1_000, 8
RULES = ("LR", "random", "panel")
OBJECTIVES = {
    "auc": "auc",
    "partial-auc": aucopt.PartialAUC(max_fpr=0.1),
    "sensitivity": aucopt.Sensitivity(specificity=0.9),
}
# A proof of three columns may take so many seconds; what is found by then is taken, and marked.
PROOF_SECONDS = 5.0
SMOOTHING = 0.3
FIELDS = (
    *("dataset", "half", "k", "rule", "columns", "objective", "method", "status", "train", "test"),
    *("sensitivity", "specificity", "n_train", "n_positive", "distinct", "seconds"),
)


def split(y, dataset, half):
    """A random half to train, cut to so many rows, and the other one to test."""
    rng = np.random.default_rng(stable_seed("real columns", dataset, half))
    while True:
        order = rng.permutation(len(y))
        train, test = order[: len(y) // 2][:MOST_ROWS], order[len(y) // 2 :]
        if min(y[train].sum(), y[test].sum(), (~y[train]).sum(), (~y[test]).sum()) >= FEWEST_POSITIVES:
            return train, test, rng


def fit_lr(X, y):
    scaler = StandardScaler().fit(X)
    model = LogisticRegression(class_weight="balanced").fit(scaler.transform(X), y)
    return model.coef_[0] / scaler.scale_


def choose(rule, X, y, k, rng):
    """Columns by a rule, from the candidates of the training rows."""
    singles = np.array([abs(aucopt.roc_auc_score(y, column) - 0.5) for column in X.T])
    useful = np.flatnonzero(np.ptp(X, axis=0) > 0)
    if rule == "random":
        return tuple(sorted(rng.choice(useful, k, replace=False).tolist()))
    best = sorted(useful, key=lambda j: -singles[j])[:CANDIDATES]
    if rule == "panel":
        found = aucopt.best_panel(X[:, best], y, k, delta=0.0, time_limit=4 * PROOF_SECONDS)
        return tuple(sorted(int(best[j]) for j in found.columns))
    of_lr = {
        panel: aucopt.roc_auc_score(y, X[:, panel] @ fit_lr(X[:, panel], y))
        for panel in combinations(sorted(map(int, best)), k)
    }
    return max(of_lr, key=of_lr.__getitem__)


def rates(scores, y, cut):
    """Sensitivity and specificity of a cut-off."""
    accepted = scores > cut
    return float(accepted[y].mean()), float((~accepted[~y]).mean())


def compare(X, y, test_X, test_y, name, k):
    """One line for each method: its values on both halves, and its rates at the training cut-off."""
    objective = read_objective(OBJECTIVES[name])
    methods = {"B-LR": lambda: (fit_lr(X, y), "done")}

    def optimum():
        limit = PROOF_SECONDS if k > 2 else None
        found = aucopt.maximize(X, y, OBJECTIVES[name], time_limit=limit)
        return found.coef, found.status

    def smoothed():
        return aucopt.maximize_auc(X, y, smoothing=SMOOTHING).coef, "done"

    methods["optimum"] = optimum
    if name == "auc":
        methods["smoothed"] = smoothed
    for method, fit in methods.items():
        started = time.process_time()
        coef, status = fit()
        seconds = time.process_time() - started
        scores, test_scores = X @ coef, test_X @ coef
        reached = ("", "")
        if objective.has_cut_off:
            reached = rates(test_scores, test_y, cut_for(objective, y, scores))
        values = [objective.measure(labels, s, None) for labels, s in ((y, scores), (test_y, test_scores))]
        yield (method, status, *values, *reached, seconds)


def run_half(dataset, half, sizes):
    loaded = load_dataset(dataset, progress=False)
    X, y = np.asarray(loaded.X, dtype=np.float64), np.asarray(loaded.y) == 1
    train, test, rng = split(y, dataset, half)
    for k in sizes:
        for rule in RULES:
            if np.count_nonzero(np.ptp(X[train], axis=0) > 0) < k:
                continue
            columns = choose(rule, X[train], y[train], k, rng)
            part, other = X[np.ix_(train, columns)], X[np.ix_(test, columns)]
            distinct = np.mean([len(np.unique(column)) / len(column) for column in part.T])
            for name in OBJECTIVES:
                for method, status, *numbers, seconds in compare(part, y[train], other, y[test], name, k):
                    shown = [f"{value:.6g}" if value != "" else "" for value in numbers]
                    yield (
                        *(dataset, half, k, rule, " ".join(map(str, columns)), name, method, status),
                        *(*shown, len(train), int(y[train].sum()), f"{distinct:.3g}", f"{seconds:.3g}"),
                    )


def run(arguments):
    """Half after half over all data sets; one part of the file for each data set and half."""
    path, started = arguments.output, time.monotonic()
    done = (
        {(row["dataset"], int(row["half"]), int(row["k"])) for row in read(path)} if path.exists() else set()
    )
    if not path.exists():
        append(path, [FIELDS])
    with single_threaded(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for half in range(arguments.halves):
            for k in arguments.sizes:
                for dataset in arguments.datasets:
                    if arguments.budget and time.monotonic() - started > arguments.budget:
                        return
                    if (dataset, half, k) not in done:
                        append(path, run_half(dataset, half, [k]))


def append(path, rows):
    """Add rows as a member of their own to the gzip file, at once: a run may be killed."""
    rows = list(rows)
    text = "".join(",".join(map(str, row)) + "\n" for row in rows)
    with open(path, "ab") as file:
        file.write(gzip.compress(text.encode(), mtime=0))


def read(path):
    with gzip.open(path, "rt", newline="") as file:
        return list(csv.DictReader(file))


def pack(arguments):
    """Write the halves that all data sets have finished as one small file."""
    rows = read(arguments.records)
    done = {}
    for row in rows:
        done.setdefault((row["half"], row["k"]), set()).add(row["dataset"])
    most = max(map(len, done.values()))
    kept = [row for row in rows if len(done[row["half"], row["k"]]) == most]
    kept.sort(key=lambda row: (row["dataset"], int(row["k"]), int(row["half"])))
    arguments.output.unlink(missing_ok=True)
    append(arguments.output, [FIELDS, *([row[name] for name in FIELDS] for row in kept)])


def table(arguments):
    """Differences from balanced logistic regression on test rows, by data set and over them."""
    groups = {}
    for row in read(arguments.records):
        group = groups.setdefault((int(row["k"]), row["rule"], row["objective"]), {})
        group.setdefault(row["dataset"], {}).setdefault(int(row["half"]), {})[row["method"]] = row
    print(
        "k  rule    objective    method    sets  halves     mean   median  ahead  behind  "
        "better  equiv.  worse  undecided  Wilcoxon p  P(better)  P(equivalent)  P(worse)"
    )
    for key, sets in sorted(groups.items()):
        for method in ("optimum", "smoothed"):
            pairs = {
                dataset: [(found[method], found["B-LR"]) for found in halves.values() if method in found]
                for dataset, halves in sets.items()
            }
            pairs = {dataset: found for dataset, found in pairs.items() if len(found) > 1}
            if len(pairs) > 1:
                report(*key, method, pairs)


def report(k, rule, name, method, pairs):
    """One line for a rule, an objective and a method, and three on where the gain is."""
    tests = [
        corrected_t_test(*([float(row["test"]) for row in side] for side in zip(*found, strict=True)))
        for found in pairs.values()
    ]
    gains = np.array([test.difference for test in tests])
    judged = [practical_judgement(test) for test in tests]
    counts = [judged.count(word) for word in ("better", "equivalent", "worse", "undecided")]
    posterior = signed_rank_posterior(gains, np.zeros(len(gains)))
    pvalue = wilcoxon_test(gains, np.zeros(len(gains))).pvalue
    print(
        f"{k}  {rule:<7} {name:<12} {method:<9} {len(gains):>4}  {min(map(len, pairs.values())):>6}  "
        f"{gains.mean():+.4f}  {np.median(gains):+.4f}  {(gains > 0).sum():>5}  {(gains < 0).sum():>6}  "
        + "  ".join(f"{n:>6}" for n in counts)
        + f"  {pvalue:>10.2g}  "
        + "  ".join(f"{p:>9.3f}" for p in posterior)
    )
    if name == "sensitivity":
        rates = [
            np.mean([np.mean([float(pair[side][rate]) for pair in found]) for found in pairs.values()])
            for side in (0, 1)
            for rate in ("sensitivity", "specificity")
        ]
        print(
            "     test rows at the training cut-off, sensitivity and specificity: "
            f"{method} {rates[0]:.3f} {rates[1]:.3f}, B-LR {rates[2]:.3f} {rates[3]:.3f}"
        )
    facts = {"rows": "n_train", "positives": "n_positive", "distinct values": "distinct"}
    links = []
    for words, fact in facts.items():
        values = [np.mean([float(pair[0][fact]) for pair in found]) for found in pairs.values()]
        links.append(f"{words} {stats.spearmanr(values, gains).statistic:+.2f}")
    print(f"     rank correlation of the gain with {', '.join(links)}")
    ahead = [f"{dataset} {m:+.3f}" for dataset, m in zip(pairs, gains, strict=True) if m > BAND]
    behind = [f"{dataset} {m:+.3f}" for dataset, m in zip(pairs, gains, strict=True) if m < -BAND]
    print(f"     above {BAND:g}: {', '.join(ahead) or 'none'}")
    print(f"     below {-BAND:g}: {', '.join(behind) or 'none'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    actions = parser.add_subparsers(required=True)
    running = actions.add_parser("run")
    running.set_defaults(act=run)
    running.add_argument("--halves", type=int, default=50)
    running.add_argument("--sizes", type=int, nargs="+", default=[2, 3], help="columns of a choice")
    running.add_argument("--datasets", nargs="+", default=list(REGISTRY))
    running.add_argument("--output", type=Path, default=Path("real-columns.csv.gz"))
    running.add_argument("--budget", type=float, help="seconds after which no half is begun")
    packing = actions.add_parser("pack")
    packing.set_defaults(act=pack)
    packing.add_argument("records", type=Path)
    packing.add_argument("--output", type=Path, default=Path("pairs.csv.gz"))
    tables = actions.add_parser("table")
    tables.set_defaults(act=table)
    tables.add_argument("records", type=Path)
    arguments = parser.parse_args()
    arguments.act(arguments)


if __name__ == "__main__":
    main()

"""The best panel: benchmarks/panels.py [--quick] [--only NAME ...] [--data FOLDER] [--limit S] [--rates].

Made tables: six informative columns (each half a standard deviation apart) among noise, the same without
signal, discrete, and strongly correlated. With --data a folder of `NAME.npz` files (arrays X and y): the best
pair and triple of each, beside the columns that forward selection and an l1 path of logistic regression take.
With --rates the seconds of one core for each panel and pair of rows (row, for an accuracy), by which
`analysis/panel/effort.py` plans what a fold or a resample of a selection takes: of the panels that bits do
not refuse, after a column with the share of those that they do.
"""

import argparse
from inspect import signature
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

import aucopt
from aucopt.panels.blocks import BY_BITS
from aucopt.panels.incumbent import good_panels
from aucopt.panels.question import read_question
from aucopt.panels.table import read_table

# Name: rows, columns, size of a panel, kind of table.
CASES = {
    "pairs-1000": (200, 1_000, 2, "signal"),
    "pairs-10000": (100, 10_000, 2, "signal"),
    "triples-100": (300, 100, 3, "signal"),
    "fours-30": (200, 30, 4, "signal"),
    "pairs-noise": (200, 1_000, 2, "noise"),
    "pairs-discrete": (200, 1_000, 2, "discrete"),
    "pairs-correlated": (200, 1_000, 2, "correlated"),
    "triples-40": (300, 40, 3, "signal"),
    "triples-noise": (300, 40, 3, "noise"),
    "triples-discrete": (300, 40, 3, "discrete"),
    "triples-correlated": (300, 40, 3, "correlated"),
}
QUICK = {
    "pairs": (40, 30, 2, "signal"),
    "triples": (30, 10, 3, "signal"),
    "discrete": (40, 30, 2, "discrete"),
}
# Rows, columns, size of a panel.
RATES = ((200, 2_000, 1), (200, 150, 2), (800, 60, 2), (200, 24, 3), (600, 12, 3), (120, 9, 4))
SETS = ("us_crime", "scene", "spambase", "oil", "arrhythmia_06")


def make_table(n, p, kind, seed=0):
    """Rows of two classes of one size."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, p)), np.arange(n) < n // 2
    if kind == "correlated":
        # Every two columns have a correlation of 0.9.
        X = np.sqrt(0.1) * X + np.sqrt(0.9) * rng.normal(size=(n, 1))
    if kind != "noise":
        X[y, :6] += 0.5
    return (np.round(X * 2) / 2 if kind == "discrete" else X), y


def report(name, X, y, k, limit, n_jobs):
    """Search, and print a line."""
    start, cpu = perf_counter(), process_time()
    found = aucopt.best_panel(X, y, k, n_jobs=n_jobs, time_limit=limit)
    seconds, cpu = perf_counter() - start, process_time() - cpu
    refused = ", ".join(f"{what} {n / found.n_total:.1%}" for what, n in found.refused.items())
    print(
        f"{name:20}{found.n_total:>12,}{seconds:>9.1f}{cpu:>9.1f}{found.value:>9.4f}{found.gap:>9.2g}"
        f"{found.n_panels:>8,}  {found.columns} [{refused}]",
        flush=True,
    )
    return found


def rates():
    """Seconds of one core for each panel and pair, of folds and resamples, by objective."""
    sensitivity = aucopt.Sensitivity(specificity=0.9)
    for n, p, k in RATES:
        X, y = make_table(n, p, "signal")
        cells = []
        for objective in ("auc", "weights", sensitivity, "accuracy"):
            # Resamples have weights of one and more.
            weight = np.random.default_rng(0).poisson(1, n) if objective == "weights" else None
            asked = "auc" if objective == "weights" else objective
            size = k - (objective == "accuracy" and k > 1)
            aucopt.best_panel(*make_table(30, 6, "signal"), size, objective=asked)  # compiles
            start = process_time()
            found = aucopt.best_panel(
                X, y, size, objective=asked, sample_weight=weight, delta=0, time_limit=20
            )
            seconds = process_time() - start
            by_bits = sum(found.refused.get(name, 0) for name in BY_BITS)
            work = (found.n_total - by_bits) * (n if objective == "accuracy" else (n // 2) ** 2)
            rate = f"{seconds / max(work, 1):.1e}{'' if found.gap == 0 else '+'}"
            cells.append(f"{by_bits / found.n_total:>6.0%}{rate:>9}")
        print(f"{n:>6}{p:>8}{k:>3}{''.join(cells)}", flush=True)


def forward(X, y, k):
    """The panel of forward selection, and its best AUC."""
    question = read_question(
        X,
        y,
        k,
        objective="auc",
        sample_weight=None,
        strata=None,
        strata_weight="pairs",
        signs=None,
        delta=0.0,
        include=(),
        exclude=(),
        time_limit=None,
        n_jobs=1,
        memory_limit=0,
        callback=None,
    )
    return good_panels(read_table(question))[0]


def l1_path(X, y, k):
    """The k heaviest columns where at least so many have entered an l1 path of logistic regression."""
    # From version 1.8 on scikit-learn asks for l1_ratio, before for penalty.
    old = signature(LogisticRegression).parameters["penalty"].default == "l2"
    kind = {"penalty": "l1"} if old else {"l1_ratio": 1.0}
    Z = StandardScaler().fit_transform(X)
    for strength in np.geomspace(1e-4, 10, 60):
        model = LogisticRegression(C=strength, solver="liblinear", random_state=0, **kind)
        weights = np.abs(model.fit(Z, y).coef_[0])
        if (weights > 0).sum() >= k:
            return tuple(sorted(np.argsort(-weights)[:k].tolist()))
    return tuple(range(k))


def main():
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small tables")
    parser.add_argument("--only", nargs="+", help="names of tables")
    parser.add_argument("--data", type=Path, help="folder of data sets")
    parser.add_argument("--sizes", type=int, nargs="+", default=[2, 3], help="sizes of panels with --data")
    parser.add_argument("--limit", type=float, help="seconds for each search")
    parser.add_argument("--jobs", type=int, default=-1, help="threads")
    parser.add_argument("--rates", action="store_true", help="seconds for each panel and pair")
    options = parser.parse_args()
    if options.rates:
        print(
            f"{'rows':>6}{'columns':>8}{'k':>3}{'AUC':>15}{'resample':>15}{'sensitivity':>15}{'accuracy':>15}"
        )
        rates()
        return
    names = ("panels", "seconds", "CPU", "AUC", "gap", "within")
    print(f"{'table':20}{names[0]:>12}" + "".join(f"{name:>9}" for name in names[1:5]) + f"{names[5]:>8}")
    cases = QUICK if options.quick else CASES
    if options.data is None:
        for k in sorted({case[2] for case in cases.values()}):
            aucopt.best_panel(*make_table(30, 6, "signal"), k)  # compiles
        for name, (n, p, k, kind) in cases.items():
            if options.only is None or name in options.only:
                report(name, *make_table(n, p, kind), k, options.limit, options.jobs)
        return
    for name in options.only or SETS:
        data = np.load(options.data / f"{name}.npz")
        X, y = data["X"], data["y"]
        for k in options.sizes:
            found = report(f"{name} {k}", X, y, k, options.limit, options.jobs)
            for rival, choose in (("forward", forward), ("l1", l1_path)):
                columns = choose(X, y, k)
                reached = aucopt.maximize_auc(X[:, list(columns)], y, time_limit=60)
                print(f"  {rival:10}{columns} {reached.auc:.4f} ({reached.auc - found.value:+.4f})")


if __name__ == "__main__":
    main()

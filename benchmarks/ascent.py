"""What climbing AUC itself brings over logistic regression, on training and on test rows.

Each set is split in halves, stratified. Compared: balanced logistic regression with C tuned by 5-fold
cross-validation (logistic); the ascent from its weights (from logistic), from the squared-loss direction
(from squares), from a random direction (from random); and the smoothed AUC with its width tuned likewise
(smoothed). Sets come from a folder of NAME.npz files with arrays X and y: an argument, or AUCOPT_DATA.
"""

import argparse
import os
import warnings
from pathlib import Path
from time import monotonic, perf_counter

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegressionCV
from sklearn.model_selection import StratifiedKFold, train_test_split
from threadpoolctl import threadpool_limits

from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.metrics import roc_auc_score

PENALTIES = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0)
WIDTHS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
MOST_ROWS = 6000
QUICK = ("ecoli_imu", "pima", "spectf")
SECONDS_AN_ASCENT = 20.0
METHODS = ("logistic", "from logistic", "from squares", "from random", "smoothed")
# Random starts fall short when they miss the best training AUC by more than this.
SHORT = 1e-3
# Test AUCs closer than this are called equal.
EQUAL = 2e-3


def climb(X, y, **options):
    deadline = monotonic() + SECONDS_AN_ASCENT
    return ascend(X, y, signs=(0,) * X.shape[1], deadline=deadline, n_jobs=1, **options).coef


def tuned_logistic(X, y, folds):
    model = LogisticRegressionCV(
        Cs=PENALTIES, cv=folds, class_weight="balanced", scoring="roc_auc", max_iter=300
    )
    return model.fit(X, y).coef_.ravel()


def tuned_smoothing(X, y, folds):
    def validated(width):
        halves = folds.split(X, y)
        return np.mean([roc_auc_score(y[b], X[b] @ climb(X[a], y[a], smoothing=width)) for a, b in halves])

    return climb(X, y, smoothing=max(WIDTHS, key=validated))


def compare(X, y, seed):
    """Return training AUC, test AUC and seconds of each method on one split."""
    train, test = train_test_split(np.arange(len(y)), test_size=0.5, stratify=y, random_state=seed)
    spread = X[train].std(axis=0)
    varying = spread > 0
    Z = (X[:, varying] - X[train][:, varying].mean(axis=0)) / spread[varying]
    A, a, B, b = Z[train], y[train], Z[test], y[test]
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    rows = {}

    def note(name, fit):
        start = perf_counter()
        coef = fit()
        rows[name] = (roc_auc_score(a, A @ coef), roc_auc_score(b, B @ coef), perf_counter() - start)
        return coef

    logistic = note("logistic", lambda: tuned_logistic(A, a, folds))
    squares = LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto").fit(A, a).coef_.ravel()
    random = np.random.default_rng(seed).standard_normal(A.shape[1])
    starts = {"logistic": logistic, "squares": squares, "random": random}
    for name, start in starts.items():
        note(f"from {name}", lambda start=start: climb(A, a, starts=start, random_state=seed))
    note("smoothed", lambda: tuned_smoothing(A, a, folds))
    return np.array([rows[name] for name in METHODS])


def print_row(name, table):
    cells = [f"{train:.4f} {test:.4f} {seconds:6.2f}" for train, test, seconds in table]
    print(name.ljust(16), *(cell.rjust(22) for cell in cells), flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", default=os.environ.get("AUCOPT_DATA"))
    parser.add_argument("--quick", action="store_true", help="three small sets, one split")
    parser.add_argument("--sets", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--rows", type=int, default=MOST_ROWS, help="sets up to this many rows")
    parser.add_argument("--seeds", type=int, default=3, help="splits of each set")
    arguments = parser.parse_args()
    if arguments.folder is None:
        parser.exit(message="No data: name a folder of NAME.npz files, or set AUCOPT_DATA.\n")
    names = arguments.sets or sorted(path.stem for path in Path(arguments.folder).glob("*.npz"))
    if arguments.quick:
        names = [name for name in names if name in QUICK]
    print("training AUC, test AUC, seconds")
    print("set".ljust(16), *(method.rjust(22) for method in METHODS))
    tables = {}
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", FutureWarning)
    with threadpool_limits(1):
        for name in names:
            with np.load(Path(arguments.folder, f"{name}.npz")) as file:
                X, y = file["X"].astype(np.float64), file["y"] > 0
            if len(y) > arguments.rows:
                continue
            seeds = range(1 if arguments.quick else arguments.seeds)
            tables[name] = np.mean([compare(X, y, seed) for seed in seeds], axis=0)
            print_row(name, tables[name])
    summarise(tables)


def summarise(tables):
    every = np.array(list(tables.values()))
    print_row("mean", every.mean(axis=0))
    for k in range(1, len(METHODS)):
        gain = every[:, k, 1] - every[:, 0, 1]
        better, worse = int((gain > EQUAL).sum()), int((gain < -EQUAL).sum())
        print(
            f"{METHODS[k]}: test AUC above logistic on {better}, below on {worse}, "
            f"within {EQUAL} on {len(gain) - better - worse} of {len(gain)} sets; mean {gain.mean():+.4f}"
        )
    best = every[:, 1:4, 0].max(axis=1)
    short = {name: b - t[3, 0] for (name, t), b in zip(tables.items(), best, strict=True)}
    missed = {name: f"{gap:.4f}" for name, gap in short.items() if gap > SHORT}
    print(f"random starts miss the best training AUC by more than {SHORT} on {len(missed)} sets: {missed}")


if __name__ == "__main__":
    main()

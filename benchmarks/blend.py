"""Blends of ten models against other ways to weigh them: python benchmarks/blend.py [--quick] [--data DIR].

On each of 20 random halves of a data set, ten models are scored out of fold on one half, three ways find
weights from these scores, and the models, fitted again to the whole half, are blended on the other one.

The other ways are greedy ensemble selection with replacement (Caruana and others, 2004: 100 rounds from
nothing, the best round counts) and Nelder-Mead on the AUC of weights of zero or more, from equal weights.
aucopt starts from neither. Intervals are those of the corrected t test for overlapping splits.

With `--data`, a folder of NAME.npz files that hold X and y, more sets are blended than scikit-learn brings.
With `--cache`, the scores of the models are kept in a folder.
"""

import argparse
import os
import warnings
from pathlib import Path
from time import perf_counter

import numpy as np
from joblib import Memory
from scipy.optimize import minimize
from sklearn.datasets import load_breast_cancer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import aucopt
from aucopt.estimators.dominance import tighten
from aucopt.stats import corrected_t_test

SETS = ("pima", "german", "yeast_me2", "us_crime")
ROUNDS = 100
# An AUC is a number of half pairs; two that are equal differ by less than this in floats.
ROUNDING = 1e-12
WIDTHS = (18, 12, 12, 12, 12, 10)


def models():
    scaled = lambda model: make_pipeline(StandardScaler(), model)  # noqa: E731
    return {
        "logistic": scaled(LogisticRegression(max_iter=2000)),
        "lda": scaled(LinearDiscriminantAnalysis()),
        "qda": scaled(QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=0.1)),
        "bayes": GaussianNB(),
        "neighbours": scaled(KNeighborsClassifier(25)),
        "svm": scaled(SVC()),
        "tree": DecisionTreeClassifier(min_samples_leaf=10, random_state=0),
        "forest": RandomForestClassifier(60, min_samples_leaf=2, random_state=0),
        "extra trees": ExtraTreesClassifier(60, min_samples_leaf=2, random_state=0),
        "boosting": HistGradientBoostingClassifier(max_iter=50, random_state=0),
    }


def score(model, X):
    found = model.predict_proba(X)[:, 1] if hasattr(model, "predict_proba") else model.decision_function(X)
    return np.asarray(found, dtype=np.float64)


def scores_of_models(X, y, seed):
    """The scores of both halves: of the first out of fold, of the second by models fitted to the first."""
    train, test = train_test_split(np.arange(len(y)), test_size=0.5, stratify=y, random_state=seed)
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    fitted, out_of_fold = [], []
    for model in models().values():
        method = "predict_proba" if hasattr(model, "predict_proba") else "decision_function"
        found = cross_val_predict(model, X[train], y[train], cv=folds, method=method)
        out_of_fold.append(found[:, 1] if found.ndim == 2 else found)
        fitted.append(score(model.fit(X[train], y[train]), X[test]))
    return np.column_stack(out_of_fold), y[train], np.column_stack(fitted), y[test]


def by_aucopt(scores, y):
    return tighten(aucopt.maximize_auc(scores, y, signs=1, n_jobs=-1), scores, y > 0, None)


def by_selection(scores, y):
    """Greedy ensemble selection with replacement: counts of the models."""
    counts = np.zeros(scores.shape[1])
    total = np.zeros(len(y))
    best, best_auc = counts, -1.0
    for _ in range(ROUNDS):
        aucs = [aucopt.roc_auc_score(y, total + column) for column in scores.T]
        chosen = int(np.argmax(aucs))
        counts[chosen] += 1
        total += scores[:, chosen]
        if aucs[chosen] > best_auc:
            best, best_auc = counts.copy(), aucs[chosen]
    return best


def by_nelder_mead(scores, y):
    standard = scores.std(axis=0)
    loss = lambda w: -aucopt.roc_auc_score(y, scores @ (np.abs(w) / standard))  # noqa: E731
    found = minimize(
        loss, np.ones(scores.shape[1]), method="Nelder-Mead", options={"maxfev": 5000, "adaptive": True}
    )
    return np.abs(found.x) / standard


def show(*cells):
    print(
        "".join(
            f"{c:<{w}}" if i == 0 else f"{c:>{w}}"
            for i, (c, w) in enumerate(zip(cells, WIDTHS, strict=False))
        ),
        flush=True,
    )


def timed(find, scores, y):
    start = perf_counter()
    found = find(scores, y)
    return found, perf_counter() - start


def compare(name, X, y, n_splits, read):
    """All splits of a set; what aucopt's blend has more than each of the others, on both halves."""
    print(f"\n{name}: {len(y):,} rows, {X.shape[1]} columns, {int(np.sum(y == y.max())):,} positive")
    ways = {"selection": by_selection, "Nelder-Mead": by_nelder_mead}
    train = {way: [] for way in ("aucopt", *ways)}
    test = {way: [] for way in ("aucopt", "best model", "equal", *ways)}
    seconds = {way: [] for way in ("aucopt", *ways)}
    gaps = []
    for seed in range(n_splits):
        fits, labels, news, new_labels = read(X, y, seed)
        solution, took = timed(by_aucopt, fits, labels)
        gaps.append(solution.gap)
        weights = {"aucopt": solution.coef}
        seconds["aucopt"].append(took)
        for way, find in ways.items():
            weights[way], took = timed(find, fits, labels)
            seconds[way].append(took)
        for way, w in weights.items():
            train[way].append(aucopt.roc_auc_score(labels, fits @ w))
            test[way].append(aucopt.roc_auc_score(new_labels, news @ w))
        best = np.argmax([aucopt.roc_auc_score(labels, column) for column in fits.T])
        test["best model"].append(aucopt.roc_auc_score(new_labels, news[:, best]))
        test["equal"].append(aucopt.roc_auc_score(new_labels, (news / fits.std(axis=0)).sum(axis=1)))
    show("", "training AUC", "test AUC", "behind on", "difference", "seconds")
    for way, found in test.items():
        behind = "-"
        if way in train:
            ahead = sum(a > b + ROUNDING for a, b in zip(train[way], train["aucopt"], strict=True))
            behind = f"{ahead} of {n_splits}"
        cells = [f"{np.mean(train[way]):.6f}" if way in train else "-", f"{np.mean(found):.5f}", behind]
        show(
            way,
            *cells,
            f"{np.mean(test['aucopt']) - np.mean(found):+.5f}",
            f"{np.mean(seconds[way]):.2f}" if way in seconds else "-",
        )
    print(f"gap: {np.mean(gaps):.4f} on average, {sum(g == 0 for g in gaps)} of {n_splits} proved")
    return train, test, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="two splits of one set")
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder of NAME.npz files")
    parser.add_argument("--sets", nargs="+", default=SETS, help="default: " + " ".join(SETS))
    parser.add_argument("--cache", type=Path, metavar="DIR", help="where to keep the scores of the models")
    parser.add_argument("--splits", type=int, default=20)
    options = parser.parse_args()
    print(f"aucopt {aucopt.__version__}, {os.cpu_count()} cores")
    warnings.simplefilter("ignore")
    read = Memory(options.cache, verbose=0).cache(scores_of_models)
    sets = {"breast cancer": load_breast_cancer(return_X_y=True)}
    for name in options.sets if options.data and not options.quick else ():
        with np.load(options.data / f"{name}.npz") as file:
            sets[name] = (file["X"], (file["y"] > 0).astype(int))
    n_splits = 2 if options.quick else options.splits
    by_aucopt(np.random.default_rng(0).normal(size=(60, 10)), np.arange(60) % 2)  # compiles
    found = {name: compare(name, *data, n_splits, read) for name, data in sets.items()}
    for way in ("selection", "Nelder-Mead"):
        pairs = [
            pair for train, _, _ in found.values() for pair in zip(train["aucopt"], train[way], strict=True)
        ]
        level = sum(ours >= theirs - ROUNDING for ours, theirs in pairs)
        print(f"\nagainst {way}: training AUC at least as high in {level} of {len(pairs)} cases; test AUC:")
        for name, (_, test, _) in found.items():
            outcome = corrected_t_test(test["aucopt"], test[way])
            low, high = outcome.interval()
            print(f"  {name:<18}{outcome.difference:+.5f}  95% interval {low:+.5f} to {high:+.5f}")
        means = [np.mean(np.subtract(test["aucopt"], test[way])) for _, test, _ in found.values()]
        print(f"  {'mean of the sets':<18}{np.mean(means):+.5f}")


if __name__ == "__main__":
    main()

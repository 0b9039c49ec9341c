"""Seconds of the AUC optimisers beside those of scikit-learn: python benchmarks/optimisers.py [--quick]."""

import argparse
import warnings
from time import perf_counter

import numpy as np
from sklearn.ensemble import AdaBoostClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, SGDClassifier

from aucopt.estimators import RankBoostClassifier, SPAMClassifier, SPAUCClassifier, SVMPerfClassifier


def clouds(n, d, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    return rng.normal(size=(n, d)) + np.outer(y, 0.3 * rng.normal(size=d)), y


def seconds(model, X, y, repeats):
    """Return the best time of a few fits."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        model.fit(X, y)
        times.append(perf_counter() - start)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows")
    quick = parser.parse_args().quick
    part = 10 if quick else 1
    # SGD is to make all its passes; SPAUC's first steps are large for 20 columns.
    warnings.simplefilter("ignore", ConvergenceWarning)

    sgd = SGDClassifier(max_iter=100, tol=None)
    rows = [
        (SPAMClassifier(random_state=0), sgd, 10**5 // part, 20, "at most 2"),
        (SPAUCClassifier(random_state=0), sgd, 10**5 // part, 20, "at most 2"),
        (SVMPerfClassifier(), LogisticRegression(), 10**5 // part, 20, "at most 5"),
        (SVMPerfClassifier(tol=1e-6), LogisticRegression(), 10**5 // part, 20, "-"),
        (RankBoostClassifier(100), AdaBoostClassifier(n_estimators=100), 10**4 // part, 50, "at most 0.1"),
    ]
    print(f"{'method':34}{'n':>8}{'d':>4}{'aucopt s':>10}{'sklearn s':>11}{'ratio':>8}   wanted")
    for ours, theirs, n, d, wanted in rows:
        X, y = clouds(n, d)
        ours.fit(X[:100], y[:100])  # compiles
        a, b = (seconds(model, X, y, 2) for model in (ours, theirs))
        if getattr(ours, "diverged_", False):
            raise SystemExit(f"{ours} diverged: its time means nothing.")
        print(f"{ours!s:34}{n:>8}{d:>4}{a:>10.3f}{b:>11.3f}{a / b:>8.2f}   {wanted}", flush=True)


if __name__ == "__main__":
    main()

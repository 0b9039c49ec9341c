"""Seconds of our roc_auc_score and scikit-learn's, side by side: python benchmarks/metrics.py [--quick]."""

import argparse
from time import perf_counter

import numpy as np
import sklearn.metrics

from aucopt.metrics import roc_auc_score


def seconds(function, *args, budget, **kwargs):
    """Return the best time of at least three calls, after one that compiles."""
    function(*args, **kwargs)
    times = []
    while len(times) < 3 or sum(times) < budget:
        start = perf_counter()
        function(*args, **kwargs)
        times.append(perf_counter() - start)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="up to 10^5 rows, fewer repeats")
    quick = parser.parse_args().quick
    budget = 0.05 if quick else 0.5

    rng = np.random.default_rng(0)
    print(f"{'n':>9}  {'scores':10}{'weights':10}{'aucopt s':>10}{'sklearn s':>11}{'ratio':>7}")
    for n in (10**3, 10**4, 10**5) if quick else (10**3, 10**4, 10**5, 10**6):
        y = rng.integers(0, 2, n)
        distinct = rng.normal(size=n) + y
        weightings = {"none": None, "integers": rng.integers(1, 10, n), "floats": rng.exponential(size=n)}
        for kind, scores in {"distinct": distinct, "tied": distinct.round(1)}.items():
            for name, weights in weightings.items():
                ours = seconds(roc_auc_score, y, scores, sample_weight=weights, budget=budget)
                theirs = seconds(
                    sklearn.metrics.roc_auc_score, y, scores, sample_weight=weights, budget=budget
                )
                print(
                    f"{n:>9}  {kind:10}{name:10}{ours:>10.6f}{theirs:>11.6f}{theirs / ours:>7.1f}", flush=True
                )


if __name__ == "__main__":
    main()

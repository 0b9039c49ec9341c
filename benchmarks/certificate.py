"""What a proof costs: python benchmarks/certificate.py [--quick] [--largest].

Overlapping Gaussians. `solved` and `certified` are the processor seconds of a search without and with a
certificate, `costs` how much more the latter is (the median over pairs of runs, one after the other), `file`
the size on disk, `verified` the processor seconds of `aucopt.verify`, `times` that over a search without one.
With --largest also 10^5 rows in the plane and a million pairs in R^3 are verified.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

import aucopt

# Rows, columns, decimals or None for all digits, pairs of runs.
CASES = (
    (1_000, 2, None, 15),
    (10_000, 2, None, 15),
    (10_000, 2, 1, 15),
    (100, 3, None, 15),
    (632, 3, None, 7),
    (100, 4, None, 7),
    (64, 5, None, 3),
)
LARGEST = ((100_000, 2, None, 5), (2_000, 3, None, 3))
QUICK = ((1_000, 2, None, 3), (60, 3, None, 3))
WIDTH = 11


def gaussians(n, d, decimals):
    """Two classes, one apart in within-class standard deviations."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, d)) + y[:, None] / np.sqrt(d)
    return (X if decimals is None else X.round(decimals)), y


def timed(function, *args, **options):
    """Return the result and the processor seconds it took."""
    started = process_time()
    result = function(*args, **options)
    return result, process_time() - started


def measure(n, d, decimals, n_runs):
    """One row of the table."""
    X, y = gaussians(n, d, decimals)
    aucopt.maximize_auc(X, y, n_jobs=-1, certify=True)
    plain, certified = [], []
    for _ in range(n_runs):
        plain.append(timed(aucopt.maximize_auc, X, y, n_jobs=-1)[1])
        solution, seconds = timed(aucopt.maximize_auc, X, y, n_jobs=-1, certify=True)
        certified.append(seconds)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.json"
        solution.certificate.save(path)
        size = path.stat().st_size / 1000
        verdict, seconds = timed(aucopt.verify, path, X, y)
    if not verdict or solution.gap != 0:
        raise SystemExit(f"{n} rows, {d} columns: {verdict}")
    costs = median(b / a - 1 for a, b in zip(plain, certified, strict=True))
    checked = {what: count for what, count in verdict.checked.items() if count and what != "faces"}
    return {
        "rows": n,
        "columns": d,
        "decimals": "all" if decimals is None else decimals,
        "solved s": f"{median(plain):.3f}",
        "certified s": f"{median(certified):.3f}",
        "costs": f"{costs:.0%}",
        "file KB": f"{size:.1f}",
        "verified s": f"{seconds:.2f}",
        "times": f"{seconds / median(plain):.1f}",
        "looked at": ", ".join(f"{count:,} {what}" for what, count in checked.items()),
    }


def main():
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--largest", action="store_true")
    options = parser.parse_args()
    for k, case in enumerate(QUICK if options.quick else CASES + (LARGEST if options.largest else ())):
        row = measure(*case)
        for line in (row.values(),) if k else (row, row.values()):
            print("  ".join(f"{value:>{WIDTH}}" for value in line), flush=True)


if __name__ == "__main__":
    main()

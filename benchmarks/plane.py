"""Time and memory of the exact optimum in the plane: python benchmarks/plane.py [--quick] [--sizes N ...].

With --data FOLDER (or AUCOPT_DATA) instead: random pairs of columns of each `*.npz` (arrays X, y) there,
against the same enumeration of pairs in numpy; a ratio above 1 says that ours is slower.

Each row is measured in a fresh process with compiled kernels. `x AUC` is the time in units of one
sklearn.metrics.roc_auc_score of the same rows; `x enum` is the time of listing and sorting all pairs in
numpy, the paper's O(N log N) in floats, in units of ours. `B/row` is the growth of the resident set at its
highest (VmHWM, reset before the calls): every allocation counts, whoever makes it. Linux only, else a dash.
"""

import argparse
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

import numba
import numpy as np
import sklearn
import sklearn.metrics

import aucopt

REPEATS = 5
# Calls longer than this are not repeated.
LONG = 2.0
# 10,000 random labels: 25 million pairs, about a gigabyte of events.
LARGEST_ENUMERATION = 10_000
# Pairs up to which real data are compared with the enumeration.
LARGEST_COMPARED = 4_000_000
HEADER = ("data", "n", "pairs", "seconds", "x AUC", "arcs", "swaps", "B/row", "gap", "x enum")
WIDTHS = (18, 9, 16, 10, 8, 7, 13, 7, 9, 8)


def gaussians(n, rng):
    y = rng.integers(0, 2, n)
    return rng.normal(size=(n, 2)) + 0.5 * y[:, None], y


def random_labels(n, rng):
    return rng.normal(size=(n, 2)), rng.integers(0, 2, n)


def grid(n, rng):
    X, y = gaussians(n, rng)
    return np.round(8 * X), y


def standardised_grid(n, rng):
    X, y = grid(n, rng)
    return (X - X.mean(axis=0)) / X.std(axis=0), y


def enumerate_pairs(X, y):
    """Return the highest AUC by the running count along all critical directions, in floats."""
    positive, negative = X[y == 1], X[y == 0]
    dx = np.subtract.outer(positive[:, 0], negative[:, 0]).ravel()
    dy = np.subtract.outer(positive[:, 1], negative[:, 1]).ravel()
    # Turning from angle 0 to pi every pair swaps once; the other half turn mirrors this one.
    right = np.count_nonzero(dx > 0)
    gains = np.where(dx > 0, -1, 1).astype(np.int8)
    angle = np.arctan2(dx, -dy) % np.pi
    del dx, dy
    counts = right + np.cumsum(gains[np.argsort(angle)], dtype=np.int64)
    return max(right, counts.max(), len(angle) - min(right, counts.min())) / len(angle)


def seconds_of(function, *args, **kwargs):
    """Return the last result and the times of one call, or of several where they are short."""
    times = []
    while not times or (len(times) < REPEATS and times[0] < LONG):
        result = None  # two results at a time would count as memory of one call
        start = perf_counter()
        result = function(*args, **kwargs)
        times.append(perf_counter() - start)
    return result, times


def memory(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(field))


def peak_bytes(function, *args):
    """Call once; return also how far the resident set rose above that before, where it can be known."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
        before = memory("VmRSS")
    except OSError:
        return function(*args), None
    return function(*args), memory("VmHWM") - before


def maximize(X, y):
    """Solve on all cores."""
    return aucopt.maximize_auc(X, y, n_jobs=-1)


def measure(folder, with_enumeration):
    """Measure one data set. The data come from files, so that making them leaves no free memory behind."""
    X, y = (np.load(Path(folder, name)) for name in ("X.npy", "y.npy"))
    maximize(*gaussians(3000, np.random.default_rng(0)))  # compiles, and starts threads
    (solution, times), extra = peak_bytes(seconds_of, maximize, X, y)
    seconds = median(times)
    _, reference = seconds_of(sklearn.metrics.roc_auc_score, y, X @ solution.coef)
    row = [
        f"{solution.total:,}",
        f"{seconds:.4f}",
        f"{seconds / median(reference):.1f}",
        f"{solution.work['arcs']:,}",
        f"{solution.work['swaps']:,}",
        "-" if extra is None else f"{extra / len(y):.0f}",
        f"{solution.gap:.2g}",
    ]
    if with_enumeration:
        auc, enumeration = seconds_of(enumerate_pairs, X, y)
        if abs(auc - solution.auc) > 1e-9:
            raise RuntimeError(f"enumeration finds {auc!r}, the march {solution.auc!r}")
        row.append(f"{median(enumeration) / seconds:.1f}")
    return row


def compare_with_enumeration(folder, n_draws):
    """Time random pairs of columns of real data, ours in units of the enumeration."""
    maximize(*gaussians(3000, np.random.default_rng(0)))  # compiles, and starts threads
    ratios = []
    for path in sorted(Path(folder).glob("*.npz")):
        with np.load(path) as data:
            table, y = data["X"], data["y"]
        y = (y == y.max()).astype(int)
        n_pairs = int(y.sum()) * int((1 - y).sum())
        varied = np.flatnonzero(table.min(axis=0) != table.max(axis=0))
        if n_pairs > LARGEST_COMPARED or len(varied) < 2:
            continue
        rng = np.random.default_rng(len(y))
        for _ in range(n_draws):
            columns = rng.choice(varied, 2, replace=False)
            X = np.ascontiguousarray(table[:, columns], dtype=np.float64)
            _, ours = seconds_of(maximize, X, y)
            _, theirs = seconds_of(enumerate_pairs, X, y)
            ratios.append((n_pairs, median(ours) / median(theirs), path.stem))
            print(
                f"{path.stem:<18}{n_pairs:>12,}{1e3 * median(ours):>10.2f} ms{1e3 * median(theirs):>10.2f} ms"
                f"{ratios[-1][1]:>8.2f}  {columns.tolist()}",
                flush=True,
            )
    print(f"{len(ratios)} pairs of columns of {len({name for *_, name in ratios})} sets")
    for low, high in pairwise((0, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, LARGEST_COMPARED + 1)):
        some = [(ratio, name) for n_pairs, ratio, name in ratios if low <= n_pairs < high]
        if some:
            slower = sum(ratio > 1 for ratio, _ in some)
            worst = max(some)
            print(
                f"{low:>9,} to {high:>9,} pairs: {slower} of {len(some)} slower, "
                f"median ratio {median(r for r, _ in some):.2f}, worst {worst[0]:.2f} ({worst[1]})"
            )


def print_row(cells):
    print(
        cells[0].ljust(WIDTHS[0]),
        *(c.rjust(w) for c, w in zip(cells[1:], WIDTHS[1:], strict=False)),
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="1,000 and 10,000 rows only")
    parser.add_argument("--sizes", type=int, nargs="+", metavar="N", help="rows (default: 10^4, 10^5, 10^6)")
    folder = os.environ.get("AUCOPT_DATA")
    parser.add_argument("--data", default=folder, metavar="FOLDER", help="compare on real data (AUCOPT_DATA)")
    parser.add_argument("--draws", type=int, default=3, help="pairs of columns of each data set (default: 3)")
    arguments = parser.parse_args()
    if arguments.data:
        compare_with_enumeration(arguments.data, arguments.draws)
        return
    sizes = arguments.sizes or ([10**3, 10**4] if arguments.quick else [10**4, 10**5, 10**6])
    cases = [
        *((gaussians, n) for n in sizes),
        *((random_labels, n) for n in ([10**3, 10**4] if arguments.quick else [4000, 10**4])),
        *((kind, n) for kind in (grid, standardised_grid) for n in sizes),
    ]
    versions = f"numpy {np.__version__}, numba {numba.__version__}, scikit-learn {sklearn.__version__}"
    print(f"{os.cpu_count()} cores, {versions}")
    print_row(HEADER)
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1)
    with pool, tempfile.TemporaryDirectory() as folder:
        for kind, n in cases:
            X, y = kind(n, np.random.default_rng(n))
            np.save(Path(folder, "X.npy"), X)
            np.save(Path(folder, "y.npy"), y)
            enumerated = kind is random_labels and n <= LARGEST_ENUMERATION
            row = pool.submit(measure, folder, enumerated).result()
            print_row([kind.__name__.replace("_", " "), f"{n:,}", *row])


if __name__ == "__main__":
    main()

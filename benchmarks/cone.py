"""Time of the exact optimum in R^3 to R^7: python benchmarks/cone.py [--quick] [--large] [--data FOLDER].

Overlapping Gaussians by default. With --large those of too many pairs for gap 0: the gap after so many
seconds, and when it was at most .003 and .001. With --data (or AUCOPT_DATA) three and four columns of each
of a dozen `NAME.npz` (arrays X, y) there, or of those named by --sets, raw and standardised, each for --limit
seconds at most; with --projections all rows of `NAME_tsne3.npz` (E, y).
`CPU` is the time of all threads together, which other work changes less; `dots/pair` is the number of looks
at a pair of points, `x all pairs` the time in units of evaluating all pairs once in numpy: one product of all
differences with a direction, and a count.
"""

import argparse
import os
from pathlib import Path
from time import perf_counter, process_time

import numba
import numpy as np
import sklearn

import aucopt

# Rows, columns, seconds at most.
GAUSSIANS = (
    (90, 3, None),
    (632, 3, None),
    (2_000, 3, None),
    (10_000, 3, None),
    (200, 4, None),
    (632, 4, None),
    (1_096, 4, None),
    (100, 5, None),
    (200, 5, None),
    (400, 5, None),
    (64, 6, None),
    (100, 6, None),
    (200, 6, 120.0),
    (64, 7, None),
)
# Rows, columns, signs, seconds.
LARGE = (
    (100_000, 3, None, 60.0),
    (1_000_000, 3, None, 900.0),
    (1_000_000, 3, 1, 300.0),
    (20_000, 4, None, 60.0),
)
MOMENTS, GAPS = (1, 3, 10, 30, 60, 120, 300, 600, 900), (0.003, 0.001)
DISCRETE = (
    "german", "pima", "yeast_me2", "abalone_7", "car_eval_4", "solar_flare_m0",
    "letter_a", "wine_quality", "breast_cancer", "splice", "coil_2000", "pen_digits_0",
)  # fmt: skip
HEADER = ("data", "d", "pairs", "seconds", "CPU", "cones", "dots/pair", "x all pairs", "AUC", "gap")
WIDTHS = (30, 3, 12, 10, 10, 12, 13, 13, 9, 10)
# Larger tables of differences are not made in one piece.
CHUNK = 1 << 22


def gaussians(n, d, seed=0):
    """Two classes, one apart in within-class standard deviations."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + y[:, None] / np.sqrt(d), y


def evaluate_all_pairs(X, y, w):
    """Return the share of right pairs by all differences."""
    positive, negative = X[y == 1], X[y == 0]
    step = max(1, CHUNK // len(negative))
    right = 0
    for first in range(0, len(positive), step):
        differences = positive[first : first + step, None] - negative[None]
        right += np.count_nonzero(differences.reshape(-1, X.shape[1]) @ w > 0)
    return right / (len(positive) * len(negative))


def show(*cells):
    print(
        "".join(
            f"{cell:<{w}}" if i == 0 else f"{cell:>{w}}"
            for i, (cell, w) in enumerate(zip(cells, WIDTHS, strict=True))
        ),
        flush=True,
    )


def measure(name, X, y, limit):
    start, cpu = perf_counter(), process_time()
    solution = aucopt.maximize_auc(X, y, solver="cone", time_limit=limit, n_jobs=-1)
    seconds, cpu = perf_counter() - start, process_time() - cpu
    start = perf_counter()
    evaluate_all_pairs(X, y, solution.coef)
    once = perf_counter() - start
    work = solution.work
    show(
        name,
        X.shape[1],
        f"{solution.total:,}",
        f"{seconds:.3f}",
        f"{cpu:.3f}",
        f"{work.get('cones', 0):,}",
        f"{work.get('pairs', 0) / solution.total:,.1f}",
        f"{seconds / once:,.0f}",
        f"{solution.auc:.5f}",
        f"{solution.gap:.2g}",
    )


def watch(n, d, signs, limit):
    """Print the gap of a search at some moments, and the moments of some gaps."""
    at, reached = dict.fromkeys(MOMENTS, "-"), dict.fromkeys(GAPS, "-")

    def note(progress):
        for moment in MOMENTS:
            if progress.seconds <= moment:
                at[moment] = f"{progress.gap:.5f}"
        for gap in GAPS:
            if progress.gap <= gap and reached[gap] == "-":
                reached[gap] = f"{progress.seconds:.0f} s"

    X, y = gaussians(n, d)
    cpu = process_time()
    solution = aucopt.maximize_auc(
        X, y, solver="cone", signs=signs, time_limit=limit, n_jobs=-1, callback=note
    )
    cpu = process_time() - cpu
    print(f"{n:,} rows, {d} columns, signs {signs}, {solution.total:,} pairs: AUC {solution.auc:.6f}")
    print("  gap after  " + "  ".join(f"{m} s: {at[m]}" for m in MOMENTS if m <= limit))
    print("  reached    " + "  ".join(f"{gap}: {reached[gap]}" for gap in GAPS))
    print(
        f"  at the end {solution.gap:.5f} in {solution.seconds:.0f} s, {cpu:.0f} s of CPU, "
        f"{solution.work.get('cones', 0):,} cones",
        flush=True,
    )


def load(path, key):
    with np.load(path) as data:
        y = data["y"]
        return data[key].astype(float), (y == y.max()).astype(int)


def real_columns(folder, names, limit):
    """Three and four random columns that vary, raw and standardised."""
    for name in names:
        table, y = load(Path(folder, f"{name}.npz"), "X")
        rng = np.random.default_rng(len(y))
        varied = np.flatnonzero(table.min(axis=0) != table.max(axis=0))
        for d in (3, 4):
            X = table[:, np.sort(rng.choice(varied, min(d, len(varied)), replace=False))]
            measure(name, X, y, limit)
            measure(f"{name}, standardised", (X - X.mean(axis=0)) / X.std(axis=0), y, limit)


def projections(folder, limit):
    for path in sorted(Path(folder).glob("*_tsne3.npz")):
        X, y = load(path, "E")
        measure(path.stem, X, y, limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small Gaussians only")
    parser.add_argument("--large", action="store_true", help="the gap of more pairs than can be listed")
    parser.add_argument("--data", default=os.environ.get("AUCOPT_DATA"), help="folder of NAME.npz")
    parser.add_argument("--projections", help="folder of NAME_tsne3.npz")
    parser.add_argument("--sets", nargs="+", default=DISCRETE, help="which sets of the folder")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each real problem")
    options = parser.parse_args()
    print(
        f"aucopt {aucopt.__version__}, numpy {np.__version__}, numba {numba.__version__}, "
        f"scikit-learn {sklearn.__version__}, {os.cpu_count()} cores"
    )
    for d in (3,) if options.quick else (3, 4, 5, 6, 7):
        aucopt.maximize_auc(*gaussians(30, d), solver="cone", time_limit=30, n_jobs=-1)  # compiles
    if options.large:
        for n, d, signs, limit in LARGE:
            aucopt.maximize_auc(*gaussians(20_000, d), solver="cone", time_limit=1, n_jobs=-1)  # compiles
            watch(n, d, signs, limit)
        return
    show(*HEADER)
    if options.projections:
        projections(options.projections, options.limit)
    elif options.data:
        real_columns(options.data, options.sets, options.limit)
    else:
        for n, d, limit in GAUSSIANS[:2] if options.quick else GAUSSIANS:
            measure("Gaussians", *gaussians(n, d), limit)


if __name__ == "__main__":
    main()

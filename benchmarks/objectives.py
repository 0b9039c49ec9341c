"""Time of objectives of a part of the ROC curve against the AUC: python benchmarks/objectives.py [--quick].

Overlapping Gaussians, half of the rows positive or one in twenty, raw and rounded to a grid, by cones in R^3
to R^7, and in the plane up to 10^6 rows; with --data (or AUCOPT_DATA) columns 0, 2 and 5 of `german.npz`
(arrays X, y) too. `CPU` is the time of all threads together, `ratio` that time against the AUC of the same
rows, `looks` the looks at a pair of points. Each search has --limit seconds at most. --only chooses tables by
the beginning of their line, such as "plane" or "Gaussians 7".
"""

import argparse
import os
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import numba
import numpy as np

import aucopt

AREA, POINT = aucopt.PartialAUC(max_fpr=0.1), aucopt.Sensitivity(specificity=0.95)
OTHERS = (AREA, aucopt.PartialAUC(min_tpr=0.9), POINT, aucopt.Specificity(sensitivity=0.95))
# Name, rows, columns, share of positives, values of a column on a grid, objectives.
TABLES = (
    ("Gaussians", 200, 3, 0.5, None, ("auc", *OTHERS)),
    ("Gaussians", 2_000, 3, 0.5, None, ("auc", *OTHERS)),
    ("5 % positive", 4_590, 3, 0.05, None, ("auc", *OTHERS)),
    ("grid", 2_000, 3, 0.5, 6, ("auc", *OTHERS)),
    ("Gaussians", 632, 4, 0.5, None, ("auc", *OTHERS)),
    ("grid", 632, 4, 0.5, 6, ("auc", *OTHERS)),
    ("5 % positive", 4_590, 4, 0.05, None, (POINT,)),
    ("Gaussians", 2_000, 4, 0.5, None, (POINT,)),
    ("Gaussians", 632, 5, 0.5, None, (POINT,)),
    ("Gaussians", 200, 6, 0.5, None, (POINT,)),
    ("Gaussians", 100, 7, 0.5, None, (POINT,)),
)
PLANES = (10_000, 100_000, 1_000_000)
HEADER = ("data", "d", "pairs", "objective", "seconds", "CPU", "ratio", "parts", "looks", "value", "gap")
WIDTHS = (16, 3, 11, 34, 9, 9, 7, 11, 9, 9, 9)


def gaussians(n, d, share, values, seed=0):
    """Two classes, one apart in within-class standard deviations."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % round(1 / share) == 1
    X = rng.normal(size=(n, d)) + y[:, None] / np.sqrt(d)
    if values is not None:
        X = np.clip(np.floor(X * values / 4), -values // 2, values // 2)
    return X, y


def show(*cells):
    print(
        "".join(
            f"{cell:<{w}}" if i in (0, 3) else f"{cell:>{w}}  " if i == 2 else f"{cell:>{w}}"
            for i, (cell, w) in enumerate(zip(cells, WIDTHS, strict=True))
        ),
        flush=True,
    )


def measure(name, X, y, objectives, limit, n_jobs, solver="cone"):
    of_auc = None
    for objective in objectives:
        start, cpu = perf_counter(), process_time()
        solution = aucopt.maximize(X, y, objective, solver=solver, time_limit=limit, n_jobs=n_jobs)
        seconds, cpu = perf_counter() - start, process_time() - cpu
        if objective == "auc":
            of_auc = cpu
        work = solution.work
        limit_of = solution.objective.condition
        show(
            name,
            X.shape[1],
            f"{solution.total:,}",
            objective if objective == "auc" else f"{solution.objective.name} {limit_of}"[:33],
            f"{seconds:.3f}",
            f"{cpu:.3f}",
            "" if of_auc is None else f"{cpu / of_auc:.2f}",
            f"{work.get('cones', 0) or work.get('arcs', 0):,}",
            f"{(work.get('pairs', 0) or work.get('swaps', 0)) / solution.total:,.1f}",
            f"{solution.value:.5f}",
            f"{solution.gap:.2g}",
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the smallest tables only")
    parser.add_argument("--data", default=os.environ.get("AUCOPT_DATA"), help="folder of german.npz")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for each search")
    parser.add_argument("--jobs", type=int, default=-1, help="threads, -1 for all cores")
    parser.add_argument("--only", default="", help="tables whose line begins like this")
    options = parser.parse_args()
    versions = f"aucopt {aucopt.__version__}, numpy {np.__version__}, numba {numba.__version__}"
    print(f"{versions}, {os.cpu_count()} cores")
    show(*HEADER)
    for name, make, d, objectives, solver in tables(options):
        for objective in objectives:  # compiles
            aucopt.maximize(*gaussians(30, d, 0.5, None), objective, solver=solver, time_limit=10)
        measure(name, *make(), objectives, options.limit, options.jobs, solver)


def tables(options):
    """Name, maker, columns, objectives and solver of each table that is asked for."""
    for n in PLANES[: 1 if options.quick else None]:
        if f"plane {n}".startswith(options.only):
            objectives = ("auc", *OTHERS) if n < PLANES[-1] else ("auc", AREA, POINT)
            yield "plane", partial(gaussians, n, 2, 0.5, None), 2, objectives, "plane"
    for name, n, d, share, values, objectives in TABLES[: 1 if options.quick else None]:
        if f"{name} {d} {n}".startswith(options.only):
            yield name, partial(gaussians, n, d, share, values), d, objectives, "cone"
    if options.data and not options.quick and "german".startswith(options.only):
        yield "german 0, 2, 5", partial(german, options.data), 3, ("auc", *OTHERS), "cone"


def german(folder):
    """Three discrete columns of a real table."""
    with np.load(Path(folder, "german.npz")) as data:
        return data["X"][:, [0, 2, 5]].astype(float), data["y"] == data["y"].max()


if __name__ == "__main__":
    main()

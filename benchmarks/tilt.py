"""Cones, boxes, boxes with tilted bounds: benchmarks/tilt.py [--quick] [--columns D ...] [--limit S].

Overlapping Gaussians in R^3 to R^7, each searched to the end in three ways in one process: by simplices, by
boxes that only count, and by boxes whose rows are tilted where that may suffice. `CPU` is the time of all
threads together.
"""

import argparse
from contextlib import contextmanager
from time import perf_counter, process_time

from cone import gaussians

import aucopt
from aucopt.exact.solvers.cone import boxes

# Rows by the number of columns: small ones, and those of a longer run.
QUICK = {3: 200, 4: 60, 5: 40, 6: 24, 7: 20}
ROWS = {3: 632, 4: 200, 5: 100, 6: 50, 7: 32}
# From how many columns on boxes are used, and tilted.
WAYS = {"simplices": (99, 99), "boxes": (2, 99), "tilted boxes": (2, 2)}


@contextmanager
def by(way):
    """Let searches use one of the ways, whatever the number of columns."""
    kept = boxes.FEWEST, boxes.FEWEST_TILTED
    boxes.FEWEST, boxes.FEWEST_TILTED = WAYS[way]
    try:
        yield
    finally:
        boxes.FEWEST, boxes.FEWEST_TILTED = kept


def main():
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few rows")
    parser.add_argument("--columns", type=int, nargs="+", default=list(ROWS), help="numbers of columns")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for each search")
    options = parser.parse_args()
    names = ("pairs", "cones", "dots/pair", "seconds", "CPU", "gap")
    print(f"{'columns':9}{'way':14}" + "".join(f"{name:>12}" for name in names))
    for d in options.columns:
        X, y = gaussians((QUICK if options.quick else ROWS)[d], d)
        for way in WAYS:
            with by(way):
                aucopt.maximize_auc(*gaussians(14, d), solver="cone", time_limit=30)  # compiles
                start, cpu = perf_counter(), process_time()
                solution = aucopt.maximize_auc(X, y, solver="cone", time_limit=options.limit, n_jobs=-1)
                seconds, cpu = perf_counter() - start, process_time() - cpu
            looks = solution.work["pairs"] / solution.total
            cells = f"{solution.total:,}", f"{solution.work['cones']:,}", f"{looks:,.0f}"
            cells += f"{seconds:.2f}", f"{cpu:.2f}", f"{solution.gap:.2g}"
            print(f"{d:<9}{way:14}" + "".join(f"{cell:>12}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()

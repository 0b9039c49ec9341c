"""Time of the exact optimum where few pairs are wrong: python benchmarks/conflict.py [--quick] [--limit S].

Two kinds of problems: the fewest errors of a linear rule on 80 rows of five small integer columns, 12 to 18
of them wrong, and the pairs of two Gaussian classes in seven to twelve columns, about ten of them wrong.
`check` is the time of checking the certificate; `CPU`, the time of all threads, depends less on other work.
"""

import argparse
import os
from time import perf_counter, process_time

import numba
import numpy as np

import aucopt

# Rows, columns, distance of the classes in standard deviations, seed.
GAUSSIANS = (
    (24, 7, 1.0, 1),
    (24, 8, 1.0, 0),
    (24, 8, 1.0, 1),
    (60, 8, 2.5, 3),
    (30, 12, 1.0, 3),
    (200, 10, 3.5, 0),
)
N_RULES = 6
HEADER = ("data", "d", "pairs", "wrong", "seconds", "CPU", "check", "nodes", "conflicts", "gap")
WIDTHS = (22, 3, 8, 7, 9, 9, 9, 9, 11, 9)


def gaussians(n, d, shift, seed):
    """Two classes that a direction nearly separates."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + shift * y[:, None] / np.sqrt(d), y


def discrete_rows(seed, n=80, levels=(4, 3, 3, 3, 2)):
    """Rows of small integers with a noisy outcome: times the sign of their class, with a column of ones."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, level, n) for level in levels])
    score = X @ rng.normal(size=len(levels))
    y = (score - score.mean()) / score.std() + 1.2 * rng.normal(size=n) > 0
    return np.where(y, 1, -1)[:, None] * np.column_stack([X, np.ones(n, dtype=int)])


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
    solution = aucopt.maximize_auc(X, y, solver="conflict", time_limit=limit, certify=True)
    seconds, cpu = perf_counter() - start, process_time() - cpu
    start = perf_counter()
    assert aucopt.verify(solution.certificate, X, y)
    check = perf_counter() - start
    work = {"nodes": 0, "conflicts": 0, **solution.work}
    wrong = solution.total - solution.right - solution.tied
    show(
        name, X.shape[1], solution.total, wrong, f"{seconds:.2f}", f"{cpu:.2f}", f"{check:.2f}",
        f"{work['nodes']:,}", f"{work['conflicts']:,}", f"{solution.gap:.2g}",
    )  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one problem of each kind")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each problem")
    options = parser.parse_args()
    print(
        f"aucopt {aucopt.__version__}, numpy {np.__version__}, numba {numba.__version__}, "
        f"{os.cpu_count()} cores"
    )
    aucopt.maximize_auc(*gaussians(20, 5, 0.5, 0), solver="conflict")  # compiles
    show(*HEADER)
    for seed in range(1 if options.quick else N_RULES):
        X, y = aucopt.as_auc_problem(discrete_rows(seed))
        measure(f"errors of a rule {seed}", X, y, options.limit)
    for n, d, shift, seed in GAUSSIANS[:1] if options.quick else GAUSSIANS:
        measure("pairs of Gaussians", *gaussians(n, d, shift, seed), options.limit)


if __name__ == "__main__":
    main()

"""Compiling on two processors: a process beside a command compiles what the command needs later.

The first search of three columns or more compiles for half a minute: first the kernels of cones, then those
of the ascent, which looks for better directions and does the checks. So a second process compiles the latter
meanwhile and leaves them in the cache, from which the command loads them. It ends with the command. With two
columns one set of kernels serves the search and the checks.

The app starts such a process when it opens, so that kernels are compiled while the user chooses a file.
"""

import atexit
import os
import subprocess
import sys
from pathlib import Path

# A kernel that the second process compiles, as numba names it in its cache.
_LAST = "ray.best_on_ray-*.nbi"
# With more columns no search is exact, and the ascent is the search.
_FEWEST_COLUMNS, _MOST_COLUMNS = 3, 8


def compile_beside(n_columns: int, *, with_search: bool = False) -> "subprocess.Popen[bytes] | None":
    """Start the second process if it can help, None if not; with the kernels of the search if asked for."""
    if not _FEWEST_COLUMNS <= n_columns <= _MOST_COLUMNS or (os.cpu_count() or 1) < 2 or is_compiled(_LAST):
        return None
    program = f"from aucopt.cli.beside import compile_checks; compile_checks({n_columns}, {with_search})"
    try:
        started = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None
    atexit.register(started.kill)
    return started


def compile_checks(n_columns: int, with_search: bool = False) -> None:
    """Compile what a command with so many columns needs after the first part of its search, or all of it."""
    import numpy as np

    from aucopt.exact.solvers.ascent.ascend import ascend

    rng = np.random.default_rng(0)
    X, positive = rng.standard_normal((24, n_columns)), np.arange(24) % 2 == 1
    ascend(X, positive, signs=(0,) * n_columns, n_restarts=2)
    if with_search:
        from aucopt.exact.maximize import maximize_auc

        maximize_auc(X, positive, solver="cone", certify=True)


def is_compiled(kernels: str = "*.nbi") -> bool:
    """Whether an earlier run has left kernels, by the pattern of their names, in numba's cache."""
    kept = os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parents[1] / "kernels"
    return next(Path(kept).glob(f"**/{kernels}"), None) is not None

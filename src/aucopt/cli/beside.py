"""Compiling on two processors: a process beside a command compiles what the command needs later.

The first run compiles kernels for half a minute. Those of the search come first, and those of the checks
after it are others. So a second process compiles these meanwhile and leaves them in the cache, from which the
command loads them. It ends with the command.
"""

import atexit
import os
import subprocess
import sys
from pathlib import Path

# A kernel that the second process compiles, as numba names it in its cache, by whether there are two columns.
_LAST = {True: "sweep.walk_swaps-*.nbi", False: "ray.best_on_ray-*.nbi"}
# Of more columns no search is exact, and the kernels of the checks are those of the search.
_MOST_COLUMNS = 8


def compile_beside(n_columns: int) -> "subprocess.Popen[bytes] | None":
    """Start the second process if it can help; None if not."""
    if not 2 <= n_columns <= _MOST_COLUMNS or (os.cpu_count() or 1) < 2 or _is_compiled(n_columns == 2):
        return None
    program = f"from aucopt.cli.beside import compile_checks; compile_checks({n_columns})"
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


def compile_checks(n_columns: int) -> None:
    """Compile what a command with so many columns needs after the first part of its search."""
    import numpy as np

    rng = np.random.default_rng(0)
    X, positive = rng.standard_normal((24, n_columns)), np.arange(24) % 2 == 1
    if n_columns > 2:
        from aucopt.exact.solvers.ascent.ascend import ascend

        ascend(X, positive, signs=(0,) * n_columns, n_restarts=2)
        return
    from aucopt.exact.maximize import read_options
    from aucopt.exact.objective.roc import AUC
    from aucopt.exact.problem.problem import Problem
    from aucopt.exact.solvers.plane.search import march_plane

    problem = Problem.read(X, positive)
    march_plane(problem, AUC(), read_options(problem))


def _is_compiled(is_plane: bool) -> bool:
    """Whether an earlier run has left the kernels in numba's cache."""
    kept = os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parents[1] / "kernels"
    return next(Path(kept).glob(f"**/{_LAST[is_plane]}"), None) is not None

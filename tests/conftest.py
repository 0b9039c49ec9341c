"""Parallel runs share what they compile, and CI tries the same examples on every run."""

import os
from pathlib import Path

from shared_kernels import use_folders

_WORKER = os.environ.get("PYTEST_XDIST_WORKER")
if _WORKER is not None:
    _ROOT = os.environ.get("NUMBA_CACHE_DIR", Path(__file__).parents[1] / ".pytest_cache" / "numba")
    use_folders(Path(_ROOT), _WORKER)

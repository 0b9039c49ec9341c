"""Parallel runs share what they compile, and CI tries the same examples on every run."""

import hashlib
import os
from pathlib import Path

from shared_kernels import use_folders

_WORKER = os.environ.get("PYTEST_XDIST_WORKER")
if _WORKER is not None:
    _HERE = Path(__file__).parents[1]
    _ROOT = os.environ.get("NUMBA_CACHE_DIR", _HERE / ".pytest_cache" / "numba")
    # Numba does not notice that a kernel calls another one which has changed.
    _SOURCES = b"".join(path.read_bytes() for path in sorted((_HERE / "src/aucopt/kernels").rglob("*.py")))
    use_folders(Path(_ROOT) / hashlib.sha256(_SOURCES).hexdigest()[:16], _WORKER)

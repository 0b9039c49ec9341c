"""Workers of a parallel run compile kernels into folders of their own: writes to one cache can clash."""

import os
from pathlib import Path

_WORKER = os.environ.get("PYTEST_XDIST_WORKER")
if _WORKER is not None:
    # Before numba is imported, which reads it then; processes that tests start inherit it.
    _CACHE = Path(os.environ.get("NUMBA_CACHE_DIR", Path(__file__).parents[1] / ".pytest_cache" / "numba"))
    os.environ["NUMBA_CACHE_DIR"] = str(_CACHE / _WORKER)

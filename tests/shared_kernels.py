"""Workers of a parallel run compile each kernel about once, and tell each other.

Two processes that write to one of numba's caches can clash: both number their files, and one may then load
what the other compiled for other types. So each worker has a folder of its own, which the processes that its
tests start inherit. What a worker compiles it also puts into a common folder, under a name made of all that
decides the machine code; what it lacks it looks for there first. Nothing in that folder is ever changed.
"""

import hashlib
import os
import pickle
from pathlib import Path
from typing import Any


def use_folders(root: Path, worker: str) -> None:
    """Give a worker its folder below the root; before numba is imported, which reads the variable then."""
    os.environ["NUMBA_CACHE_DIR"] = str(root / worker)
    share_kernels(root / "shared")


def share_kernels(common: Path) -> None:
    """Let the caches of this process also write to a common folder, and look there for what they lack."""
    from numba.core.caching import IndexDataCacheFile

    common.mkdir(parents=True, exist_ok=True)
    save, load = IndexDataCacheFile.save, IndexDataCacheFile.load

    def path_of(cache: Any, key: Any) -> Path:
        facts = (cache._index_name, cache._source_stamp, cache._version, key)
        return common / hashlib.sha256(repr(facts).encode()).hexdigest()

    def save_both(self: Any, key: Any, data: Any) -> None:
        save(self, key, data)
        path = path_of(self, key)
        if not path.exists():
            with self._open_for_write(path) as file:
                file.write(self._dump((key, data)))

    def load_either(self: Any, key: Any) -> Any:
        data = load(self, key)
        if data is not None:
            return data
        try:
            known, data = pickle.loads(path_of(self, key).read_bytes())
        except FileNotFoundError:
            return None
        if known != key:
            return None
        save(self, key, data)
        return data

    IndexDataCacheFile.save, IndexDataCacheFile.load = save_both, load_either

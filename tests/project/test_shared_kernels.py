"""What one worker compiles another finds, and nobody finds what is for other types or another source."""

from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import IndexDataCacheFile
from shared_kernels import share_kernels


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Caches of kernel "f" in the folders of two workers, made on demand."""
    # What the test changes is put back.
    monkeypatch.setattr(IndexDataCacheFile, "save", IndexDataCacheFile.save)
    monkeypatch.setattr(IndexDataCacheFile, "load", IndexDataCacheFile.load)
    share_kernels(tmp_path / "shared")

    def cache(worker: str, stamp: str = "today", name: str = "f") -> IndexDataCacheFile:
        (tmp_path / worker).mkdir(exist_ok=True)
        # No other test has this stamp: under xdist what is saved here is shared with all of them.
        return IndexDataCacheFile(str(tmp_path / worker), name, f"{tmp_path} {stamp}")

    return cache


def test_a_kernel_is_found_by_other_workers_and_then_is_their_own(caches: Any, tmp_path: Path) -> None:
    caches("one").save("int64", b"code")
    assert caches("two").load("int64") == b"code"
    assert [path.name for path in (tmp_path / "two").glob("*.nbc")] == ["f.1.nbc"]
    for path in (tmp_path / "shared").iterdir():
        path.unlink()
    assert caches("two").load("int64") == b"code"


def test_what_differs_in_anything_is_not_found(caches: Any) -> None:
    caches("one").save("int64", b"code")
    assert caches("two").load("float64") is None
    assert caches("two", stamp="tomorrow").load("int64") is None
    assert caches("two", name="g").load("int64") is None


def test_workers_may_number_their_files_alike(caches: Any) -> None:
    caches("one").save("int64", b"integers")
    caches("two").save("float64", b"floats")
    found = [caches(worker).load(kind) for worker in ("one", "two") for kind in ("int64", "float64")]
    assert found == [b"integers", b"floats", b"integers", b"floats"]

"""Where files lie on this machine, and how they get there whole or not at all."""

import glob
import os
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

import numpy as np

PathLike = str | os.PathLike[str]

# Seconds without a new byte after which nobody is writing any more.
ABANDONED = 3600


def cache_directory(cache: PathLike | None = None) -> Path:
    """Return the argument, else AUCOPT_CACHE, else the platform's folder for caches; it may not exist yet."""
    if cache or os.environ.get("AUCOPT_CACHE"):
        return Path(cache or os.environ["AUCOPT_CACHE"]).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("aucopt", appauthor=False)


def given_folder(folder: PathLike | None, variable: str) -> Path | None:
    """Return the folder of the argument, else of the environment variable, else None."""
    given, by = (folder, "it was given") if folder else (os.environ.get(variable), f"{variable} names it")
    if not given:
        return None
    path = Path(given).expanduser()
    if not path.is_dir():
        raise NotADirectoryError(f"There is no folder {path}, but {by}.")
    return path


@contextmanager
def write_whole(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing that takes its place only when all is written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(path)
    half = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with half.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def _remove_leftovers(path: Path) -> None:
    """Remove what killed processes left; a fresh one may still be at work."""
    for half in path.parent.glob(f".{glob.escape(path.name)}.*"):
        with suppress(FileNotFoundError):
            if time.time() - half.stat().st_mtime > ABANDONED:
                half.unlink()


def read_arrays(path: Path, *names: str) -> list[np.ndarray]:
    """Read arrays from a npz file, or say what is wrong with it."""
    try:
        # Not np.load alone: it takes other kinds of files too, and complains about pickles.
        with zipfile.ZipFile(path) as archive:
            missing = [name for name in names if f"{name}.npy" not in archive.namelist()]
        if not missing:
            with np.load(path, allow_pickle=False) as file:
                return [file[name] for name in names]
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        raise ValueError(f"{path} is damaged or no npz file: {error}.") from None
    raise ValueError(f"{path} has no array {' and no array '.join(missing)}.")


def read_labels(y: np.ndarray, path: Path) -> np.ndarray:
    """Return labels as 1 for positives and 0 for negatives."""
    labels = set(np.unique(y).tolist()) if y.ndim == 1 else set()
    if labels not in ({-1, 1}, {0, 1}):
        raise ValueError(
            f"{path}: y must be one column of labels, -1 or 0 for negatives and 1 for positives."
        )
    return (y == 1).astype(np.int64)

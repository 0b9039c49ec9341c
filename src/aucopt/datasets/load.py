"""Data sets by name: from a folder of NAME.npz, from the cache or, only if asked, from their source."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from aucopt.datasets.registry import REGISTRY, DatasetInfo, get_info
from aucopt.datasets.storage import (
    PathLike,
    cache_directory,
    given_folder,
    read_arrays,
    read_labels,
    write_whole,
)

# By a slip in the authors' code these columns of a set were 0 in the paper's runs.
ZERO_AS_CODED = {"seismic": slice(7, 10)}


class Dataset(NamedTuple):
    """A data set in memory.

    Attributes
    ----------
    X : (n, d) array of float64
        Unscaled columns.
    y : (n,) array of int64
        1 for positives, 0 for negatives.
    info : DatasetInfo
        Its registry entry: description and source.
    """

    X: np.ndarray
    y: np.ndarray
    info: DatasetInfo


def load_dataset(
    name: str,
    *,
    folder: PathLike | None = None,
    cache: PathLike | None = None,
    download: bool = False,
    progress: bool | None = None,
    as_coded: bool = False,
) -> Dataset:
    """Load one of the paper's data sets, or one of your own from a folder.

    It is searched for in the folder, in the cache and, only with `download=True`, at its public source. The
    numbers of rows, columns and positives are checked against the registry.

    Parameters
    ----------
    name : str
        A key of `REGISTRY`, or the name of any `NAME.npz` in the folder.
    folder : path, optional
        A folder of `NAME.npz` files with arrays X and y (1 for positives, -1 or 0 for negatives); by default
        that of the environment variable AUCOPT_DATA, if it is set.
    cache : path, optional
        The folder for downloads; by default that of the environment variable AUCOPT_CACHE, or the cache
        folder of the platform.
    download : bool
        Whether to download a data set that is not stored locally.
    progress : bool, optional
        Whether to show a progress bar during downloads; by default on terminals only.
    as_coded : bool
        Whether to return the columns as in the authors' code, where three columns of seismic are 0.

    Returns
    -------
    Dataset
        A named tuple (X, y, info).

    Examples
    --------
    >>> from aucopt.datasets import load_dataset
    >>> X, y, info = load_dataset("ionosphere")    # doctest: +SKIP
    >>> X.shape, int(y.sum()), info.positive       # doctest: +SKIP
    ((351, 34), 126, 'bad')
    """
    path = find_dataset(name, folder=folder, cache=cache)
    if path is None:
        info = get_info(name)
        if not download:
            raise FileNotFoundError(_say_missing(info, folder, cache))
        path = _download_dataset(info, cache, progress)
    dataset = _read_dataset(name, path)
    if as_coded and name in ZERO_AS_CODED:
        dataset.X[:, ZERO_AS_CODED[name]] = 0.0
    return dataset


def find_dataset(name: str, *, folder: PathLike | None = None, cache: PathLike | None = None) -> Path | None:
    """Return the file that `load_dataset` would read, or None if there is none."""
    own = given_folder(folder, "AUCOPT_DATA")
    paths = [own / f"{name}.npz"] if own else []
    return next((path for path in [*paths, cached_dataset(name, cache)] if path.is_file()), None)


def cached_dataset(name: str, cache: PathLike | None = None) -> Path:
    """Return where a downloaded set is kept."""
    return cache_directory(cache) / "datasets" / f"{name}.npz"


def check_dataset(info: DatasetInfo, X: np.ndarray, y: np.ndarray, where: object) -> None:
    """Raise if these are not the rows, columns and positives of the registry, all finite."""
    if not np.isfinite(X).all():
        raise ValueError(f"{where} has missing or infinite values.")
    found = (*X.shape, int(y.sum()))
    expected = (info.n, info.d, info.n_positive)
    if found != expected:
        words = "{} rows, {} columns, {} positives"
        raise ValueError(
            f"{where} is not {info.name}: it has {words.format(*found)}, not {words.format(*expected)}."
        )


def _read_dataset(name: str, path: Path) -> Dataset:
    X, y = read_arrays(path, "X", "y")
    if X.ndim != 2 or not np.issubdtype(X.dtype, np.number) or len(X) != len(y):
        raise ValueError(f"{path}: X must be a table of numbers with as many rows as y.")
    X, y = X.astype(np.float64), read_labels(y, path)
    info = REGISTRY.get(name) or DatasetInfo(name, "", len(X), X.shape[1], int(y.sum()), "label 1")
    check_dataset(info, X, y, path)
    return Dataset(X, y, info)


def _download_dataset(info: DatasetInfo, cache: PathLike | None, progress: bool | None) -> Path:
    # Most runs never fetch anything.
    from aucopt.datasets.sources import DownloadError, fetch_dataset

    path = cached_dataset(info.name, cache)
    try:
        X, y = fetch_dataset(info, cache_directory(cache) / "downloads", progress)
        check_dataset(info, X, y, "What was fetched")
    except (DownloadError, ValueError) as error:
        raise DownloadError(f"{info.name} could not be fetched. {error}\n{_say_by_hand(info)}") from error
    with write_whole(path) as file:
        np.savez_compressed(file, X=X, y=y)
    return path


def _say_missing(info: DatasetInfo, folder: PathLike | None, cache: PathLike | None) -> str:
    own, kept = given_folder(folder, "AUCOPT_DATA"), cache_directory(cache)
    looked = f"neither in {own} nor in the cache {kept}" if own else f"not in the cache {kept}"
    if info.source == "manual":
        how = info.key
    else:
        call = f"load_dataset({info.name!r}, download=True)"
        how = f"To fetch it: {call}, or `aucopt datasets --download {info.name}`."
    return f"{info.name} is {looked}.\n{how}\n{_say_by_hand(info)}"


def _say_by_hand(info: DatasetInfo) -> str:
    return (
        f"By hand: put {info.name}.npz (arrays X and y; y is 1 for positives, 0 for negatives) into a folder "
        f"and name the folder by folder= or AUCOPT_DATA. The data: {info.page}"
    )

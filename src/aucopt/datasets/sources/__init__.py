"""The public sources, a file each: they fetch a set and bring it into the paper's form."""

import gzip
import tarfile
import zipfile
import zlib
from pathlib import Path

import numpy as np
from scipy.io.arff import ArffError

from aucopt.datasets.registry import DatasetInfo
from aucopt.datasets.sources.libsvm import fetch_libsvm
from aucopt.datasets.sources.openml import fetch_openml
from aucopt.datasets.sources.transfer import DownloadError
from aucopt.datasets.sources.uci import fetch_uci
from aucopt.datasets.sources.zenodo import fetch_zenodo

__all__ = ["DownloadError", "fetch_dataset"]

FETCHERS = {"zenodo": fetch_zenodo, "openml": fetch_openml, "libsvm": fetch_libsvm, "uci": fetch_uci}

# What readers raise on files that are cut or not what they should be; a full disk is another matter.
UNREADABLE = (
    ArffError,
    gzip.BadGzipFile,
    ValueError,
    LookupError,
    EOFError,
    NotImplementedError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
)


def fetch_dataset(info: DatasetInfo, keep: Path, progress: bool | None) -> tuple[np.ndarray, np.ndarray]:
    """Fetch X and y, 1 for positives, from the source of a set; archives shared by sets stay in `keep`."""
    if info.source not in FETCHERS:
        raise DownloadError(f"There is no automatic download of it. {info.key}")
    try:
        X, y = FETCHERS[info.source](info, keep, progress)
    except DownloadError:
        raise
    except UNREADABLE as error:
        raise DownloadError(f"The source sent something else than expected: {error}.") from error
    return np.ascontiguousarray(X, dtype=np.float64), y.astype(np.int64)

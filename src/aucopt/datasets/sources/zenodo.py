"""imbalanced-learn's collection on Zenodo: an archive of x1data.npz to x27data.npz (data and label)."""

import tarfile
from io import BytesIO
from pathlib import Path, PurePosixPath

import numpy as np

from aucopt.datasets.registry import DatasetInfo
from aucopt.datasets.sources.transfer import read_bytes
from aucopt.datasets.storage import write_whole

ARCHIVE = "benchmark-imbalanced-learn.tar.gz"


def fetch_zenodo(info: DatasetInfo, keep: Path, progress: bool | None) -> tuple[np.ndarray, np.ndarray]:
    """Take a set out of the archive, which is fetched once and kept for the others."""
    archive = keep / ARCHIVE
    if not archive.is_file():
        with write_whole(archive) as file:
            file.write(read_bytes("zenodo", ARCHIVE, progress))
    try:
        return _extract(archive, f"x{info.key}data.npz")
    except Exception:
        # A kept archive that cannot be read would stand in the way of a good one.
        archive.unlink()
        raise


def _extract(archive: Path, name: str) -> tuple[np.ndarray, np.ndarray]:
    with tarfile.open(archive, "r:gz") as tar:
        for member in tar:
            if PurePosixPath(member.name).name == name and (file := tar.extractfile(member)):
                with np.load(BytesIO(file.read()), allow_pickle=False) as arrays:
                    return arrays["data"], arrays["label"] == 1
    raise ValueError(f"the archive has no {name}")

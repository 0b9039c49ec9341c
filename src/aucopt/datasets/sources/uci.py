"""The UCI repository: every set has a form of its own, so only those are here that no other source has."""

from io import StringIO
from pathlib import Path

import numpy as np
from scipy.io.arff import loadarff

from aucopt.datasets.registry import DatasetInfo
from aucopt.datasets.sources.transfer import read_bytes

FILES = "ml/machine-learning-databases"
SEISMIC_HAZARDS = ("seismic", "seismoacoustic", "shift", "ghazard")


def fetch_uci(info: DatasetInfo, keep: Path, progress: bool | None) -> tuple[np.ndarray, np.ndarray]:
    """Fetch the files of a set and read them in its own way."""
    files, read = READERS[info.key]
    return read([read_bytes("uci", f"{FILES}/{file}", progress).decode() for file in files])


def _read_spectf(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Two tables, the diagnosis first: 0 is normal, the rarer one."""
    table = np.vstack([np.loadtxt(StringIO(text), delimiter=",", ndmin=2) for text in texts])
    return table[:, 1:], table[:, 0] == 0


def _read_seismic(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Letters as one 0-1 column a letter that occurs, in front; then the numbers."""
    table, attributes = loadarff(StringIO(texts[0]))
    letters = [table[name][:, None] == np.unique(table[name]) for name in SEISMIC_HAZARDS]
    kinds = zip(attributes.names(), attributes.types(), strict=True)
    numbers = [table[name] for name, kind in kinds if kind == "numeric" and name != "class"]
    return np.column_stack([*letters, *numbers]), table["class"].astype(float) == 1


READERS = {
    "spectf": (("spect/SPECTF.train", "spect/SPECTF.test"), _read_spectf),
    "seismic-bumps": (("00266/seismic-bumps.arff",), _read_seismic),
}

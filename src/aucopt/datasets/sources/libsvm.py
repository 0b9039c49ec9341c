"""LIBSVM's page of data sets: sparse text files, some in two parts."""

from io import BytesIO
from pathlib import Path

import numpy as np
from scipy.sparse import vstack
from sklearn.datasets import load_svmlight_file

from aucopt.datasets.registry import DatasetInfo
from aucopt.datasets.sources.transfer import read_bytes


def fetch_libsvm(info: DatasetInfo, keep: Path, progress: bool | None) -> tuple[np.ndarray, np.ndarray]:
    """Fetch all parts of a set and put them one below the other."""
    contents = [read_bytes("libsvm", file, progress) for file in info.key]
    parts = [load_svmlight_file(BytesIO(content), n_features=info.d) for content in contents]
    X = vstack([X for X, _ in parts]).toarray()
    labels = np.concatenate([y for _, y in parts])
    # Files code the classes as -1 and 1, 1 and 2 or 2 and 4; how many there are tells which is which.
    values, counts = np.unique(labels, return_counts=True)
    positive = values[counts == info.n_positive]
    if len(values) != 2 or len(positive) != 1:
        raise ValueError(
            f"its classes have {' and '.join(map(str, counts))} rows, none of them {info.n_positive}"
        )
    return X, labels == positive[0]

"""OpenML: a description by id, which names the file and the target, then the file itself in ARFF.

Not scikit-learn's client: it has neither a bar nor a time limit, and cannot be pointed at a mirror.
"""

import json
from io import StringIO
from pathlib import Path

import numpy as np
from scipy.io.arff import loadarff

from aucopt.datasets.registry import DatasetInfo
from aucopt.datasets.sources.transfer import read_bytes


def fetch_openml(info: DatasetInfo, keep: Path, progress: bool | None) -> tuple[np.ndarray, np.ndarray]:
    """Take the numeric columns of a set, and as positives the rows of some classes."""
    # The description is short: a bar would only flicker.
    text = read_bytes("openml", f"api/v1/json/data/{info.key['id']}", False)
    description = json.loads(text)["data_set_description"]
    content = read_bytes("openml", description["url"], progress, f"md5:{description['md5_checksum']}")
    table, attributes = loadarff(StringIO(content.decode()))
    target = description["default_target_attribute"]
    kinds = zip(attributes.names(), attributes.types(), strict=True)
    X = np.column_stack([table[name] for name, kind in kinds if kind == "numeric" and name != target])
    labels = np.char.strip(table[target].astype(str), " '\"")
    return X, np.isin(labels, info.key["positive"])

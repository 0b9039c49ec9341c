"""Tables to try the app on, which come with the package or with scikit-learn."""

from collections.abc import Callable

import numpy as np
from sklearn.datasets import load_breast_cancer

from aucopt.datasets import load_toy
from aucopt.tables.reading import Table


def _tumours() -> Table:
    """Four measurements of cell nuclei, and whether the tumour is malignant."""
    data = load_breast_cancer()
    names = ["mean texture", "mean smoothness", "mean symmetry", "mean fractal dimension"]
    places = [list(data.feature_names).index(name) for name in names]
    columns = {name: data.data[:, place] for name, place in zip(names, places, strict=True)}
    kind = np.empty(len(data.target), dtype=object)
    kind[:] = [str(data.target_names[label]) for label in data.target]
    return Table({**columns, "tumour": kind}, {}, len(kind), {})


def _toy() -> Table:
    X, y = load_toy()
    return Table({"x0": X[:, 0], "x1": X[:, 1], "y": y.astype(np.float64)}, {}, len(y), {})


EXAMPLES: dict[str, Callable[[], Table]] = {
    "Breast tumours: 569 rows, 4 measurements": _tumours,
    "The toy set of the paper: 769 rows, 2 columns": _toy,
}

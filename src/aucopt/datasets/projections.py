"""t-SNE projections of the data sets to R^2 and R^3, computed once and kept.

The paper's text: perplexity 50, all else at the defaults of its time, on standardised columns. Its code: rows
scaled to length 1, columns to [-1, 1], then standardised; 5000 iterations; perplexity 40 in R^2, 50 in R^3.
"""

import hashlib
import json
from pathlib import Path

import numpy as np

from aucopt.datasets.load import find_dataset, load_dataset
from aucopt.datasets.progress import show_work
from aucopt.datasets.storage import (
    PathLike,
    cache_directory,
    given_folder,
    read_arrays,
    read_labels,
    write_whole,
)

# scikit-learn changed the defaults of init and learning_rate since.
DEFAULTS = {"init": "random", "learning_rate": 200.0, "random_state": 17}
ITERATIONS = 1000
ITERATIONS_AS_CODED = 5000
PERPLEXITY = 50.0
PERPLEXITY_AS_CODED = {2: 40.0, 3: 50.0}


def load_projection(
    name: str,
    n_components: int,
    *,
    as_coded: bool = False,
    projections: PathLike | None = None,
    folder: PathLike | None = None,
    cache: PathLike | None = None,
    download: bool = False,
    progress: bool | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Load the t-SNE projection of a data set to R^2 or R^3; compute it if it is not stored.

    It is searched for in the folder of projections and in the cache. A computed projection is stored in the
    cache, with a key that depends on the data, the settings and the version of scikit-learn.

    Parameters
    ----------
    name : str
        Name of the data set, as in `load_dataset`.
    n_components : {2, 3}
        Dimension of the projection.
    as_coded : bool
        Follow the authors' code where it differs from the paper. The folder of projections is then not used.
    projections : path, optional
        A folder of projections, `NAME_tsne2.npz` and `NAME_tsne3.npz` with arrays E and y; by default that of
        the environment variable AUCOPT_PROJECTIONS, if it is set.
    folder, cache, download :
        See `load_dataset`. The cache also stores projections.
    progress : bool, optional
        Whether to show the elapsed time; by default on terminals only.

    Returns
    -------
    E : (n, n_components) array of float64
        The projected rows, in the order of the data set.
    y : (n,) array of int64
        1 for positives, 0 for negatives.

    Examples
    --------
    >>> from aucopt.datasets import load_projection
    >>> E, y = load_projection("pima", 2)    # doctest: +SKIP
    >>> E.shape                              # doctest: +SKIP
    (768, 2)
    """
    settings = tsne_settings(n_components, as_coded=as_coded)
    X, y, _ = load_dataset(
        name, folder=folder, cache=cache, download=download, progress=progress, as_coded=as_coded
    )
    path = None if as_coded else _ready_projection(name, n_components, projections)
    if path is None:
        path = _cached_projection(name, X, settings, as_coded, cache)
    if not path.is_file():
        with show_work(f"projecting {name} to R^{n_components}", progress):
            E = project(X, n_components, as_coded=as_coded)
        with write_whole(path) as file:
            np.savez_compressed(file, E=E, y=y)
    E, found = read_arrays(path, "E", "y")
    if E.shape != (len(y), n_components):
        shape = " x ".join(map(str, E.shape))
        raise ValueError(f"{path}: E is {shape}, but {name} needs {len(y)} x {n_components}.")
    if not np.array_equal(read_labels(found, path), y):
        raise ValueError(f"{path} was not made from these rows of {name}: the labels differ.")
    if not np.isfinite(E).all():
        raise ValueError(f"{path}: E has missing or infinite values.")
    return E.astype(np.float64), y


def project(X: np.ndarray, n_components: int, *, as_coded: bool = False) -> np.ndarray:
    """Project rows to R^2 or R^3 by t-SNE. The result does not depend on the number of cores.

    Parameters
    ----------
    X : (n, d) array
        Unscaled columns.
    n_components : {2, 3}
        Dimension of the projection.
    as_coded : bool
        Follow the authors' code where it differs from the paper.

    Returns
    -------
    (n, n_components) array of float32

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.datasets import project
    >>> X = np.random.default_rng(0).normal(size=(60, 4))
    >>> project(X, 2).shape
    (60, 2)
    """
    # Slow to import, and what is at hand needs none of it.
    from sklearn.manifold import TSNE
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler, Normalizer, StandardScaler
    from threadpoolctl import threadpool_limits

    settings = tsne_settings(n_components, as_coded=as_coded)
    perplexity = settings["perplexity"]
    if len(X) <= perplexity:
        raise ValueError(
            f"t-SNE with perplexity {perplexity:g} needs more than {perplexity:g} rows, not {len(X)}."
        )
    scalers = [StandardScaler()]
    if as_coded:
        scalers = [Normalizer(), MinMaxScaler((-1, 1)), *scalers]
    scaled = make_pipeline(*scalers).fit_transform(np.asarray(X, dtype=np.float64)).astype(np.float32)
    # Threads add up the gradient in their own order, and t-SNE magnifies the last bit.
    with threadpool_limits(1):
        return TSNE(**settings).fit_transform(scaled)


def find_projection(
    name: str,
    n_components: int,
    *,
    as_coded: bool = False,
    projections: PathLike | None = None,
    folder: PathLike | None = None,
    cache: PathLike | None = None,
) -> Path | None:
    """Return the file that `load_projection` would read, or None if there is none."""
    path = None if as_coded else _ready_projection(name, n_components, projections)
    # The key takes reading the data: only where there is something that might fit.
    kept = (cache_directory(cache) / "projections").glob(f"{name}_tsne{n_components}_*.npz")
    if path is None and any(kept) and find_dataset(name, folder=folder, cache=cache):
        X = load_dataset(name, folder=folder, cache=cache, as_coded=as_coded).X
        path = _cached_projection(name, X, tsne_settings(n_components, as_coded=as_coded), as_coded, cache)
    return path if path and path.is_file() else None


def tsne_settings(n_components: int, *, as_coded: bool = False) -> dict:
    """Return the parameters of scikit-learn's TSNE."""
    if n_components not in (2, 3):
        raise ValueError(
            f"The projections are to R^2 and R^3: n_components must be 2 or 3, not {n_components!r}."
        )
    perplexity = PERPLEXITY_AS_CODED[n_components] if as_coded else PERPLEXITY
    max_iter = ITERATIONS_AS_CODED if as_coded else ITERATIONS
    return {"n_components": n_components, "perplexity": perplexity, "max_iter": max_iter, **DEFAULTS}


def _ready_projection(name: str, n_components: int, projections: PathLike | None) -> Path | None:
    folder = given_folder(projections, "AUCOPT_PROJECTIONS")
    path = folder / f"{name}_tsne{n_components}.npz" if folder else None
    return path if path and path.is_file() else None


def _cached_projection(
    name: str, X: np.ndarray, settings: dict, as_coded: bool, cache: PathLike | None
) -> Path:
    import sklearn

    decides = json.dumps([X.shape, as_coded, settings, sklearn.__version__], sort_keys=True)
    key = hashlib.sha256(decides.encode())
    key.update(np.ascontiguousarray(X).data)
    file = f"{name}_tsne{settings['n_components']}_{key.hexdigest()[:16]}.npz"
    return cache_directory(cache) / "projections" / file

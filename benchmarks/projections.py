"""Other projections of the 50 data sets, in the files that `aucopt paper run --projections` reads.

    python benchmarks/projections.py pca folder/
    python benchmarks/projections.py tsne folder/ --seed 1 --most-rows 2600 --components 2
    python benchmarks/projections.py umap folder/ --seed 1 --most-rows 2600 --components 2

`pca`: the first principal components of the standardised columns. `tsne`: the settings of the study with
another seed; large data sets take minutes each, so that `--most-rows` may leave them out. `umap`: UMAP with
its default settings (15 neighbours), for which the package umap-learn has to be installed. A file that is
there already is not made again.
"""

import argparse
from pathlib import Path

import numpy as np
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from aucopt.datasets import REGISTRY, load_dataset
from aucopt.datasets.projections import tsne_settings


def project(X, kind, n_components, seed):
    scaled = StandardScaler().fit_transform(np.asarray(X, dtype=np.float64))
    with threadpool_limits(1):
        if kind == "tsne":
            settings = tsne_settings(n_components) | {"random_state": seed}
            return TSNE(**settings).fit_transform(scaled.astype(np.float32))
        if kind == "umap":
            from umap import UMAP

            return UMAP(n_components=n_components, random_state=seed, n_jobs=1).fit_transform(scaled)
        return PCA(n_components, svd_solver="full").fit_transform(scaled).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("pca", "tsne", "umap"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--components", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-rows", type=int)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, info in REGISTRY.items():
        if arguments.most_rows and info.n > arguments.most_rows:
            continue
        for n_components in arguments.components:
            # The studies know their projections by these names, whatever made them.
            path = arguments.folder / f"{name}_tsne{n_components}.npz"
            loaded = load_dataset(name, progress=False)
            if path.exists() or loaded.X.shape[1] < n_components:
                continue
            E = project(loaded.X, arguments.kind, n_components, arguments.seed)
            np.savez_compressed(path, E=E, y=loaded.y)


if __name__ == "__main__":
    main()

"""Add a method of your own to the lab and see how it compares with those of the paper.

Any classifier of scikit-learn's kind is a method: give it a name, a family, and a grid to tune over. Here a
ridge regression on the ranks of the columns joins logistic regression, SVM-Perf and the exact optimum on
three columns of scikit-learn's breast cancer data.

`run_study` does the rest by the protocol of the paper: each trial splits the rows in halves, tunes every
method by cross-validated AUC on one and scores it on the other. Records go to a file as they arrive. A run
that is stopped goes on where it was: give the same `--store` again, or more `--trials`.

    python examples/own_method.py
    python examples/own_method.py --trials 50 --store own.sqlite --figure own_method.png
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import QuantileTransformer

from aucopt.lab import METHODS, Method, Store, Study, run_study

METHODS["rank ridge"] = Method(
    name="rank ridge",
    family="standard",
    linear=False,  # in the columns; it is linear in their ranks
    estimator=make_pipeline(QuantileTransformer(n_quantiles=100), RidgeClassifier()),
    grid={"ridgeclassifier__alpha": [0.1, 1.0, 10.0, 100.0]},
)
METHOD_NAMES = ("LR", "SVM-Perf", "AUC-opt", "rank ridge")


def load_rows(name):
    """Return the rows of a data set by name; this study has but one."""
    data = load_breast_cancer()
    columns = np.isin(data.feature_names, ["mean texture", "mean smoothness", "mean symmetry"])
    return data.data[:, columns], (data.target == 0).astype(int)


def main():
    """Run the study and print the mean scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=3, help="random splits")
    parser.add_argument("--store", type=Path, help="where records are kept; nowhere by default")
    parser.add_argument("--figure", metavar="FILE", help="draw the test AUC of every split")
    arguments = parser.parse_args()

    # Of the grids of the paper five values of each parameter are enough here.
    study = Study("raw", datasets=("breast cancer",), methods=METHOD_NAMES, trials=arguments.trials, thin=5)
    with TemporaryDirectory() as folder, Store(arguments.store or Path(folder, "study.sqlite")) as store:
        run_study(study, store, n_jobs=-1, load=load_rows)
        done = [record for record in store.records() if record.status == "done"]

    print(f"{'method':<12}{'training AUC':>14}{'test AUC':>12}{'splits':>10}")
    for name in METHOD_NAMES:
        aucs = [(record.train.auc, record.test.auc) for record in done if record.unit.method == name]
        train, test = np.mean(aucs, axis=0)
        print(f"{name:<12}{train:14.4f}{test:12.4f}{len(aucs):10}")

    if arguments.figure:
        figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
        for record in done:
            axes.plot(record.test.auc, METHOD_NAMES.index(record.unit.method), "o", color="#1f5fa8")
        axes.set_yticks(range(len(METHOD_NAMES)), METHOD_NAMES)
        axes.set_xlabel("test AUC, one dot for each split")
        figure.savefig(arguments.figure)


if __name__ == "__main__":
    main()

"""Add a method of your own to the lab and see how it compares with those of the paper.

Any classifier of scikit-learn's kind is a method: give it a name, a family, and a grid to tune over. Here a
ridge regression on the ranks of the columns joins logistic regression, SVM-Perf and the exact optimum on
three columns of scikit-learn's breast cancer data. Each method is tuned by cross-validated AUC on half of
the rows and scored on the other half, over several splits: the protocol of the paper in small.

    python examples/own_method.py
    python examples/own_method.py --trials 20
"""

import argparse

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import QuantileTransformer, StandardScaler

import aucopt
from aucopt.lab import METHODS, Method, score_grid

COLUMNS = ["mean texture", "mean smoothness", "mean symmetry"]
COMPARED = ("LR", "SVM-Perf", "AUC-opt", "Rank ridge")

METHODS["Rank ridge"] = Method(
    name="Rank ridge",
    family="standard",
    linear=False,  # in the columns; it is linear in their ranks
    estimator=make_pipeline(QuantileTransformer(n_quantiles=100), RidgeClassifier()),
    grid={"ridgeclassifier__alpha": [0.1, 1.0, 10.0, 100.0]},
)


def run_trial(method, X, y, trial):
    """Tune on half of the rows, fit there, and score both halves."""
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.5, stratify=y, random_state=trial)
    scaler = StandardScaler().fit(X)
    X, X_test = scaler.transform(X), scaler.transform(X_test)
    folds = list(StratifiedKFold(5, shuffle=True, random_state=trial).split(X, y))
    model = method.make(seed=trial, **score_grid(method, X, y, folds, seed=trial).best).fit(X, y)
    return [
        aucopt.roc_auc_score(labels, model.decision_function(rows))
        for rows, labels in ((X, y), (X_test, y_test))
    ]


def main():
    """Compare the methods."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=3)
    arguments = parser.parse_args()
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    X, malignant = X[COLUMNS].to_numpy(), (y == 0).to_numpy()

    print(f"{'method':<12}{'training AUC':>14}{'test AUC':>12}   mean of {arguments.trials} splits")
    for name in COMPARED:
        aucs = [run_trial(METHODS[name], X, malignant, trial) for trial in range(arguments.trials)]
        train, test = np.mean(aucs, axis=0)
        print(f"{name:<12}{train:14.4f}{test:12.4f}")


if __name__ == "__main__":
    main()

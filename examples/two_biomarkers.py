"""Combine two biomarkers: the best score, what it is worth on new patients, a rule for a card.

569 tumours of scikit-learn's breast cancer data, 212 of them malignant, and two measurements of their cell
nuclei. The questions in the order in which a statistician asks them:

1. What is the highest AUC that any weights reach, and is that proved?
2. How much of it is flattery? The optimism is estimated by solving resamples of the patients.
3. How sure are the weights? By resampling, and by how far each can go at a loss of at most 0.005.
4. Is there a score in whole numbers that costs no more?
5. Where to cut it, and with which sensitivity and specificity?

    python examples/two_biomarkers.py
"""

import argparse

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

import aucopt

COLUMNS = ["mean texture", "mean smoothness"]
DELTA = 0.005  # a loss of AUC that nobody would notice


def main():
    """Answer the five questions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--resamples", type=int, default=500)
    arguments = parser.parse_args()
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    X, malignant = X[COLUMNS], y == 0

    print("1. The best linear score")
    solution = aucopt.maximize_auc(X, malignant)
    print(solution)
    logistic = LogisticRegression(C=1e6, max_iter=1000).fit(X, malignant)
    print(f"logistic regression is {aucopt.auc_gap(X, malignant, logistic.coef_):.6f} below\n")

    print("2. What it is worth on new patients")
    # Weights are compared per unit of the first column: texture counts 1.
    intervals = aucopt.bootstrap_weights(
        X, malignant, n_resamples=arguments.resamples, normalize="mean texture"
    )
    # The interval of the apparent AUC, shifted by its optimism.
    honest = solution.auc - intervals.optimism
    low, high = intervals.auc_low - intervals.optimism, intervals.auc_high - intervals.optimism
    print(f"AUC {honest:.4f} [{low:.4f}, {high:.4f}] after an optimism of {intervals.optimism:.4f}\n")

    print("3. How sure the weights are: by resampling, and by what the AUC allows")
    print(intervals)
    print(aucopt.weight_ranges(X, malignant, DELTA, normalize="mean texture"))

    print("\n4. A score for a card")
    print(aucopt.simple_weights(X, malignant, DELTA, units="auto"))

    print("\n5. A cut-off")
    model = aucopt.AUCOptClassifier(threshold="balanced_accuracy").fit(X, malignant)
    called = model.predict(X)
    sensitivity, specificity = called[malignant].mean(), 1 - called[~malignant].mean()
    print(f"sensitivity {sensitivity:.3f}, specificity {specificity:.3f} on these patients")


if __name__ == "__main__":
    main()

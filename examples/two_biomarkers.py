"""Combine two biomarkers: the best score, what it is worth on new patients, a rule for a card.

569 tumours of scikit-learn's breast cancer data, 212 of them malignant, and two measurements of their cell
nuclei. The questions in the order in which a statistician asks them:

1. What is the highest AUC that any weights reach, and is that proved?
2. How optimistic is it? Cross-validation tells, for logistic regression on the same folds too.
3. How sure are the weights? By resampling, and by how far each can go at a loss of at most 0.005.
4. Is there a score in whole numbers that costs no more?
5. Where to cut it, and with which sensitivity and specificity on new patients?

It takes the names of the columns from a data frame of pandas.

    pip install pandas
    python examples/two_biomarkers.py
    python examples/two_biomarkers.py --figure two_biomarkers.png
"""

import argparse

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

import aucopt
from aucopt.report import plot_profile

COLUMNS = ["mean texture", "mean smoothness"]
DELTA = 0.005  # a loss of AUC that nobody would notice


def main():
    """Answer the five questions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--resamples", type=int, default=500)
    parser.add_argument("--figure", metavar="FILE", help="draw the AUC of every pair of weights")
    arguments = parser.parse_args()
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    X, malignant = X[COLUMNS], y == 0

    print("1. The best linear score")
    solution = aucopt.maximize_auc(X, malignant)
    print(solution)
    logistic = LogisticRegression(C=1e6, max_iter=1000).fit(X, malignant)
    print(f"logistic regression is {aucopt.auc_gap(X, malignant, logistic.coef_):.6f} below\n")

    print("2. What it is worth on new patients")
    model = aucopt.AUCOptClassifier(threshold="balanced_accuracy")
    honest = aucopt.honest_aucs({"optimum": model, "logistic regression": logistic}, X, malignant)
    print(honest)
    gain = honest.comparison.differences[0]
    print(f"the first less the second: {gain.difference:.4f} [{gain.low:.4f}, {gain.high:.4f}]\n")

    print("3. How sure the weights are: by resampling, and by what the AUC allows")
    # Weights are compared per unit of the first column: texture counts 1.
    options = {"normalize": "mean texture", "n_jobs": -1}
    print(aucopt.bootstrap_weights(X, malignant, n_resamples=arguments.resamples, **options))
    print(aucopt.weight_ranges(X, malignant, DELTA, **options))

    print("\n4. A score for a card")
    print(aucopt.simple_weights(X, malignant, DELTA, units="auto"))

    print("\n5. A cut-off")
    called = model.fit(X, malignant).predict(X)
    sensitivity, specificity = called[malignant].mean(), 1 - called[~malignant].mean()
    print(f"sensitivity {sensitivity:.3f}, specificity {specificity:.3f} on these patients")
    sensitivity, specificity = honest.sensitivity["optimum"], honest.specificity["optimum"]
    print(f"sensitivity {sensitivity:.3f}, specificity {specificity:.3f} on new ones")

    if arguments.figure:
        marks = {"logistic regression": logistic.coef_[0]}
        plot_profile(solution, marks=marks).savefig(arguments.figure)


if __name__ == "__main__":
    main()

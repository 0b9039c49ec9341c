"""The paper's toy example: a far cloud of negatives misleads every convex loss.

70 positives and 699 negatives in the plane, 200 of the negatives far out on the positives' side. Losses that
grow with distance give up the many near negatives to please the far ones. AUC counts each pair once, however
far apart, so its optimum is elsewhere.

Prints the training AUC of linear methods of the paper and how far each is from the proved optimum;
`--figure` draws the AUC of every direction with two of the methods marked.

    python examples/toy.py
    python examples/toy.py --figure toy.png
"""

import argparse

import aucopt
from aucopt.datasets import load_toy
from aucopt.lab import METHODS
from aucopt.report import plot_profile

# Parameters that suit these columns; the lab tunes them by cross-validation.
PARAMETERS = {
    "LR": {},
    "B-LR": {},
    "B-SVM": {"max_iter": 100_000},
    "SVM-Perf": {},
    "SPAM": {},
    "SPAUC": {},
}
MARKED = ("LR", "SPAUC")  # the others lie between or beside these


def main():
    """Compare the methods with the optimum."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--figure", metavar="FILE", help="draw the AUC of every direction")
    arguments = parser.parse_args()
    X, y = load_toy()

    solution = aucopt.maximize_auc(X, y)
    print(f"{solution}\n")
    print(f"{'method':<10}{'AUC':>9}  below the optimum")
    marks = {}
    for name, parameters in PARAMETERS.items():
        model = METHODS[name].make(seed=0, **parameters).fit(X, y)
        auc = aucopt.roc_auc_score(y, X @ model.coef_[0])
        if name in MARKED:
            marks[f"{name} {auc:.4f}"] = model.coef_[0]
        print(f"{name:<10}{auc:9.6f}  {aucopt.auc_gap(X, y, model.coef_):.6f}")
    print(f"{'AUC-opt':<10}{solution.auc:9.6f}  {solution.gap:.6f}")

    if arguments.figure:
        plot_profile(solution, marks=marks).savefig(arguments.figure)
        print(f"\nThe AUC of every direction is drawn in {arguments.figure}")


if __name__ == "__main__":
    main()

"""Blend the scores of two models on many rows, and of three on fewer.

Three classifiers of different kinds tell the digit 8 from all others on noisy images. They are trained on
one half of scikit-learn's digits. The rows to blend on are images of the other half, drawn again and again,
each time with new noise.

`maximize_auc(scores, y, signs=1)` finds the non-negative weights with the highest AUC: no grid, no start
values, no calibration. Two scores end with a gap of 0 at any size. Three end so, or after `--seconds` with a
bound that holds. The AUC on the rows blended on is a little optimistic; that on fresh rows is not.

    python examples/blend_models.py --figure blend_models.png
    python examples/blend_models.py --rows 1000000 --rows-of-three 100000 --seconds 120
"""

import argparse

import numpy as np
from sklearn.datasets import load_digits
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import aucopt
from aucopt.report import RocCurve, plot_roc

NOISE = 6.0  # pixels run from 0 to 16
TRAINING_ROWS = 5_000
CHUNK = 50_000  # rows scored at once
MODELS = {
    "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
    "boosting": GradientBoostingClassifier(max_features=8, subsample=0.5, random_state=0),
    "bayes": GaussianNB(),
}


def draw(images, labels, n, rng):
    """Draw n images with replacement and add noise."""
    rows = rng.integers(len(images), size=n)
    return images[rows] + rng.normal(scale=NOISE, size=(n, images.shape[1])), labels[rows]


def log_odds(model, X):
    """Score rows on the scale on which independent evidence adds up."""
    if hasattr(model, "decision_function"):
        return model.decision_function(X)
    no, yes = model.predict_log_proba(X).T
    return yes - no


def draw_scores(images, labels, n, rng):
    """Score n new rows by all models; a column a model."""
    scores, y = [], []
    for start in range(0, n, CHUNK):
        X, part = draw(images, labels, min(CHUNK, n - start), rng)
        scores.append(np.column_stack([log_odds(model, X) for model in MODELS.values()]))
        y.append(part)
    return np.concatenate(scores), np.concatenate(y)


def report(scores, y, fresh, y_fresh, time_limit=None):
    """Blend the first columns and print what that brings."""
    names = list(MODELS)[: scores.shape[1]]
    blend = aucopt.maximize_auc(scores, y, signs=1, time_limit=time_limit, n_jobs=-1)
    print(f"{len(names)} models, {len(y):,} rows, {blend.total:,} pairs")
    print("            weight  AUC here  AUC on fresh rows")
    for name, weight, *columns in zip(names, blend.coef / blend.coef.sum(), scores.T, fresh.T, strict=True):
        here, there = map(aucopt.roc_auc_score, (y, y_fresh), columns)
        print(f"{name:<12}{weight:6.3f}  {here:8.6f}  {there:8.6f}")
    print(f"best blend          {blend.auc:8.6f}  {aucopt.roc_auc_score(y_fresh, fresh @ blend.coef):8.6f}")
    print(f"gap {blend.gap:.6f} ({blend.status}), {blend.seconds:.1f} s\n")
    return blend


def main():
    """Train, then blend two and three."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=20_000, help="for two models")
    parser.add_argument("--rows-of-three", type=int, default=4_000, help="for three models")
    parser.add_argument("--seconds", type=float, default=60.0, help="time limit for three models")
    parser.add_argument("--figure", metavar="FILE", help="draw the ROC curves of the models and the blend")
    arguments = parser.parse_args()

    rng = np.random.default_rng(0)
    digits = load_digits()
    eight = (digits.target == 8).astype(int)
    half = len(eight) // 2
    for model in MODELS.values():
        model.fit(*draw(digits.data[:half], eight[:half], TRAINING_ROWS, rng))
    others = digits.data[half:], eight[half:]

    two, y = draw_scores(*others, arguments.rows, rng)
    fresh, y_fresh = draw_scores(*others, arguments.rows, rng)
    blend = report(two[:, :2], y, fresh[:, :2], y_fresh)
    if arguments.figure:
        columns = {"blend": fresh[:, :2] @ blend.coef, **dict(zip(MODELS, fresh[:, :2].T, strict=False))}
        curves = [
            RocCurve(name, *aucopt.roc_curve(y_fresh, scores)[:2], aucopt.roc_auc_score(y_fresh, scores))
            for name, scores in columns.items()
        ]
        plot_roc(curves).savefig(arguments.figure)
    three, y = draw_scores(*others, arguments.rows_of_three, rng)
    report(three, y, fresh, y_fresh, time_limit=arguments.seconds)


if __name__ == "__main__":
    main()

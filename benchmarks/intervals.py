"""How often intervals of parts of the ROC curve hold the truth: python benchmarks/intervals.py [--quick].

Two normal classes, or skewed ones (chi-square on 4 degrees of freedom, scaled), `shift` standard deviations
apart. `coverage` is how often `roc_interval` at 95 % holds the value of the population, `width` its mean
width. `rejected` is how often `compare_rocs` rejects at 5 % that two scores are equal which are: one signal,
two noises. The standard error of a coverage from 2,000 samples is 0.5 %.

With --folds the same for `honest_values`: 100 rows of three normal columns, 30 or 50 positive, a linear
discriminant in ten folds, twice. `coverage` is how often the interval holds what the discriminant that is
fitted to all of these rows reaches in the population, `bias` how far the estimate is above that on average.
"""

import argparse

import numpy as np

import aucopt

PARTS = (
    {"max_fpr": 0.1},
    {"max_fpr": 0.2},
    {"min_tpr": 0.9},
    {"specificity": 0.9},
    {"specificity": 0.95},
    {"sensitivity": 0.9},
)
# Positives, negatives.
SIZES = ((50, 50), (50, 200), (200, 50), (100, 100), (300, 300))
METRICS = {
    "max_fpr": aucopt.partial_auc,
    "min_tpr": aucopt.partial_auc,
    "specificity": aucopt.sensitivity_at,
    "sensitivity": aucopt.specificity_at,
}
FOLDED = (
    aucopt.Sensitivity(specificity=0.9),
    aucopt.Specificity(sensitivity=0.9),
    aucopt.PartialAUC(max_fpr=0.2),
    aucopt.PartialAUC(min_tpr=0.8),
)
SHIFT = np.array([1.0, 0.7, 0.0])
# Rows that stand for the population.
MANY = 2_000_000


def draw(rng, shape, n_positive, n_negative, shift):
    """Scores of both classes."""
    n = n_positive + n_negative
    noise = rng.normal(size=n) if shape == "normal" else (rng.chisquare(4, n) - 4) / np.sqrt(8)
    y = np.arange(n) < n_positive
    return y, noise + shift * y


def run(shape, shift, part, sizes, n_samples):
    (name,) = part
    truth = METRICS[name](*draw(np.random.default_rng(1), shape, MANY // 2, MANY // 2, shift), **part)
    for n_positive, n_negative in sizes:
        rng = np.random.default_rng(0)
        held, width, rejected = 0, 0.0, 0
        for _ in range(n_samples):
            y, score = draw(rng, shape, n_positive, n_negative, shift)
            interval = aucopt.roc_interval(y, score, **part)
            held += interval.low <= truth <= interval.high
            width += interval.high - interval.low
            pair = score[:, None] + 0.7 * rng.normal(size=(len(y), 2))
            rejected += aucopt.compare_rocs(y, pair, **part).p_value < 0.05
        print(
            f"{shape:<8}{shift:>6}  {name:<12}{part[name]:>5}  {truth:>7.4f}{n_positive:>6}{n_negative:>6}"
            f"{held / n_samples:>10.3f}{width / n_samples:>8.3f}{rejected / n_samples:>10.3f}",
            flush=True,
        )


def run_folds(objective, n_positive, n_samples):
    """Coverage of the interval of a value on new rows."""
    from scipy.stats import norm
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    rng = np.random.default_rng(0)
    quantiles = (np.arange(MANY // 1_000) + 0.5) / (MANY // 1_000)
    held, width, bias = 0, 0.0, 0.0
    for _ in range(n_samples):
        y = np.arange(100) < n_positive
        X = rng.normal(size=(100, 3)) + y[:, None] * SHIFT
        model = LinearDiscriminantAnalysis()
        honest = aucopt.honest_values({"fit": model}, X, y, objective, n_folds=10, n_repeats=2)
        coef = model.fit(X, y).coef_[0]
        apart = coef @ SHIFT / np.linalg.norm(coef)
        classes = np.repeat([False, True], len(quantiles))
        truth = objective.measure(classes, np.tile(norm.ppf(quantiles), 2) + apart * classes, None)
        found = honest.intervals["fit"]
        held += found.low <= truth <= found.high
        width += found.high - found.low
        bias += found.value - truth
    print(
        f"{objective.quantity.whole:<46}{n_positive:>6}{held / n_samples:>10.3f}{width / n_samples:>8.3f}"
        f"{bias / n_samples:>8.3f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few samples of one size")
    parser.add_argument("--samples", type=int, default=2_000, help="samples of each size")
    parser.add_argument("--folds", action="store_true", help="values on new rows instead")
    options = parser.parse_args()
    if options.folds:
        print(f"{'objective':<46}{'pos':>6}{'coverage':>10}{'width':>8}{'bias':>8}")
        for objective in FOLDED:
            for n_positive in (30, 50):
                run_folds(objective, n_positive, 5 if options.quick else options.samples)
        return
    print("shape    shift  part              truth   pos   neg  coverage   width  rejected")
    sizes, n_samples = (SIZES[:1], 20) if options.quick else (SIZES, options.samples)
    for shape, shift in (("normal", 1.5), ("skewed", 1.5)):
        for part in PARTS:
            run(shape, shift, part, sizes, n_samples)


if __name__ == "__main__":
    main()

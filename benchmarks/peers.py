"""aucopt beside others on the same data: python benchmarks/peers.py [--quick] [--limit S].

The others are a mixed-integer program for HiGHS (`scipy.optimize.milp`: a binary variable and a big M a
pair), scipy's `differential_evolution` and Nelder-Mead on the AUC itself, the latter from the weights of
logistic regression, and XGBoost's linear booster with `rank:pairwise`, if `pip install "aucopt[peers]"` has
brought it. Each gets `--limit` seconds. All AUCs are counted by aucopt from the weights. Ahead is who has the
highest AUC, among equals who has proved it, among these who was fastest.
"""

import argparse
import os
from contextlib import suppress
from importlib.util import find_spec
from time import perf_counter

import numpy as np
import scipy
from scipy.optimize import LinearConstraint, differential_evolution, milp, minimize
from sklearn.linear_model import LogisticRegression

import aucopt

# Name, rows, columns, distance of the classes, whether values are small integers.
PROBLEMS = (
    ("144 pairs", 24, 8, 1.0, False),
    ("900 pairs", 60, 6, 1.5, False),
    ("small integers", 60, 5, 1.0, True),
    ("two columns", 10_000, 2, 1.0, False),
    ("four columns", 600, 4, 1.0, False),
    ("twenty columns", 5_000, 20, 1.0, False),
)
# A program with more binary variables is not even begun.
MOST_PAIRS = 5_000
# What a right pair must exceed a tie by, in the unit of the columns: a solver of floats needs some room.
ROOM = 1e-4
WIDTHS = (26, 12, 10, 12)


def make(n, d, shift, discrete, seed=0):
    """Two classes of Gaussian rows."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, d)) + shift * y[:, None] / np.sqrt(d)
    return (np.clip(np.rint(X), -1, 2) if discrete else X), y


class OutOfTimeError(Exception):
    """A limit has passed inside an objective."""


class Objective:
    """The share of pairs that are not right, for optimisers that have no limit of time; keeps the best."""

    def __init__(self, X, y, limit):
        self.X, self.y, self.ends = X, y, perf_counter() + limit
        self.loss, self.w = 2.0, np.zeros(X.shape[1])

    def __call__(self, w):
        if perf_counter() > self.ends:
            raise OutOfTimeError
        loss = 1.0 - aucopt.roc_auc_score(self.y, self.X @ w)
        if loss < self.loss:
            self.loss, self.w = loss, w.copy()
        return loss


def by_aucopt(X, y, limit):
    solution = aucopt.maximize_auc(X, y, time_limit=limit, n_jobs=-1)
    return solution.coef, solution.bound


def by_milp(X, y, limit):
    differences = (X[y == 1][:, None] - X[y == 0][None]).reshape(-1, X.shape[1])
    m, d = differences.shape
    if m > MOST_PAIRS:
        return None
    big = np.abs(differences).sum(axis=1) + ROOM
    result = milp(
        np.concatenate([np.zeros(d), -np.ones(m)]),
        constraints=LinearConstraint(np.hstack([differences, -np.diag(big)]), ROOM - big),
        integrality=np.concatenate([np.zeros(d), np.ones(m)]),
        bounds=(np.concatenate([-np.ones(d), np.zeros(m)]), np.ones(d + m)),
        options={"time_limit": limit},
    )
    w = np.zeros(d) if result.x is None else result.x[:d]
    bound = 1.0 if result.mip_dual_bound is None else min(1.0, -result.mip_dual_bound / m)
    return w, bound


def by_evolution(X, y, limit):
    objective = Objective(X, y, limit)
    with suppress(OutOfTimeError):
        differential_evolution(objective, [(-1, 1)] * X.shape[1], seed=0)
    return objective.w, 1.0


def by_nelder_mead(X, y, limit):
    objective = Objective(X, y, limit)
    start = LogisticRegression().fit(X, y).coef_[0]
    with suppress(OutOfTimeError):
        minimize(objective, start, method="Nelder-Mead", options={"maxiter": 10**6, "maxfev": 10**6})
    return objective.w, 1.0


def by_xgboost(X, y, limit):
    if find_spec("xgboost") is None:
        return None
    import xgboost

    data = xgboost.DMatrix(X, label=y)
    data.set_group([len(y)])
    settings = {"booster": "gblinear", "objective": "rank:pairwise", "seed": 0, "verbosity": 0}
    model = xgboost.train(settings, data, num_boost_round=100)
    weights = model.get_score(importance_type="weight")
    return np.array([weights.get(f"f{j}", 0.0) for j in range(X.shape[1])]), 1.0


PEERS = {
    "aucopt": by_aucopt,
    "milp (HiGHS)": by_milp,
    "differential evolution": by_evolution,
    "Nelder-Mead": by_nelder_mead,
    "XGBoost rank:pairwise": by_xgboost,
}


def show(*cells):
    print(
        "".join(
            f"{cell:<{w}}" if i == 0 else f"{cell:>{w}}"
            for i, (cell, w) in enumerate(zip(cells, WIDTHS, strict=True))
        ),
        flush=True,
    )


def compare(name, X, y, limit):
    """Let all of them solve one problem; the name of who is ahead."""
    pairs = int(y.sum()) * int((1 - y).sum())
    print(f"\n{name}: {len(y):,} rows, {X.shape[1]} columns, {pairs:,} pairs")
    show("", "AUC", "seconds", "proved gap")
    ranks = {}
    for peer, solve in PEERS.items():
        start = perf_counter()
        found = solve(X, y, limit)
        seconds = perf_counter() - start
        if found is None:
            show(peer, "-", "-", "-")
            continue
        w, bound = found
        # Half pairs, so that equal AUCs are equal.
        halves = round(2 * pairs * aucopt.roc_auc_score(y, X @ w))
        auc = halves / (2 * pairs)
        gap = max(bound - auc, 0.0)
        ranks[peer] = (-halves, gap * pairs > 0.25, seconds)
        proved = "none" if bound == 1.0 > auc else f"{gap:.2g}"
        show(peer, f"{auc:.6f}", f"{seconds:.2f}", proved)
    ahead = min(ranks, key=ranks.__getitem__)
    print(f"ahead: {ahead}")
    return ahead


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one small problem, five seconds each")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each of them and each problem")
    options = parser.parse_args()
    print(f"aucopt {aucopt.__version__}, scipy {scipy.__version__}, {os.cpu_count()} cores")
    problems = PROBLEMS[:1] if options.quick else PROBLEMS
    limit = min(options.limit, 5.0) if options.quick else options.limit
    for _, *shape in problems:
        by_aucopt(*make(*shape), 0.5)  # compiles
    ahead = [compare(name, *make(*shape), limit) for name, *shape in problems]
    print(f"\naucopt is ahead on {ahead.count('aucopt')} of {len(ahead)}.")


if __name__ == "__main__":
    main()

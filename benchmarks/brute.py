"""Every objective against brute force in fractions: benchmarks/brute.py [--cases N] [--seconds S] [--seed K].

Small random tables (grids, duplicated, coincident and collinear rows, one positive, strata of one row, tied
and censored times) with weights, signs and limits that leave no room for the other class. The optimum of
each must be that of the slow twins in `tests/`, which look at every cell and every boundary between cells;
so must the value of the weights returned, the rates at a cut-off, and the bound. A certificate must hold,
rows in another order must give the same value, bound and status, and a search without time no bound below
the optimum. Case k of seed s is made from (s, k) alone; a case that fails is printed and ends the run.
"""

import argparse
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import naive_objectives
import naive_ranking
from curve_objectives import objective_of
from naive import exact_points, written_number
from naive_objectives import Asked

import aucopt

LIMITS = {
    "max_fpr": ("0.01", "0.25", "0.3333", "0.5", "0.9", "1"),
    "min_tpr": ("0", "0.1", "0.5", "0.75", "0.95"),
    "specificity": ("0", "0.5", "0.6667", "0.95", "1"),
    "sensitivity": ("0", "0.3", "0.75", "1"),
}
KINDS = (*LIMITS, "part within strata", "auc within strata", "ordered", "censored", "accuracy")
COSTS = (None, "balanced", {0: 1, 1: 5}, {0: 0.3, 1: 1}, {0: 0, 1: 1})


class Case(NamedTuple):
    """A table and what is asked of it."""

    kind: str
    X: np.ndarray
    y: list
    objective: object
    asked: Asked | None
    weight: list | None
    signs: list | None
    strata: list | None
    strata_weight: str
    solver: str
    certify: bool


def make_rows(rng, n, d):
    """Rows of a few values, some of them equal, some columns dependent."""
    X = rng.integers(0, rng.integers(2, 6), (n, d)).astype(float)
    if rng.random() < 0.3:
        X = rng.normal(size=(n, d)).round(int(rng.integers(0, 3)))
    if rng.random() < 0.3:
        X = X[rng.integers(0, max(n // 2, 1), n)]
    if d > 1 and rng.random() < 0.15:
        X[:, -1] = X[:, 0] * 2 - 1
    return X / 10 if rng.random() < 0.2 else X


def make_outcome(rng, kind, n):
    """Labels of two classes, or numbers, or events and times; None if there is nothing to compare."""
    if kind == "ordered":
        return rng.integers(0, 4, n).tolist()
    if kind == "censored":
        return list(zip(rng.integers(0, 2, n).tolist(), rng.integers(1, 5, n).tolist(), strict=True))
    n_positive = 1 if rng.random() < 0.2 else int(rng.integers(1, n))
    return rng.permutation(np.arange(n) < n_positive).astype(int).tolist()


def make_case(seed, k):
    """Case k of a seed; None if no pair counts."""
    rng = np.random.default_rng([seed, k])
    kind = KINDS[k % len(KINDS)]
    d = int(rng.choice([1, 2, 3, 4], p=[0.1, 0.5, 0.3, 0.1]))
    most = {1: 9, 2: 8, 3: 7, 4: 6}[d + (kind == "accuracy") if d < 4 else 4]
    n = int(rng.integers(2, most + 1))
    if kind == "accuracy" and d == 4:
        d = 3
    y = make_outcome(rng, kind, n)
    weight = rng.integers(1, 4, n).tolist() if rng.random() < 0.3 else None
    if rng.random() < 0.1:
        weight = rng.choice([0.1, 0.25, 1.7], n).tolist()
    signs = rng.integers(-1, 2, d).tolist() if rng.random() < 0.3 else None
    strata, strata_weight, asked = None, "pairs", None
    if "strata" in kind or (kind in ("ordered", "censored") and rng.random() < 0.3):
        strata = rng.integers(0, 3, n).tolist()
        if "strata" in kind:
            strata_weight = str(rng.choice(["pairs", "cases"]))
    if kind == "part within strata":
        part = str(rng.choice(["max_fpr", "min_tpr"]))
        asked = Asked(part, str(rng.choice(LIMITS[part][:-1] if part == "max_fpr" else LIMITS[part][1:])))
    elif kind in LIMITS:
        asked = Asked(kind, str(rng.choice(LIMITS[kind])))
    objective = "auc" if kind == "auc within strata" else aucopt.Concordance()
    if asked is not None:
        objective = objective_of(asked)
    elif kind == "accuracy":
        objective = aucopt.Accuracy(COSTS[rng.integers(len(COSTS))])
    if not has_pair(kind, y, strata):
        return None
    certify = bool(rng.random() < 0.3)
    n_columns = d + (kind == "accuracy")
    solvers = ["auto"] + ["cone"] * (n_columns > 1)
    if kind not in LIMITS and kind != "part within strata":
        solvers.append("conflict")
    solver = str(rng.choice(solvers))
    X = make_rows(rng, n, d)
    return Case(kind, X, y, objective, asked, weight, signs, strata, strata_weight, solver, certify)


def has_pair(kind, y, strata):
    """Whether a pair of rows counts; a class of costs 0 alone would leave nothing to classify."""
    if kind in ("ordered", "censored"):
        return bool(naive_ranking.compared(y, None, strata))
    groups = [0] * len(y) if strata is None else strata
    return any(
        a > b and g == h for a, g in zip(y, groups, strict=True) for b, h in zip(y, groups, strict=True)
    )


def best(case):
    """The optimum by brute force."""
    how = {"sample_weight": case.weight, "signs": case.signs}
    if case.kind == "part within strata":
        by_cases = case.strata_weight == "cases"
        return naive_objectives.best_within(case.X, case.y, case.asked, case.strata, by_cases=by_cases, **how)
    if case.asked is not None:
        return naive_objectives.best(case.X, case.y, case.asked, **how)
    if case.kind == "accuracy":
        return naive_ranking.best_accuracy(case.X, case.y, case.signs, case.weight, costs(case))
    pairs = {"weight": case.weight, "strata": case.strata, "by_cases": case.strata_weight == "cases"}
    return naive_ranking.best_concordance(case.X, case.y, case.signs, **pairs)


def costs(case):
    """What a row of either class costs."""
    asked = case.objective.class_weight
    if asked is None:
        return 1, 1
    if asked == "balanced":
        s = [1] * len(case.y) if case.weight is None else [written_number(w) for w in case.weight]
        totals = [sum(w for w, label in zip(s, case.y, strict=True) if label == side) for side in (0, 1)]
        return totals[1], totals[0]
    return asked[0], asked[1]


def is_thin(solution):
    """Whether float weights do not attain, or float scores do not show, what integers do."""
    return any("thinner" in note or "rounded to float64" in note for note in solution.notes)


def value(case, solution):
    """What the weights returned are worth, by the slow twins."""
    # Of a cell that is thinner than floats only the integers are inside.
    thin = is_thin(solution)
    w = list(solution.direction[: case.X.shape[1]]) if thin else solution.coef.tolist()
    if case.kind == "part within strata":
        return naive_objectives.value_within(
            case.X, case.y, w, case.asked, case.strata,
            by_cases=case.strata_weight == "cases", sample_weight=case.weight,
        )  # fmt: skip
    if case.asked is not None:
        return naive_objectives.value(case.X, case.y, w, case.asked, case.weight)
    rows = exact_points(case.X)
    scores = [sum(Fraction(a) * b for a, b in zip(w, row, strict=True)) for row in rows]
    if case.kind == "accuracy":
        s = [Fraction(1)] * len(case.y) if case.weight is None else [written_number(v) for v in case.weight]
        s = [a * written_number(costs(case)[label]) for a, label in zip(s, case.y, strict=True)]
        edge = Fraction(solution.direction[-1] if thin else solution.intercept)
        right = sum(
            a for a, label, score in zip(s, case.y, scores, strict=True)
            if (score + edge > 0) == bool(label) and score + edge != 0
        )  # fmt: skip
        return Fraction(right) / sum(s)
    pairs = {"weight": case.weight, "strata": case.strata, "by_cases": case.strata_weight == "cases"}
    return naive_ranking.concordance(case.y, scores, **pairs)


def ask(case, rows, **options):
    """Search the rows of a case in some order."""
    y = np.array(case.y, dtype=float)[rows] if case.kind == "censored" else np.array(case.y)[rows]
    taken = [None if v is None else np.array(v)[rows] for v in (case.weight, case.strata)]
    return aucopt.maximize(
        case.X[rows], y, case.objective, sample_weight=taken[0], strata=taken[1],
        strata_weight=case.strata_weight, signs=case.signs, n_jobs=1, **options,
    )  # fmt: skip


def complaint(case, k):
    """What is wrong with a case, or None."""
    wanted, rows = best(case), np.arange(len(case.y))
    solution = ask(case, rows, solver=case.solver, certify=case.certify)
    attained = solution.value_exact == wanted or is_thin(solution)
    if solution.status != "optimal" or solution.bound_exact != wanted or not attained:
        return f"{solution.status} {solution.value_exact} {solution.bound_exact}, by brute force {wanted}"
    if value(case, solution) != wanted:
        return f"the weights are worth {value(case, solution)}, not {wanted}"
    if case.kind in ("specificity", "sensitivity") and solution.cutoff is not None:
        found = naive_objectives.rates(case.X, case.y, solution.coef.tolist(), solution.cutoff, case.weight)
        limit = Fraction(case.asked.limit)
        here, other = found if case.kind == "specificity" else found[::-1]
        if here != wanted or other < limit:
            return f"the cut-off has {found}, wanted {wanted} at {limit}"
    if case.certify:
        y = np.array(case.y, dtype=float) if case.kind == "censored" else np.array(case.y)
        verdict = aucopt.verify(solution.certificate, case.X, y, case.weight, strata=case.strata)
        if not verdict or solution.certificate.bound_exact != wanted:
            return f"certificate: {verdict}"
    other = ask(case, np.random.default_rng(k).permutation(len(case.y)), solver=case.solver)
    attained = other.value_exact == wanted or is_thin(other)
    if (other.status, other.bound_exact) != ("optimal", wanted) or not attained:
        return f"rows in another order: {other.status} {other.value_exact} {other.bound_exact}"
    rushed = ask(case, rows, solver=case.solver, time_limit=0.0)
    if not rushed.value_exact <= wanted <= rushed.bound_exact:
        return f"without time: {rushed.value_exact} {rushed.bound_exact}, by brute force {wanted}"
    local = ask(case, rows, solver="ascent", n_restarts=1)
    if not local.value_exact <= wanted <= local.bound_exact or value(case, local) != local.value_exact:
        return f"ascent: {local.value_exact} {local.bound_exact}, by brute force {wanted}"
    return None


def main():
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    options = parser.parse_args()
    ends, held = time.monotonic() + options.seconds, dict.fromkeys(KINDS, 0)
    for k in range(options.first, options.first + options.cases):
        if time.monotonic() > ends:
            break
        case = make_case(options.seed, k)
        if case is None:
            continue
        try:
            wrong = complaint(case, k)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            raise SystemExit(f"case {k} fails: {wrong}\n{case}")
        held[case.kind] += 1
        if k % 1000 == 999:
            print(f"{sum(held.values()):,} cases hold", flush=True)
    print(f"seed {options.seed}, from {options.first}: {sum(held.values()):,} cases hold; {held}")


if __name__ == "__main__":
    main()

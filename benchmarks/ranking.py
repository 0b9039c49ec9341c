"""Accuracy, concordance and strata, beside published figures: python benchmarks/ranking.py [--quick].

- Maximum score of the size of Horowitz's travel data, 842 rows, four free weights and a constant, made by a
  generator, with few errors and with many; with --travel the real data from a CSV file of these columns with
  the class last. Published for the real data: 765 of 842 right, proved in 10.5 hours in 2008, by Gurobi in
  253 s and more, by CPLEX in 143 s. Cones and conflicts agree where both end; conflicts suit few errors.
- 0-1 loss of the sizes of He and Little, 85 rows and 4 columns. Published: 15 s and more.
- Two columns and an ordered outcome; two columns and strata: matched sets, and centres beside the same rows
  without strata, for the AUC and for a partial area.
- With lifelines or scikit-survival: the C of Cox regression, of the ascent in all columns, and the proved
  optimum in three, on rossi, whas500 and veteran, on the rows of the fit and on held-out halves.
"""

import argparse
import os
import warnings
from time import perf_counter, process_time

import numba
import numpy as np

import aucopt


def travel(n=842, seed=0, noise=1.0):
    """Rows like those of a choice between car and transit: cars, two times, cost; about nine in ten right."""
    rng = np.random.default_rng(seed)
    cars = rng.integers(0, 4, n)
    waiting, riding = np.round(rng.normal(10, 12, n), 1), np.round(rng.normal(20, 18, n), 1)
    cost = np.round(rng.normal(-30, 60, n))
    utility = 2.5 * cars + 0.03 * riding + 0.05 * waiting + 0.01 * cost - 2
    return np.column_stack([cars, waiting, riding, cost]), utility + noise * rng.logistic(size=n) > 0


def show(what, seconds, cpu, solution, remark=""):
    text = (
        f"{what:<44}{seconds:>9.3f} s{cpu:>9.3f} CPU  {solution.value:.6f}  gap {solution.gap:.2g}  {remark}"
    )
    print(text, flush=True)


def measure(what, X, y, objective, remark="", **options):
    start, cpu = perf_counter(), process_time()
    solution = aucopt.maximize(X, y, objective, **options)
    show(what, perf_counter() - start, process_time() - cpu, solution, remark)
    return solution


def maximum_score(options):
    tables = {f"noise {noise}": travel(noise=noise) for noise in (0.2, 1.0)}
    if options.travel:
        real = np.loadtxt(options.travel, delimiter=",", skiprows=1)
        tables["travel data"] = real[:, :-1], real[:, -1] > 0
    for name, (X, y) in tables.items():
        if options.quick:
            X, y = X[:120], y[:120]
        found = {}
        for solver in ("cone", "conflict"):
            found[solver] = measure(
                f"maximum score, {len(y)} rows, {name}, {solver}",
                X, y, "accuracy", solver=solver, time_limit=options.limit, n_jobs=options.jobs,
            )  # fmt: skip
            print(f"    {round(found[solver].value * len(y))} of {len(y)} right, {found[solver].status}")
        if all(solution.status == "optimal" for solution in found.values()):
            assert found["cone"].value_exact == found["conflict"].value_exact
            print("    both agree")
    rng = np.random.default_rng(1)
    X = rng.normal(size=(85, 4))
    y = X @ [1, 1, 0.5, 0] + 0.6 * rng.normal(size=85) > 0
    measure("0-1 loss, 85 rows, 4 columns", X, y, "accuracy", n_jobs=options.jobs)


def planes(options):
    rng = np.random.default_rng(0)
    for n in (1_000,) if options.quick else (1_000, 3_000, 10_000):
        X = rng.normal(size=(n, 2))
        y = X[:, 0] + rng.normal(size=n)
        measure(f"ordered outcome, {n:,} rows, 2 columns", X, y, "concordance", n_jobs=options.jobs)
    for n in (2_000,) if options.quick else (10_000, 100_000, 1_000_000):
        X = rng.normal(size=(n, 2))
        y = X[:, 0] + rng.normal(size=n) > 0
        part = aucopt.PartialAUC(max_fpr=0.1)
        for name, objective in (("AUC", "auc"), ("partial AUC to 0.1", part)):
            measure(f"{name}, {n:,} rows, 2 columns", X, y, objective, n_jobs=options.jobs)
            for strata, what in ((np.arange(n) % 10, "10 centres"), (np.arange(n) // 4, "matched sets of 4")):
                measure(f"    {what}", X, y, objective, strata=strata, n_jobs=options.jobs)


def survival_sets():
    """Name, columns, events and times of the sets that are installed."""
    try:
        from lifelines.datasets import load_rossi

        rossi = load_rossi()
        yield "rossi", rossi.drop(columns=["week", "arrest"]), rossi["arrest"], rossi["week"]
    except ImportError:
        print("rossi needs lifelines")
    try:
        from sksurv.datasets import load_veterans_lung_cancer, load_whas500
    except ImportError:
        print("whas500 and veteran need scikit-survival")
        return
    for name, load in (("whas500", load_whas500), ("veteran", load_veterans_lung_cancer)):
        X, y = load()
        numbers = X.apply(lambda c: c.cat.codes if c.dtype.name == "category" else c).astype(float)
        event, time = y.dtype.names
        yield name, numbers, y[event], y[time]


def cox(X, events, times):
    """Weights of Cox regression, by whichever library is installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from sksurv.linear_model import CoxPHSurvivalAnalysis

            y = np.array(list(zip(events, times, strict=True)), dtype=[("event", bool), ("time", float)])
            return CoxPHSurvivalAnalysis(alpha=1e-6).fit(X, y).coef_
        except ImportError:
            from lifelines import CoxPHFitter

            return (
                CoxPHFitter()
                .fit(X.assign(e=np.asarray(events), t=np.asarray(times)), "t", "e")
                .params_.to_numpy()
            )


def survival(options):
    for name, X, events, times in survival_sets():
        y = np.column_stack([np.asarray(events, dtype=float), np.asarray(times, dtype=float)])
        weights = cox(X, events, times)
        # The three columns that matter most to Cox regression, by their standardised weights.
        top = np.sort(np.argsort(-np.abs(weights * X.std().to_numpy()))[:3])
        of_cox = aucopt.concordance(y, X.to_numpy() @ weights)
        three = X.iloc[:, top]
        of_three = aucopt.concordance(y, three.to_numpy() @ cox(three, events, times))
        print(f"{name}: {len(X)} rows, {X.shape[1]} columns, Cox C {of_cox:.4f}; 3 columns {of_three:.4f}")
        measure("    ascent, all columns", X, y, "concordance", solver="ascent", starts=weights, n_restarts=0)
        measure(
            f"    {', '.join(three.columns)}", three, y, "concordance", n_jobs=options.jobs,
            time_limit=options.limit, memory=1 << 30,
        )  # fmt: skip
        halves = []
        for seed in range(1 if options.quick else 4):
            half = np.random.default_rng(seed).permutation(len(X)) % 2 == 0
            found = aucopt.maximize(
                three[half], y[half], "concordance", time_limit=options.limit / 4, n_jobs=options.jobs
            )
            known = cox(three[half], np.asarray(events)[half], np.asarray(times)[half])
            new = three[~half].to_numpy()
            halves.append([aucopt.concordance(y[~half], new @ w) for w in (known, found.coef)])
        print("    new rows, 3 columns: Cox {:.4f}, optimum {:.4f}".format(*np.mean(halves, axis=0)))


PARTS = {"score": maximum_score, "planes": planes, "survival": survival}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small tables only")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), help="some of the parts")
    parser.add_argument("--travel", help="CSV file of the real travel data, the class in the last column")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each search")
    parser.add_argument("--jobs", type=int, default=-1, help="threads, -1 for all cores")
    options = parser.parse_args()
    versions = f"aucopt {aucopt.__version__}, numpy {np.__version__}, numba {numba.__version__}"
    print(f"{versions}, {os.cpu_count()} cores")
    # Compiles.
    measure("(compiling)", *travel(40), "accuracy", solver="cone", time_limit=5)
    for name in options.only or (list(PARTS)[:2] if options.quick else PARTS):
        PARTS[name](options)


if __name__ == "__main__":
    main()

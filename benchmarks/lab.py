"""What the lab adds to the fits it runs, and what a second worker brings: python benchmarks/lab.py [--quick].

The lab's own time is what lies between units (queues, processes, the store) and what a unit does beside its
fits and scores (split, standardising, threads). Start of workers and compilation come once and are left out.
"""

import argparse
import os
import tempfile
import warnings
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from sklearn.preprocessing import StandardScaler

from aucopt.lab import Store, Study, run_study
from aucopt.lab.protocol import score, single_threaded, tune
from aucopt.lab.split import stable_seed
from aucopt.lab.unit import run_unit

REPEATS = 3


class ClockedStore(Store):
    """Notes when records arrive."""

    def __init__(self, path):
        super().__init__(path)
        self.moments = []

    def add(self, record):
        super().add(record)
        self.moments.append((perf_counter(), record.elapsed))


def clouds(name):
    rng = np.random.default_rng(stable_seed(name))
    y = (rng.random(800) < 0.3).astype(int)
    return rng.normal(size=(800, 2)) + 0.7 * y[:, None], y


def run(study, jobs):
    """Return the seconds from the first record to the last, and those spent inside units meanwhile."""
    with tempfile.TemporaryDirectory() as folder, ClockedStore(Path(folder) / "lab.sqlite") as store:
        run_study(study, store, n_jobs=jobs, load=clouds)
        (first, _), *rest = store.moments
    return rest[-1][0] - first, sum(seconds for _, seconds in rest)


def fit_bare(study, unit, method, X, y):
    """Return the processor seconds of tuning, fitting and scoring alone."""
    split = study.split(unit.dataset, unit.trial, y)
    train, test = X[split.train], X[split.test]
    if method.standardise:
        scaler = StandardScaler().fit(train)
        train, test = scaler.transform(train), scaler.transform(test)
    with single_threaded(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        started = process_time()
        seed = stable_seed(*unit)
        best, _ = tune(method, train, y[split.train], split.folds, seed)
        model = method.make(seed, **best).fit(train, y[split.train])
        for half, rows in ((train, split.train), (test, split.test)):
            score(model, half, y[rows])
        return process_time() - started


def run_whole(study, unit, method, X, y):
    """Return the processor seconds of a unit."""
    started = process_time()
    run_unit(study, unit, method, X, y)
    return process_time() - started


def share_beside_fits(study):
    """The share of a unit's time on the processor that is not tuning, fitting or scoring."""
    whole = bare = 0.0
    for unit in replace(study, trials=min(study.trials, 3)).units():
        task = study, unit, study.method(unit.method), *clouds(unit.dataset)
        # In turn, and the faster of each: whoever comes first loads kernels and fills caches.
        times = [(run_whole(*task), fit_bare(*task)) for _ in range(REPEATS)]
        whole += min(time for time, _ in times)
        bare += min(time for _, time in times)
    return 1 - bare / whole


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer units, and one worker only")
    quick = parser.parse_args().quick
    methods = ("SVM", "LR", "B-LR", "SPAM", "SVM-Perf", "AUC-opt")
    study = Study("raw", ("a", "b"), methods, trials=1 if quick else 10, every=2)
    ones, twos = [run(study, 1)], []
    if not quick and (os.cpu_count() or 1) > 1:
        # In turn, and the faster of each: whatever else the machine does only adds.
        for _ in range(REPEATS):
            twos.append(run(study, 2))
            ones.append(run(study, 1))
    one, inside = min(ones)
    between, beside = 1 - inside / one, share_beside_fits(study)
    print(f"{len(study.units())} units, {one:.1f} s with one worker")
    print(f"between units       {between:7.2%}")
    print(f"in units, not fits  {beside:7.2%}")
    print(f"overhead            {between + beside:7.2%}   wanted: at most 5%")
    if twos:
        print(f"second worker       {one / min(twos)[0]:7.2f}x  wanted: at least 1.7x, on two idle cores")
        print("                    one: " + ", ".join(f"{time:.1f}" for time, _ in ones) + " s")
        print("                    two: " + ", ".join(f"{time:.1f}" for time, _ in twos) + " s")


if __name__ == "__main__":
    main()

"""Runs of a tiny lab: whatever happens on the way, the export is the same byte for byte."""

import ctypes
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import joblib
import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from aucopt.lab import METHODS, Method, Store, StoreError, Study, WorkerError, pool, run_study
from aucopt.lab.runner import digest
from aucopt.lab.study import load_rows
from aucopt.lab.worker import Stopped, Task

NAMES = ("apple", "birch", "cedar")
CHEAP = ("LR", "SPAM", "SVM-Perf", "AUC-opt")
STUDY = Study("raw", NAMES, CHEAP, trials=3, thin=2)
N_UNITS = 36


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three small data sets."""
    path = tmp_path_factory.mktemp("data")
    rng = np.random.default_rng(5)
    for name in NAMES:
        y = np.repeat([1, -1], [25, 45])
        np.savez(path / f"{name}.npz", X=rng.normal(size=(70, 2)).round(2) + 0.5 * (y[:, None] == 1), y=y)
    return path


def run(folder, path, study=STUDY, **options):
    """Run a study; return its last state and its export."""
    with Store(path) as store:
        state = run_study(study, store, load=lambda name: load_rows(study, name, data=folder), **options)
        store.export(path.with_suffix(".csv"))
    return state, path.with_suffix(".csv").read_bytes()


@pytest.fixture(scope="module")
def expected(folder, tmp_path_factory):
    """What one worker writes when nothing happens."""
    state, text = run(folder, tmp_path_factory.mktemp("expected") / "s.sqlite", n_jobs=1)
    assert (state.done, state.failed, state.left) == (N_UNITS, 0, 0)
    assert text.count(b"\n") == N_UNITS + 1
    assert text.count(b",done,") == N_UNITS
    return text


def test_sets_methods_trials_and_workers_are_added_to_the_same_file(folder, tmp_path, expected):
    part = Study("raw", NAMES[:2], CHEAP[1:], trials=2, thin=2)
    state, text = run(folder, tmp_path / "s.sqlite", part, n_jobs=1)
    assert (state.done, state.left) == (12, 0)
    assert set(text.splitlines()) < set(expected.splitlines())
    states = []
    _, text = run(folder, tmp_path / "s.sqlite", n_jobs=2, follow=states.append)
    assert text == expected
    assert {state.doing.split()[0] for state in states} >= {"loading", "compiling"}
    with Store(tmp_path / "s.sqlite") as store:
        before = store.records()
        assert run_study(STUDY, store, load=lambda name: pytest.fail("nothing is left")).left == 0
        assert store.records() == before


def units_in(path):
    """How many records a store has while another process may write to it."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        try:
            return connection.execute("SELECT count(*) FROM units").fetchone()[0]
        except sqlite3.OperationalError:
            return 0


def test_killed_at_any_moment_it_goes_on(folder, tmp_path, expected):
    path = tmp_path / "s.sqlite"
    command = [sys.executable, "-m", "aucopt", "paper", "run", "--study", "real", "--datasets", *NAMES]
    command += ["--methods", *CHEAP, "--trials", "3", "--thin", "2", "--data", folder, "--store", path]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    rng = random.Random(3)
    kills = []
    for wanted, jobs in ((1, "2"), (13, "1")):
        process = subprocess.Popen([*command, "--jobs", jobs], env=environment, stderr=subprocess.DEVNULL)
        while units_in(path) < wanted and process.poll() is None:
            time.sleep(0.01)
        time.sleep(rng.random() * 0.1)
        process.kill()
        kills.append(process.wait())
    assert -signal.SIGKILL in kills
    kept = units_in(path)
    assert kept >= 13
    if kept < N_UNITS:
        with Store(path) as store:
            before = store.records()
        done = subprocess.run([*command, "--jobs", "1"], env=environment, capture_output=True, text=True)
        assert done.stdout == f"36 of 36 units are in {path}.\n", done.stderr
        with Store(path) as store:
            assert set(map(str, before)) <= set(map(str, store.records()))
    with Store(path) as store:
        store.export(tmp_path / "s.csv")
    assert (tmp_path / "s.csv").read_bytes() == expected


def test_a_dask_cluster_stopped_run_again_and_losing_a_worker_writes_the_same(folder, tmp_path, expected):
    distributed = pytest.importorskip("distributed", reason="needs aucopt[dask]")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster:
        there = {"scheduler": cluster.scheduler_address}
        started = time.monotonic()
        state, _ = run(folder, tmp_path / "s.sqlite", budget=0.5, **there)
        assert time.monotonic() - started < 30
        assert state.left > 0
        killed = []

        def kill_one(state):
            if state.doing == "running" and not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        state, text = run(folder, tmp_path / "s.sqlite", follow=kill_one, **there)
        assert killed
        assert state.failed == 0
        assert text == expected
    with pytest.raises(WorkerError, match="no Dask scheduler answers at tcp"):
        run(folder, tmp_path / "t.sqlite", scheduler="tcp://127.0.0.1:9")


@pytest.mark.parametrize(("n_jobs", "size"), [(None, 1), (1, 1), (3, 3), (-1, joblib.cpu_count())])
def test_jobs_count_as_in_scikit_learn(n_jobs, size):
    workers = pool.open_pool(n_jobs, None)
    try:
        assert workers.size == size
    finally:
        workers.stop()


def test_a_run_that_ends_leaves_no_pipes_in_a_dask_worker(folder):
    study = Study("raw", NAMES[:1], ("LR",), trials=1, thin=1)
    rows = load_rows(study, NAMES[0], data=folder)
    task = Task(study, study.units()[0], study.method("LR"), digest(rows))
    assert pool._run_here("a run", task, rows).status == "done"
    (worker,) = pool._HERE["a run"]._all
    pool._stop_here("a run")
    assert worker._process.stdin.closed
    assert worker._process.stdout.closed
    with pytest.raises(Stopped):
        pool._run_here("a run", task, rows)


class Odd(ClassifierMixin, BaseEstimator):
    """A method that ends badly."""

    def __init__(self, way="raises"):
        self.way = way

    def fit(self, X, y):
        if self.way == "raises":
            raise ArithmeticError("it does\nnot add up")
        if self.way == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.way == "hangs":
            ctypes.PyDLL(None).sleep(300)  # with the GIL: no Python code runs, no handler of signals

    def __getstate__(self):
        if self.way == "cannot be sent":
            raise TypeError("it holds a lock")
        return super().__getstate__()

    def __setstate__(self, state):
        if state["way"] == "cannot be read":
            raise ImportError("nobody knows it there")
        super().__setstate__(state)


def method(name, estimator):
    return Method(name, "standard", True, estimator, {})


def test_a_method_that_fails_dies_or_hangs_costs_its_unit_only(folder, tmp_path, monkeypatch, expected):
    for way in ("raises", "dies", "hangs"):
        monkeypatch.setitem(METHODS, way, method(way, Odd(way)))
    study = Study("raw", NAMES[:1], ("raises", "dies", "LR"), trials=1, thin=2)
    state, text = run(folder, tmp_path / "s.sqlite", study, n_jobs=1)
    assert (state.done, state.failed, state.left) == (3, 2, 0)
    lr = [line for line in expected.splitlines() if line.startswith(b"apple,raw,0,LR")]
    assert lr[0] in text.splitlines()

    study = Study("raw", NAMES[:1], ("raises", "hangs"), trials=1, thin=2, unit_seconds=1.0)
    assert run(folder, tmp_path / "s.sqlite", study, n_jobs=1)[0].failed == 1
    with Store(tmp_path / "s.sqlite") as store:
        assert {record.unit.method: (record.status, record.reason) for record in store.records()} == {
            "LR": ("done", ""),
            "raises": ("failed", "ArithmeticError: it does not add up"),
            "dies": ("failed", "its process died 2 times, by SIGKILL, perhaps for want of memory"),
            "hangs": ("time_limit", "took longer than 1 s"),
        }
        store.forget_failures(study.units())
        assert {unit.method for unit in store.units()} == {"LR", "dies"}


def test_a_method_that_does_not_reach_its_worker_costs_its_unit_only(folder, tmp_path, monkeypatch, expected):
    ways = ("cannot be sent", "cannot be read")
    for way in ways:
        monkeypatch.setitem(METHODS, way, method(way, Odd(way)))
    study = Study("raw", NAMES[:2], (*ways, "LR"), trials=1, thin=2)
    state, text = run(folder, tmp_path / "s.sqlite", study, n_jobs=1)
    assert (state.done, state.failed, state.left) == (6, 4, 0)
    # The rows of birch, though its first task was lost on the way.
    for name in NAMES[:2]:
        lr = [line for line in expected.splitlines() if line.startswith(f"{name},raw,0,LR".encode())]
        assert lr[0] in text.splitlines()
    with Store(tmp_path / "s.sqlite") as store:
        reasons = {record.unit.method: record.reason for record in store.records()}
    assert reasons["cannot be sent"] == "TypeError: it holds a lock"
    assert reasons["cannot be read"] == "ImportError: nobody knows it there"


def test_a_worker_killed_from_outside_loses_nothing(folder, tmp_path, expected):
    killed = []

    def kill_one(state):
        children = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True)
        workers = [line.split()[0] for line in children.stdout.splitlines() if b"serve()" in line]
        if state.doing == "running" and workers and not killed:
            os.kill(int(workers[0]), signal.SIGKILL)
            killed.append(workers[0])

    state, text = run(folder, tmp_path / "s.sqlite", n_jobs=2, follow=kill_one)
    assert killed
    assert state.failed == 0
    assert text == expected


def test_budget_stops_in_time_and_says_what_is_left(folder, tmp_path):
    study = Study("raw", NAMES, CHEAP, trials=500, thin=2)
    started = time.monotonic()
    state, text = run(folder, tmp_path / "s.sqlite", study, n_jobs=2, budget=4.0)
    assert time.monotonic() - started < 8
    assert state.left > 0
    assert state.done == text.count(b"\n") - 1 == 6000 - state.left


def test_interrupts_and_full_disks_keep_what_is_done(folder, tmp_path, expected):
    def interrupt(state):
        if state.doing == "running":
            raise KeyboardInterrupt

    path = tmp_path / "s.sqlite"
    with pytest.raises(KeyboardInterrupt):
        run(folder, path, n_jobs=1, follow=interrupt)
    with Store(path) as store:
        assert len(store.planned()) == N_UNITS
        interrupted = store.units()
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="the disk is full"):
            run_study(STUDY, store, n_jobs=1, load=lambda name: load_rows(STUDY, name, data=folder))
        assert interrupted < store.units() < set(store.planned())
    assert run(folder, path, n_jobs=1)[1] == expected


def test_no_worker_can_be_started(folder, tmp_path, monkeypatch):
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho 'ImportError: numba is broken' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    with pytest.raises(WorkerError, match="no worker can be started: ImportError: numba is broken"):
        run(folder, tmp_path / "s.sqlite", n_jobs=1)
    with pytest.raises(ValueError, match="n_jobs must be a number of workers, -1 for all processors, not 0"):
        run(folder, tmp_path / "s.sqlite", n_jobs=0)

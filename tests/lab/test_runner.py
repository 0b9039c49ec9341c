"""Runs of a tiny lab: whatever happens on the way, the export is the same byte for byte."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest
from made_study import CHEAP, N_UNITS, NAMES, STUDY, run

from aucopt.lab import Store, StoreError, Study, run_study
from aucopt.lab.study import load_rows

pytestmark = pytest.mark.slow


def test_sets_methods_trials_and_workers_are_added_to_the_same_file(folder, tmp_path, expected):
    part = Study("raw", NAMES[:2], CHEAP[1:], trials=2, thin=2)
    state, text = run(folder, tmp_path / "s.sqlite", part, n_jobs=1)
    assert (state.done, state.left) == (12, 0)
    assert set(text.splitlines()) < set(expected.splitlines())
    states = []
    _, text = run(folder, tmp_path / "s.sqlite", n_jobs=2, follow=states.append)
    assert text == expected
    assert {state.stage for state in states} >= {"loading", "compiling"}
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


def test_budget_stops_in_time_and_says_what_is_left(folder, tmp_path):
    study = Study("raw", NAMES, CHEAP, trials=500, thin=2)
    started = time.monotonic()
    state, text = run(folder, tmp_path / "s.sqlite", study, n_jobs=2, budget=4.0)
    assert time.monotonic() - started < 8
    assert state.left > 0
    assert state.done == text.count(b"\n") - 1 == 6000 - state.left


def test_interrupts_and_full_disks_keep_what_is_done(folder, tmp_path, expected):
    def interrupt(state):
        if state.stage == "running":
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

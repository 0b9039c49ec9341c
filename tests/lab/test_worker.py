"""Workers whose unit fails, dies, hangs or never arrives: one unit is lost, and no other."""

import ctypes
import os
import signal
import subprocess
import sys

import pytest
from made_study import NAMES, run
from sklearn.base import BaseEstimator, ClassifierMixin

from aucopt.lab import METHODS, Method, Store, Study, WorkerError

pytestmark = pytest.mark.slow


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
        children = subprocess.run(
            ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True
        )
        workers = [line.split()[0] for line in children.stdout.splitlines() if b"serve()" in line]
        if state.stage == "running" and workers and not killed:
            os.kill(int(workers[0]), signal.SIGKILL)
            killed.append(workers[0])

    state, text = run(folder, tmp_path / "s.sqlite", n_jobs=2, follow=kill_one)
    assert killed
    assert state.failed == 0
    assert text == expected


def test_no_worker_can_be_started(folder, tmp_path, monkeypatch):
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho 'ImportError: numba is broken' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    with pytest.raises(WorkerError, match="no worker can be started: ImportError: numba is broken"):
        run(folder, tmp_path / "s.sqlite", n_jobs=1)

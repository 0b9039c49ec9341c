import os
import sys

import pytest

from aucopt.cli import beside
from aucopt.cli.beside import compile_beside, compile_checks


class Started:
    """Stands for a process."""

    def __init__(self, words, **options):
        self.words = words

    def kill(self):
        pass


@pytest.fixture
def started(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(beside.subprocess, "Popen", Started)
    monkeypatch.setattr(beside.atexit, "register", lambda end: None)
    return tmp_path


@pytest.mark.parametrize(("n_columns", "kernel"), [(2, "sweep.walk_swaps"), (3, "ray.best_on_ray")])
def test_a_cold_cache_gets_a_second_process(started, n_columns, kernel):
    process = compile_beside(n_columns)
    assert process.words[0] == sys.executable
    assert f"compile_checks({n_columns})" in process.words[-1]
    (started / "kernels").mkdir()
    (started / "kernels" / f"{kernel}-51.py311.nbi").touch()
    assert compile_beside(n_columns) is None


def test_where_it_cannot_help_none_is_started(started, monkeypatch):
    assert compile_beside(1) is None
    assert compile_beside(9) is None
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert compile_beside(3) is None


def test_a_system_without_room_goes_on_alone(started, monkeypatch):
    def fail(*words, **options):
        raise OSError

    monkeypatch.setattr(beside.subprocess, "Popen", fail)
    assert compile_beside(3) is None


@pytest.mark.parametrize("n_columns", [2, 3])
def test_what_it_compiles_runs(n_columns):
    compile_checks(n_columns)

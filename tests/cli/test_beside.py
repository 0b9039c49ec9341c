import os
import sys

import pytest

from aucopt.cli import beside
from aucopt.cli.beside import compile_beside, compile_checks, is_compiled


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


def test_a_cold_cache_gets_a_second_process(started):
    process = compile_beside(3)
    assert process.words[0] == sys.executable
    assert "compile_checks(3, False)" in process.words[-1]
    assert "compile_checks(3, True)" in compile_beside(3, with_search=True).words[-1]
    assert not is_compiled()
    (started / "kernels").mkdir()
    (started / "kernels" / "ray.best_on_ray-51.py311.nbi").touch()
    assert is_compiled()
    assert compile_beside(3) is None


def test_where_it_cannot_help_none_is_started(started, monkeypatch):
    # Two columns need the kernels of their search alone.
    assert compile_beside(2) is None
    assert compile_beside(9) is None
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert compile_beside(3) is None


def test_a_system_without_room_goes_on_alone(started, monkeypatch):
    def fail(*words, **options):
        raise OSError

    monkeypatch.setattr(beside.subprocess, "Popen", fail)
    assert compile_beside(3) is None


def test_what_it_compiles_runs():
    compile_checks(3, with_search=True)

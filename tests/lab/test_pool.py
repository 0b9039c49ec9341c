"""Where units run: how many workers there are, and what a Dask cluster loses."""

import os
import signal
import time
from concurrent.futures import Future

import joblib
import pytest
from made_study import NAMES, run

from aucopt.lab import Study, WorkerError, pool, runner
from aucopt.lab.runner import digest
from aucopt.lab.study import load_rows
from aucopt.lab.worker import Stopped, Task

pytestmark = pytest.mark.slow


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
            if state.stage == "running" and not killed:
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


def test_no_workers_are_refused(folder, tmp_path):
    with pytest.raises(ValueError, match="n_jobs must be a number of workers, -1 for all processors, not 0"):
        run(folder, tmp_path / "s.sqlite", n_jobs=0)


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


class LossyPool(pool.LocalPool):
    """A pool that loses its first units as a Dask cluster does."""

    def __init__(self, errors):
        super().__init__(1)
        self.errors = errors
        self._killed_worker = pytest.importorskip(
            "distributed", reason="needs aucopt[dask]"
        ).scheduler.KilledWorker

    gave_up = pool.DaskPool.gave_up

    def submit(self, task, rows):
        if task.unit.dataset == "rehearsal" or not self.errors:
            return super().submit(task, rows)
        lost = Future()
        lost.set_exception(self.errors.pop())
        return lost


def test_a_unit_that_dask_gives_up_is_recorded_and_one_that_it_loses_runs_again(
    folder, tmp_path, monkeypatch
):
    distributed = pytest.importorskip("distributed", reason="needs aucopt[dask]")

    class KilledWorker(Exception):
        """Not Dask's, whatever its name is."""

    given_up = distributed.scheduler.KilledWorker("unit", None, 1)
    errors = [OSError("connection lost"), KilledWorker(), given_up]
    monkeypatch.setattr(runner, "open_pool", lambda n_jobs, scheduler: LossyPool(errors))
    study = Study("raw", NAMES[:1], ("LR",), trials=4, thin=2)
    state, text = run(folder, tmp_path / "s.sqlite", study)
    assert (state.done, state.failed, errors) == (4, 1, [])
    assert text.count(b",failed,the Dask workers it ran on died,") == 1
    assert text.count(b",done,") == 3

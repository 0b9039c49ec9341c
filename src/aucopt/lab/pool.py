"""Where units run: in threads of this process that hold a worker each, or in those of a Dask cluster."""

import threading
import time
import uuid
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

import joblib

from aucopt.lab.records import Record, Unit
from aucopt.lab.study import LabelledRows
from aucopt.lab.worker import Stopped, Task, Worker, WorkerError

SECONDS_TO_CONNECT = 15
# A Dask worker that is lost takes its units with it; they go to another one, so many times.
RETRIES = 1
SECONDS_BETWEEN_SENDS = (0.5, 1, 2, 4, 8)
LOOKS, SECONDS_BETWEEN_LOOKS = 100, 0.02


class Pool(Protocol):
    """Runs tasks, some at a time."""

    size: int

    def submit(self, task: Task, rows: LabelledRows) -> "Future[Record]":
        """Have a task run, as soon as there is room."""

    def running(self) -> list[Unit]:
        """The units that run now, as far as that is known."""

    def gave_up(self, error: BaseException) -> bool:
        """Whether an error says that a unit ended its workers, so that it is not worth another try."""

    def stop(self) -> None:
        """End what runs, forget what waits."""


class Workers:
    """The workers of one process, one for each thread that runs units."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._lock = threading.Lock()
        self._all: list[Worker] = []
        self._stopped = False
        self.units: dict[int, Unit] = {}

    def run(self, task: Task, rows: LabelledRows) -> Record:
        """Run a task in the worker of this thread."""
        if not hasattr(self._own, "worker"):
            with self._lock:
                if self._stopped:
                    raise Stopped
                self._own.worker = Worker()
                self._all.append(self._own.worker)
        me = threading.get_ident()
        self.units[me] = task.unit
        try:
            return self._own.worker.run(task, rows)
        finally:
            del self.units[me]

    def stop(self) -> None:
        """End all workers, now and for good."""
        with self._lock:
            self._stopped = True
        for worker in self._all:
            worker.stop()

    def close(self) -> None:
        """Let go of their processes, once no thread uses them."""
        for worker in self._all:
            worker.close()


class LocalPool:
    """Some workers on this machine."""

    def __init__(self, n_jobs: int | None) -> None:
        self.size = joblib.effective_n_jobs(n_jobs)
        self._workers = Workers()
        self._threads: Executor = ThreadPoolExecutor(self.size, "unit")

    def submit(self, task: Task, rows: LabelledRows) -> "Future[Record]":
        """Have a task run, as soon as a thread is free."""
        return self._threads.submit(self._workers.run, task, rows)

    def running(self) -> list[Unit]:
        """The units that run now."""
        return list(self._workers.units.values())

    def gave_up(self, error: BaseException) -> bool:
        """Workers say so in the record of the unit, not by an error."""
        return False

    def stop(self) -> None:
        """End what runs, forget what waits."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._workers.stop()
        self._threads.shutdown()
        self._workers.close()


class DaskPool:
    """The threads of a Dask cluster; each holds a worker, a process beside that of Dask."""

    def __init__(self, scheduler: str) -> None:
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise WorkerError("a Dask cluster needs dask: install aucopt with its extra dask.") from None
        try:
            self._client = Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkerError(f"no Dask scheduler answers at {scheduler} ({error}).") from None
        self.size = sum(self._client.nthreads().values())
        if self.size == 0:
            self._client.close()
            raise WorkerError(f"the Dask scheduler at {scheduler} has no workers; start some.")
        self._killed_worker: type[Exception] = KilledWorker
        self._run = uuid.uuid4().hex
        self._rows: dict[str, Any] = {}
        self._executor = self._client.get_executor(pure=False, retries=RETRIES)

    def submit(self, task: Task, rows: LabelledRows) -> "Future[Record]":
        """Have a task run somewhere; rows travel once to each machine."""
        try:
            return self._executor.submit(_run_here, self._run, task, self._on_cluster(task.digest, rows))
        except CancelledError:  # its rows were lost meanwhile
            del self._rows[task.digest]
            return self.submit(task, rows)

    def _on_cluster(self, digest: str, rows: LabelledRows) -> Any:
        """Return Dask's name for rows, which are sent again if the machine that held them is gone."""
        if digest in self._rows and self._rows[digest].status == "finished":
            return self._rows[digest]
        for seconds in SECONDS_BETWEEN_SENDS:
            # Sent to a machine that is just being lost, rows may fail to arrive in many ways.
            with suppress(Exception):
                (self._rows[digest],) = self._client.scatter([rows], hash=False)
                return self._rows[digest]
            time.sleep(seconds)
        raise WorkerError(
            "the Dask cluster takes no data any more; see its logs, run the same command again."
        )

    def running(self) -> list[Unit]:
        """Only the cluster knows."""
        return []

    def gave_up(self, error: BaseException) -> bool:
        """Whether Dask gave a unit up because all machines that ran it died."""
        return isinstance(error, self._killed_worker)

    def stop(self) -> None:
        """End what runs, forget what waits."""
        # The cluster may be what has gone.
        with suppress(Exception):
            self._executor.shutdown(wait=False)
            self._client.run(_stop_here, self._run)
        self._rows.clear()
        self._client.close()


# The workers that runs have in this process, if it is one of a Dask cluster.
_HERE: dict[str, Workers] = {}


def _run_here(run: str, task: Task, rows: LabelledRows) -> Record:
    return _HERE.setdefault(run, Workers()).run(task, rows)


def _stop_here(run: str) -> None:
    workers = _HERE.setdefault(run, Workers())
    workers.stop()
    # Threads whose process has gone leave at once; a cluster outlives many runs, their pipes must not.
    for _ in range(LOOKS):
        if not workers.units:
            workers.close()
            break
        time.sleep(SECONDS_BETWEEN_LOOKS)


def open_pool(n_jobs: int | None, scheduler: str | None) -> Pool:
    """Return workers on this machine, one by default, or those of a Dask cluster."""
    if scheduler is not None:
        return DaskPool(scheduler)
    if n_jobs == 0:
        raise ValueError("n_jobs must be a number of workers, -1 for all processors, not 0.")
    return LocalPool(n_jobs)

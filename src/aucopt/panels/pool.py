"""Where blocks run: in threads of this process, or on a Dask cluster."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import joblib

# Seconds to wait for a scheduler.
_CONNECT = 10


class BlockPool(Protocol):
    """A place where tasks run; `is_here` tells whether it shares the clock of this process."""

    is_here: bool

    def run(self, work: Callable[[Any, Any], Any], shared: Any, tasks: Sequence[Any]) -> list[Any]:
        """Do some work for all tasks; results in their order."""

    def close(self) -> None:
        """Let go of what the place holds."""


class Threads:
    """Threads of this process; kernels let each other run."""

    is_here = True

    def __init__(self, n_threads: int) -> None:
        self._n_threads = n_threads

    def run(self, work: Callable[[Any, Any], Any], shared: Any, tasks: Sequence[Any]) -> list[Any]:
        """Do some work for all tasks; results in their order."""
        if self._n_threads == 1 or len(tasks) == 1:
            return [work(shared, task) for task in tasks]
        parallel = joblib.Parallel(n_jobs=self._n_threads, backend="threading", batch_size=1)
        return list(parallel(joblib.delayed(work)(shared, task) for task in tasks))

    def close(self) -> None:
        """Threads end with their tasks."""


class Cluster:
    """The workers of a Dask cluster; what tasks share travels once."""

    is_here = False

    def __init__(self, scheduler: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError("scheduler= needs dask: install aucopt with its extra, aucopt[dask].") from None
        try:
            self._client = Client(scheduler, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ValueError(f"No Dask scheduler answers at {scheduler} ({error}).") from None
        self._sent: dict[int, Any] = {}

    def run(self, work: Callable[[Any, Any], Any], shared: Any, tasks: Sequence[Any]) -> list[Any]:
        """Do some work for all tasks; results in their order."""
        if id(shared) not in self._sent:
            self._sent[id(shared)] = self._client.scatter(shared, broadcast=True, hash=False)
        there = self._sent[id(shared)]
        futures = [self._client.submit(work, there, task, pure=False, retries=3) for task in tasks]
        return list(self._client.gather(futures))

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


def open_pool(n_threads: int, scheduler: str | None) -> BlockPool:
    """Threads here, or the cluster of a scheduler."""
    return Threads(n_threads) if scheduler is None else Cluster(scheduler)

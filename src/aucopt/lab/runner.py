"""Runs what is left of a study and writes records as they arrive; may be killed at any moment."""

import hashlib
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from aucopt.estimators.scoring import ScoreClassifier
from aucopt.lab.pace import Kind, Pace, count_kinds
from aucopt.lab.pool import Pool, open_pool
from aucopt.lab.records import Record, Unit
from aucopt.lab.store import Store
from aucopt.lab.study import LabelledRows, Study, load_rows
from aucopt.lab.unit import describe
from aucopt.lab.worker import Task, WorkerError

SECONDS_BETWEEN_REPORTS = 0.5
# Units given out for each worker: one runs, one waits, so that none idles while a record is written.
AHEAD = 2
MOST_GIVEN_BACK = 100

Stage = Literal["loading", "compiling", "running", "done"]


class State(NamedTuple):
    """The state of a run.

    Attributes
    ----------
    stage : {"loading", "compiling", "running", "done"}
        The stage of the run.
    done : int
        Number of units of the study with a record, including earlier runs.
    failed : int
        Number of units of this run that failed or reached their time limit.
    left : int
        Number of units without a record.
    seconds : float
        Seconds since the start of the run.
    rate : float
        Units per second since the start of the run.
    seconds_left : float or None
        Estimated seconds until the end, if an estimate is available.
    running : tuple of Unit
        The units that are running, as far as known.
    subject : str
        The data set or method that is being loaded or compiled.
    """

    stage: Stage
    done: int
    failed: int
    left: int
    seconds: float
    rate: float
    seconds_left: float | None
    running: tuple[Unit, ...]
    subject: str = ""

    @property
    def doing(self) -> str:
        """The current stage, in words."""
        return f"{self.stage} {self.subject}".rstrip()


def run_study(
    study: Study,
    store: Store,
    *,
    n_jobs: int | None = None,
    scheduler: str | None = None,
    budget: float | None = None,
    retry_failed: bool = False,
    load: Callable[[str], LabelledRows] | None = None,
    follow: Callable[[State], object] = lambda state: None,
) -> State:
    """Run the units of a study that have no record in the store yet.

    Units with a record are not run again, so an interrupted study can be continued. The records do not depend
    on the number of workers or machines.

    Parameters
    ----------
    study : Study
        The study to run.
    store : Store
        The store for the records. It must be new, or belong to a study with the same settings.
    n_jobs : int, optional
        Number of worker processes on this machine, each with one thread. None means 1 and -1 means all
        processors, as in scikit-learn.
    scheduler : str, optional
        Address of a Dask scheduler. Its cluster then runs the units instead.
    budget : float, optional
        Time limit in seconds. Units that are running at that time are stopped and left for another run.
    retry_failed : bool, default=False
        Whether to run units again that failed or reached their time limit.
    load : callable, optional
        A function that returns the rows (X, y) of a data set by name; by default they are loaded with
        `aucopt.datasets`.
    follow : callable, optional
        Called twice a second with the `State` of the run.

    Returns
    -------
    State
        The final state; `left` is 0 if the study is complete. If units failed, `Record.reason` of their
        records in the store says why.

    Raises
    ------
    StoreError
        If the store holds another study, or the disk is full.
    WorkerError
        If no worker can be started.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.lab import Store, Study, run_study
    >>> study = Study("raw", datasets=("toy",), methods=("LR", "AUC-opt"), trials=2, thin=2)
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/toy.sqlite") as store:
    ...     run_study(study, store, n_jobs=1, load=lambda name: load_toy()).left
    ...     [record.status for record in store.records()]
    0
    ['done', 'done', 'done', 'done']
    """
    run = _StudyRun(study, store, budget, follow)
    store.agree(study.settings())
    store.plan(study)
    if retry_failed:
        store.forget_failures(study.units())
    run.find_left()
    if run.left:
        run.load(load or (lambda name: load_rows(study, name)))
        run.pool = pool = open_pool(n_jobs, scheduler)
        try:
            run.rehearse(pool)
            run.go(pool)
        finally:
            pool.stop()
    return run.state("done")


class _StudyRun:
    """One run of a study: what is left, what is under way, when to stop."""

    def __init__(
        self, study: Study, store: Store, budget: float | None, follow: Callable[[State], object]
    ) -> None:
        self.study, self.store, self.follow = study, store, follow
        self.started = time.monotonic()
        self.deadline = None if budget is None else self.started + budget
        self.left: deque[Unit] = deque()
        self.under_way: dict[Future[Record], Unit] = {}
        self.rows: dict[str, tuple[LabelledRows, str]] = {}
        self.earlier = self.recorded = self.failed = 0
        self.given_back = 0  # in a row
        self.reported = -np.inf
        self.pool: Pool | None = None
        self.pace = Pace()
        self.kinds_left: Counter[Kind] = Counter()

    def find_left(self) -> None:
        """See which units have no record."""
        units, have = self.study.units(), self.store.units()
        self.left.extend(unit for unit in units if unit not in have)
        self.earlier = len(units) - len(self.left)
        self.kinds_left = count_kinds(self.left)
        self.pace = Pace(self.store.records())

    def load(self, load: Callable[[str], LabelledRows]) -> None:
        """Load all data sets, so that one that is missing or has changed shows before the work."""
        for name in dict.fromkeys(unit.dataset for unit in self.left):
            self.follow(self.state("loading", name))
            X, y = load(name)
            rows = np.asarray(X), np.asarray(y)
            self.rows[name] = rows, digest(rows)
        self.store.agree({f"data {name}": key for name, (_, key) in self.rows.items()})

    def rehearse(self, pool: Pool) -> None:
        """Have kernels compiled by one worker before others need them: first writes of a cache can clash."""
        study = replace(self.study, thin=1, max_pairs=None, as_coded=False, unit_seconds=None)
        widths = sorted({_rehearsed_width(rows[0].shape[1]) for rows, _ in self.rows.values()})
        for name in dict.fromkeys(unit.method for unit in self.left):
            method = study.method(name)
            if not isinstance(method.estimator, ScoreClassifier):  # only those of this package have kernels
                continue
            for width in widths:
                task = Task(study, Unit("rehearsal", study.projection, 0, name), method, f"rehearsal {width}")
                rehearsal = pool.submit(task, _few_rows(width))
                while not rehearsal.done() and not self.time_is_up():
                    self.follow(self.state("compiling", f"what {name} needs"))
                    wait([rehearsal], self.patience())
                if not rehearsal.done():
                    return
                rehearsal.result()

    def go(self, pool: Pool) -> None:
        """Run what is left until all is done or time is up."""
        methods = {name: self.study.method(name) for name in self.study.methods}
        while (self.left or self.under_way) and not self.time_is_up():
            while self.left and len(self.under_way) < AHEAD * pool.size:
                unit = self.left.popleft()
                rows, key = self.rows[unit.dataset]
                self.under_way[pool.submit(Task(self.study, unit, methods[unit.method], key), rows)] = unit
            for future in wait(self.under_way, self.patience(), FIRST_COMPLETED).done:
                self.keep(future, pool)
            self.report()

    def keep(self, future: "Future[Record]", pool: Pool) -> None:
        """Write down what a unit came to."""
        unit = self.under_way[future]
        try:
            record = future.result()
        except WorkerError:
            raise
        except Exception as error:
            # Units do not raise. Dask gives one up when several machines died of it; else it lost a machine.
            if not pool.gave_up(error):
                self.give_back(future, error)
                return
            record = Record(unit, "failed", "the Dask workers it ran on died")
        self.store.add(record)
        del self.under_way[future]
        self.kinds_left[unit.dataset, unit.method] -= 1
        self.pace.add(record)
        self.given_back = 0
        self.recorded += 1
        self.failed += record.status != "done"

    def give_back(self, future: "Future[Record]", error: BaseException) -> None:
        """Have a unit run again that a Dask cluster lost with its machine, unless it loses all."""
        self.left.appendleft(self.under_way.pop(future))
        self.given_back += 1
        if self.given_back > MOST_GIVEN_BACK:
            raise WorkerError(f"the Dask cluster runs no unit: {describe(error)}. See its logs.")

    def report(self) -> None:
        """Tell how the run stands, now and then."""
        if time.monotonic() - self.reported >= SECONDS_BETWEEN_REPORTS:
            self.follow(self.state("running"))
            self.reported = time.monotonic()

    def state(self, stage: Stage, subject: str = "") -> State:
        """How the run stands."""
        seconds = time.monotonic() - self.started
        rest = self.pace.seconds(self.kinds_left)
        size = self.pool.size if self.pool else 1
        return State(
            stage,
            self.earlier + self.recorded,
            self.failed,
            len(self.left) + len(self.under_way),
            seconds,
            self.recorded / seconds if seconds else 0.0,  # clocks may be coarse
            None if rest is None else rest / size,
            tuple(self.pool.running()) if self.pool and stage == "running" else (),
            subject,
        )

    def time_is_up(self) -> bool:
        """Whether the budget is spent."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def patience(self) -> float:
        """How long to wait for a unit before looking at the clock again."""
        if self.deadline is None:
            return SECONDS_BETWEEN_REPORTS
        return max(0.0, min(SECONDS_BETWEEN_REPORTS, self.deadline - time.monotonic()))


def digest(rows: LabelledRows) -> str:
    """Return a name for rows: that of their contents."""
    content = hashlib.sha256()
    for array in rows:
        content.update(repr((array.shape, array.dtype.str)).encode())
        content.update(np.ascontiguousarray(array).data)
    return content.hexdigest()[:16]


def _rehearsed_width(n_columns: int) -> int:
    """How many columns show all kernels: AUC-opt takes others for two columns, for a few and for many."""
    return next(width for width, most in ((2, 2), (3, 6), (13, np.inf)) if n_columns <= most)


def _few_rows(n_columns: int) -> LabelledRows:
    rng = np.random.default_rng(0)
    y = np.arange(60) % 3 == 0
    return rng.normal(size=(60, n_columns)) + 0.5 * y[:, None], y.astype(np.int8)

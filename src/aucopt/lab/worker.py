"""A worker: a process of its own that runs units one after the other, and may be ended at any moment.

Why not joblib's processes: a fit stuck in C code heeds no signal and no exception, so a time limit must end
its process, and a pool of joblib's that loses one process loses the units of all. Here whoever runs a unit
holds the process that it runs in: if that process dies, or is ended when time is up, one unit is lost and
the next gets a new process. The same holds in a thread of this process and in a thread of a Dask worker.

Libraries read the number of threads when they are loaded, so it is one from the start of the process.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from contextlib import suppress
from typing import IO, NamedTuple

from aucopt.lab.methods import Method
from aucopt.lab.records import Record, Unit
from aucopt.lab.study import LabelledRows, Study
from aucopt.lab.unit import describe, run_unit

try:
    import cloudpickle
except ImportError:  # joblib carried its own before 1.6
    from joblib.externals import cloudpickle

ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "BLIS_NUM_THREADS",
        "NUMBA_NUM_THREADS",
    ),
    "1",
)
ATTEMPTS = 2  # a process that is killed from outside is no fault of its unit
SIZE = 8  # bytes of the length before each message


class WorkerError(Exception):
    """No worker process can be started; the message says why."""


class Stopped(Exception):
    """The worker was stopped by its owner; its unit is as if never begun."""


class Task(NamedTuple):
    """A unit, all that decides its result, and a name for its rows: equal names, equal rows."""

    study: Study
    unit: Unit
    method: Method
    digest: str


class Worker:
    """A process that runs units, started when first needed and again when it has died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._holds = ""
        self._stopped = False

    def run(self, task: Task, rows: LabelledRows) -> Record:
        """Run a unit in the process, for the study's time at most.

        Raises
        ------
        Stopped
            If `stop` was called before the unit was done.
        WorkerError
            If no process can be started.
        """
        limit = task.study.unit_seconds
        for _ in range(ATTEMPTS):
            process = self._started()
            ending = _Ending(process, limit)
            try:
                return self._ask(process, task, rows)
            except (OSError, EOFError):
                code = process.wait()
            finally:
                ending.cancel()
            if self._stopped:
                raise Stopped
            if limit is not None and ending.came:
                return Record(task.unit, "time_limit", f"took longer than {limit:g} s", elapsed=limit)
        return Record(task.unit, "failed", f"its process died {ATTEMPTS} times, {_cause(code)}")

    def stop(self) -> None:
        """End the process at once; `run` in another thread raises."""
        self._stopped = True
        if (process := self._process) is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """Let go of a process that has ended."""
        if self._process is not None:
            self._process.wait()
            for pipe in _pipes(self._process):
                with suppress(OSError):
                    pipe.close()

    def _ask(self, process: subprocess.Popen[bytes], task: Task, rows: LabelledRows) -> Record:
        requests, answers = _pipes(process)
        try:
            message = cloudpickle.dumps((task, None if self._holds == task.digest else rows))
        except Exception as error:  # a method of anyone's may hold what cannot be sent
            return Record(task.unit, "failed", describe(error))
        _send(requests, message)
        answer = pickle.loads(_receive(answers))
        if not isinstance(answer, Record):
            # The task could not be read, and so the rows that came with it were not either.
            return Record(task.unit, "failed", answer)
        self._holds = task.digest
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._stopped:
            raise Stopped
        if self._process is not None and self._process.poll() is None:
            return self._process
        for _ in range(ATTEMPTS):
            self.close()
            with tempfile.TemporaryFile() as errors:
                self._process, self._holds = _launch(errors), ""
                if self._stopped:
                    self._process.kill()
                try:
                    _receive(_pipes(self._process)[1])
                    return self._process
                except EOFError:
                    code = self._process.wait()
                if self._stopped:
                    raise Stopped
                errors.seek(0)
                said = [line for line in errors.read().decode(errors="replace").split("\n") if line.strip()]
            if code > 0:  # not killed: it would fail again
                break
        raise WorkerError(f"no worker can be started: {said[-1].strip() if said else _cause(code)}.")


class _Ending:
    """Ends a process after some seconds, unless it is cancelled before."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float | None) -> None:
        self.came = False
        self._process = process
        self._timer = threading.Timer(seconds or 0, self._end)
        self._timer.daemon = True
        if seconds is not None:
            self._timer.start()

    def _end(self) -> None:
        self.came = True
        self._process.kill()

    def cancel(self) -> None:
        self._timer.cancel()


def _launch(errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a process that will say when it is ready."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return subprocess.Popen(
        [sys.executable, "-c", "from aucopt.lab.worker import serve; serve()"],
        env=os.environ | ONE_THREAD | {"PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
    )


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def serve() -> None:
    """Run units as they come on stdin, until it ends: whoever holds the other end has then gone."""
    # What a method prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # An interrupt of the terminal reaches all processes; the one who holds this one decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(messages,), daemon=True).start()
    rows: LabelledRows | None = None
    _send(answers, b"ready")
    while True:
        try:
            task, sent = pickle.loads(messages.get())
            rows = rows if sent is None else sent
            assert rows is not None
            answer: Record | str = run_unit(task.study, task.unit, task.method, *rows)
        except Exception as error:
            answer = describe(error)
        _send(answers, pickle.dumps(answer))


def _listen(messages: "queue.SimpleQueue[bytes]") -> None:
    try:
        while True:
            messages.put(_receive(sys.stdin.buffer))
    except (OSError, EOFError):
        # In the middle of a unit too: nobody waits for it any more.
        os._exit(0)


def _send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(len(message).to_bytes(SIZE, "big"))
    pipe.write(message)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    length = pipe.read(SIZE)
    message = pipe.read(int.from_bytes(length, "big"))
    if len(length) < SIZE or len(message) < int.from_bytes(length, "big"):
        raise EOFError
    return message


def _cause(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    name = signal.Signals(-code).name
    return f"by {name}" + (", perhaps for want of memory" if name == "SIGKILL" else "")

"""Work in a thread beside the page: what it is doing, how far it is, a way to stop it, and its result."""

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from aucopt.words.sentences import as_sentence

Result = TypeVar("Result")


class Tell(Protocol):
    """How work says what it is doing; `latest` is how far it is, whatever that is."""

    def __call__(self, line: str, latest: Any = None) -> None:
        """Say it, or raise KeyboardInterrupt if it is to stop."""


STOPPED_EARLY = "Stopped before anything was found."
FAILED = "An unexpected error occurred. The terminal shows the details; please report it."


@dataclass(frozen=True)
class JobEnd(Generic[Result]):
    """How work ended: with a result, or with a sentence that says why there is none."""

    result: Result | None = None
    trouble: str = ""


class Job(Generic[Result]):
    """Some work that may be stopped.

    Parameters
    ----------
    work : callable
        Called in a thread with `tell`, which takes a line on what is being done, and raises KeyboardInterrupt
        as soon as somebody has asked to stop: as Ctrl-C does in the command.

    Examples
    --------
    >>> from aucopt.app.job import Job
    >>> job = Job(lambda tell: 6 * 7)
    >>> job.start().wait().result
    42
    """

    def __init__(self, work: Callable[[Tell], Result]) -> None:
        self._work = work
        self._line = "starting"
        self._latest: Any = None
        self._stop = threading.Event()
        self._outcome: JobEnd[Result] | None = None
        # Nobody waits for it when the app ends.
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def line(self) -> str:
        """What it is doing."""
        return self._line

    @property
    def latest(self) -> Any:
        """How far it is, as far as it says so."""
        return self._latest

    @property
    def is_stopping(self) -> bool:
        """Whether somebody asked it to stop."""
        return self._stop.is_set()

    @property
    def outcome(self) -> JobEnd[Result] | None:
        """How it ended; None while it runs."""
        return self._outcome

    def start(self) -> "Job[Result]":
        """Begin."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ask it to stop at the next word it says; what it has found by then is kept."""
        self._stop.set()

    def wait(self) -> JobEnd[Result]:
        """Wait for its end."""
        self._thread.join()
        assert self._outcome is not None
        return self._outcome

    def _tell(self, line: str, latest: Any = None) -> None:
        self._line = line
        if latest is not None:
            self._latest = latest
        if self._stop.is_set():
            raise KeyboardInterrupt

    def _run(self) -> None:
        try:
            self._outcome = JobEnd(self._work(self._tell))
        except KeyboardInterrupt:
            self._outcome = JobEnd(trouble=STOPPED_EARLY)
        except ValueError as error:
            message = getattr(error, "message", str(error)).rstrip(".")
            self._outcome = JobEnd(trouble=as_sentence(message))
        except Exception:
            traceback.print_exc()
            self._outcome = JobEnd(trouble=FAILED)

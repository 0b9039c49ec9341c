"""How far a check is, and when it has to stop."""

import time
from collections.abc import Callable
from typing import NamedTuple

from aucopt.verifier.statement import FailedError

# Seconds between two calls of a callback.
_PAUSE = 0.1


class VerifyProgress(NamedTuple):
    """The state of a check, passed to the callback.

    Attributes
    ----------
    share : float
        The share of arcs and cones of the certificate that are checked, from 0 to 1.
    seconds : float
        Seconds since the check began.
    """

    share: float
    seconds: float

    @property
    def seconds_left(self) -> float:
        """Estimated seconds until the end, as if all arcs and cones took equally long."""
        return self.seconds * (1 / self.share - 1) if self.share else float("inf")


class UnfinishedError(FailedError):
    """The check was not finished: nothing failed, and nothing is proved."""


class Clock:
    """Watches the time of a check, and tells a callback how far it is.

    A check is done in parts, faces and what is before them; `share` of the whole is done.
    """

    def __init__(
        self, time_limit: float | None = None, callback: Callable[[VerifyProgress], object] | None = None
    ) -> None:
        self.time_limit, self.callback = time_limit, callback
        self.started = self._told = time.monotonic()
        self.share = 0.0
        self._part = (0.0, 1.0)

    def enter(self, begin: float, end: float) -> None:
        """Begin with the part of the whole between these shares."""
        self._part = (begin, end)
        self.reach(0.0)

    def reach(self, share: float) -> None:
        """Note the share of the part that is done."""
        begin, end = self._part
        self.share = begin + share * (end - begin)
        self.check()

    def check(self) -> None:
        """Tell the callback, if it has not heard for a while; raise `UnfinishedError` if time is over."""
        now = time.monotonic()
        seconds = now - self.started
        if self.callback is not None and now - self._told > _PAUSE:
            self._told = now
            self.callback(VerifyProgress(self.share, seconds))
        if self.time_limit is not None and seconds > self.time_limit:
            raise UnfinishedError(
                f"the time limit of {self.time_limit:g} s ended the check when {self.share:.0%} of it was "
                "done. Nothing failed until then, and nothing is proved."
            )

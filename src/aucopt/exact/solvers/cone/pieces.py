"""All pairs of a large table in pieces: what looks at all of them can be stopped between two of these."""

from collections.abc import Callable, Iterator

# Looks at a pair and a vertex that a piece takes: some hundredths of a second.
_LOOKS = 1 << 26


class StoppedError(Exception):
    """There is no time left for the rest of the pairs: what was counted so far bounds nothing."""


def pieces(n_high: int, n_low: int, n_vertices: int, stopped: Callable[[], bool]) -> Iterator[slice]:
    """Ranges of the positives, all of whose pairs take a moment to look at.

    Examples
    --------
    >>> from aucopt.exact.solvers.cone.pieces import pieces
    >>> list(pieces(5, 1 << 24, 2, stopped=bool))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 6, None)]
    """
    step = max(_LOOKS // max(n_low * n_vertices, 1), 1)
    for first in range(0, n_high, step):
        if stopped():
            raise StoppedError
        yield slice(first, first + step)

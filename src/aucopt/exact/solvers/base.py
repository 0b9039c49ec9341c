"""The contract of a solver: a problem, an objective and options in, what it found out.

A solver is an object with a `name`; `refusal`, a sentence that says why it cannot take a problem, or None;
and `solve`. It keeps no state between calls: what a search knows so far is an object of its own. `Known` is
what a search is told of others, and through it a search tells the caller how far it is.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress

# Bytes for listed pairs and for waiting cones.
MEMORY = 1 << 28
# A search that does not end by itself is given so long, unless a user asks for more.
EXACT_SECONDS = 120.0
# From best to worst: of several searches the worst counts.
STATUSES = ("optimal", "max_gap", "time_limit", "interrupted", "local")

Vector = tuple[int, ...]


def as_floats(direction: Sequence[int]) -> np.ndarray:
    """A direction as floats of at most one: its integers may be of any size."""
    longest = max(abs(v) for v in direction)
    return np.array([v / longest for v in direction])


class Climbed(NamedTuple):
    """Where a first ascent ended, on which columns and within which signs, and whether it was interrupted."""

    columns: tuple[int, ...]
    signs: tuple[int, ...]
    direction: Vector
    interrupted: bool


@dataclass(frozen=True)
class Options:
    """How to search; the same for all solvers, and never changed by one.

    Attributes
    ----------
    signs : tuple of int
        -1, 0 or +1 for each column of the table.
    solver : str
        The name of the solver asked for.
    max_gap : Fraction
        Stop when the bound is within this of what was found.
    deadline : float or None
        The moment of `time.monotonic` at which to stop.
    n_threads : int
        Threads to use.
    memory : int
        Bytes that each thread may take for pairs, and again so many for all cones that wait.
    certify : bool
        Whether to write down a proof.
    smoothing : float
        The width over which an ascent averages the objective; 0 for none.
    starts : tuple of arrays
        Weights on the raw columns that are known beforehand: no search returns less than the best of them.
    n_restarts : int or None
        How often an ascent begins anew; None: a few times, or as often as a deadline allows.
    random_state : int, Generator or None
        Seed of an ascent.
    callback : callable or None
        Told of the progress.
    started : float
        When the search began.
    turned : bool
        Whether the classes are exchanged and all directions negated: a proof is stated as it was asked.
    climbed : Climbed or None
        What a first ascent has reached already, while the solver was chosen.
    """

    signs: tuple[int, ...]
    solver: str = "auto"
    max_gap: Fraction = Fraction(0)
    deadline: float | None = None
    n_threads: int = 1
    memory: int = MEMORY
    certify: bool = False
    smoothing: float = 0.0
    starts: tuple[np.ndarray, ...] = ()
    n_restarts: int | None = None
    random_state: Any = None
    callback: Callable[[Progress], object] | None = None
    started: float = 0.0
    turned: bool = False
    climbed: Climbed | None = None

    def is_late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() > self.deadline

    def leaving(self, seconds: float) -> "Options":
        """The same with a deadline that leaves so many seconds for what follows, at most half of the rest."""
        if self.deadline is None:
            return self
        left = max(self.deadline - time.monotonic(), 0.0)
        return replace(self, deadline=self.deadline - min(seconds, left / 2))


class Known(NamedTuple):
    """What is known beside a search: the best value of other faces, and a bound on those not searched yet."""

    value: int = 0
    bound: int = 0

    def report(
        self, options: Options, problem: Problem, objective: Objective, value: int, bound: int
    ) -> None:
        """Tell the callback, if there is one, where the search stands, other faces included."""
        if options.callback is None:
            return
        best = objective.share(problem, max(value, self.value))
        top = objective.share(problem, max(bound, self.bound))
        seconds = time.monotonic() - options.started
        options.callback(Progress(float(best), float(top), float(top - best), seconds))


NOTHING_KNOWN = Known()


class Found(NamedTuple):
    """What a solver found on one problem.

    Attributes
    ----------
    problem : Problem
        With the columns that were searched.
    signs : tuple of int
        Of these columns.
    cells : sequence of (low, high)
        The best cells in the problem's coordinates: open arcs of two columns; of more columns a single
        direction, given twice. Empty if the value is that of another face, or `coef` is given.
    value : int
        The best value of the objective.
    bound : int or None
        No direction has a higher value; None if nothing is known.
    status : str
        One of `STATUSES`.
    work : dict of str to int
        What was looked at.
    proof : tuple of dict
        The parts of a certificate, if one was asked for.
    coef : array or None
        Float weights on the raw columns that are to be returned as they are, from a search that does not
        count cells.
    searched : tuple of int or None
        The signs that `bound` and `proof` are about, where these are not those of the options.
    notes : tuple of str
        What a careful user should know.
    chosen : (low, high) or None
        The cell to take the direction from, where that need not be the widest of the `cells`.
    """

    problem: Problem
    signs: tuple[int, ...]
    cells: Sequence[tuple[Vector, Vector]]
    value: int
    bound: int | None
    status: str
    work: Mapping[str, int]
    proof: tuple[dict[str, Any], ...] = ()
    coef: np.ndarray | None = None
    searched: tuple[int, ...] | None = None
    notes: tuple[str, ...] = ()
    chosen: tuple[Vector, Vector] | None = None


class Kernels(NamedTuple):
    """Which compiled loops a search calls, and the columns of a tiny search that calls them all."""

    loops: str
    n_columns: int


class Solver(Protocol):
    """A way to search."""

    name: str

    def kernels(self, problem: Problem, options: Options) -> Kernels | None:
        """What has to be compiled before the clock starts; None if that is nothing or not worth it."""

    def refusal(self, problem: Problem, objective: Objective, options: Options) -> str | None:
        """Say why the solver cannot take this problem, objective and options; None if it can."""

    def solve(
        self, problem: Problem, objective: Objective, options: Options, known: Known = NOTHING_KNOWN
    ) -> Found:
        """Search, and stop at the deadline with what is proved by then."""

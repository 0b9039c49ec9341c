"""A climb: where it stands, and steps to better directions in the planes through there."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np

from aucopt.exact.solvers.ascent.columns import Columns
from aucopt.exact.solvers.ascent.rays import Pairs, Stand, swaps_listed
from aucopt.kernels.scores.ray import RaySwaps

# Planes searched from one and the same direction: the result must not depend on the number of threads.
BATCH = 8


class TimeIsUp(Exception):
    """The deadline has passed; what was reached before stays."""


@dataclass(frozen=True, eq=False)
class Place:
    """A direction on the scaled columns and its value."""

    w: np.ndarray
    value: float


class Step(NamedTuple):
    """A direction and the value that it promises."""

    value: float
    w: np.ndarray


class Climber:
    """Steps from place to place, each better than the last by a recount of its float scores.

    Values are those that `pairs` count, unless `start` and `offer` are told other ones.

    Attributes
    ----------
    at, best : Place
        Where this climb stands, and the best place of all climbs.
    history : list of float
        The values of all the places that were the best of their time.
    """

    def __init__(
        self,
        columns: Columns,
        pairs: Pairs,
        signs: np.ndarray,
        deadline: float | None = None,
        n_jobs: int = 1,
        most: float | None = None,
    ) -> None:
        self.columns, self.pairs, self.signs = columns, pairs, signs
        self.n_planes = self.n_rounds = 0
        self.at = self.best = Place(np.zeros(columns.shape[1]), -np.inf)
        self.history: list[float] = []
        self._standing: Stand | None = None
        self.deadline = deadline
        self._most = pairs.whole if most is None else most
        self._n_jobs = n_jobs
        self._rooms: SimpleQueue[RaySwaps] = SimpleQueue()
        size = swaps_listed(pairs.n_pairs)
        for _ in range(n_jobs):
            self._rooms.put(RaySwaps(np.empty(size), np.empty(size)))

    def stopped(self) -> bool:
        """Whether time is up."""
        return self.deadline is not None and time.monotonic() > self.deadline

    def check_time(self) -> None:
        """Raise `TimeIsUp` after the deadline."""
        if self.stopped():
            raise TimeIsUp

    @property
    def is_perfect(self) -> bool:
        """Whether no direction can be better than the best."""
        return self.best.value >= self._most

    def value_of(self, w: np.ndarray) -> float:
        """The value of a direction."""
        return self.pairs.value(self.columns.scores(w))

    def values_of(self, directions: Sequence[np.ndarray]) -> np.ndarray:
        """2R + T of several directions; raises `TimeIsUp` if it becomes late on the way."""
        if self._n_jobs == 1:
            return np.array([self._value_in_time(w) for w in directions])
        with ThreadPoolExecutor(self._n_jobs) as pool:
            return np.array(list(pool.map(self._value_in_time, directions)))

    def _value_in_time(self, w: np.ndarray) -> float:
        # Of a million rows one value takes a good part of a second.
        self.check_time()
        return self.value_of(w)

    def start(self, w: np.ndarray, value: float | None = None) -> None:
        """Begin a climb."""
        value = self.value_of(w) if value is None else value
        self._stand(Place(w, value))

    def offer(self, w: np.ndarray, value: float | None = None) -> bool:
        """Go to a direction if it is better."""
        value = self.value_of(w) if value is None else value
        if not value > self.at.value:
            return False
        self._stand(Place(w, value))
        return True

    def _stand(self, place: Place) -> None:
        self.at, self._standing = place, None
        if place.value > self.best.value:
            self.best = place
            self.history.append(place.value)

    def climb(self, directions: Sequence[np.ndarray], budget: int) -> np.ndarray:
        """Search the planes through here and each direction, and take every step that helps; the gains.

        Directions are searched in batches from one place. Of a batch the most promising step is taken, and
        the other promising ones are searched again from where it led.
        """
        gains = np.zeros(len(directions))
        with ThreadPoolExecutor(self._n_jobs) as pool:
            for begin in range(0, len(directions), BATCH):
                if self.n_planes >= budget or self.is_perfect:
                    break
                batch = directions[begin : begin + BATCH]
                self._prepare()
                started = self.at
                run = map if self._n_jobs == 1 else pool.map
                steps = list(run(self._search, batch))
                self.n_planes += len(batch)
                for k in sorted(range(len(batch)), key=lambda k: -steps[k].value):
                    self.check_time()
                    if steps[k].value <= started.value:
                        break
                    step = steps[k]
                    if self.at is not started:
                        self._prepare()
                        step = self._search(batch[k])
                        self.n_planes += 1
                    before = self.at.value
                    if step.value > before and self.offer(step.w):
                        gains[begin + k] = self.at.value - before
                self.check_time()
        return gains

    def _prepare(self) -> None:
        if self._standing is None:
            self._standing = self.pairs.stand(self.columns.scores(self.at.w))

    def _search(self, u: np.ndarray) -> Step:
        """The best step in the half-plane of all w + tau u, and in the opposite one if it may be better."""
        nowhere = Step(-1.0, self.at.w)
        if self.stopped():
            return nowhere
        assert self._standing is not None
        room = self._rooms.get()
        try:
            steps = [nowhere]
            for side in (1.0, -1.0):
                steps += self._along(
                    self._standing, self.at.w, side * u, room, both_ways=not self.signs.any()
                )
            return max(steps, key=lambda step: step.value)
        finally:
            self._rooms.put(room)

    def _along(
        self, standing: Stand, w: np.ndarray, u: np.ndarray, room: RaySwaps, both_ways: bool
    ) -> list[Step]:
        """Steps along the ray of all w + tau u, tau > 0, that the signs allow, or along the opposite one."""
        # Weights that are zero and would get the wrong sign stay zero.
        u = np.where((w == 0) & (u * self.signs < 0), 0.0, u)
        scores = self.columns.scores(u)
        spread = float(scores.std())
        if spread == 0:
            return []
        if standing.spread == 0:
            return [Step(self.value_of(u), u)]
        limit, steps = 1.0, []
        sinking = np.flatnonzero(u * self.signs < 0)
        if len(sinking):
            ways = -w[sinking] / u[sinking]
            way = ways.min()
            limit = way * spread / (standing.spread + way * spread)
            edge = w + way * u
            edge[sinking[ways == way]] = 0.0
            if edge.any():
                steps.append(Step(self.value_of(edge), edge))
        found = standing.propose(scores / spread, limit, room, self.stopped)
        if found is not None:
            there = _between(w / standing.spread, u / spread, found.phi)
            # What should be zero at the limit may have been rounded to the wrong side.
            there = np.where(there * self.signs < 0, 0.0, there)
            if there.any():
                steps.append(Step(found.value, there))
            # Opposite directions swap right and wrong.
            if both_ways and self.pairs.whole - found.lowest > max(found.value, self.at.value):
                steps += self._along(standing.opposite(), -w, -u, room, both_ways=False)
        return steps


def _between(w: np.ndarray, u: np.ndarray, phi: float) -> np.ndarray:
    between = (1 - phi) * w + phi * u
    length = np.linalg.norm(between)
    # Half way between opposite directions there is none.
    return between / length if length > 0 else w

"""Where along a ray of directions AUC is highest: all of a half-plane when it is small, a window else."""

from collections.abc import Callable
from math import pi
from typing import Any, NamedTuple, Protocol

import numpy as np

from aucopt.exact.solvers.ascent.columns import Columns
from aucopt.exact.solvers.ascent.smoothing import SmoothedAUC
from aucopt.kernels.scores.auc import count_pairs, weigh_pairs
from aucopt.kernels.scores.ray import SAME, Ranked, RaySwaps, best_on_ray
from aucopt.metrics import INT64_TOTAL

# Swaps a ray lists: all pairs of a set with few of them, of more a part.
_FEW_SWAPS, MOST_SWAPS, _LISTED_PART = 1 << 16, 1 << 20, 16
_SHORTER = 0.4
_LONGER = 2.0


def swaps_listed(n_pairs: int) -> int:
    """How many swaps a ray has room for.

    A window around the top of a ray is enough: on 12 tables of 5 to 60 columns with up to 9e5 pairs, grids
    among them, climbs that list all pairs end at the same AUC to six digits.
    """
    return min(n_pairs, max(min(n_pairs // _LISTED_PART, MOST_SWAPS), _FEW_SWAPS))


class Proposal(NamedTuple):
    """A direction (1 - phi) s + phi t with the value 2R + T that float scores promise."""

    value: float
    phi: float
    lowest: float


class Stand(Protocol):
    """The rows along one direction, ready for rays from it."""

    spread: float

    def opposite(self) -> "Stand":
        """The same for the opposite direction."""

    def propose(
        self, across: np.ndarray, limit: float, room: RaySwaps, stopped: Callable[[], bool] = lambda: False
    ) -> Proposal | None:
        """The best direction found between here and phi = `limit`."""


class Pairs:
    """The rows of both classes, and the counting of their pairs.

    `whole` is the value of a perfect direction; with `is_symmetric` the opposite one has what is left of it.
    """

    is_symmetric = True

    def __init__(self, positive: np.ndarray, weight: np.ndarray | None) -> None:
        self.positive = positive
        self.ups, self.downs = np.flatnonzero(positive), np.flatnonzero(~positive)
        self.n_pairs = len(self.ups) * len(self.downs)
        self.weight, self.total = weight, float(self.n_pairs)
        if weight is not None:
            self.total = float(
                weight[self.ups].sum(dtype=np.float64) * weight[self.downs].sum(dtype=np.float64)
            )
            if self.total >= INT64_TOTAL:
                self.weight = weight.astype(np.float64)
        self.whole = 2 * self.total
        self.shares = np.ones(len(positive)) if weight is None else weight.astype(np.float64)

    def value(self, scores: np.ndarray) -> float:
        """2R + T of float scores."""
        right, tied = self.count(scores)
        return 2 * right + tied

    def smooth(
        self, columns: Columns, rows: Any, rng: np.random.Generator, most_rows: int | None = None
    ) -> SmoothedAUC:
        """The value as a smooth objective; `rows` are the standardised columns that vary."""
        return SmoothedAUC(columns, rows, self.positive, self.weight, rng, most_rows)

    def stand(self, scores: np.ndarray) -> Stand:
        """The rows in the order of their scores."""
        return Standing(self, scores)

    def count(self, scores: np.ndarray) -> tuple[int | float, int | float]:
        """Right and tied pairs of float scores."""
        if self.weight is None:
            right, tied = count_pairs(np.sort(scores[self.ups]), np.sort(scores[self.downs]))
        else:
            right, tied, _ = weigh_pairs(np.argsort(scores), scores, self.positive, self.weight)
        return right, tied


class Standing:
    """The rows in the order of their scores along one direction, ready for rays from it."""

    def __init__(self, pairs: Pairs, scores: np.ndarray) -> None:
        self._pairs = pairs
        self.spread = float(scores.std())
        self._scores = scores / self.spread if self.spread > 0 else scores
        self._order = [rows[np.argsort(self._scores[rows])] for rows in (pairs.ups, pairs.downs)]
        self._sorted = [self._scores[order] for order in self._order]
        # Numbers of the distinct scores, where some are equal: rows of one number go by the other score.
        numbers = [np.cumsum(np.diff(s, prepend=s[0]) != 0).astype(np.float64) for s in self._sorted]
        self._numbers = [k if k[-1] < len(k) - 1 else None for k in numbers]

    def opposite(self) -> "Standing":
        """The same for the opposite direction."""
        return Standing(self._pairs, -self.spread * self._scores)

    def propose(
        self,
        across: np.ndarray,
        limit: float,
        room: RaySwaps,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Proposal | None:
        """The best direction found between here and phi = `limit`; `across` has a spread of one.

        Where not all pairs can be listed: go uphill by doubled steps, then search a window around the top,
        unless time is up.
        """
        if self._pairs.n_pairs <= len(room.phi):
            return self._search(across, limit, room)
        # About half the room: pairs swap evenly over half a turn.
        window = min(limit, pi / 4 * len(room.phi) / self._pairs.n_pairs)
        top, step = 0.0, window
        best = self._value(across, 0.0)
        while step <= limit and (value := self._value(across, step)) > best:
            best, top, step = value, step, step * _LONGER
        base = max(top - window / 2, 0.0)
        found = None
        if stopped():
            return Proposal(best, top, best)
        if base == 0.0:
            found = self._search(across, window, room)
        else:
            moved = Standing(self._pairs, (1 - base) * self._scores + base * across)
            left = (min(base + window, limit) - base) / (1 - base)
            if moved.spread > 0:
                found = moved._search(across / moved.spread, left, room)
            # A part of the way from the base is that part of what was left of the whole.
            found = found and found._replace(phi=base + found.phi * (1 - base))
        # A crowd of swaps can leave a window that ends before the top.
        return found if found and found.value >= best else Proposal(best, top, best)

    def _value(self, across: np.ndarray, phi: float) -> float:
        right, tied = self._pairs.count((1 - phi) * self._scores + phi * across)
        return float(2 * right + tied)

    def _search(self, across: np.ndarray, reach: float, room: RaySwaps) -> Proposal | None:
        """The best cell up to `reach`, or as far as there is room for swaps; None if that is nowhere."""
        ups, downs = self._rank(0, across), self._rank(1, across)
        while reach > SAME:
            cell = best_on_ray(ups, downs, reach, room)
            if cell.n_swaps <= len(room.phi):
                return Proposal(cell.value, (cell.low + cell.high) / 2, cell.lowest)
            reach *= _SHORTER
        return None

    def _rank(self, k: int, across: np.ndarray) -> Ranked:
        """The rows of one class by their scores, ties by those across."""
        order, scores, numbers = self._order[k], self._sorted[k], self._numbers[k]
        t = across[order]
        if numbers is not None:
            fine = np.argsort(numbers + (t - t.min()) / (2 * max(np.ptp(t), np.finfo(float).tiny)))
            order, t = order[fine], t[fine]
        return Ranked(scores, t, self._pairs.shares[order])

"""An ascent by what the positives are worth: counts, line searches, and a smooth form of the objective."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.ascent.columns import Columns
from aucopt.exact.solvers.ascent.rays import Pairs, Proposal
from aucopt.exact.solvers.ascent.smoothing import SmoothedAUC
from aucopt.kernels.scores.curve import Worth, weigh_along
from aucopt.kernels.scores.ray import RaySwaps
from aucopt.kernels.scores.smooth_positives import smooth_positives

# Where along a ray to look first: evenly, and ever closer to its start.
_EVEN, _HALVINGS = 16, 14
# Rounds of looking between the best place and its neighbours, and places in each.
_ROUNDS, _PLACES = 3, 4
# How often all axes are gone through to polish a direction, and how far along each.
_POLISHING, _NEAR = 2, 0.5
_NO_SWAPS = RaySwaps(np.empty(0), np.empty(0))


class RowStrata(NamedTuple):
    """The stratum of each row, and what is above the positives of each stratum from the start."""

    stratum: np.ndarray
    handicaps: np.ndarray


def strata_of(problem: Problem, objective: Objective, stratum: np.ndarray | None) -> RowStrata | None:
    """The strata of some rows of a problem as an ascent takes them; None without strata."""
    return None if stratum is None else RowStrata(stratum, objective.handicaps(problem))


class PositiveRows(Pairs):
    """The rows of both classes, and what the positives are worth."""

    is_symmetric = False

    def __init__(
        self, positive: np.ndarray, weight: np.ndarray | None, worth: Worth, strata: RowStrata | None = None
    ) -> None:
        super().__init__(positive, weight)
        whole = np.ones(len(positive), dtype=np.int64) if weight is None else weight
        self.mine, self.others = np.where(positive, whole, 0), np.where(positive, 0, whole)
        self.worth = worth
        n = len(positive)
        self.strata = RowStrata(np.zeros(n, dtype=np.int64), np.zeros(1, dtype=np.int64))
        self._order, self._blocks = np.arange(n), np.array([0, n])
        if strata is not None:
            self.strata = strata
            self._order = np.argsort(strata.stratum, kind="stable")
            self._blocks = np.searchsorted(strata.stratum[self._order], np.arange(len(strata.handicaps) + 1))
        self._sides = self.mine[self._order], self.others[self._order]
        room = worth.cap - self.strata.handicaps[self.strata.stratum] if worth.slope else np.ones(n)
        self.whole = float(self.mine @ room.astype(np.float64))

    def value(self, scores: np.ndarray) -> float:
        """What the positives are worth by float scores, and of equals what has the higher AUC.

        Values are whole; less than one is taken off for wrong pairs.
        """
        return float(self.values(scores, scores, np.zeros(1))[0])

    def values(self, along: np.ndarray, across: np.ndarray, phis: np.ndarray) -> np.ndarray:
        """The values between two directions, by the scores along both."""
        found = np.empty(len(phis))
        blocks, handicaps = self._blocks, self.strata.handicaps
        if len(handicaps) > 1:
            along, across = along[self._order], across[self._order]
        weigh_along(self.worth, blocks, handicaps, along, across, phis, *self._sides, found)
        return found

    def smooth(
        self, columns: Columns, rows: Any, rng: np.random.Generator, most_rows: int | None = None
    ) -> SmoothedAUC:
        """The value as a smooth objective, from a sample of pairs that needs no sample of rows."""
        return SmoothedPositives(columns, rows, self, rng)

    def stand(self, scores: np.ndarray) -> "PositiveStanding":
        """The rows as they are along one direction."""
        return PositiveStanding(self, scores)


class PositiveStanding:
    """The scores of the rows along one direction, ready for rays from it."""

    def __init__(self, rows: PositiveRows, scores: np.ndarray) -> None:
        self._rows = rows
        self.spread = float(scores.std())
        self._scores = scores / self.spread if self.spread > 0 else scores

    def opposite(self) -> "PositiveStanding":
        """The same for the opposite direction."""
        return PositiveStanding(self._rows, -self.spread * self._scores)

    def propose(
        self, across: np.ndarray, limit: float, room: RaySwaps, stopped: Callable[[], bool] = lambda: False
    ) -> Proposal | None:
        """The best direction met between here and phi = `limit`: a line search by exact counts."""
        halved = limit * 0.5 ** np.arange(_HALVINGS, 0, -1)
        places = np.union1d(halved, limit * np.arange(1, _EVEN + 1) / _EVEN)
        values = self._rows.values(self._scores, across, places)
        for _ in range(_ROUNDS):
            k = int(np.argmax(values))
            low = places[k - 1] if k else 0.0
            high = places[k + 1] if k + 1 < len(places) else limit
            more = np.setdiff1d(np.linspace(low, high, _PLACES + 2)[1:-1], places)
            order = np.argsort(np.append(places, more), kind="stable")
            values = np.append(values, self._rows.values(self._scores, across, more))[order]
            places = np.append(places, more)[order]
        k = int(np.argmax(values))
        # Opposite directions are no mirror of these: nothing is known of them.
        return Proposal(float(values[k]), float(places[k]), np.inf)


def polish(
    x: np.ndarray, rows: PositiveRows, signs: Sequence[int], factor: np.ndarray, start: np.ndarray
) -> np.ndarray:
    """Move a direction, axis by axis where whitened, while the value or of equals the AUC rises.

    With few positives very many directions have the best value; this picks a good one of them.
    """
    w = start / np.linalg.norm(start)
    best = rows.value(x @ w)
    for _ in range(_POLISHING):
        for axis in np.linalg.inv(factor):
            for u in (axis, -axis):
                stand = rows.stand(x @ w)
                scores = x @ u
                spread = float(scores.std())
                found = stand.propose(scores / spread, _NEAR, _NO_SWAPS) if spread and stand.spread else None
                if found is None:
                    continue
                moved = (1 - found.phi) * w / stand.spread + found.phi * u / spread
                moved = np.where(np.asarray(signs) * moved < 0, 0.0, moved)
                if moved.any() and (value := rows.value(x @ moved)) > best:
                    w, best = moved / np.linalg.norm(moved), value
    return w


class SmoothedPositives(SmoothedAUC):
    """What the positives are worth where each pair is wrong with a probability, as in `SmoothedAUC`."""

    def __init__(self, columns: Columns, rows: Any, counted: PositiveRows, rng: np.random.Generator) -> None:
        stratum = counted.strata.stratum
        super().__init__(columns, rows, counted.positive, counted.weight, rng, stratum=stratum)
        worth = counted.worth
        of_strata = np.bincount(stratum, counted.others)
        # Limits are the same share of the other class in every stratum.
        total = of_strata.max()
        blocks = self._blocks
        sides = [np.split(rows, ends[:-1]) for rows, ends in zip(blocks[:2], blocks[2:4], strict=True)]
        # The pairs of one positive after the other.
        sizes = np.concatenate([np.full(len(up), len(down)) for up, down in zip(*sides, strict=True)])
        self._ends = np.cumsum(sizes)
        self._ups = np.repeat(blocks.ups, sizes)
        self._downs = np.concatenate([np.tile(down, len(up)) for up, down in zip(*sides, strict=True)])
        ups = blocks.ups
        mine = counted.mine[ups] * of_strata[stratum[ups]]
        self._mine = mine / mine.sum()
        others = counted.others[self._downs].astype(np.float64)
        group = np.repeat(np.arange(len(self._ends)), np.diff(self._ends, prepend=0))
        # Of a sample of negatives each stands for several.
        self._others = others / np.bincount(group, weights=others)[group]
        self._is_step = worth.slope == 0
        # A step is half way between whole counts; a ramp ends where nothing is left.
        amount = worth.cap + 0.5 if self._is_step else worth.cap / (worth.slope * worth.unit)
        self._limit, self._least = float(amount / total), float(0.5 / total)

    def _measure(self, scores: np.ndarray) -> float:
        return smooth_positives(
            scores, self._ups, self._downs, self._blocks.rate, self._ends, self._mine, self._others,
            self._limit, self._is_step, self._least, self._pull,
        )  # fmt: skip

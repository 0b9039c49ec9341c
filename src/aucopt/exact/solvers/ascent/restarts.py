"""A climb from the best start, and restarts: from beside the best, from anywhere, from a population.

A restart is a fixed amount of work that depends on the data and the seed alone, so that a number of them is
a budget that gives the same result on any machine.
"""

from collections.abc import Callable, Sequence

import numpy as np

from aucopt.exact.solvers.ascent.climber import Climber
from aucopt.exact.solvers.ascent.population import Population
from aucopt.exact.solvers.ascent.smoothing import SmoothedAUC
from aucopt.exact.solvers.ascent.starts import random_unit
from aucopt.exact.solvers.starts import clip

# Smoothed from wide to narrow, each from the last: most of the way at little cost.
PATH = (3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003)
# The widest that stays in the valley of a start.
_NARROW = 0.03
# How far beside the best a restart begins, and from which width on it is smoothed; None is anywhere.
_KICKS = ((0.1, 0.01), (0.4, 0.1), (None, PATH[0]))
_RANDOM_A_ROUND = 8
# With more columns a population finds nothing in the time it takes.
_MOST_EVOLVED = 30
# Directions that one restart tries, fewer where they would score more rows together.
_MOST_TRIED, _ROWS_TRIED = 2000, 1 << 23
# A restart beside the best, then some of the population.
_A_TURN = 3


class Restarts:
    """Climbs over planes, one after the other; the climber keeps the best place of all.

    Parameters
    ----------
    climber : Climber
        Counts and searches planes.
    smoothed : SmoothedAUC
        Leads uphill from afar.
    starts : list of arrays
        Weights on the scaled columns, members of the first population.
    budget : int
        Planes that one climb may search.
    rng : Generator
        Draws directions.
    after_round : callable
        Called after each round of planes.
    """

    def __init__(
        self,
        climber: Climber,
        smoothed: SmoothedAUC,
        starts: Sequence[np.ndarray],
        budget: int,
        rng: np.random.Generator,
        after_round: Callable[[], object],
    ) -> None:
        self.climber, self.smoothed, self.starts = climber, smoothed, list(starts)
        self.n_restarts = 0
        self._budget, self._rng, self._after_round = budget, rng, after_round
        self._population: Population | None = None

    def climb_from(self, w: np.ndarray) -> None:
        """Climb in the start's own valley, from its wide surroundings, then over planes."""
        self.climber.start(w)
        self._follow(w, _NARROW)
        self._follow(w, PATH[0])
        self._climb_rounds()

    def restart(self) -> None:
        """Climb once more: beside the best, then twice from a population if that finds something better."""
        self.climber.check_time()
        turn, evolves = divmod(self.n_restarts, _A_TURN)
        self.n_restarts += 1
        if evolves and self.climber.columns.shape[1] <= _MOST_EVOLVED:
            w, widest = self._evolve(), _NARROW
            if self.climber.value_of(w) <= self.climber.best.value:
                return
        else:
            kick, widest = _KICKS[turn % len(_KICKS)]
            w = self._beside(kick)
        if w.any():
            self.climber.start(w)
            self._follow(w, widest)
            self._climb_rounds()

    def _evolve(self) -> np.ndarray:
        """The best of the population after some generations more."""
        if self._population is None:
            self._population = Population(self.climber, self.starts, self._rng)
        return self._population.evolve(min(_MOST_TRIED, _ROWS_TRIED // self.climber.columns.shape[0]))

    def _beside(self, kick: float | None) -> np.ndarray:
        """A direction near the best, or anywhere."""
        spread = self.climber.columns.spread
        v = random_unit(self._rng, spread > 0)
        if kick is not None:
            best = self.climber.best.w * spread
            v = best + kick * np.linalg.norm(best) * v
        w = np.divide(v, spread, out=np.zeros(len(v)), where=spread > 0)
        return clip(w, self.climber.signs)

    def _follow(self, w: np.ndarray, widest: float) -> None:
        """Climb smoothed AUCs from this width to the narrowest."""
        for width in PATH:
            if width <= widest and not self.climber.is_perfect:
                w = self.smoothed.maximize(w, width, self.climber.signs, self.climber.stopped)
                self.climber.offer(w)
                self.climber.check_time()

    def _climb_rounds(self) -> None:
        """Search planes until a whole round brings nothing."""
        climber = self.climber
        budget = climber.n_planes + self._budget
        d = climber.columns.shape[1]
        varies = climber.columns.spread > 0
        axes, gains = np.flatnonzero(varies), np.zeros(d)
        way: list[np.ndarray] = []
        while climber.n_planes < budget and not climber.is_perfect:
            before = climber.at
            slopes = [self.smoothed.gradient(before.w, width) for width in PATH]
            climber.climb([*slopes, *way], budget)
            axes = axes[np.argsort(-gains[axes], kind="stable")]
            gains[axes] = climber.climb(list(np.eye(d)[axes]), budget)
            climber.climb([random_unit(self._rng, varies) for _ in range(_RANDOM_A_ROUND)], budget)
            climber.n_rounds += 1
            self._after_round()
            if climber.at is before:
                break
            way = [climber.at.w - before.w]


def planes_a_round(n_columns: int) -> int:
    """Planes that one round searches."""
    return n_columns + len(PATH) + _RANDOM_A_ROUND

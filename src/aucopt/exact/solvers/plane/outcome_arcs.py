"""Outcomes with too many pairs to list: arcs of the circle, bounded by counts at their ends.

A pair that is right somewhere between two directions is right at one of them. So at most (A + B + F) / 2
pairs are right there, where A and B are right at the two ends, and F are the pairs that only one of the ends
ranks right. These are inversions between two orders of the rows, less those of rows that are never compared.
Of censored times F also counts some pairs that are not compared, which loosens the bound of wide arcs only.
The arc with the highest bound is halved until the time is up. Arcs that signs forbid are left out.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from math import pi
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.columns import MAX_TOTAL
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.solvers.ascent.solver import AscentSolver
from aucopt.exact.solvers.base import EXACT_SECONDS, Found, Known, Options
from aucopt.exact.solvers.plane.direction import Direction, Whitening
from aucopt.exact.solvers.starts import Start, any_start
from aucopt.metrics.concordance import weigh_pairs

# The first arcs, and where they begin: at no axis.
_FIRST_ARCS, _OFFSET = 8, 0.1234
# The part of the time that goes into the bound; an ascent has the rest.
_SHARE = 0.75


class ArcEnd(NamedTuple):
    """A direction with the ranks of the rows along it, and the pairs that are right and tied there."""

    direction: Direction
    rank: np.ndarray
    right: int
    tied: int


class OutcomeArcs:
    """Arcs around the circle with their bounds, the highest first.

    Attributes
    ----------
    bound : int
        No allowed direction inside an arc has a higher value.
    value : int
        The highest value at an allowed end of an arc.
    best : Direction or None
        Where that is.
    n_arcs : int
        How many arcs were bounded.
    """

    def __init__(self, problem: ComparedProblem, objective: Objective, signs: Sequence[int] = (0, 0)) -> None:
        self._problem, self._objective, self._signs = problem, objective, signs
        self._whitening = Whitening(problem)
        outcome, self._weight = problem.units.outcome, problem.units.weight
        # No two rows of a group are compared: they have the same level, or cannot win.
        levels = int(outcome.level.max()) + 2
        group = outcome.stratum * levels + np.where(outcome.wins, outcome.level + 1, 0)
        everyone = outcome._replace(wins=np.ones_like(outcome.wins))
        self._within = everyone
        self._apart = everyone._replace(stratum=np.unique(group, return_inverse=True)[1].ravel())
        self._waiting: list[tuple[int, int, ArcEnd, ArcEnd]] = []
        self.bound, self.value, self.n_arcs = objective.most(problem), 0, 0
        self.best: Direction | None = None

    @property
    def can_count(self) -> bool:
        """Whether the weight of all pairs, compared or not, fits into 64 bits."""
        return int(self._weight.sum()) ** 2 < MAX_TOTAL

    def search(self, is_late: Callable[[], bool], report: Callable[[], None]) -> None:
        """Halve arcs until it is late, or the best end is the optimum."""
        ends = []
        for k in range(_FIRST_ARCS):
            if is_late():
                return
            ends.append(self._look(self._whitening.at_angle(_OFFSET + k * 2 * pi / _FIRST_ARCS)))
        for k in range(_FIRST_ARCS):
            if is_late():
                return
            self._bound_arc(ends[k - 1], ends[k], self.bound)
        while self._rise() and not is_late():
            report()
            upper, _, low, high = heappop(self._waiting)
            between = self._look(self._whitening.between(low.direction, high.direction, 0.5))
            self._bound_arc(low, between, -upper)
            self._bound_arc(between, high, -upper)
        report()

    def _rise(self) -> bool:
        """Note the highest bound of all arcs; whether it is above the best value."""
        self.bound = max(-self._waiting[0][0], self.value)
        return self.bound > self.value

    def _look(self, direction: Direction) -> ArcEnd:
        rank = self._problem.unit_ranks(direction.vector)
        right, tied = self._problem.rank_pairs(rank)
        is_allowed = all(s * v >= 0 for s, v in zip(self._signs, direction.vector, strict=True))
        if is_allowed and 2 * right + tied > self.value:
            self.value, self.best = 2 * right + tied, direction
        return ArcEnd(direction, rank, right, tied)

    def _bound_arc(self, low: ArcEnd, high: ArcEnd, upper: int) -> None:
        """Add an arc with its bound, which is not above that of the arc it is a part of."""
        ends = zip(self._signs, low.direction.vector, high.direction.vector, strict=True)
        if any(s and s * a <= 0 and s * b <= 0 for s, a, b in ends):
            return
        flipped = self._inversions(low, high, apart=False) - self._inversions(low, high, apart=True)
        # A pair that one end ties may be right at the other one only.
        flipped += low.tied + high.tied - 2 * self._problem.coincident
        value = self._objective.value_of_cell(self._problem, (low.right + high.right + flipped) // 2)
        self.n_arcs += 1
        heappush(self._waiting, (-min(value, upper), self.n_arcs, low, high))

    def _inversions(self, low: ArcEnd, high: ArcEnd, apart: bool) -> int:
        """Weight of the pairs in opposite orders at both ends, of rows in one stratum or in one group."""
        rows = self._apart if apart else self._within
        # What is lower at one end and higher at the other one is a pair ranked right, ranks being levels.
        return int(weigh_pairs(rows._replace(level=low.rank), high.rank, self._weight)[0])


def search_arcs(problem: ComparedProblem, objective: Objective, options: Options, known: Known) -> Found:
    """The best weights that arcs and an ascent find by the time limit, and what no direction exceeds."""
    now = time.monotonic()
    if options.deadline is None:
        options = replace(options, deadline=now + EXACT_SECONDS)
    assert options.deadline is not None
    signs = problem.pick(options.signs)
    arcs, began, last = OutcomeArcs(problem, objective, signs), now, now
    until = now + _SHARE * (options.deadline - now)

    def is_late() -> bool:
        # One more step takes about as long as the last one.
        nonlocal last
        now, before, last = time.monotonic(), last, time.monotonic()
        is_close = objective.share(problem, arcs.bound - arcs.value) <= options.max_gap
        return is_close or 2 * now - before > until

    interrupted = False
    if arcs.can_count:
        try:
            arcs.search(is_late, lambda: known.report(options, problem, objective, arcs.value, arcs.bound))
        except KeyboardInterrupt:
            interrupted = True
    # If the arcs have closed the gap they did not need their time, and the ascent does not need its own.
    now = time.monotonic()
    more = 0.0 if interrupted else (now - began) * (1 / _SHARE - 1)
    options = replace(options, deadline=min(options.deadline, now + more))
    if arcs.best is not None:
        start = np.array([float(w) for w in problem.coef_of(arcs.best.vector)])
        options = replace(options, starts=(*options.starts, start / np.abs(start).max()))
    found = AscentSolver().solve(problem, objective, options, known)
    assert found.coef is not None
    climbed = problem.direction_of(found.coef)
    directions = [d for d in (climbed, arcs.best and arcs.best.vector) if d and any(d)]
    best = max(
        any_start(problem, objective, options),
        *(Start(objective.count(problem, d).value, d) for d in directions),
        key=lambda start: start.value,
    )
    # On an axis pairs may tie, so that a direction there can exceed all arcs beside it that are allowed.
    bound = max(arcs.bound, best.value)
    status = "max_gap" if objective.share(problem, bound - best.value) <= options.max_gap else "time_limit"
    if interrupted or found.status == "interrupted":
        status = "interrupted"
    return Found(
        problem,
        signs,
        cells=[(best.direction, best.direction)],
        value=best.value,
        bound=bound,
        status="optimal" if bound == best.value else status,
        work={**found.work, "arcs": arcs.n_arcs},
    )

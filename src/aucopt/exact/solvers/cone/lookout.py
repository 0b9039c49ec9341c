"""Looking for better directions beside the cones: ascents from the best one known.

Cones close sooner the better the incumbent is, and where they cannot all be closed it is the answer. So an
ascent begins the search, goes on as the work of the cones doubles, and has the last moments before a limit.
"""

import time

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.positives import strata_of
from aucopt.exact.solvers.base import Options, Vector
from aucopt.exact.solvers.starts import Start

# Looks at pairs by the cones before the first ascent beside them; then twice as many, and so on.
_FIRST_LOOKS = 1 << 28
# The share of the time left, and the most seconds, that are kept for the last ascent.
_LAST_SHARE, _LAST_SECONDS = 0.2, 10.0
# How often an ascent counts where it ended.
_COUNTS = 4


class Lookout:
    """Finds better directions of one problem; what it finds depends on the work done, not on time.

    Attributes
    ----------
    interrupted : bool
        Whether an ascent was interrupted.
    """

    def __init__(self, problem: Problem, objective: Objective, options: Options) -> None:
        self.interrupted = False
        self._problem, self._objective, self._options = problem, objective, options
        self._rows = problem.rows()
        self._due, self._turn = _FIRST_LOOKS, 0

    def first(self, start: Start, budget: int | None = None) -> Start:
        """Climb once from cheap starts and from the best direction so far, unless that was done already."""
        climbed = self._options.climbed
        problem = self._problem
        if climbed is not None and climbed[:2] == (problem.columns, problem.pick(self._options.signs)):
            self.interrupted = climbed.interrupted
            value = self._objective.count(problem, climbed.direction).value
            return max(start, Start(value, climbed.direction), key=lambda s: s.value)
        return self._ascend(start, budget=budget, n_restarts=0)

    def later(self, best: Start, n_looks: int) -> Start:
        """Restart beside the best direction, if enough was looked at since the last time."""
        if n_looks < self._due:
            return best
        self._due *= 2
        self._turn += 1
        return self._ascend(best, n_restarts=2**self._turn)

    def last(self, best: Start) -> Start:
        """Climb from cheap starts and from the best direction, and restart until the deadline."""
        self._turn = 0
        return self._ascend(best, n_restarts=None)

    def options_before_last(self) -> Options:
        """The options with a deadline that leaves time for the last ascent."""
        if self._options.deadline is None:
            return self._options
        left = self._options.deadline - time.monotonic()
        return self._options.leaving(min(_LAST_SHARE * left, _LAST_SECONDS))

    def _ascend(self, best: Start, n_restarts: int | None, budget: int | None = None) -> Start:
        """The better of a direction and what an ascent finds."""
        problem, options = self._problem, self._options
        if self.interrupted or options.is_late():
            return best
        x, positive, weight = self._rows
        deadline = options.leaving(_COUNTS * self._seconds_of_count(best)).deadline
        here = [_floats(best.direction)]
        found = ascend(
            x,
            positive,
            weight,
            signs=problem.pick(options.signs),
            worth=None if self._objective.by_pairs else self._objective.worth(problem),
            strata=strata_of(problem, self._objective, problem.rows_stratum()),
            # Cheap starts are tried at first and at last.
            starts=here if self._turn else None,
            known=here,
            deadline=deadline,
            budget=budget,
            n_restarts=n_restarts,
            n_jobs=options.n_threads,
            random_state=self._turn,
        )
        self.interrupted = found.status == "interrupted"
        direction = problem.towards(found.coef)
        value = self._objective.count(problem, direction).value if any(direction) else -1
        return Start(value, direction) if value > best.value else best

    def _seconds_of_count(self, best: Start) -> float:
        """How long it takes to count a direction; nobody asks if there is no limit."""
        if self._options.deadline is None:
            return 0.0
        began = time.monotonic()
        self._objective.count(self._problem, best.direction)
        return time.monotonic() - began


def _floats(direction: Vector) -> np.ndarray:
    largest = max(abs(v) for v in direction)
    return np.array([v / largest for v in direction])

"""What integer weights can reach at most, by float scores and their error: most need no exact count."""

from collections.abc import Iterator, Sequence

import numpy as np

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights.known import Judge
from aucopt.kernels.scores.auc import count_pairs, weigh_pairs

# Scores at a time.
_MOST_SCORES = 1 << 20
# The error of scores is taken twice, since weights on the columns are rounded before they are summed.
_MARGIN = 2.0
_SMALLEST = 1e-100


class Screen:
    """Bounds on the right pairs of weights on the columns of a problem, ties included.

    Parameters
    ----------
    problem : Problem
        Two classes, independent columns, weights that are not rounded.
    factors : (d,) array
        What a weight of one on each of these columns adds to the direction.
    """

    def __init__(self, problem: Problem, factors: np.ndarray) -> None:
        self._problem, self._factors = problem, factors
        self._x, self._positive, self._weight = problem.rows()

    def bounds(self, weights: Sequence[Sequence[int]]) -> Iterator[int]:
        """No less than the right and tied pairs, one number for each of the weights on all columns."""
        used = list(self._problem.columns)
        step = max(_MOST_SCORES // len(self._x), 1)
        for begin in range(0, len(weights), step):
            directions = np.array(weights[begin : begin + step])[:, used] * self._factors
            scores = directions @ self._x.T
            errors = [_MARGIN * self._problem.error_along(c) for c in directions]
            if self._weight is None:
                # Rows that are contiguous, for which the kernel is compiled already.
                sides = self._positive, ~self._positive
                ups, downs = (np.sort(np.ascontiguousarray(scores[:, side]), axis=1) for side in sides)
                for up, down, error in zip(ups, downs, errors, strict=True):
                    yield sum(count_pairs(up + error, down))
            else:
                for row, error in zip(scores, errors, strict=True):
                    raised = row + error * self._positive
                    right, tied, _ = weigh_pairs(np.argsort(raised), raised, self._positive, self._weight)
                    yield int(right + tied)


def screen_for(problem: Problem, objective: Judge, directions: Sequence[Sequence[int]]) -> Screen | None:
    """A screen by what a weight of one on each column adds to the direction, for the AUC of two classes."""
    is_plain = type(problem) is Problem and problem.exact_weight is None and not problem.relations
    if not (objective.is_auc and is_plain and problem.columns):
        return None
    own = [directions[k][k] for k in range(len(problem.columns))]
    factors = np.array([factor / max(own) for factor in own])
    # Numbers that float64 can hardly hold have no error that is known.
    return Screen(problem, factors) if factors.min() > _SMALLEST else None

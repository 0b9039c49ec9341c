"""The middle of a cell in R^d: room on all sides for the rounding of weights and scores."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from aucopt.exact.problem.columns import primitive_vector
from aucopt.exact.problem.problem import Problem

_ROUNDS = 4
_PARTS = (1.0, 0.5, 0.25, 0.125)


def central_direction(problem: Problem, direction: Sequence[int], signs: Sequence[int]) -> tuple[int, ...]:
    """Move a direction to the middle of its cell, axis by axis where the data are whitened.

    Along each axis the step is half way between the nearest changes of the ranking, less if others come
    before. Floats suffice: the caller counts the pairs of the result and knows the old direction.
    """
    factor = problem.within_factor
    z = np.linalg.solve(factor, problem.x.T).T
    u = factor.T @ _image(direction)
    right = _count_right(z @ u, problem.weight)
    of_signs = _sign_walls(factor, signs)
    n_signs = len(of_signs)
    for _ in range(_ROUNDS):
        u /= np.linalg.norm(u)
        for k in range(len(u)):
            walls = np.vstack([of_signs, *_neighbours(z, u, problem.weight)])
            margin, change = walls @ u, walls[:, k]
            # A constrained weight of zero must not turn, whatever it rounds to.
            margin[:n_signs] = np.maximum(margin[:n_signs], 0.0)
            kept = margin > 0
            kept[:n_signs] = True
            ahead, behind = kept & (change < 0), kept & (change > 0)
            # An open side is left alone: a wide cell needs no centring there.
            if not (ahead.any() and behind.any()):
                continue
            nearest = np.min(margin[ahead] / -change[ahead]), np.max(-margin[behind] / change[behind])
            for part in _PARTS:
                moved = u.copy()
                moved[k] += part * sum(nearest) / 2
                if _count_right(z @ moved, problem.weight) == right:
                    u = moved
                    break
    w = np.linalg.solve(factor.T, u)
    w[np.asarray(signs) * w < 0] = 0.0
    return primitive_vector([Fraction(float(v)) for v in w])


def _count_right(scores: np.ndarray, weight: np.ndarray) -> int:
    p, q = weight[np.argsort(scores, kind="stable")].T
    return int(p @ (np.cumsum(q) - q))


def _image(direction: Sequence[int]) -> np.ndarray:
    largest = max(abs(v) for v in direction)
    return np.array([float(Fraction(v, largest)) for v in direction])


def _sign_walls(factor: np.ndarray, signs: Sequence[int]) -> np.ndarray:
    """Normals, where whitened, of the hyperplanes on which a constrained weight is zero."""
    rows = np.diag(signs)[np.flatnonzero(signs)].astype(np.float64)
    return np.linalg.solve(factor, rows.T).T if len(rows) else np.empty((0, len(signs)))


def _neighbours(z: np.ndarray, u: np.ndarray, weight: np.ndarray) -> list[np.ndarray]:
    """Differences, upper less lower, of each point and the nearest of the other class on either side."""
    order = np.argsort(z @ u, kind="stable")
    ordered = z[order]
    places = [np.flatnonzero(of_class) for of_class in weight[order].T]
    found = []
    for mine, other in (places, places[::-1]):
        # A point may hold both classes: that is no neighbour of itself.
        n_below, n_not_above = other.searchsorted(mine), other.searchsorted(mine, "right")
        first, last = n_below.searchsorted(1), n_not_above.searchsorted(len(other))
        found.append(ordered[mine[first:]] - ordered[other[n_below[first:] - 1]])
        found.append(ordered[other[n_not_above[:last]]] - ordered[mine[:last]])
    return found

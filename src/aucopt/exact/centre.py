"""The middle of a cell in R^d: room on all sides for the rounding of weights and scores."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from aucopt.exact.problem import Problem, primitive_vector

_ROUNDS = 4


def central_direction(problem: Problem, direction: Sequence[int], signs: Sequence[int]) -> tuple[int, ...]:
    """Move a direction to the middle of its cell, axis by axis where the data are whitened.

    Along each axis the step is half way between the nearest changes of the ranking. Floats suffice: the
    caller counts the pairs of the result and keeps the old direction if any is lost.
    """
    factor = problem.within_factor
    z = np.linalg.solve(factor, problem.x.T).T
    u = factor.T @ _image(direction)
    of_signs = _sign_walls(factor, signs)
    for _ in range(_ROUNDS):
        u /= np.linalg.norm(u)
        for axis in np.eye(len(u)):
            differences = _neighbours(z, u, problem.weight)
            walls = np.vstack([differences, of_signs])
            margin, change = walls @ u, walls @ axis
            kept = margin > 0
            # A constrained weight of zero must not turn, whatever it rounds to.
            kept[len(differences) :] = True
            margin[len(differences) :] = np.maximum(margin[len(differences) :], 0.0)
            with np.errstate(divide="ignore", invalid="ignore"):
                steps = -margin / change
            ahead = np.min(steps[(change < 0) & kept], initial=np.inf)
            behind = np.max(steps[(change > 0) & kept], initial=-np.inf)
            # An open side is left alone: a wide cell needs no centring there.
            if np.isfinite(ahead) and np.isfinite(behind):
                u = u + (ahead + behind) / 2 * axis
    w = np.linalg.solve(factor.T, u)
    w[np.asarray(signs) * w < 0] = 0.0
    return primitive_vector([Fraction(float(v)) for v in w])


def _image(direction: Sequence[int]) -> np.ndarray:
    largest = max(abs(v) for v in direction)
    return np.array([float(Fraction(v, largest)) for v in direction])


def _sign_walls(factor: np.ndarray, signs: Sequence[int]) -> np.ndarray:
    """Normals, where whitened, of the hyperplanes on which a constrained weight is zero."""
    rows = np.diag(signs)[np.flatnonzero(signs)].astype(np.float64)
    return np.linalg.solve(factor, rows.T).T if len(rows) else np.empty((0, len(signs)))


def _neighbours(z: np.ndarray, u: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Differences, upper less lower, of each point and the nearest of the other class on either side."""
    order = np.argsort(z @ u, kind="stable")
    n = len(order)
    found = []
    for mine, other in ((0, 1), (1, 0)):
        places = np.arange(n)
        has = weight[order, other] > 0
        below = np.maximum.accumulate(np.where(has, places, -1))
        below = np.concatenate([[-1], below[:-1]])
        upper = np.flatnonzero((weight[order, mine] > 0) & (below >= 0))
        found.append(z[order[upper]] - z[order[below[upper]]])
    return np.vstack(found)

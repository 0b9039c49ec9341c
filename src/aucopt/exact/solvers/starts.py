"""Weights that are known before a search: read, kept within the signs, counted exactly.

No search returns less than the best of them: solvers begin with them, and `at_least` holds what was found
against the best one.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Found, Options, Vector


class Start(NamedTuple):
    """A direction in a problem's coordinates and its value."""

    value: int
    direction: Vector


def read_starts(starts: npt.ArrayLike | None, n_features: int) -> tuple[np.ndarray, ...]:
    """Check weights on the raw columns, one or several vectors of them."""
    if starts is None:
        return ()
    try:
        given = np.atleast_2d(np.asarray(starts, dtype=np.float64))
    except (TypeError, ValueError):
        given = np.empty((0, 0))
    if given.ndim != 2 or given.shape[1] != n_features or not np.isfinite(given).all():
        raise ValueError(
            f"starts must be finite weights, one for each of {n_features} columns; got {starts!r}."
        )
    return tuple(given)


def clip(w: np.ndarray, signs: npt.ArrayLike) -> np.ndarray:
    """The nearest weights of the allowed signs."""
    return np.where(w * np.asarray(signs) < 0, 0.0, w)


def start_directions(problem: Problem, options: Options) -> list[Vector]:
    """The starts as integer directions of a problem, which may be a face: other columns are left out.

    Under signs a column that depends on others may lead outside: such a start is left out.
    """
    signs, found = problem.pick(options.signs), []
    for coef in options.starts:
        direction = problem.direction_of(clip(coef, options.signs))
        if any(direction) and _is_allowed(direction, signs):
            found.append(direction)
    return found


def best_start(problem: Problem, objective: Objective, options: Options) -> Start | None:
    """The start of the highest value, if there is any."""
    counted = [Start(objective.count(problem, v).value, v) for v in start_directions(problem, options)]
    return max(counted, key=lambda start: start.value, default=None)


def any_start(problem: Problem, objective: Objective, options: Options) -> Start:
    """The start of the highest value, or else a direction that the signs allow."""
    known = best_start(problem, objective, options)
    if known is not None:
        return known
    allowed = tuple(s or 1 for s in problem.pick(options.signs))
    return Start(objective.count(problem, allowed).value, allowed)


def at_least(found: Found, start: Start, problem: Problem, options: Options) -> Found:
    """What was found, or a better start with the bound and the work of the search."""
    if found.value > start.value or (found.value == start.value and found.cells):
        return found
    return found._replace(
        problem=problem,
        signs=problem.pick(options.signs),
        cells=[(start.direction, start.direction)],
        value=start.value,
        status="optimal" if found.bound == start.value else found.status,
    )


def _is_allowed(direction: Sequence[int], signs: Sequence[int]) -> bool:
    return all(s * v >= 0 for s, v in zip(signs, direction, strict=True))

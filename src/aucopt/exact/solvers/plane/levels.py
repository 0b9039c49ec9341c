"""Beyond the optimum: all directions whose AUC reaches a level, and the AUC over all angles."""

from collections.abc import Sequence
from itertools import pairwise
from math import pi

import numpy as np

from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane.arcs import Stride, look_ahead, split_at
from aucopt.exact.solvers.plane.direction import Cell, Direction, allowed_quadrants, same_vector
from aucopt.exact.solvers.plane.march import Look, March

_QUARTERS = 4


def level_set(problem: Problem, threshold: int, signs: Sequence[int] = (0, 0)) -> list[Cell]:
    """Maximal arcs of allowed directions with at least `threshold` right pairs, by the axis they start after.

    Ends are exact: critical directions, or axes where the signs end the allowed directions.
    """
    march = March(problem)
    arcs: list[Cell] = []
    for low, high in allowed_quadrants(signs):
        inner = [march.whitening.between(low, high, k / _QUARTERS) for k in range(1, _QUARTERS)]
        for a, b in pairwise((low, *inner, high)):
            arcs += _march_level(march, a, b, threshold)
    return _join(arcs)


def _march_level(march: March, low: Direction, high: Direction, threshold: int) -> list[Cell]:
    """March through one arc, in steps that stay on one side of the level, or are short enough to sweep."""
    problem = march.problem
    march.go(low)
    arcs: list[Cell] = []
    goals, stride = [high], Stride(pi, 0)
    while goals:
        goal = goals[-1]
        if same_vector(march.at, goal):
            march.go(goal)
            goals.pop()
            continue
        below, above = threshold - 1 - march.right, march.right - threshold
        tally = max(below, above) < march.room * problem.pair_unit

        def fits(look: Look, below: int = below, above: int = above, tally: bool = tally) -> float:
            if look.gain <= below or look.loss <= above or (tally and look.n_swaps <= march.room):
                return 1.0
            parts = (below / max(look.gain, 1), above / max(look.loss, 1))
            return min(max(*parts, march.room / look.n_swaps if tally else 0.0), 0.99)

        look = look_ahead(march, goal, stride, max(below, above), fits, tally=tally)
        if isinstance(look, Direction):
            split_at(look, goals)
            continue
        if look.loss <= above:
            arcs.append(Cell(march.at, look.to))
        elif look.gain > below:
            _, stretches = march.sweep(look, threshold, cells=False)
            arcs += [Cell(s.low or march.at, s.high or look.to) for s in stretches]
        march.accept(look)
        if look.to == goal:
            goals.pop()
    return arcs


def _join(arcs: list[Cell]) -> list[Cell]:
    """Join arcs that meet, the last with the first too.

    On the direction where they meet the count is the mean of both sides, so it reaches the level as well.
    """
    joined: list[Cell] = []
    for arc in arcs:
        if joined and same_vector(joined[-1].high, arc.low):
            joined[-1] = Cell(joined[-1].low, arc.high)
        else:
            joined.append(arc)
    if len(joined) > 1 and same_vector(joined[-1].high, joined[0].low):
        joined[0] = Cell(joined.pop().low, joined[0].high)
    return joined


def profile(problem: Problem, objective: Objective, n_angles: int) -> tuple[np.ndarray, np.ndarray]:
    """Whitened angles around the circle, and the values of the directions there."""
    angles = np.linspace(0.0, 2 * pi, n_angles, endpoint=False)
    values = np.empty(n_angles, dtype=np.int64)
    march = March(problem)
    if not objective.by_pairs:
        for i, angle in enumerate(angles):
            values[i] = objective.count(problem, march.whitening.at_angle(angle).vector).value
        return angles, values
    half = n_angles // 2 if n_angles % 2 == 0 else n_angles
    for i in range(half):
        march.go(march.whitening.at_angle(angles[i]))
        values[i] = objective.value_of_cell(problem, march.right)
    # Half a turn on every distinct pair is ordered the other way round.
    values[half:] = objective.whole(problem) - values[: n_angles - half]
    return angles, values

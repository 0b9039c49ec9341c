"""All directions of a level, and the AUC over all angles, against brute force."""

from fractions import Fraction
from typing import Any

import naive
import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import plane_problem, plane_tables

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.plane.direction import Whitening
from aucopt.exact.solvers.plane.levels import profile
from aucopt.exact.solvers.reference import algorithm_1


@settings(deadline=None, max_examples=100)
@given(plane_tables(), st.sampled_from([0, 0.05, 0.2, 1]))
def test_near_holds_just_the_directions_within_delta(case: dict[str, Any], delta: float) -> None:
    X, y, signs = case["X"], case["y"], case["signs"]
    solution = aucopt.maximize_auc(X, y, signs=signs)
    if not solution.in_plane:
        return
    problem = Problem.read(X, y).independent()
    p, q = problem.weight.T.tolist()
    near = solution.near(delta)
    level = solution.bound_exact - Fraction(str(delta))
    for direction in naive.inner_directions(naive.exact_points(X), signs):
        right, tied, total = naive.counts(X, y, direction)
        reached = Fraction(2 * right + tied, 2 * total) >= level
        assert reached == any(holds(arc, direction) for arc in near)
    assert algorithm_1(
        problem.integers(), p, q, signs or (0, 0)
    ).value == 2 * solution.right + solution.tied or (solution.notes)


def holds(arc: Any, w: tuple[Fraction, ...]) -> bool:
    """Whether an open arc of exact edges holds a direction."""

    def cross(a: Any, b: Any) -> Fraction:
        return a[0] * b[1] - a[1] * b[0]

    if arc.low == arc.high:
        return arc.width > 0 or (cross(arc.low, w) == 0 and arc.low[0] * w[0] + arc.low[1] * w[1] > 0)
    if cross(arc.low, arc.high) > 0 or (cross(arc.low, arc.high) == 0):
        return cross(arc.low, w) > 0 and (cross(w, arc.high) > 0 or cross(arc.low, arc.high) == 0)
    return not (cross(arc.high, w) >= 0 and cross(w, arc.low) >= 0)


@settings(deadline=None, max_examples=60)
@given(plane_tables(), st.integers(1, 24))
def test_a_profile_tells_the_values_of_the_cells_it_crosses(case: dict[str, Any], n_angles: int) -> None:
    problem, objective = plane_problem(case), AUC()
    assume(problem is not None)
    angles, values = profile(problem, objective, n_angles)
    assert angles.tolist() == np.linspace(0, 2 * np.pi, n_angles, endpoint=False).tolist()
    whitening = Whitening(problem)
    half = n_angles // 2 if n_angles % 2 == 0 else n_angles
    for angle, value in zip(angles[:half], values[:half], strict=True):
        counts = objective.count(problem, whitening.at_angle(angle).vector)
        # A direction that ties pairs stands for those just beside it.
        assert abs(value - counts.value) <= counts.tied - problem.coincident
    assert values[half:].tolist() == (objective.whole(problem) - values[: n_angles - half]).tolist()

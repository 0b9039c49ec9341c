"""What a solution in the plane tells of all directions."""

from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pytest
from strategies import GAUSSIAN, GRID, Y

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.geometry import PlaneGeometry
from aucopt.exact.solvers.plane.direction import Whitening


def test_near_zero_is_the_optimum(solved_plane: Any) -> None:
    _, solution = solved_plane
    near = solution.near(0)
    assert sum(arc.width for arc in near) == pytest.approx(sum(arc.width for arc in solution.arcs), rel=1e-9)
    assert {arc.low for arc in near} <= {arc.low for arc in solution.arcs}
    assert {arc.high for arc in near} <= {arc.high for arc in solution.arcs}


def test_near_grows_with_delta_to_the_whole_circle() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    widths = [sum(arc.width for arc in solution.near(delta)) for delta in (0, 0.01, 0.1, 1)]
    assert widths == sorted(set(widths))
    assert widths[-1] == pytest.approx(2 * np.pi)


@pytest.mark.parametrize("n_angles", [1, 7, 20])
def test_the_profile_is_the_auc_at_its_angles(n_angles: int) -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    profile = solution.profile(n_angles)
    assert profile.angle == pytest.approx(np.arange(n_angles) * 2 * np.pi / n_angles)
    whitening = Whitening(solution.geometry.problem)
    for angle, auc in zip(profile.angle, profile.auc, strict=True):
        coef = solution.geometry.problem.coef_of(whitening.at_angle(angle).vector)
        right, tied, total = naive.counts(GAUSSIAN, Y, coef)
        assert auc == pytest.approx(float((right + tied / 2) / total))
        turn = solution.angle(np.array([float(v) for v in coef])) - angle
        assert (turn + np.pi) % (2 * np.pi) - np.pi == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("signs", [(1, 1), (1, 0), (0, -1)])
def test_near_ends_where_the_signs_end(signs: tuple[int, int]) -> None:
    problem = Problem.read(GRID, Y)
    geometry = PlaneGeometry(problem, AUC(), 2 * problem.total, signs)
    (arc,) = geometry.near(Fraction(1))
    assert {arc.low, arc.high} == {tuple(map(int, ray)) for ray in naive.edge_rays([(0, 0)], signs)}


def test_a_ray_that_is_good_enough_by_itself_stands_alone() -> None:
    """The second column orders the ties of the first the wrong way."""
    X, y = [[0, 1], [1, 1], [1, 1], [0, 2], [1, 2], [0, 2]], [0, 1, 1, 0, 0, 0]
    solution = aucopt.maximize_auc(X, y, signs=1)
    (ray,) = solution.near(0)
    assert (ray.low, ray.high, ray.width) == ((1, 0), (1, 0), 0)


@pytest.mark.parametrize(
    "objective",
    [
        aucopt.Sensitivity(0.75),
        aucopt.Specificity(0.75),
        aucopt.PartialAUC(max_fpr=0.3),
        aucopt.PartialAUC(min_tpr=0.6),
    ],
    ids=lambda objective: objective.condition,
)
def test_the_profile_of_a_part_of_the_curve_is_its_value_at_the_angles(objective) -> None:
    solution = aucopt.maximize(GAUSSIAN, Y, objective)
    profile = solution.profile(12)
    whitening = Whitening(solution.geometry.problem)
    for angle, value in zip(profile.angle, profile.value, strict=True):
        coef = solution.geometry.problem.coef_of(whitening.at_angle(angle).vector)
        scores = np.array(GAUSSIAN) @ np.array([float(v) for v in coef])
        assert value == pytest.approx(objective.measure(np.array(Y) == 1, scores, None))
    assert profile.value.max() <= solution.value
    # The direction returned is the best where the profile has its angle.
    there = solution.geometry.problem.coef_of(whitening.at_angle(solution.angle(solution.coef)).vector)
    scores = np.array(GAUSSIAN) @ np.array([float(v) for v in there])
    assert objective.measure(np.array(Y) == 1, scores, None) == pytest.approx(solution.value)


def test_near_sends_those_who_ask_for_a_part_of_the_curve_to_the_ranges_of_weights() -> None:
    solution = aucopt.maximize(GAUSSIAN, Y, aucopt.Sensitivity(0.75))
    with pytest.raises(ValueError, match=r"near is for the AUC: .* sensitivity .* aucopt.weight_ranges"):
        solution.near(0.1)

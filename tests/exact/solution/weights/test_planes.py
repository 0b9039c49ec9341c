"""Profiles in planes: the angle of two columns, the AUC of scores, and planes that are none."""

from math import pi

import numpy as np
import pytest

import aucopt
from aucopt.datasets import load_toy
from aucopt.exact.solution.weights.planes import best_planes, plane_profile
from aucopt.metrics import roc_auc_score


@pytest.fixture
def rows():
    rng = np.random.default_rng(7)
    y = np.arange(90) % 3 == 0
    X = rng.normal(size=(90, 4)) @ rng.normal(size=(4, 4)) + y[:, None] * [1.0, 0.5, -0.5, 0.0]
    return X, y


def test_two_columns_have_one_plane_the_whole_one():
    X, y = load_toy()
    solution = aucopt.maximize_auc(X, y)
    profile = plane_profile(X, y, solution.coef, [0, 1])
    whole = solution.profile(3600)
    # Either direction of turning, by the side on which the second column lies.
    turn = solution.angle(np.array([0, 1])) - solution.angle(solution.coef)
    side = 1 if (turn + pi) % (2 * pi) > pi else -1
    assert profile.other == pytest.approx(abs((turn + pi) % (2 * pi) - pi))
    there = (solution.angle(solution.coef) + side * profile.angle) % (2 * pi)
    assert profile.value == pytest.approx(np.interp(there, whole.angle, whole.auc, period=2 * pi), abs=0.002)


def test_middle_and_other_are_the_aucs_of_their_scores(rows):
    X, y = rows
    coef, other = np.array([1.0, 1, -1, 0]), np.array([0.0, 0, 1, 2])
    profile = plane_profile(X, y, coef, other)
    assert profile.angle[len(profile.angle) // 2] == 0
    assert profile.value[len(profile.angle) // 2] == roc_auc_score(y, X @ coef)
    sign = -1 if profile.is_opposite else 1
    assert profile.other_value == roc_auc_score(y, sign * X @ other)
    assert abs(profile.other) <= pi / 2
    assert profile.value[0] == pytest.approx(1 - profile.value[-1])


def test_the_opposite_direction_is_found_within_a_quarter_turn(rows):
    X, y = rows
    here, there = (plane_profile(X, y, [1, 0, 0, 0], sign * np.array([0, 1, 0, 0])) for sign in (1, -1))
    assert here.is_opposite != there.is_opposite
    assert here.other_value == pytest.approx(there.other_value)
    assert here.other == pytest.approx(-there.other)


def test_whole_weights_stand_for_repeated_rows(rows):
    X, y = rows
    weight = np.arange(90) % 3 + 1
    weighted = plane_profile(X, y, [1, 0, 0, 0], [0, 1, 0, 0], sample_weight=weight)
    repeated = plane_profile(X.repeat(weight, axis=0), y.repeat(weight), [1, 0, 0, 0], [0, 1, 0, 0])
    assert weighted.value == pytest.approx(repeated.value)
    assert weighted.other == pytest.approx(repeated.other)


@pytest.mark.parametrize("other", [[2, 0, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 0]])
def test_no_plane(rows, other):
    assert plane_profile(*rows, [1, 0, 0, 0], other) is None


def test_many_rows_get_fewer_angles():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100_000, 2)), np.arange(100_000) % 2
    assert len(plane_profile(X, y, [1, 0], [0, 1]).angle) == 101


def test_planes_of_other_scores_come_first_then_the_heaviest_columns(rows):
    X, y = rows
    X = X / X.std(axis=0)
    others = {"theirs": [1.0, 1, 1, 1], "ours again": [0.2, 0.0, -3.0, 1.0]}
    planes = best_planes(X, y, [0.1, 0.0, -1.5, 0.5], names="abcd", others=others, most=4)
    # The second spans no plane, being parallel.
    assert [plane.name for plane in planes] == ["theirs", "c alone", "d alone", "a alone"]


def test_another_objective_is_measured_in_the_same_plane(rows):
    X, y = rows
    coef, other = np.array([1.0, 0.5, -0.5, 0.1]), np.eye(4)[0]
    point = aucopt.Sensitivity(specificity=0.8)
    profile = plane_profile(X, y, coef, other, objective=point)
    assert profile.value[len(profile.angle) // 2] == aucopt.sensitivity_at(y, X @ coef, specificity=0.8)

"""A solution: what it says of itself, what it answers, and that copies say the same."""

import copy
import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from naive_checks import same_answer
from strategies import GAUSSIAN, Y

import aucopt
from aucopt.exact.solution.parts import DirectionArc
from aucopt.exact.solution.solution import Solution


def test_the_text_tells_auc_bound_and_status() -> None:
    X = pd.DataFrame(GAUSSIAN, columns=["<b>age</b>", "x & y"])
    solution = aucopt.maximize_auc(X, Y)
    text, page = str(solution), solution._repr_html_()
    assert repr(solution) == text
    for shown in (text, page):
        assert f"{solution.auc:.6f}" in shown
        assert all(word in shown for word in ("AUC", "bound", "gap 0", "optimal"))
    assert "<b>age</b>" in text
    assert "&lt;b&gt;age&lt;/b&gt;" in page
    assert "x &amp; y" in page
    assert "<b>" not in page


@pytest.mark.parametrize("remake", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
@pytest.mark.parametrize("n_columns", [1, 2])
def test_a_copy_says_the_same(remake: Any, n_columns: int) -> None:
    solution = aucopt.maximize_auc(GAUSSIAN[:, :n_columns], Y)
    again = remake(solution)
    assert type(again) is Solution
    assert same_answer(again, solution)
    assert str(again) == str(solution)
    if n_columns == 2:
        assert again.near(0.01) == solution.near(0.01)


def test_one_column_has_no_angles() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN[:, :1], Y)
    for ask in (lambda: solution.near(0), solution.profile, lambda: solution.angle([1.0])):
        with pytest.raises(ValueError, match="two columns"):
            ask()


@pytest.mark.parametrize("delta", [-0.1, 1.1, np.nan])
def test_near_refuses_a_bad_delta(delta: float) -> None:
    with pytest.raises(ValueError, match="delta must lie between 0 and 1"):
        aucopt.maximize_auc(GAUSSIAN, Y).near(delta)


def test_the_gain_over_the_best_column() -> None:
    X = [[0, 0, 7], [1, 3, 7], [2, 1, 7], [3, 2, 7], [1, 4, 7], [4, 1, 7]]
    y = [0, 0, 0, 1, 1, 1]
    free = aucopt.maximize_auc(X, y)
    assert (free.best_column.name, free.best_column.sign) == ("x0", 1)
    assert free.best_column.value_exact == Fraction(15, 18)
    assert free.blend_gain == float(free.auc_exact - Fraction(15, 18))
    assert "x0 alone 0.833333" in str(free)
    backward = aucopt.maximize_auc(X, y, signs=-1)
    assert backward.best_column.value_exact <= backward.auc_exact
    assert backward.best_column.sign == -1
    lone = aucopt.maximize_auc([row[:1] for row in X], y)
    assert lone.best_column is None
    assert lone.blend_gain is None


def test_the_text_has_no_angles_to_tell(solved_space: Any) -> None:
    *_, solution = solved_space
    assert f"{solution.auc:.6f}" in str(solution)
    assert "optimal" in str(solution)
    assert len(solution.arcs) == 0
    for ask in (lambda: solution.near(0.1), solution.profile):
        with pytest.raises(
            ValueError, match=r"two columns .*weight_ranges\(X, y, delta, solution=solution\)"
        ):
            ask()


def test_without_data_there_are_no_angles_left() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    alone = solution.without_data()
    assert same_answer(alone, solution)
    assert str(alone) == str(solution)
    for ask in (lambda: alone.near(0), alone.profile, lambda: alone.angle([1.0, 0.0])):
        with pytest.raises(ValueError, match="does not hold the data"):
            ask()


def test_other_names_are_those_of_the_best_column_too() -> None:
    solution = aucopt.maximize_auc(GAUSSIAN, Y)
    renamed = solution.renamed(["age", "dose"])
    assert renamed.feature_names == ("age", "dose")
    place = solution.feature_names.index(solution.best_column.name)
    assert renamed.best_column == solution.best_column._replace(name=("age", "dose")[place])
    with pytest.raises(ValueError, match="shorter than argument 1"):
        solution.renamed(["age"])


@pytest.mark.parametrize("coef", [[1.0], [0.0, 0.0], [np.nan, 1.0]])
def test_an_angle_needs_a_direction(coef: list[float]) -> None:
    with pytest.raises(ValueError, match="coef must be 2 finite numbers, not all zero"):
        aucopt.maximize_auc(GAUSSIAN, Y).angle(coef)


def test_a_profile_needs_an_angle() -> None:
    with pytest.raises(ValueError, match="n_angles must be positive, not 0"):
        aucopt.maximize_auc(GAUSSIAN, Y).profile(0)


def test_numbers_of_a_solution_come_from_its_fractions() -> None:
    counts = {"right": 1, "tied": 1, "total": 4, "value_exact": Fraction(3, 8)}
    solution = replace(aucopt.maximize_auc(GAUSSIAN, Y), bound_exact=Fraction(2, 3), **counts)
    assert (solution.auc_exact, solution.auc) == (Fraction(3, 8), 0.375)
    assert (solution.bound, solution.gap) == (2 / 3, float(Fraction(7, 24)))
    assert DirectionArc((1, 0), (0, 1), 0.5, 2.0).width == 1.5

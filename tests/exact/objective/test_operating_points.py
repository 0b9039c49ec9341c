"""Sensitivity and specificity: their limits, and cut-offs that data with ties can have."""

from fractions import Fraction
from typing import Any

import naive_objectives
import numpy as np
import pytest
from curve_objectives import ASKED, objective_of
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_objectives import Asked
from strategies import two_clouds

import aucopt
from aucopt.exact.objective.operating_points import Sensitivity, Specificity

POINTS = [asked for asked in ASKED if not asked.ties_half]


@pytest.mark.parametrize("kind", [Sensitivity, Specificity])
@pytest.mark.parametrize("limit", [-0.1, 1.5, float("nan"), "0.9", None])
def test_impossible_limits_are_refused(kind: Any, limit: Any) -> None:
    other = "specificity" if kind is Sensitivity else "sensitivity"
    with pytest.raises(ValueError, match=f"{other} must lie between 0 and 1"):
        kind(limit)


@settings(deadline=None, max_examples=80)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=7),
    st.sampled_from(POINTS),
)
def test_a_cut_off_attains_the_value_on_any_scores(rows: list[tuple[int, int, int]], asked: Asked) -> None:
    heights, p, q = (list(column) for column in zip(*rows, strict=True))
    if not (sum(p) and sum(q)):
        return
    X = [[h] for h, a, b in rows for _ in range(a + b)]
    y = [label for _, a, b in rows for label in [1] * a + [0] * b]
    value = naive_objectives.value(X, y, [1], asked)
    cut = objective_of(asked).cut_off(np.array(heights, dtype=float), np.column_stack([p, q]))
    if value == 0:
        assert cut is None
        return
    assert cut is not None
    assert cut.low <= cut.value < cut.high
    for threshold in {cut.value, max(cut.low, -10.0)}:
        sensitivity, specificity = naive_objectives.rates(X, y, [1], threshold)
        reached, kept = sensitivity, specificity
        if asked.kind == "sensitivity":
            reached, kept = specificity, sensitivity
        assert reached == value
        assert kept >= Fraction(asked.limit)


@pytest.mark.parametrize("n", [30, 61])
@pytest.mark.parametrize("asked", POINTS)
def test_the_cut_off_of_a_solution_attains_its_value(asked: Asked, n: int) -> None:
    X, y = two_clouds(n, 3, seed=n)
    solution = aucopt.maximize(X, y, objective_of(asked))
    if solution.cutoff is None:
        assert solution.value == 0
        return
    low, high = solution.cutoff_interval
    assert low <= solution.cutoff < high
    above = X @ solution.coef > solution.cutoff
    rates = above[y == 1].mean(), (~above[y == 0]).mean()
    assert solution.value == pytest.approx(rates[asked.kind == "sensitivity"])
    assert rates[asked.kind == "specificity"] >= float(asked.limit)


def test_of_many_best_directions_one_with_a_high_auc_is_given() -> None:
    X, y = two_clouds(40, 3)
    solution = aucopt.maximize(X, y, Sensitivity(0.9))
    assert solution.auc > 0.8 * aucopt.maximize_auc(X, y).auc


def test_no_cut_off_where_no_positive_can_be_accepted() -> None:
    solution = aucopt.maximize([[0, 0], [0, 0], [1, 1]], [1, 0, 0], Sensitivity(1))
    assert (solution.value, solution.cutoff, solution.cutoff_interval) == (0.0, None, None)
    assert "no cut-off separates any rows" in str(solution)


def test_a_solution_tells_its_operating_point() -> None:
    X, y = two_clouds(30, 2)
    text = str(aucopt.maximize(X, y, Sensitivity(0.9)))
    assert "sensitivity" in text
    assert "at specificity 0.9" in text
    assert "score >" in text
    assert "at sensitivity 0.9" in str(aucopt.maximize(X, y, Specificity(0.9)))


@pytest.mark.parametrize("scale", [1.0, 1e9, 1e300, 1e-300])
@pytest.mark.parametrize("heights", [[0.1, 0.1, 0.1], [0.1, 0.3, 0.2]])
def test_a_cut_off_beyond_all_scores_does_not_hang_on_their_last_digits(
    heights: list[float], scale: float
) -> None:
    """All are accepted at a specificity of 0, and rejected at a sensitivity of 0."""
    scores, weight = scale * np.array(heights), np.array([[1, 0], [0, 1], [0, 1]])
    lowest = Sensitivity(0).cut_off(scores, weight)
    highest = Specificity(0).cut_off(scores, weight)
    assert lowest is not None
    assert highest is not None
    assert (scores * (1 - 1e-12) > lowest.value).all()
    assert (scores * (1 + 1e-12) <= highest.value).all()
    assert np.isfinite([lowest.value, highest.value]).all()


def test_a_cut_off_beyond_scores_that_fill_all_floats() -> None:
    cut = Sensitivity(0).cut_off(np.array([-1.7e308, 1.7e308]), np.array([[1, 0], [0, 1]]))
    assert cut is not None
    assert np.isfinite(cut.value)
    assert cut.value < -1.7e308

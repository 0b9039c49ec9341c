"""Weights known before a search: read, clipped to the signs, and never undercut."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import gaussians

import aucopt
from aucopt.exact.maximize import SOLVERS, read_options, solve
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Found
from aucopt.exact.solvers.starts import at_least, best_start, clip, read_starts, start_directions


def test_one_vector_or_several() -> None:
    assert read_starts(None, 2) == ()
    assert [w.tolist() for w in read_starts([1, 2], 2)] == [[1.0, 2.0]]
    assert [w.tolist() for w in read_starts([[1, 2], [3, 4]], 2)] == [[1.0, 2.0], [3.0, 4.0]]


@pytest.mark.parametrize("starts", [[1.0], [[1.0, 2.0, 3.0]], [np.nan, 1.0], [[[1.0, 2.0]]], "logistic"])
def test_other_starts_are_refused(starts: object) -> None:
    with pytest.raises(ValueError, match="starts must be finite weights, one for each of 2 columns; got"):
        aucopt.maximize_auc([[0, 1], [1, 0]], [0, 1], starts=starts)


def test_weights_of_a_forbidden_sign_are_zero() -> None:
    assert clip(np.array([1.0, -2.0, -3.0]), (-1, 0, 1)).tolist() == [0.0, -2.0, 0.0]


def test_directions_of_a_face_leave_other_columns_out() -> None:
    problem = Problem.read([[0, 1, 2], [1, 0, 5], [2, 2, 1], [3, 1, 7]], [0, 1, 0, 1])
    options = read_options(problem, signs=(1, 0, 1), starts=[[1, -2, 3], [-1, 0, -1]])
    assert start_directions(problem.restrict((0, 1)), options) == [(1, -2)]


def test_a_dependent_column_may_lead_outside() -> None:
    # The third column is minus the first, which must not be negative.
    X = np.array([[0, 1, 0], [1, 0, -1], [2, 2, -2], [3, 1, -3]])
    problem = Problem.read(X, [0, 1, 0, 1]).independent()
    options = read_options(problem, signs=(1, 0, 0), starts=[[0, 0, 1], [0, 0, -1]])
    assert start_directions(problem, options) == [(1, 0)]


def test_the_start_takes_the_place_of_less() -> None:
    X, y = gaussians(20, 3)
    problem = Problem.read(X, y)
    options = read_options(problem, starts=np.ones(3))
    start = best_start(problem, AUC(), options)
    assert start is not None
    assert start.value == AUC().count(problem, start.direction).value
    less = Found(
        problem, (0, 0, 0), [((1, 0, 0), (1, 0, 0))], start.value - 1, start.value + 5, "time_limit", {}
    )
    assert at_least(less, start, problem, options).cells == [(start.direction, start.direction)]
    assert at_least(less, start, problem, options).status == "time_limit"
    proved = less._replace(bound=start.value)
    assert at_least(proved, start, problem, options).status == "optimal"
    more = less._replace(value=start.value + 1)
    assert at_least(more, start, problem, options) is more


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(2, 4),
    st.sampled_from(["plane", "cone", "ascent"]),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_no_search_returns_less_than_its_starts(
    seed: int, d: int, solver: str, signs: int | None, late: bool
) -> None:
    rng = np.random.default_rng(seed)
    d = 2 if solver == "plane" else d
    X, y = np.round(rng.normal(size=(30, d)), 1), np.arange(30) % 3 == 0
    starts = rng.normal(size=(3, d))
    found = aucopt.maximize_auc(
        X, y, solver=solver, signs=signs, starts=starts, time_limit=0 if late else None, n_restarts=0
    )
    problem = Problem.read(X, y)
    clipped = [clip(w, signs or 0) for w in starts]
    best = max((AUC().count_rows(problem, w).value for w in clipped if w.any()), default=0)
    assert 2 * found.right + found.tied >= best
    assert found.coef.any()
    assert found.bound_exact >= found.auc_exact


def test_a_start_speeds_up_a_proof_and_keeps_it_true() -> None:
    X, y = gaussians(40, 3)
    problem, objective = Problem.read(X, y), AUC()
    options = read_options(problem)
    cold = solve(problem, objective, options, SOLVERS["cone"])
    best = np.array([float(v) for v in problem.coef_of(cold.cells[0][0])])
    warm = solve(problem, objective, replace(options, starts=(best,)), SOLVERS["cone"])
    assert (warm.value, warm.bound, warm.status) == (cold.value, cold.bound, "optimal")
    assert warm.work["cones"] <= cold.work["cones"]


def test_the_gap_of_weights_is_never_negative() -> None:
    X, y = gaussians(60, 8)
    best = aucopt.maximize_auc(X, y)
    assert aucopt.auc_gap(X, y, best.coef, solver="ascent", n_restarts=0) >= 0

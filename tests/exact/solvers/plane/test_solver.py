"""Listing all swaps against brute force in fractions; listing and marching find the same cells."""

from typing import Any

import naive_ranking
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive_checks import check_in_plane
from strategies import FAMILIES, make_points, plane_tables

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.plane import solver
from aucopt.exact.solvers.reference import algorithm_1


@settings(deadline=None, max_examples=150)
@given(plane_tables())
@example(
    {
        "X": np.array([[1, 0], [1, 1], [0, 0.5]]),
        "y": np.array([1, 0, 0]),
        "sample_weight": None,
        "signs": None,
    }
)
@example(
    {
        "X": np.array([[0, 0], [-1, -1], [1, 1]]),
        "y": np.array([1, 0, 0]),
        "sample_weight": None,
        "signs": None,
    }
)
@example(
    {"X": np.array([[0, 0], [0, 0], [1, 2]]), "y": np.array([1, 0, 0]), "sample_weight": None, "signs": None}
)
@example(
    {
        "X": np.array([[0, 1], [0, 2], [1, 0], [1, 3]]),
        "y": np.array([0, 0, 1, 1]),
        "sample_weight": None,
        "signs": (1, 1),
    }
)
def test_equals_brute_force(case: dict[str, Any]) -> None:
    check_in_plane(case)


@settings(deadline=None, max_examples=60)
@given(plane_tables())
def test_listing_in_few_buckets_equals_brute_force(case: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_MIN_BUCKETS", 3)
        check_in_plane(case)


@settings(deadline=None, max_examples=80)
@given(
    st.sampled_from(FAMILIES),
    st.integers(0, 10**6),
    st.integers(4, 60),
    st.integers(2, 12),
    st.tuples(*[st.integers(-1, 1)] * 2),
)
def test_listing_and_march_find_the_cells_of_algorithm_1(
    family: str, seed: int, n: int, side: int, signs: tuple[int, int]
) -> None:
    X = make_points(family, seed, n, side)
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % rng.choice([2, 4, n]) == 0)
    problem = Problem.read(X, y, rng.integers(1, 4, n) if seed % 2 else None).independent()
    if len(problem.columns) < 2:
        return
    p, q = problem.weight.T.tolist()
    expected = algorithm_1(problem.integers(), p, q, signs)
    found = []
    for listed in (solver.LISTED, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(solver, "LISTED", listed)
            answer = solver.PlaneSolver().solve(problem, AUC(), Options(signs=signs))
        assert (answer.value, answer.bound, answer.status) == (expected.value, expected.value, "optimal")
        found.append(list(answer.cells))
    assert sorted(found[0]) == sorted(expected.cells)
    assert found[0] == found[1]


@pytest.mark.parametrize("d", [2, 3])
def test_the_plane_is_for_two_columns(d: int) -> None:
    problem = Problem.read(np.eye(4)[:, :d], [0, 1, 0, 1])
    refusal = solver.PlaneSolver().refusal(problem, AUC(), Options(signs=(0,) * d))
    assert (refusal is None) == (d == 2)
    assert refusal is None or "takes two columns; X has 3" in refusal


@pytest.mark.parametrize("strata", [None, np.arange(40) % 2], ids=["all", "strata"])
def test_a_list_of_pairs_that_would_take_too_long_is_not_begun(monkeypatch, strata):
    """Without room for pairs they are gone through; with no time for that arcs have a valid bound."""
    rng = np.random.default_rng(2)
    X, y = rng.integers(0, 9, (40, 2)), rng.integers(0, 5, 40)
    search = {"objective": "concordance", "strata": strata, "solver": "plane", "memory": 1000}
    proved = aucopt.maximize(X, y, **search, time_limit=60)
    assert proved.status == "optimal"
    monkeypatch.setattr(solver, "_VISIT_SECONDS", 1.0)
    cut = aucopt.maximize(X, y, **search, time_limit=0.5)
    assert cut.status == "time_limit"
    assert cut.value <= proved.value <= cut.bound < 1
    assert cut.seconds < 5


@settings(deadline=None, max_examples=40)
@given(
    X=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=10, max_size=10),
    y=st.lists(st.integers(0, 1), min_size=8, max_size=8),
    weight=st.none() | st.lists(st.integers(1, 3), min_size=10, max_size=10),
    signs=st.sampled_from([(0, 0), (1, 0), (-1, 1)]),
    strata_weight=st.sampled_from(["pairs", "cases"]),
)
def test_strata_that_are_marched_through_without_a_list(X, y, weight, signs, strata_weight):
    y, strata = [0, 1, *y], [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
    how = {"sample_weight": weight, "strata": strata, "strata_weight": strata_weight, "signs": signs}
    listed = aucopt.maximize(X, y, "auc", solver="plane", **how)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "LISTED", 0)
        found = aucopt.maximize(X, y, "auc", solver="plane", **how)
    assert (found.value_exact, found.bound_exact) == (listed.value_exact, listed.bound_exact)
    assert found.status == "optimal"
    by_cases = strata_weight == "cases"
    truth = naive_ranking.best_concordance(X, y, signs, weight=weight, strata=strata, by_cases=by_cases)
    assert found.value_exact == truth

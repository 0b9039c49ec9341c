"""Listing and marching against brute force in fractions, as they are and with next to no room."""

from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import FAMILIES, make_points

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.plane import arcs, march, search, solver
from aucopt.exact.solvers.reference import algorithm_1


@st.composite
def data(draw: st.DrawFn) -> dict[str, Any]:
    n = draw(st.integers(2, 9))
    labels = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n).filter(lambda y: 0 < sum(y) < len(y)))
    weights = st.lists(st.integers(0, 3), min_size=n, max_size=n) | st.lists(
        st.sampled_from([0.1, 0.25, 1.7]), min_size=n, max_size=n
    )
    return {
        "X": make_points(
            draw(st.sampled_from(FAMILIES)), draw(st.integers(0, 10**6)), n, draw(st.integers(2, 10))
        ),
        "y": np.array(labels),
        "sample_weight": draw(st.none() | weights),
        "signs": draw(st.none() | st.tuples(*[st.integers(-1, 1)] * 2)),
    }


def check_against_brute_force(case: dict[str, Any]) -> None:
    X, y, weight, signs = case["X"], case["y"], case["sample_weight"], case["signs"]
    if weight is not None and len({label for label, s in zip(y, weight, strict=True) if s}) < 2:
        with pytest.raises(ValueError, match="weight 0"):
            aucopt.maximize_auc(X, y, sample_weight=weight)
        return
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs)
    weight = None if weight is None else naive.exact_column(weight)
    value, total = naive.best(X, y, weight, signs)
    assert solution.status == "optimal"
    assert solution.bound_exact == Fraction(value) / (2 * Fraction(total))
    right, tied, _ = naive.counts(X, y, solution.coef, weight)
    assert (2 * Fraction(right) + tied) / (2 * Fraction(total)) == solution.auc_exact
    right, tied, _ = naive.counts(X, y, [Fraction(v) for v in solution.direction], weight)
    if any(solution.direction):
        assert 2 * right + tied == value
    if not solution.notes:
        assert solution.gap == 0.0
        scores = X[:, 0] * solution.coef[0] + X[:, 1] * solution.coef[1]
        by_floats = aucopt.roc_auc_score(y, scores, sample_weight=case["sample_weight"])
        assert abs(by_floats - solution.auc) < 1e-12
    for s, w in zip(signs or (0, 0), solution.coef, strict=True):
        assert s * w >= 0
    if solution.in_plane:
        assert len(solution.arcs) == naive.optimal_cells(X, y, weight, signs)


@settings(deadline=None, max_examples=1000)
@given(data())
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
    check_against_brute_force(case)


@settings(deadline=None, max_examples=300)
@given(data())
def test_listing_in_few_buckets_equals_brute_force(case: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_MIN_BUCKETS", 3)
        check_against_brute_force(case)


@settings(deadline=None, max_examples=300)
@given(data())
def test_march_equals_brute_force(case: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "LISTED", 0)
        check_against_brute_force(case)


@settings(deadline=None, max_examples=1000)
@given(data())
def test_march_equals_brute_force_with_next_to_no_room(case: dict[str, Any]) -> None:
    """Few buckets, hardly any list: arcs are split, glued and split again even on tiny data."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "LISTED", 0)
        patch.setattr(march, "N_BUCKETS", 4)
        patch.setattr(march, "_MIN_ROOM", 1)
        patch.setattr(arcs, "SWAPS_A_POINT", 1)
        patch.setattr(search, "_NEAR", 0)
        patch.setattr(search, "_SMALL", 4)
        check_against_brute_force(case)


@settings(deadline=None, max_examples=200)
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


@settings(deadline=None, max_examples=200)
@given(data(), st.sampled_from([0, 0.05, 0.2, 1]))
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

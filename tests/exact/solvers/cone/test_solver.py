"""The optimum in R^d: cones against brute force in fractions."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive_checks import auc_of, check_in_space, optimum
from strategies import SPACE_TABLES, Rows, shaped_rows

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.base import Known, Options
from aucopt.exact.solvers.cone.solver import MOST_CERTIFIED, ConeSolver

quick = settings(deadline=None, max_examples=60)


@quick
@given(shaped_rows())
def test_the_optimum_is_that_of_brute_force(data: Rows) -> None:
    check_in_space(data)


@settings(deadline=None, max_examples=60)
@given(shaped_rows(n=2))
def test_cones_in_the_plane_find_what_the_march_finds(data: Rows) -> None:
    X, y, weight = data
    plane = aucopt.maximize_auc(X, y, sample_weight=weight)
    cone = aucopt.maximize_auc(X, y, sample_weight=weight, solver="cone", n_jobs=1)
    assert cone.bound_exact == plane.bound_exact
    assert auc_of(data, cone.direction) == cone.bound_exact


@quick
@given(shaped_rows(), st.lists(st.sampled_from([-1, 0, 1, 1]), min_size=4, max_size=4))
# The middle of the cell must stay on the allowed side of a weight that begins at zero.
@example(Rows([[1, 1, 0], [0, 2, -2], [1, -1, -2], [0, 2, 1]], [0, 1, 0, 1]), [1, 1, 1, 1])
@example(Rows([[0, 0, 2], [-1, 1, 2], [1, 2, 2], [1, 1, -2], [-2, 0, 0], [0, 1, -1]], [0, 1] * 3), [-1] * 4)
def test_the_optimum_under_signs_is_that_of_brute_force(data: Rows, signs: list[int]) -> None:
    check_in_space(data, signs[: len(data.X[0])])


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([None, (1, 0, -1)]))
def test_the_optimum_is_that_of_enumeration(seed: int, signs: Any) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (12, 3)) if seed % 2 else rng.normal(size=(12, 3))
    y = rng.permutation(np.arange(12) % 2)
    fast, slow = (aucopt.maximize_auc(X, y, signs=signs, solver=s) for s in ("cone", "enumeration"))
    assert fast.bound_exact == slow.bound_exact == fast.auc_exact


def test_a_weight_of_zero_can_beat_both_of_its_sides() -> None:
    """A discrete x1, and an x2 that orders its ties the wrong way; x3 is noise that may not help."""
    X = [[0, 5, 0], [0, 4, 0], [1, 3, 0], [1, 2, 1], [2, 1, 0], [2, 0, 0]]
    y = [0, 1, 0, 1, 0, 1]
    solution = check_in_space(Rows(X, y), (1, 1, -1))
    assert solution.coef.tolist() == [1, 0, 0]
    assert check_in_space(Rows(X, y), (1, 0, -1)).bound_exact > solution.bound_exact


@pytest.mark.parametrize("signs", [(1, 1, 1), (1, 1, 0), (1, -1, 1)])
def test_weight_on_a_constant_column_beats_what_is_worse_than_chance(signs: tuple[int, ...]) -> None:
    data = Rows([[0, 0, 7], [1, 2, 7], [2, 1, 7], [3, 3, 7]], [1, 1, 0, 0])
    assert check_in_space(data, signs).bound_exact == (
        Fraction(1, 2) if signs[1] > 0 else optimum(data, signs)
    )


@pytest.mark.parametrize("signs", [(1, 1, 1), (1, 1, -1), (0, 1, 1)])
def test_a_dependent_column_may_allow_what_others_forbid(signs: tuple[int, ...]) -> None:
    """The third column is less than the first by twice the second: a way to a negative weight."""
    rng = np.random.default_rng(5)
    plane = rng.integers(0, 4, (8, 2)).tolist()
    X = [[a, b, a - 2 * b] for a, b in plane]
    y = [int(b < 2) for _, b in plane]
    assert 0 < sum(y) < 8
    check_in_space(Rows(X, y), signs)


def test_three_columns_in_a_plane_are_solved_in_the_plane() -> None:
    rng = np.random.default_rng(3)
    y = np.arange(200) % 2
    plane = rng.integers(0, 1000, (200, 2)) + 150 * y[:, None]
    X = np.column_stack([plane, plane @ [3, -2] + 11])
    flat, full = aucopt.maximize_auc(plane, y), aucopt.maximize_auc(X, y)
    assert full.auc_exact == full.bound_exact == flat.bound_exact
    assert full.coef.tolist() == [*flat.coef, 0.0]


@pytest.mark.parametrize("signs", [None, 1, (1, 0)])
def test_cones_in_a_plane_give_all_arcs(signs: Any) -> None:
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(15, 2)), rng.permutation(np.arange(15) % 2)
        X = np.rint(X) if seed % 2 else X
        by_plane, by_cones = (
            aucopt.maximize_auc(X, y, signs=signs, solver=solver, n_jobs=1) for solver in ("plane", "cone")
        )
        assert by_cones.coef.tolist() == by_plane.coef.tolist()
        assert by_cones.arcs == by_plane.arcs


def test_an_interrupt_of_the_ascent_that_begins_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("aucopt.exact.solvers.ascent.ascend.climb_planes", interrupted)
    X = np.random.default_rng(5).normal(size=(30, 4))
    early = aucopt.maximize_auc(X, np.arange(30) % 2, solver="cone", n_jobs=1)
    assert (early.status, early.work["cones"]) == ("interrupted", 0)
    assert early.auc_exact < early.bound_exact


def test_progress_under_signs_bounds_all_faces() -> None:
    X, y = SPACE_TABLES["gaussian"]
    told: list[Progress] = []
    solution = aucopt.maximize_auc(X, y, signs=1, n_jobs=1, callback=told.append)
    assert told
    assert all(progress.auc <= solution.auc <= progress.bound for progress in told)


@pytest.mark.parametrize("signs", [None, (1, 0, 1)])
def test_weights_with_all_their_digits_are_bounded_closely(signs: Any) -> None:
    rng = np.random.default_rng(1)
    X, y, weight = rng.normal(size=(12, 3)), np.arange(12) % 2, rng.random(12) + 0.1
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs)
    data = Rows(X.tolist(), y.tolist(), weight.tolist())
    slow = aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs, solver="enumeration")
    assert auc_of(data, solution.coef) == solution.auc_exact <= slow.bound_exact
    assert slow.auc_exact <= solution.bound_exact
    assert solution.gap < 1e-6


def test_faces_count_large_weights_in_one_unit() -> None:
    """Only weight on the constant column reaches one half; there all rows are one point."""
    X = [[1, 7, 0], [2, 7, 1], [3, 7, 3], [4, 7, 2]]
    weight = [2**31 + 1, 2**31 - 1] * 2
    solution = aucopt.maximize_auc(X, [1, 1, 0, 0], sample_weight=weight, signs=1)
    assert solution.auc_exact == Fraction(1, 2) <= solution.bound_exact
    assert solution.gap < 1e-6


def test_a_cell_thinner_than_floats_is_noted() -> None:
    """Three walls leave a cell of some 2^-60 on all sides: weights of 60 bits that floats cannot hold."""
    base = [1 << 60, (1 << 60) + (1 << 30) + 1, (1 << 60) - 12345]
    corners = [base, [base[0] + 1, *base[1:]], [base[0], base[1] + 1, base[2]]]
    walls = [cross(corners[i - 2], corners[i - 1]) for i in range(3)]
    side = naive.sign_of(naive.inner(walls[0], corners[0]))
    data = Rows([[0, 0, 0], *([-side * v for v in wall] for wall in walls)], [1, 0, 0, 0])
    solution = check_in_space(data)
    assert solution.bound_exact == 1
    assert solution.auc_exact < 1


def cross(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def test_more_columns_than_a_certificate_has_room_for_are_refused() -> None:
    n = MOST_CERTIFIED + 1
    problem = Problem.read(np.random.default_rng(0).normal(size=(2 * n, n)), np.arange(2 * n) % 2)
    options = Options(signs=(0,) * n, certify=True)
    assert "up to 16 independent columns; X has 17" in ConeSolver().refusal(problem, AUC(), options)
    assert ConeSolver().refusal(problem, AUC(), replace(options, certify=False)) is None


def test_a_face_that_is_no_better_than_others_has_no_cells() -> None:
    X, y = SPACE_TABLES["grid"]
    problem, options = Problem.read(X, y).independent(), Options(signs=(0, 0, 0))
    alone = ConeSolver().solve(problem, AUC(), options)
    assert (alone.status, len(alone.cells)) == ("optimal", 1)
    beaten = ConeSolver().solve(problem, AUC(), options, Known(alone.value + 1, alone.value + 1))
    assert (beaten.cells, beaten.value, beaten.bound) == ([], alone.value + 1, alone.value + 1)

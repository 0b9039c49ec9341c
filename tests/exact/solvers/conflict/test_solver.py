"""Conflicts find what cones and brute force find, under signs and weights too."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from certified import solve_and_check
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive_checks import auc_of, check_in_space
from strategies import Rows, shaped_rows

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.base import Known, Options
from aucopt.exact.solvers.cone import lookout
from aucopt.exact.solvers.conflict.solver import ConflictSolver

quick = settings(deadline=None, max_examples=40)
SIGNS = st.lists(st.sampled_from([-1, 0, 1, 1]), min_size=4, max_size=4)


def few_wrong(d: int = 7, n: int = 24, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two classes that a direction nearly separates."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, d)) + 1.2 * y[:, None] / np.sqrt(d), y


@quick
@given(shaped_rows())
def test_the_optimum_is_that_of_brute_force(data: Rows) -> None:
    check_in_space(data, solver="conflict")


@quick
@given(shaped_rows(), SIGNS)
@example(Rows([[1, 1, 0], [0, 2, -2], [1, -1, -2], [0, 2, 1]], [0, 1, 0, 1]), [1, 1, 1, 1])
def test_the_optimum_under_signs_is_that_of_brute_force(data: Rows, signs: list[int]) -> None:
    check_in_space(data, signs[: len(data.X[0])], solver="conflict")


@pytest.mark.slow
@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([None, 1, (1, 0, -1, 1)]))
def test_conflicts_and_cones_agree(seed: int, signs: Any) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 5, (14, 4)) if seed % 2 else rng.normal(size=(14, 4))
    y = rng.permutation(np.arange(14) % 2)
    weight = rng.integers(1, 4, 14) if seed % 3 == 0 else None
    conflict, cone = (
        aucopt.maximize_auc(X, y, sample_weight=weight, signs=signs, solver=solver, n_jobs=1)
        for solver in ("conflict", "cone")
    )
    assert conflict.bound_exact == cone.bound_exact == conflict.auc_exact


@quick
@given(shaped_rows(), st.none() | SIGNS, st.booleans())
def test_certificates_hold(data: Rows, signs: list[int] | None, in_time: bool) -> None:
    limit = None if in_time else 0.0
    signs = None if signs is None else signs[: len(data.X[0])]
    solve_and_check(*data, signs=signs, solver="conflict", time_limit=limit)


def test_eight_columns_with_few_wrong_pairs_are_proved() -> None:
    X, y = few_wrong(8)
    solution = aucopt.maximize_auc(X, y, solver="conflict", certify=True)
    assert (solution.status, solution.total) == ("optimal", 144)
    assert 3 < solution.total - solution.right < 12
    assert aucopt.verify(solution.certificate, X, y)


def test_rows_instead_of_pairs() -> None:
    """Errors of a linear rule with an intercept: rows of small integers, and a column of ones."""
    rng = np.random.default_rng(2)
    X = rng.integers(0, 4, (30, 2))
    y = X @ [2, -1] + rng.normal(size=30) * 2 > 2
    rows = np.where(y, 1, -1)[:, None] * np.column_stack([X, np.ones(30, dtype=int)])
    by_conflicts, by_cones = (aucopt.densest_hemisphere(rows, solver=s) for s in ("conflict", "cone"))
    assert by_conflicts.count == by_conflicts.bound == by_cones.count


def test_separable_data_need_no_search() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 6))
    solution = aucopt.maximize_auc(X, X.sum(axis=1) > 0, solver="conflict", certify=True)
    assert (solution.auc, solution.work) == (1.0, {})
    assert solution.certificate is not None
    assert solution.certificate.content["faces"][0]["method"] == "count"


@pytest.mark.parametrize("signs", [None, 1, (1, 0)])
def test_of_two_columns_all_arcs_are_told(signs: Any) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(15, 2)), rng.permutation(np.arange(15) % 2)
        plane, conflict = (
            aucopt.maximize_auc(X, y, signs=signs, solver=solver) for solver in ("plane", "conflict")
        )
        assert conflict.arcs == plane.arcs
        assert conflict.coef.tolist() == plane.coef.tolist()


def test_the_callback_sees_a_bound_that_falls() -> None:
    seen: list[Progress] = []
    X, y = few_wrong()
    solution = aucopt.maximize_auc(X, y, solver="conflict", callback=seen.append)
    assert seen
    bounds = [progress.bound for progress in seen]
    assert bounds == sorted(bounds, reverse=True)
    assert (seen[-1].auc, seen[-1].bound) == (solution.auc, solution.bound)
    assert all(progress.auc <= solution.auc for progress in seen)


@pytest.mark.parametrize("limit", [0.0, 0.05])
def test_what_is_proved_in_time_is_certified(limit: float) -> None:
    X, y = few_wrong(6, 60)
    early = aucopt.maximize_auc(X, y, solver="conflict", time_limit=limit, certify=True)
    assert early.status == "time_limit"
    assert early.auc_exact < early.bound_exact
    verdict = aucopt.verify(early.certificate, X, y)
    assert verdict, verdict


def test_an_interrupt_of_the_ascent_that_begins_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    ascend = lookout.ascend

    def interrupted(*args: Any, **options: Any) -> Any:
        return ascend(*args, **options)._replace(status="interrupted")

    monkeypatch.setattr(lookout, "ascend", interrupted)
    early = aucopt.maximize_auc(*few_wrong(), solver="conflict")
    assert (early.status, early.work["nodes"]) == ("interrupted", 0)
    assert early.auc_exact < early.bound_exact


def test_what_other_faces_reach_is_not_searched_for_again() -> None:
    X, y = few_wrong(5)
    problem, objective = Problem.read(X, y), AUC()
    options = Options(signs=(0,) * 5)
    best = ConflictSolver().solve(problem, objective, options)
    known = ConflictSolver().solve(problem, objective, options, Known(best.value + 1, 0))
    assert (known.value, known.bound, known.cells) == (best.value + 1, best.value + 1, [])
    assert known.work["nodes"] <= best.work["nodes"]


def test_the_answer_does_not_depend_on_threads_or_on_the_run() -> None:
    X, y = few_wrong()
    first, second = (aucopt.maximize_auc(X, y, solver="conflict", n_jobs=jobs) for jobs in (1, 2))
    assert first.coef.tolist() == second.coef.tolist()
    assert first.work == second.work


def test_a_wide_gap_ends_the_search_early() -> None:
    X, y = few_wrong()
    solution = aucopt.maximize_auc(X, y, solver="conflict", max_gap=0.05, certify=True)
    assert solution.status in ("max_gap", "optimal")
    assert solution.bound_exact - solution.auc_exact <= Fraction(1, 20)
    assert aucopt.verify(solution.certificate, X, y)


def test_what_conflicts_cannot_take_is_refused_with_a_sentence() -> None:
    X, y = few_wrong()
    with pytest.raises(ValueError, match=r"lists all pairs of distinct rows, 144 here; memory=1,000 bytes"):
        aucopt.maximize_auc(X, y, solver="conflict", memory=1000)

    class ByPositives(AUC):
        by_pairs = False

    problem = Problem.read(X, y)
    refusal = ConflictSolver().refusal(problem, ByPositives(), Options(signs=(0,) * 7))
    assert refusal == "The conflict solver needs an objective that counts right pairs."


def test_weights_that_had_to_be_rounded_leave_a_bound() -> None:
    X, y = few_wrong(4, 16)
    weight = np.random.default_rng(0).random(16) * 10.0 ** np.arange(16)
    solution = aucopt.maximize_auc(X, y, sample_weight=weight, solver="conflict")
    cone = aucopt.maximize_auc(X, y, sample_weight=weight, solver="cone")
    assert solution.bound_exact == cone.bound_exact
    assert (
        auc_of(Rows(X.tolist(), y.tolist(), [Fraction(w) for w in weight]), solution.coef)
        == solution.auc_exact
    )
    assert solution.status == cone.status

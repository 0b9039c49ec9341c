"""Cones by positives: what they promise on the way, and that nothing but time changes it."""

from fractions import Fraction
from typing import Any

import naive_objectives
import numpy as np
import pytest
from curve_objectives import objective_of
from naive_objectives import Asked
from strategies import two_clouds

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.explorer import Explorer
from aucopt.exact.solvers.cone.positives import PositiveExplorer

ASKED = [
    Asked("max_fpr", "0.2"),
    Asked("min_tpr", "0.8"),
    Asked("specificity", "0.9"),
    Asked("sensitivity", "0.9"),
]
TABLES = {
    "clouds": two_clouds(120, 3),
    "grid": (np.random.default_rng(3).integers(0, 4, (80, 3)).astype(float), np.arange(80) % 5 == 0),
    "four columns": two_clouds(60, 4),
}


@pytest.fixture(scope="module", params=[(name, asked) for name in TABLES for asked in ASKED], ids=str)
def solved(request: Any) -> Any:
    name, asked = request.param
    X, y = TABLES[name]
    return X, y, asked, aucopt.maximize(X, y, objective_of(asked), solver="cone", n_jobs=1)


def facts(solution: aucopt.Solution) -> tuple[Any, ...]:
    return solution.value_exact, solution.bound_exact, solution.status


def test_the_gap_is_closed(solved: Any) -> None:
    X, y, asked, solution = solved
    assert (solution.status, solution.gap) == ("optimal", 0.0)
    assert naive_objectives.value(X, y, solution.direction, asked) == solution.value_exact


def test_no_sampled_direction_is_better(solved: Any) -> None:
    X, y, asked, solution = solved
    problem, objective = Problem.read(X, y), objective_of(asked)
    rng = np.random.default_rng(0)
    others = [solution.coef + 0.1 * rng.normal(size=X.shape[1]) for _ in range(60)]
    others += list(rng.normal(size=(60, X.shape[1])))
    assert max(objective.count_rows(problem, w).share for w in others) <= solution.value_exact


def test_the_answer_does_not_depend_on_threads_and_rows(solved: Any) -> None:
    X, y, asked, solution = solved
    again = aucopt.maximize(X, y, objective_of(asked), solver="cone", n_jobs=2)
    assert (facts(again), again.coef.tolist()) == (facts(solution), solution.coef.tolist())
    order = np.random.default_rng(2).permutation(len(X))
    moved = aucopt.maximize(X[order], y[order], objective_of(asked), solver="cone")
    assert facts(moved) == facts(solution)


@pytest.mark.parametrize("time_limit", [0, 0.002, 0.01])
def test_no_time_leaves_a_valid_bound(solved: Any, time_limit: float) -> None:
    X, y, asked, solution = solved
    early = aucopt.maximize(X, y, objective_of(asked), time_limit=time_limit)
    assert early.status in ("time_limit", "optimal")
    assert early.value_exact <= solution.bound_exact <= early.bound_exact
    coef = [Fraction(float(v)) for v in early.coef]
    assert naive_objectives.value(X, y, coef, asked) == early.value_exact


def test_a_gap_that_is_allowed_is_kept(solved: Any) -> None:
    X, y, asked, solution = solved
    early = aucopt.maximize(X, y, objective_of(asked), solver="cone", max_gap=0.1)
    assert early.status in ("optimal", "max_gap")
    assert 0 <= early.gap <= 0.1
    assert early.value_exact <= solution.value_exact <= early.bound_exact


def test_little_memory_changes_nothing_that_is_proved(solved: Any) -> None:
    X, y, asked, solution = solved
    little = aucopt.maximize(X, y, objective_of(asked), solver="cone", memory=1 << 16)
    assert facts(little) == facts(solution)


@pytest.mark.parametrize("name", TABLES)
def test_the_auc_by_positives_has_the_bounds_of_the_auc_by_pairs(name: str) -> None:
    problem, auc = Problem.read(*TABLES[name]), AUC()
    by_pairs = Explorer(problem, auc, 1 << 26)
    by_positives = PositiveExplorer(problem, auc, 1 << 26)
    n = len(problem.columns)
    corners = tuple(tuple(int(k == j) for k in range(n)) for j in range(n))
    bound = auc.value_of_cell(problem, by_pairs.bound(corners).upper)
    assert by_positives.bound(corners).upper == bound
    found = by_positives.work(by_positives.bound(corners), -1, 0, lambda: False)
    same = by_pairs.work(by_pairs.bound(corners), -1, 0, lambda: False)
    assert found.best == auc.value_of_cell(problem, same.best)

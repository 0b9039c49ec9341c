"""What is returned really attains what is proved, and what does not is said, by integer counts alone."""

from fractions import Fraction
from itertools import product
from math import gcd

import naive
import numpy as np
import pytest
from strategies import GRID, Y

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution import answer
from aucopt.exact.solution.answer import best_column, build_solution
from aucopt.exact.solvers.base import Found, Options
from aucopt.exact.solvers.plane.solver import PlaneSolver


def test_one_pair_that_float_scores_lose_is_noted_however_many_pairs_there_are():
    """One pair of 7e13 is tied by float scores: far below any tolerance, and still not the same count."""
    X = [
        [100000000000005, 0.0],
        [100000000000000, 5.0],
        [100000000000002, 0.000001],
        [100000000000004, 3.0],
        [100000000000001, 0.0],
        [100000000000002, 0.0],
    ]
    y, weight = [1, 1, 1, 0, 0, 0], [2**22, 2**22, 1, 2**22, 2**22, 1]
    solution = aucopt.maximize_auc(X, y, sample_weight=weight)
    assert solution.status == "optimal"
    assert solution.gap == 0
    scores = np.array(X) @ solution.coef
    assert scores[2] == scores[5]
    assert any("Scores rounded to float64" in note for note in solution.notes)


def test_a_cell_of_half_a_turn_has_a_middle():
    """Weights that round to nothing beside others leave one pair, which half of all directions get right."""
    X = np.random.default_rng(0).normal(size=(30, 2))
    weight = np.where(np.arange(30) < 2, 2**41, 1)
    solution = aucopt.maximize_auc(X, np.arange(30) % 2, sample_weight=weight)
    assert (X[1] - X[0]) @ solution.coef > 0
    assert solution.auc <= solution.bound


@pytest.mark.parametrize("solver", ["plane", "cone"])
def test_a_value_that_reaches_its_bound_is_optimal_however_weights_were_rounded(solver: str) -> None:
    X = [[0, 0], [1, 0], [0, 1], [2, 3], [3, 1], [3, 3]]
    weight = [1.1234567890123456, np.sqrt(2), np.pi, 1e-13 / 3, 7 / 3, 1e9 / 7]
    solution = aucopt.maximize_auc(X, [0, 0, 0, 1, 1, 1], sample_weight=weight, solver=solver)
    assert any("had to be rounded" in note for note in solution.notes)
    assert (solution.auc, solution.gap, solution.status) == (1.0, 0.0, "optimal")


def test_a_cell_thinner_than_floats_is_noted() -> None:
    """Between neighbouring Fibonacci ratios, 2^-110 apart, lies all that gets both pairs right."""
    a, b = 1, 1
    while b < 10**17:
        a, b = b, a + b
    X = np.array([[0, 0], [-b, a], [a + b, -b]])
    solution = aucopt.maximize_auc(X, [1, 0, 0])
    assert solution.bound_exact == 1
    assert naive.counts(X.tolist(), [1, 0, 0], solution.direction) == (2, 0, 2)
    assert solution.gap == 0.5
    assert any("thinner than float64" in note for note in solution.notes)


def test_more_columns_than_the_best_single_one_is_looked_for_among():
    rng = np.random.default_rng(0)
    solution = aucopt.maximize_auc(rng.normal(size=(20, 101)), np.arange(20) % 2)
    assert solution.auc == 1
    assert (solution.best_column, solution.blend_gain) == (None, None)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "float64"])
def test_a_column_downwards_is_best_whatever_its_type(dtype):
    """Not every number of a type has a negative: the lowest of int8 has none."""
    low = 0 if dtype == "uint8" else -128
    falling = np.array([low + 100, low + 3, low + 2, low + 1, low], dtype=dtype)
    X, y = np.column_stack([falling, np.array([1, 0, 2, 1, 3], dtype=dtype)]), [0, 0, 0, 1, 1]
    found = aucopt.maximize(X, y, aucopt.Sensitivity(1)).best_column
    assert (found.name, found.sign, found.value) == ("x0", -1, 1.0)


@pytest.mark.parametrize("signs", [(0, 0, 0), (1, 1, 1), (-1, 0, -1)])
def test_the_best_column_is_the_best_of_all_allowed(signs):
    """The third column is made of the others, and does not count as independent."""
    rng = np.random.default_rng(4)
    X = rng.integers(0, 6, (20, 2))
    X = np.column_stack([X, X[:, 0] - 2 * X[:, 1]])
    y, weight = np.arange(20) % 2, rng.integers(1, 4, 20)
    problem = Problem.read(X, y, weight).independent()
    found = best_column(problem, AUC(), signs)
    aucs = {}
    for j, sign in product(range(3), (1, -1)):
        if signs[j] in (0, sign):
            right, tied, total = naive.counts(X, y, [sign * (k == j) for k in range(3)], weight)
            aucs[f"x{j}", sign] = Fraction(2 * right + tied, 2 * total)
    assert found.value_exact == aucs[found.name, found.sign] == max(aucs.values())


def test_the_answer_is_the_widest_of_the_cells_found():
    X, y = GRID, Y
    problem, options = Problem.read(X, y).independent(), Options(signs=(0, 0))
    found = PlaneSolver().solve(problem, AUC(), options)
    wide, thin = ((1, 0), (0, 1)), ((5, -1), (5, 0))
    solution = build_solution(problem, AUC(), options, found._replace(cells=[thin, wide], value=0))
    assert [(arc.low, arc.high) for arc in solution.arcs] == [tuple(map(raw, cell)) for cell in (thin, wide)]
    assert solution.coef.min() > 0
    assert (solution.right, solution.tied, solution.total) == naive.counts(X, y, solution.coef)


def raw(edge):
    """Both columns of the grid have one unit."""
    return tuple(v // gcd(*edge) for v in edge)


@pytest.mark.parametrize(("status", "expected"), [("time_limit", 0), ("optimal", 1)])
def test_nothing_is_centred_on_large_tables_once_time_ran_out(
    monkeypatch: pytest.MonkeyPatch, status: str, expected: int
) -> None:
    """Sorting a million rows fifty times would take longer than the limit allows."""
    centred = []
    monkeypatch.setattr(answer, "central_direction", lambda problem, v, signs: centred.append(v) or v)
    monkeypatch.setattr(answer, "_FEW_POINTS", 10)
    problem = Problem.read(np.random.default_rng(0).normal(size=(20, 3)), np.arange(20) % 2)
    value = AUC().count(problem, (1, 2, 3)).value
    found = Found(problem, (0, 0, 0), [((1, 2, 3), (1, 2, 3))], value, 200, status, {})
    solution = build_solution(problem, AUC(), Options(signs=(0, 0, 0)), found)
    assert len(centred) == expected
    assert solution.right == AUC().count(problem, (1, 2, 3)).pairs.right


def test_a_late_operating_point_of_many_rows_is_not_polished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Polishing scores all rows often: 300,000 rows took 19 s after the limit."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), np.arange(60) % 2
    calls, polish = [], answer.polish
    monkeypatch.setattr(answer, "polish", lambda *args: calls.append(args) or polish(*args))
    objective = aucopt.Sensitivity(0.9)
    assert aucopt.maximize(X, y, objective, solver="cone", time_limit=0).status == "time_limit"
    assert len(calls) == 1
    monkeypatch.setattr(answer, "_FEW_POINTS", 10)
    late = aucopt.maximize(X, y, objective, solver="cone", time_limit=0)
    assert len(calls) == 1
    assert late.value <= late.bound

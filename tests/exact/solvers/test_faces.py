"""The faces of the allowed cone: complete, and no more than needed."""

import time
from dataclasses import replace
from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import gaussians

import aucopt
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers import faces
from aucopt.exact.solvers.base import Found, Options
from aucopt.exact.solvers.faces import allowed_faces, needed_faces
from aucopt.exact.solvers.plane.solver import PlaneSolver

RNG = np.random.default_rng(0)
X = RNG.integers(0, 9, (20, 3))
Y = np.arange(20) % 2
WITH_CONSTANT = np.insert(X, 1, 4, axis=1)
WITH_SUM = np.column_stack([X[:, :2], X[:, 0] + X[:, 1]])


@pytest.mark.parametrize(
    ("table", "signs", "expected"),
    [
        (X, (0, 0, 0), [(0, 1, 2)]),
        (X, (1, 0, 0), [(1, 2), (0, 1, 2)]),
        (X, (0, -1, 1), [(0,), (0, 1), (0, 2), (0, 1, 2)]),
        (X, (1, 1, 1), [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]),
        (X[:, :1], (1,), [(0,)]),
        # Constant columns change nothing unless something is forbidden: then ties are a way out.
        (WITH_CONSTANT, (0, 0, 0, 0), [(0, 2, 3)]),
        (WITH_CONSTANT, (0, 1, 0, 0), [(0, 2, 3)]),
        (WITH_CONSTANT, (1, 0, 0, 0), [(1,), (2, 3), (0, 2, 3)]),
        (np.full((20, 2), 3), (1, 1), [(0,), (1,)]),
        # Any two of three dependent columns are a basis.
        (WITH_SUM, (0, 0, 0), [(0, 1)]),
        (WITH_SUM, (1, 1, 1), [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]),
        (WITH_SUM, (0, 0, 1), [(0,), (1,), (0, 1), (0, 2), (1, 2)]),
    ],
)
def test_faces_of(table: np.ndarray, signs: tuple[int, ...], expected: list[tuple[int, ...]]) -> None:
    assert allowed_faces(Problem.read(table, Y).independent(), signs) == expected


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.lists(st.sampled_from([-1, 0, 1]), min_size=4, max_size=4))
def test_every_allowed_direction_lies_inside_a_face(seed: int, signs: list[int]) -> None:
    """A face holds a score if its columns make it, free ones with any weight, others strictly as allowed."""
    rng = np.random.default_rng(seed)
    points = rng.integers(-2, 3, (12, 2)) @ rng.integers(-1, 2, (2, 4)) + 5
    if len(np.unique(points, axis=0)) == 1:
        return
    problem = Problem.read(points, np.arange(12) % 2).independent()
    faces = allowed_faces(problem, signs)
    centred = points - points[0]
    for _ in range(10):
        w = rng.integers(-2, 3, 4)
        w = np.where(np.array(signs) * w < 0, -w, w)
        score = centred @ w
        if score.any():
            assert any(holds(centred[:, list(face)], [signs[j] for j in face], score) for face in faces)


def holds(columns: np.ndarray, signs: list[int], score: np.ndarray) -> bool:
    found, *_ = np.linalg.lstsq(columns, score, rcond=None)
    return bool(np.allclose(columns @ found, score)) and all(
        s * v > 1e-9 for s, v in zip(signs, found, strict=True) if s
    )


def test_planes_are_searched_only_where_more_pairs_coincide() -> None:
    smooth = RNG.normal(size=(20, 3))
    # The first two columns place rows of both classes alike.
    tied = np.column_stack([np.arange(20) // 2, np.arange(20) // 2 % 4, smooth[:, 2]])
    options = Options(signs=(1, 1, 1))
    lines, planes = [(0,), (1,), (2,)], [(0, 1), (0, 2), (1, 2)]
    for table, among in ((smooth, []), (tied, [(0, 1)])):
        problem = Problem.read(table, Y).independent()
        assert needed_faces(problem, AUC(), options) == [*lines, *among, (0, 1, 2)]
        certified = replace(options, certify=True)
        assert needed_faces(problem, AUC(), certified) == [*lines, *planes, (0, 1, 2)]


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 50]))
def test_faces_that_are_not_needed_hold_nothing_better(seed: int, n_values: int) -> None:
    rng = np.random.default_rng(seed)
    table, y = rng.integers(0, n_values, (8, 3)), np.arange(8) % 2
    if np.linalg.matrix_rank(table - table[0]) == 3:
        best = naive.best_anywhere(table.tolist(), y.tolist(), signs=(1, 1, 1))
        solution = aucopt.maximize_auc(table, y, signs=1, solver="cone")
        assert solution.auc == best / 2 / 16


def test_faces_reach_what_brute_force_reaches() -> None:
    """The best over the insides of all faces is the best over the allowed cone."""
    table, y, signs = WITH_SUM[:6].tolist(), [0, 1, 1, 0, 1, 0], (1, -1, 1)
    problem = Problem.read(table, y).independent()
    values = []
    for face in allowed_faces(problem, signs):
        part = [[row[j] for j in face] for row in table]
        values.append(naive.best_anywhere(part, y, signs=[signs[j] for j in face]))
    assert max(values) == naive.best_anywhere(table, y, signs=signs)


def test_faces_of_two_columns_are_searched_by_the_plane(monkeypatch) -> None:
    """Of a search that may stop early the plane keeps the better direction."""
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    X = np.round(rng.normal(size=(40, 3)) + y[:, None])
    searched: list[int] = []
    solve = PlaneSolver.solve

    def note(self, problem, *args):
        searched.append(len(problem.columns))
        return solve(self, problem, *args)

    monkeypatch.setattr(PlaneSolver, "solve", note)
    aucopt.maximize_auc(X, y, signs=[0, 1, 1])
    assert searched == [2, 2]
    searched.clear()
    aucopt.maximize_auc(X[:12], y[:12], signs=[0, 1, 1], solver="enumeration")
    assert searched == []


def test_ties_that_count_against_need_no_smaller_face() -> None:
    problem, options = Problem.read([[0, 1], [1, 1], [2, 0], [2, 1]], [0, 1, 0, 1]), Options(signs=(1, 1))
    assert needed_faces(problem, aucopt.Sensitivity(0.9), options) == [(0, 1)]
    half = needed_faces(problem, aucopt.PartialAUC(max_fpr=0.5), options)
    assert half == needed_faces(problem, AUC(), options) == [(0,), (1,), (0, 1)]


@pytest.mark.parametrize("certify", [False, True])
@pytest.mark.parametrize(
    "objective",
    [AUC(), aucopt.Specificity(0.7), aucopt.PartialAUC(min_tpr=0.5)],
    ids=["auc", "specificity", "min_tpr"],
)
def test_the_bound_without_signs_holds_all_the_more(
    monkeypatch: pytest.MonkeyPatch, objective: Objective, certify: bool
) -> None:
    """Where time ends the faces far from a proof, the free problem's bound is taken, and certified."""
    X, y = gaussians(24, 3)
    free, signed = aucopt.maximize(X, y, objective), aucopt.maximize(X, y, objective, signs=-1)
    assert signed.value < free.value
    search = faces.solve_faces

    def cut(problem: Problem, objective: Any, options: Options, *args: Any) -> Found:
        found = search(problem, objective, replace(options, deadline=None), *args)
        return found._replace(bound=objective.most(problem), status="time_limit", proof=())

    monkeypatch.setattr(faces, "solve_faces", cut)
    told: list[Progress] = []
    found = aucopt.maximize(X, y, objective, signs=-1, time_limit=1e6, certify=certify, callback=told.append)
    assert (found.value_exact, found.bound_exact) == (signed.value_exact, free.bound_exact)
    assert found.status == "time_limit"
    assert told[-1].value == found.value
    if certify:
        assert found.certificate is not None
        assert found.certificate.content["searched"] == [0, 0, 0]
        assert aucopt.verify(found.certificate, X, y)


def test_time_is_shared_by_the_size_of_faces() -> None:
    options = Options(signs=(1, 1, 1), deadline=time.monotonic() + 84.0)
    left = faces._share_time(options, [(0, 1), (0, 2), (0, 1, 2)]).deadline - time.monotonic()
    assert left == pytest.approx(84.0 * 16 / 96, abs=1.0)
    assert faces._share_time(options, [(0, 1, 2)]).deadline == pytest.approx(options.deadline, abs=0.1)
    late = replace(options, deadline=0.0)
    assert faces._share_time(late, [(0, 1)]) is late


def test_an_interrupt_of_the_free_search_is_told() -> None:
    X, y = gaussians(40, 4)
    problem = Problem.read(X, y)
    options = Options(signs=(1, 1, 1, 1), deadline=time.monotonic() + 1000.0)

    class Interrupted:
        name = "cone"

        def solve(self, problem: Problem, objective: Objective, options: Options, known: Any = None) -> Found:
            status = "time_limit" if any(options.signs) else "interrupted"
            direction = (1,) * len(problem.columns)
            value, most = objective.count(problem, direction).value, objective.most(problem)
            return Found(problem, options.signs, [(direction, direction)], value, most, status, {})

    found = faces.solve_signed(problem, AUC(), options, Interrupted())
    assert found.status == "interrupted"

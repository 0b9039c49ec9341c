"""The faces of the allowed cone: complete, and no more than needed."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.faces import allowed_faces, searched_faces
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
    X = np.round(rng.normal(size=(40, 3)) + y[:, None], 1)
    searched: list[int] = []
    solve = PlaneSolver.solve

    def note(self, problem, *args):
        searched.append(len(problem.columns))
        return solve(self, problem, *args)

    monkeypatch.setattr(PlaneSolver, "solve", note)
    aucopt.maximize_auc(X, y, signs=[0, 1, 1])
    assert searched == [2, 2]
    searched.clear()
    aucopt.maximize_auc(X, y, signs=[0, 1, 1], solver="enumeration")
    assert searched == []


def test_other_objectives_need_only_faces_on_which_ties_may_help() -> None:
    smooth = [[0.1, 0.4], [0.2, 0.9], [0.7, 0.3], [0.6, 0.8]]
    grid = [[0, 1], [1, 1], [2, 0], [2, 1]]
    for X, ties in ((smooth, False), (grid, True)):
        problem = Problem.read(X, [0, 1, 0, 1])
        assert searched_faces(problem, AUC(), (1, 1)) == [(0,), (1,), (0, 1)]
        assert searched_faces(problem, aucopt.Sensitivity(0.9), (1, 1)) == [(0, 1)]
        needed = [(0,), (1,), (0, 1)] if ties else [(0, 1)]
        assert searched_faces(problem, aucopt.PartialAUC(max_fpr=0.5), (1, 1)) == needed

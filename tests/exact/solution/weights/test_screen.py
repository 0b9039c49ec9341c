"""A screen never rejects weights that reach what it is asked about."""

from itertools import product

import numpy as np
import pytest

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.weights import simple
from aucopt.exact.solution.weights.screen import screen_for

SCALES = ([1, 1, 1], [1e-8, 1, 1e6], [0.1, 3, 7])


@pytest.mark.parametrize("scale", SCALES, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["grid", "gaussian", "duplicates"])
def test_bounds_hold_and_are_close(kind: str, weighted: bool, scale: list[float]) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3)) if kind == "gaussian" else rng.integers(0, 4, (40, 3)).astype(float)
    if kind == "duplicates":
        X[20:] = X[:20]
    problem = Problem.read(X * scale, np.arange(40) % 3 == 0, np.arange(40) % 4 + 1 if weighted else None)
    problem = problem.independent()
    units = [[int(j == k) * 2**k for j in range(3)] for k in range(3)]
    screen = screen_for(problem, AUC(), units)
    assert screen is not None
    cards = [points for points in product((-2, 0, 1, 3), repeat=3) if any(points)]
    for points, most in zip(cards, screen.bounds(cards), strict=True):
        counts = AUC().count(problem, [w * 2**k for k, w in enumerate(points)])
        assert counts.right + counts.tied == most


def test_the_answer_is_that_of_exact_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X, y = rng.integers(-3, 4, (30, 3)), rng.permutation(np.arange(30) % 2)
        solution = aucopt.maximize_auc(X, y, solver="ascent")
        options = {"solution": solution, "units": (1.0, 0.3, 7.0), "largest": 3}
        screened = [aucopt.simple_weights(X, y, delta, **options) for delta in (0.0, 0.01, 0.05)]
        with monkeypatch.context() as plain:
            plain.setattr(simple, "screen_for", lambda *_: None)
            counted = [aucopt.simple_weights(X, y, delta, **options) for delta in (0.0, 0.01, 0.05)]
        assert [str(found) for found in screened] == [str(found) for found in counted]


def test_other_problems_have_no_screen() -> None:
    X, y = np.arange(12.0).reshape(6, 2) ** 2, np.arange(6) % 2 == 0
    problem = Problem.read(X, y, None).independent()
    assert screen_for(problem, aucopt.Sensitivity(0.9), [[1, 0], [0, 1]]) is None
    assert screen_for(problem, AUC(), [[1, 0], [0, 10**120]]) is None

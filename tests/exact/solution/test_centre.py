"""The middle of a cell: the same ranking of pairs, more room around it, and never a forbidden sign."""

from collections.abc import Sequence

import naive_cone
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.centre import central_direction

FREE = (0, 0, 0)


def make_problem(seed: int, kind: str, n: int = 30) -> Problem:
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % 2)
    X = rng.normal(size=(n, 3)) if kind == "gaussian" else rng.integers(0, 40, (n, 3))
    return Problem.read(X * [1, 50, 0.02], y).independent()


def smallest_margin(problem: Problem, w: Sequence[int]) -> float:
    """The least distance, where whitened, from a direction to one that ties a pair."""
    u = problem.within_factor.T @ np.array([v / max(map(abs, w)) for v in w])
    z = np.linalg.solve(problem.within_factor, problem.x.T).T
    up, down = (np.flatnonzero(problem.weight[:, k]) for k in (0, 1))
    d = (z[up][:, None] - z[down][None]).reshape(-1, 3)
    d = d[d.any(axis=1)]
    return float(np.min(np.abs(d @ u) / np.linalg.norm(d, axis=1)) / np.linalg.norm(u))


def ranking(problem: Problem, w: Sequence[int]) -> list[bool]:
    points = problem.integers()
    heights = [sum(a * b for a, b in zip(w, point, strict=True)) for point in points]
    p, q = problem.weight.T.tolist()
    return [heights[i] > heights[j] for i, j, _, _ in naive_cone.pairs_apart(points, p, q)]


@pytest.mark.parametrize("kind", ["gaussian", "grid"])
def test_the_middle_lies_in_the_same_cell(kind: str) -> None:
    """Mostly: not all walls are looked at, and who asks for the middle counts again."""
    stays = []
    for seed in range(60):
        problem = make_problem(seed, kind, n=24)
        direction = tuple(int(v) for v in np.random.default_rng(seed).integers(-(2**40), 2**40, 3))
        centre = central_direction(problem, direction, FREE)
        stays.append(ranking(problem, centre) == ranking(problem, direction))
    assert np.mean(stays) > 0.85


def test_the_middle_has_more_room() -> None:
    gains = []
    for seed in range(40):
        problem = make_problem(seed, "gaussian")
        direction = tuple(int(v) for v in np.random.default_rng(seed).integers(-(2**40), 2**40, 3))
        centre = central_direction(problem, direction, FREE)
        gains.append(smallest_margin(problem, centre) / smallest_margin(problem, direction))
    assert np.median(gains) > 1.5
    assert np.mean(np.array(gains) >= 1) > 0.8


@settings(deadline=None, max_examples=80)
@given(
    st.integers(0, 10**6),
    st.tuples(*[st.sampled_from([-1, 0, 1])] * 3),
    st.tuples(*[st.integers(0, 5)] * 3).filter(any),
)
def test_the_middle_keeps_the_signs(seed: int, signs: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    """Also from a direction in which a constrained weight is zero."""
    problem = make_problem(seed % 50, "grid", n=6)
    direction = tuple((s or 1) * v for s, v in zip(signs, sizes, strict=True))
    centre = central_direction(problem, direction, signs)
    assert all(s * v >= 0 for s, v in zip(signs, centre, strict=True))


def test_a_wide_cell_is_left_alone_where_it_is_open() -> None:
    """Two points of either class, far apart: a half space of directions, in the middle of which is d."""
    problem = Problem.read([[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 5, 9]], [0, 0, 0, 1]).independent()
    centre = central_direction(problem, (1, 1, 1), FREE)
    assert AUC().recount(problem, centre) == AUC().recount(problem, (1, 1, 1))


@pytest.mark.parametrize("exponent", [0, 300])
def test_long_directions_are_no_trouble(exponent: int) -> None:
    problem = make_problem(3, "gaussian")
    direction = tuple(v << exponent for v in (3, -5, 7))
    assert central_direction(problem, direction, FREE) == central_direction(problem, (3, -5, 7), FREE)

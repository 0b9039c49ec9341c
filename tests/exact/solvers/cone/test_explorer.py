"""Working on one cone: its bound, its halves and what is found in it, against brute force."""

from typing import Any

import naive_cone
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Rows, shaped_rows

from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone import explorer as exploring
from aucopt.exact.solvers.cone.explorer import Explorer
from aucopt.exact.solvers.cone.shapes import Cone

EXAMPLES = settings(deadline=None, max_examples=40)


@st.composite
def cones(draw: st.DrawFn) -> tuple[Problem, tuple[tuple[int, ...], ...]]:
    """A problem of three columns or so, and a simplicial cone in its coordinates."""
    data: Rows = draw(shaped_rows(n=3))
    problem = Problem.read(*data).independent()
    n = len(problem.columns)
    assume(n > 1)
    corners = draw(st.lists(st.lists(st.integers(-4, 4), min_size=n, max_size=n), min_size=n, max_size=n))
    assume(round(np.linalg.det(np.array(corners))) != 0)
    return problem, tuple(map(tuple, corners))


def twins(problem: Problem) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
    return problem.integers(), *problem.weight.T.tolist()


@EXAMPLES
@given(cones())
def test_the_bound_of_a_cone_is_what_is_not_wrong_in_all_of_it(case: tuple[Problem, tuple]) -> None:
    problem, corners = case
    found = Explorer(problem, AUC(), 1 << 20).bound(corners)
    _, wrong, rest = naive_cone.sort_pairs(*twins(problem), corners)
    # Where floats cannot tell, a pair counts as open.
    assert (
        found.upper
        >= problem.total - problem.coincident - wrong
        >= naive_cone.best_inside(*twins(problem), corners)
    )
    assert found.n_open >= len(rest)


def search(explorer: Explorer, corners: tuple[tuple[int, ...], ...], best: int) -> tuple[int, Any]:
    """The best inside and where, if it beats what is known; cones that are handed back are worked on too."""
    where, todo = None, [explorer.bound(corners)]
    while todo:
        explored = explorer.work(todo.pop(), best, 0, lambda: False)
        if explored.where is not None:
            best, where = explored.best, explored.where
        todo += explored.cones
    return best, where


@EXAMPLES
@given(cones(), st.integers(0, 10))
def test_work_on_a_cone_finds_the_best_inside(case: tuple[Problem, tuple], lead: int) -> None:
    problem, corners = case
    explorer = Explorer(problem, AUC(), 1 << 20)
    best = naive_cone.best_inside(*twins(problem), corners)
    found, where = search(explorer, corners, best - 1 - lead)
    assert found == best
    assert AUC().count(problem, where).right >= best
    assert min(naive_cone.shares(corners, where)) >= 0
    # Nothing inside beats the best itself.
    assert search(explorer, corners, best) == (best, None)


@EXAMPLES
@given(cones())
def test_a_cone_with_too_many_open_pairs_is_halved(case: tuple[Problem, tuple]) -> None:
    problem, corners = case
    explorer = Explorer(problem, AUC(), 1 << 20)
    explorer.room = -1
    whole = explorer.bound(corners)
    first, second = explorer.work(whole, -1, 0, lambda: False).cones
    (middle,) = set(first.vertices) - set(corners)
    assert middle in second.vertices
    assert sum(share > 0 for share in naive_cone.shares(corners, middle)) == 2
    assert min(naive_cone.shares(corners, middle)) == 0 or len(corners) == 2
    assert max(first.upper, second.upper) <= whole.upper
    kept = [set(part.vertices) & set(corners) for part in (first, second)]
    assert kept[0] | kept[1] == set(corners)


def test_pairs_that_halving_does_not_close_are_listed_however_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "_FEW_PAIRS", 16)
    rng = np.random.default_rng(0)
    # Nearly all pairs are tied in the last column, and meet in its direction.
    X = np.column_stack([rng.normal(size=(40, 2)), np.arange(40) == 7])
    problem = Problem.read(X, np.arange(40) % 2).independent()
    explorer = Explorer(problem, AUC(), 1 << 24)
    cone = explorer.bound(((1, 0, 2), (0, 1, 3), (-1, -1, 5)))
    assert explorer.whole is None
    halves = 0
    while not explorer.is_listed(cone):
        cone = max(explorer._split(cone, 0, lambda: False).cones, key=lambda part: part.n_open)
        halves += 1
        assert halves < 60
    assert cone.n_open > explorer.few
    assert explorer.work(cone, 0, 0, lambda: False).n_cuts > 0


def test_a_stopped_cone_is_handed_back() -> None:
    problem = Problem.read([[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1])
    cone = Cone(((1, 0), (0, 1)), 4, 3)
    explored = Explorer(problem, AUC(), 1 << 20).work(cone, 2, 0, lambda: True)
    assert (explored.cones, explored.best, explored.where) == ([cone], 2, None)


def test_what_is_left_when_the_work_is_too_much_is_still_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "BUDGET", 1)
    rng = np.random.default_rng(0)
    problem = Problem.read(rng.normal(size=(12, 3)), np.arange(12) % 2).independent()
    explorer, corners = Explorer(problem, AUC(), 1 << 20), ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    explored = explorer.work(explorer.bound(corners), -1, 0, lambda: False)
    best = naive_cone.best_inside(*twins(problem), corners)
    assert explored.cones
    assert max(explored.best, explored.closed, *(cone.upper for cone in explored.cones)) >= best


def test_nine_columns_need_more_bits_than_a_byte() -> None:
    rng = np.random.default_rng(22)
    problem = Problem.read(rng.integers(0, 3, (12, 9)), np.arange(12) % 2).independent()
    explorer = Explorer(problem, AUC(), 1 << 20)
    cone = [tuple(int(j == k) for j in range(9)) for k in range(9)]
    listed = explorer._list(explorer.vertices(cone, 0), bool)
    assert listed is not None
    _, pairs, _, n_open, _ = listed
    assert n_open > 0
    assert pairs.up[:n_open].max() >= 1 << 8
    assert all(u | d == (1 << 9) - 1 for u, d in zip(pairs.up[:n_open], pairs.down[:n_open], strict=True))

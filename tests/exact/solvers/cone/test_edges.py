"""Bounds of cones by their edges, against brute force and against what every pair says."""

import naive_cone
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Rows, shaped_rows

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone import explorer as exploring
from aucopt.exact.solvers.cone.edges import EdgeCounter, EdgeCounts
from aucopt.exact.solvers.cone.explorer import Explorer

EXAMPLES = settings(deadline=None, max_examples=40)


@st.composite
def cones(draw: st.DrawFn) -> tuple[Problem, tuple[tuple[int, ...], ...]]:
    """A problem of two to four columns, and a simplicial cone in its coordinates."""
    data: Rows = draw(shaped_rows(n=draw(st.integers(2, 4))))
    problem = Problem.read(*data).independent()
    n = len(problem.columns)
    assume(n > 1)
    corners = draw(st.lists(st.lists(st.integers(-4, 4), min_size=n, max_size=n), min_size=n, max_size=n))
    assume(round(np.linalg.det(np.array(corners))) != 0)
    return problem, tuple(map(tuple, corners))


def by_edges(problem: Problem, **options: int) -> Explorer:
    explorer = Explorer(problem, AUC(), 1 << 20)
    explorer.edges = EdgeCounter(problem, (1,) * explorer.n, options.pop("memory", 1 << 20))
    explorer.room = -1
    return explorer


@EXAMPLES
@given(cones())
def test_no_direction_inside_a_cone_beats_the_bound_of_its_edges(case: tuple[Problem, tuple]) -> None:
    problem, corners = case
    explorer = by_edges(problem)
    whole = explorer.bound(corners)
    points = problem.integers(), *problem.weight.T.tolist()
    _, wrong, _ = naive_cone.sort_pairs(*points, corners)
    assert whole.upper >= problem.total - problem.coincident - wrong
    # Halves, and halves of these, with counts that are kept and with none.
    for small in (explorer, by_edges(problem, memory=0)):
        parts = small.work(whole, -1, 0, lambda: False).cones
        for part in (*parts, *small.work(parts[0], -1, 0, lambda: False).cones):
            assert naive_cone.best_inside(*points, part.vertices) <= part.upper <= whole.upper


@EXAMPLES
@given(cones())
def test_counts_do_not_depend_on_what_is_kept(case: tuple[Problem, tuple]) -> None:
    problem, corners = case
    keeps, forgets = by_edges(problem), by_edges(problem)
    assert keeps.edges is not None
    assert forgets.edges is not None
    forgets.edges.most_kept = forgets.edges.most_rankings = 0
    middle = tuple(a + b for a, b in zip(*corners[:2], strict=True))
    around = (middle, *corners)
    vertices = keeps.vertices(around, 0)
    keeps.edges.count(corners, keeps.vertices(corners, 0))
    expected = forgets.edges.count(around, vertices)
    assert keeps.edges.count(around, vertices, (1, 2)) == expected
    assert forgets.edges.count(around, vertices, (1, 2)) == expected


def test_the_bound_of_two_vertices_is_that_of_an_arc_and_open_pairs_of_three_are_exact() -> None:
    rng = np.random.default_rng(3)
    for n in (2, 3):
        problem = Problem.read(rng.normal(size=(30, n)), np.arange(30) % 2).independent()
        corners = tuple(tuple(int(v) for v in row) for row in 100 * np.eye(n, dtype=int) + 1)
        exact = Explorer(problem, AUC(), 1 << 20).bound(corners)
        cheap = by_edges(problem).bound(corners)
        assert cheap.n_open == exact.n_open
        assert exact.upper <= cheap.upper <= 15 * 15
        assert n == 3 or exact.upper == cheap.upper


def test_the_shortest_path_bounds() -> None:
    swaps = [[0, 4, 1], [4, 0, 2], [1, 2, 0]]
    counts = EdgeCounts([10, 11, 12], swaps, swaps)
    # Through the last: 10 + 11 + 1 + 2; an open pair swaps along two of the edges.
    assert counts.bound([0, 1, 2]) == (24, 3)
    assert counts.bound([0, 1]) == (25, 4)


def test_a_vertex_that_beats_the_incumbent_is_told() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(40) % 2
    problem = Problem.read(rng.normal(size=(40, 3)) + y[:, None], y).independent()
    explorer = by_edges(problem)
    cone = explorer.bound(((2, 0, 0), (0, 2, 0), (0, 0, 1)))
    explored = explorer.work(cone, 0, 0, lambda: False)
    assert explored.where is not None
    assert explored.best == AUC().count(problem, explored.where).right
    again = explorer.work(cone, explored.best, 0, lambda: False)
    assert (again.best, again.where) == (explored.best, None)


@pytest.mark.parametrize("signs", [None, 1])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_search_by_edges_finds_and_certifies_the_optimum(
    monkeypatch: pytest.MonkeyPatch, signs: int | None, weighted: bool
) -> None:
    rng = np.random.default_rng(5)
    y = np.arange(60) % 2
    X = np.round(rng.normal(size=(60, 3)) + 0.7 * y[:, None], 2)
    weight = rng.integers(1, 4, 60) if weighted else None
    options = {"sample_weight": weight, "signs": signs, "solver": "cone"}
    expected = aucopt.maximize_auc(X, y, **options)
    monkeypatch.setattr(exploring, "_PAIRS_A_ROW", 0)
    monkeypatch.setattr(exploring, "_LISTINGS", 0)
    monkeypatch.setattr(exploring, "_FEW_PAIRS", 40)
    found = aucopt.maximize_auc(X, y, **options, certify=True, n_jobs=2)
    assert (found.status, found.auc, found.bound) == ("optimal", expected.auc, expected.bound)
    assert aucopt.verify(found.certificate, X, y, sample_weight=weight)
    loose = aucopt.maximize_auc(X, y, **options, max_gap=0.05)
    assert found.auc <= loose.bound <= loose.auc + 0.05


def test_cones_are_bounded_by_edges_only_where_pairs_are_many() -> None:
    rng = np.random.default_rng(1)
    explorers = [
        Explorer(Problem.read(rng.normal(size=(n, d)), np.arange(n) % 2).independent(), AUC(), 1 << 28)
        for n, d in ((200, 3), (4000, 3), (4000, 5))
    ]
    assert [explorer.edges is not None for explorer in explorers] == [False, True, False]

"""Searching by boxes: the same optimum as by cones, whatever the data, and no worse where boxes are stuck."""

from collections.abc import Iterator

import naive_cone
import numpy as np
import pytest
from certified import gaussians, solve_and_check
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Rows, shaped_rows

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone import boxes as boxing
from aucopt.exact.solvers.cone import search as searching
from aucopt.exact.solvers.cone.boxes import BoxExplorer, suits_boxes
from aucopt.exact.solvers.cone.pieces import StoppedError
from aucopt.exact.solvers.cone.shapes import Box, box_basis, start_boxes


@pytest.fixture
def always() -> Iterator[None]:
    """Let boxes be used however few columns there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boxing, "FEWEST", 2)
        yield


def both(X, y, weight=None, **options):
    """Solve by boxes with a proof, and by cones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boxing, "FEWEST", 2)
        solution = aucopt.maximize_auc(X, y, sample_weight=weight, solver="cone", certify=True, **options)
        patch.setattr(boxing, "FEWEST", 99)
        other = aucopt.maximize_auc(X, y, sample_weight=weight, solver="cone", **options)
    return solution, other


@settings(deadline=None, max_examples=25)
@given(shaped_rows(n=3), st.sampled_from([None, 1, [0, 1, -1]]))
def test_boxes_find_and_prove_what_cones_find(data: Rows, signs) -> None:
    solution, other = both(*data, signs=signs)
    assert (solution.status, solution.auc_exact, solution.bound_exact) == (
        other.status,
        other.auc_exact,
        other.bound_exact,
    )
    if solution.certificate is not None:
        verdict = aucopt.verify(solution.certificate, *data)
        assert verdict, str(verdict)


def test_the_result_does_not_depend_on_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxing, "_BUDGET", 2000)
    X, y = gaussians(24, 4, seed=1)
    one, two = (aucopt.maximize_auc(X, y, n_jobs=n, solver="cone") for n in (1, 2))
    assert one.status == "optimal"
    assert (one.coef.tolist(), one.right, one.work) == (two.coef.tolist(), two.right, two.work)


def test_boxes_that_do_not_fit_are_halved_first(monkeypatch: pytest.MonkeyPatch, always: None) -> None:
    monkeypatch.setattr(boxing, "_LEAST_ROOM", 16)
    X, y = gaussians(20, 3, seed=3)
    expected = aucopt.maximize_auc(X, y, solver="cone")
    certificate = solve_and_check(X, y, solver="cone", memory=1 << 14)
    assert certificate.bound_exact == expected.bound_exact
    assert not suits_boxes(Problem.read(X, y), 1000)


@pytest.mark.parametrize("most_stuck", [0, 10**9])
def test_grids_end_by_cones(monkeypatch: pytest.MonkeyPatch, always: None, most_stuck: int) -> None:
    """Hyperplanes that meet in one direction: boxes are cut up, or given up on."""
    monkeypatch.setattr(searching, "_MOST_STUCK", most_stuck)
    rng = np.random.default_rng(4)
    X, y = rng.integers(0, 4, (24, 3)), rng.integers(0, 2, 24)
    certificate = solve_and_check(X, y, solver="cone")
    assert certificate.content["faces"][0]["method"] == ("boxes" if most_stuck else "cones")
    assert certificate.status == "optimal"


def test_a_box_that_is_cut_up_is_covered_by_its_cones() -> None:
    rng = np.random.default_rng(0)
    problem = Problem.read(rng.integers(0, 4, (8, 3)), np.arange(8) % 2)
    explorer = BoxExplorer(problem, AUC(), 1 << 20, box_basis(problem, (1, 2, 3), (0, 0, 0)))
    box = next(iter(start_boxes((0, 0, 0))))._replace(is_stuck=True)
    parts = explorer.work(box, 0, 0, lambda: False).cones
    assert len(parts) == 2
    for x in rng.uniform(-1, 1, (20, 2)):
        w = explorer.direction(box, x.tolist())
        assert any(min(naive_cone.shares(cone.vertices, w)) >= 0 for cone in parts)
    early = explorer.work(box, 0, 0, lambda: True)
    assert early.cones == [box]
    # Late while it is cut up.
    answers = iter([False, False, True])
    with pytest.raises(StoppedError):
        explorer.work(box, 0, 0, lambda: next(answers))


def test_time_that_is_over_leaves_a_bound_that_holds() -> None:
    X, y = gaussians(40, 5, seed=0)
    certificate = solve_and_check(X, y, solver="cone", time_limit=0.0)
    assert certificate.status == "time_limit"


def test_a_direction_beside_a_tie_keeps_the_signs() -> None:
    """One pair rises along the last column and one falls: at a weight of zero both tie."""
    X = [[0, 0, 0, 1], [5, 1, 2, 0], [0, 0, 0, 0], [5, 1, 2, 1]]
    problem = Problem.read(X, [1, 1, 0, 0])
    axes = box_basis(problem, (1, 1, 1, 1), (1, 1, 1, 1))
    explorer = BoxExplorer(problem, AUC(), 1 << 20, axes)
    box = Box(0, 1, (0.5, 0.5, 0.5), (1, 1, 1))
    found = explorer._attaining(box, np.array([0.5, 0.5, 0.0]), 2)
    assert min(found) >= 0
    assert AUC().count(problem, found).pairs.right == 2


def test_boxes_with_more_rows_than_room_are_not_halved_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxing, "_LEAST_ROOM", 1)
    rng = np.random.default_rng(0)
    problem = Problem.read(rng.integers(0, 4, (30, 4)), np.arange(30) % 2)
    explorer = BoxExplorer(problem, AUC(), 1, box_basis(problem, (1, 1, 1, 1), (1, 1, 1, 1)))
    deepest = explorer.rows.deepest
    deep = Box(0, 1, (0.5,) * 3, (deepest,) * 3)
    (part,) = explorer.work(deep, 0, 0, lambda: False).cones
    assert part == deep._replace(is_stuck=True)
    shallow = explorer.work(deep._replace(level=(1, 1, 1)), 0, 0, lambda: False)
    assert [box.level for box in shallow.cones] == [(2, 1, 1)] * 2


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from([1, -1, [1, 1, 0], [0, -1, 1]]))
def test_signs_on_small_integers(seed: int, signs) -> None:
    """Most hyperplanes touch boxes at their ends: weights of zero and ratios of small numbers."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, (2, 3, 4), (14, 3)), np.arange(14) % 2
    solution, other = both(X, y, signs=signs)
    assert solution.status == other.status == "optimal"
    assert solution.auc_exact == other.auc_exact
    assert aucopt.verify(solution.certificate, X, y)

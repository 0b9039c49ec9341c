"""Hyperplanes that meet in a box: where, and what they count as a problem of their own."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.cone.boxes import BoxExplorer
from aucopt.exact.solvers.cone.meeting import meeting_point, rows_alone
from aucopt.exact.solvers.cone.positives import explorer_for
from aucopt.exact.solvers.cone.rows import list_rows
from aucopt.exact.solvers.cone.search import search_alone
from aucopt.exact.solvers.cone.shapes import Box

AXES = [tuple(int(k == j) for k in range(4)) for j in range(4)]


def test_hyperplanes_that_meet_are_told_from_others() -> None:
    rng = np.random.default_rng(0)
    slopes, where = rng.normal(size=(30, 3)), np.array([0.3, -0.2, 0.5])
    middle = -(slopes @ where)
    middle[20:] += rng.choice([-1, 1], 10) * rng.uniform(0.1, 1.0, 10)
    x, near = meeting_point(middle, slopes)
    assert x == pytest.approx(where, abs=1e-6)
    assert near.tolist() == [True] * 20 + [False] * 10


def test_hyperplanes_along_a_line_meet_anywhere_on_it() -> None:
    slopes = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, -2.0, 0.0]])
    x, near = meeting_point(np.zeros(4), slopes)
    assert near.all()
    assert x[:2] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_rows_alone_have_as_many_columns_as_they_span() -> None:
    X = [[0, 0, 0, 0], [1, 2, 0, 1], [2, 1, 0, 1], [3, 3, 0, 2], [5, 1, 7, 3]]
    problem = Problem.read(X, [0, 1, 1, 1, 1])
    rows = list_rows(problem, AXES, None)
    assert len(rows_alone(problem, rows, np.arange(4)).columns) == 3
    alone = rows_alone(problem, rows, np.flatnonzero(rows.score[2] == 0))
    assert len(alone.columns) == 2
    assert int(alone.weight[:, 0].sum()) == 3
    assert search_alone(alone, 0, lambda: False, 1 << 20).best == 3
    assert search_alone(alone, 3, lambda: False, 1 << 20).bound == 3
    assert search_alone(alone, 0, lambda: True, 1 << 20) is None
    assert search_alone(alone, 0, lambda: False, 1 << 20, deadline=0.0) is None


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(*[st.integers(-1, 2)] * 4), min_size=6, max_size=9),
    st.integers(0, 3),
    st.sampled_from([-1, 1]),
    st.integers(0, 6),
    st.integers(0, 10**6),
)
def test_a_bound_by_the_rows_that_meet_holds(X, chart: int, side: int, level: int, seed: int) -> None:
    """Around a direction of small integers, in which rows of a grid meet."""
    problem = Problem.read(X, np.arange(len(X)) % 2)
    if len(problem.columns) < 4 or problem.independent() is not problem:
        return
    rng = np.random.default_rng(seed)
    boxes = BoxExplorer(problem, AUC(), 1 << 20, AXES)
    boxes.search_alone = partial(search_alone, memory=1 << 20)
    centre = tuple((rng.integers(-1, 2, 3) + rng.integers(-1, 2, 3) * 2.0 ** -(level + 1)).tolist())
    box = Box(chart, side, centre, (level,) * 3, is_stuck=True)
    explored = boxes.work(box, 0, 0, lambda: False)
    upper = max([explored.closed, *(part.upper for part in explored.cones)])
    assert upper <= boxes.bound(box).upper
    seen = 0
    for x in rng.uniform(-1, 1, (30, 3)):
        w = boxes.direction(box, (np.array(centre) + 2.0**-level * x).tolist())
        seen = max(seen, AUC().count(problem, w).right)
    assert seen <= upper
    if explored.where is not None:
        assert AUC().count(problem, explored.where).right == explored.best <= upper


def test_a_discrete_column_does_not_keep_a_rule_from_being_proved() -> None:
    """All rows with one value of a column meet in one direction."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(0, 4, 120), np.round(rng.normal(size=(120, 3)), 1)])
    y = 2 * X[:, 0] + X[:, 1] + rng.logistic(size=120) > 3
    cones = aucopt.maximize(X, y, "accuracy", solver="cone", n_jobs=1)
    assert cones.status == "optimal"
    assert cones.value_exact == aucopt.maximize(X, y, "accuracy", solver="conflict").value_exact
    assert aucopt.maximize(X, y, "accuracy", solver="cone", n_jobs=2).work == cones.work


@pytest.mark.parametrize("seed", range(6))
def test_grids_of_five_columns_keep_to_boxes(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """However many are stuck; conflicts, which know no boxes, agree."""
    monkeypatch.setattr("aucopt.exact.solvers.cone.search._MOST_STUCK", 0)
    monkeypatch.setattr("aucopt.exact.solvers.cone.search.explorer_for", _refuse_columns(5))
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 3, (16, 5)), np.arange(16) % 2
    found = aucopt.maximize_auc(X, y, solver="cone")
    assert found.status == "optimal"
    assert found.auc_exact == aucopt.maximize_auc(X, y, solver="conflict").auc_exact


def _refuse_columns(n: int) -> Callable[..., object]:
    """A stand-in for the search by cones that lets only fewer columns pass."""

    def explorer(problem: Problem, *rest: Any, **options: Any) -> object:
        assert len(problem.columns) < n
        return explorer_for(problem, *rest, **options)

    return explorer

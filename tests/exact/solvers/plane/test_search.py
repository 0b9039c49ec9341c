"""Marching around the circle against brute force, as it is and with next to no room."""

from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from naive_checks import check_in_plane
from strategies import gaussians, plane_tables

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.plane import arcs, march, search, solver


@settings(deadline=None, max_examples=60)
@given(plane_tables())
def test_march_equals_brute_force(case: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "LISTED", 0)
        check_in_plane(case)


@settings(deadline=None, max_examples=150)
@given(plane_tables())
def test_march_equals_brute_force_with_next_to_no_room(case: dict[str, Any]) -> None:
    """Few buckets, hardly any list: arcs are split, glued and split again even on tiny data."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "LISTED", 0)
        patch.setattr(march, "N_BUCKETS", 4)
        patch.setattr(march, "_MIN_ROOM", 1)
        patch.setattr(arcs, "SWAPS_A_POINT", 1)
        patch.setattr(search, "_NEAR", 0)
        patch.setattr(search, "_SMALL", 4)
        check_in_plane(case)


def test_signs_that_the_optimum_has_do_not_make_a_search_longer() -> None:
    X, y = gaussians(4000, 2, seed=2)
    free, signed = (aucopt.maximize_auc(X, y, signs=signs) for signs in (None, 1))
    assert signed.right == free.right
    assert signed.work["arcs"] <= free.work["arcs"]
    assert signed.work["swaps"] <= free.work["swaps"]


def test_no_arc_is_begun_once_it_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Going to where an arc begins sorts all points, and many arcs may be left."""
    rng = np.random.default_rng(0)
    problem = Problem.read(rng.normal(size=(300, 2)), np.arange(300) % 2)
    asked, begun = count(), []
    late = False

    def is_late(options: Options) -> bool:
        nonlocal late
        late = next(asked) > 12
        return late

    def note(*args: Any) -> Any:
        begun.append(late)
        return arcs.refine(*args)

    monkeypatch.setattr(Options, "is_late", is_late)
    monkeypatch.setattr(search, "refine", note)
    found = search.march_plane(problem, AUC(), Options(signs=(0, 0)))
    assert found.status == "time_limit"
    assert begun
    assert not any(begun)

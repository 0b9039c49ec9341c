"""The search against all subsets of pairs, and what it keeps where floats do not tell."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import naive_conflict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import two_clouds

from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.conflict import search as conflict_search
from aucopt.exact.solvers.conflict.pairs import group_pairs
from aucopt.exact.solvers.conflict.search import ConflictSearch
from aucopt.kernels.conflict.hull import CANCELLED, UNCLEAR

OPTIONS = Options(signs=(0, 0, 0))


def searched(X: Any, y: Any, weight: Any = None, options: Options = OPTIONS) -> ConflictSearch:
    problem = Problem.read(X, y, weight).independent()
    signs = problem.pick(options.signs)
    search = ConflictSearch(problem, AUC(), group_pairs(problem), signs, 0, None)
    search.run(options, lambda search: None)
    return search


def hard(n: int = 24, d: int = 3) -> tuple[np.ndarray, np.ndarray]:
    return two_clouds(n, d, seed=4)


def check(X: Any, y: Any, weight: Any = None) -> None:
    search = searched(X, y, weight)
    lost = naive_conflict.least_lost(search.groups.vectors, search.groups.weight.tolist())
    assert search.status == "optimal"
    assert search.groups.most - lost == search.bound
    assert search.where is not None
    assert AUC().count(search.problem, search.where).value == search.best
    assert search.best == AUC().value_of_cell(search.problem, search.bound)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_as_little_is_lost_as_all_subsets_say(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (6, 3))
    y = rng.permutation([0, 0, 0, 1, 1, 1])
    problem = Problem.read(X, y).independent()
    if len(problem.columns) == 3:
        check(X, y, rng.integers(1, 4, 6) if seed % 2 else None)


@pytest.mark.parametrize("answer", [UNCLEAR, CANCELLED])
def test_exact_arithmetic_decides_where_floats_do_not(monkeypatch: pytest.MonkeyPatch, answer: int) -> None:
    """A kernel that never tells, or names what does not cancel, costs time and nothing else."""

    def useless(rows: Any, active: np.ndarray, *others: Any) -> tuple[int, int]:
        others[-1][0] = active[0]
        return answer, 1

    X, y = hard(8)
    known = searched(X, y)
    monkeypatch.setattr(conflict_search, "nearest_point", useless)
    check(X, y)
    assert searched(X, y).best == known.best


def test_no_time_leaves_the_bound_of_all_pairs() -> None:
    early = searched(*hard(), options=replace(OPTIONS, deadline=0.0))
    assert (early.status, early.n_nodes, early.bound) == ("time_limit", 0, 144)


def test_an_interrupt_keeps_a_bound_that_holds() -> None:
    X, y = hard()
    best = searched(X, y)
    for after in (0, 1, 5):
        calls = 0

        def interrupt(search: ConflictSearch, after: int = after) -> None:
            nonlocal calls
            calls += 1
            if calls > after:
                raise KeyboardInterrupt

        problem = Problem.read(X, y)
        search = ConflictSearch(problem, AUC(), group_pairs(problem), (0, 0, 0), 0, None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(conflict_search, "_REPORT", 1)
            search.run(OPTIONS, interrupt)
        assert search.status == "interrupted"
        assert best.bound <= search.bound <= 144


def test_an_interrupt_inside_a_node_puts_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = hard()
    best = searched(X, y)
    kernel, calls = conflict_search.nearest_point, 0

    def interrupted(*args: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 40:
            raise KeyboardInterrupt
        return kernel(*args)

    monkeypatch.setattr(conflict_search, "nearest_point", interrupted)
    search = searched(X, y)
    assert search.status == "interrupted"
    assert search.heap
    assert best.bound < search.bound < 144


def test_a_gap_that_is_allowed_ends_the_search() -> None:
    X, y = hard()
    best, near = searched(X, y), searched(X, y, options=replace(OPTIONS, max_gap=Fraction(1, 20)))
    assert near.status in ("max_gap", "optimal")
    assert near.n_nodes < best.n_nodes
    right = AUC().right_for(near.problem, near.best)
    assert best.bound <= near.bound <= right + 144 // 20


def test_little_memory_only_changes_the_order() -> None:
    X, y = hard()
    best, small = searched(X, y), searched(X, y, options=replace(OPTIONS, memory=1))
    assert (small.best, small.bound, small.status) == (best.best, best.bound, "optimal")


def test_old_conflicts_fade_without_overflow(monkeypatch: pytest.MonkeyPatch) -> None:
    best = searched(*hard())
    monkeypatch.setattr(conflict_search, "_MOST_ACTIVE", 1.5)
    assert searched(*hard()).best == best.best

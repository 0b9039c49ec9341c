"""The search over cones: what it promises on the way, and that nothing but time changes it."""

import time
from fractions import Fraction
from itertools import count
from typing import Any

import naive
import naive_cone
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SPACE_TABLES, gaussians

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.parts import Progress
from aucopt.exact.solvers.base import Options
from aucopt.exact.solvers.cone import boxes as boxing
from aucopt.exact.solvers.cone import explorer as exploring
from aucopt.exact.solvers.cone.boxes import BoxExplorer
from aucopt.exact.solvers.cone.explorer import Explorer
from aucopt.exact.solvers.cone.search import ConeSearch, search_cone
from aucopt.exact.solvers.cone.shapes import Cone, start_basis, start_cones


def test_the_gap_is_closed(solved_space: Any) -> None:
    X, y, solution = solved_space
    assert (solution.status, solution.gap) == ("optimal", 0.0)
    right, tied, total = naive.counts(X, y, solution.coef)
    assert (solution.right, solution.tied, solution.total) == (right, tied, total)
    assert np.linalg.norm(solution.coef) == pytest.approx(1.0)


def test_no_sampled_direction_is_better(solved_space: Any) -> None:
    X, y, solution = solved_space
    rng = np.random.default_rng(0)
    others = [solution.coef + 0.05 * rng.normal(size=X.shape[1]) for _ in range(200)]
    others += list(rng.normal(size=(200, X.shape[1])))
    assert max(aucopt.roc_auc_score(y, X @ w) for w in others) <= solution.auc


def same(a: aucopt.Solution, b: aucopt.Solution) -> bool:
    """Value, bound and work to the last unit; the centre of a cell but for the rounding of sums of floats.

    Where arrays begin in memory decides in which order vector instructions add them up.
    """
    exact = ("right", "tied", "total", "bound_exact", "status", "work")
    alike = all(getattr(a, name) == getattr(b, name) for name in exact)
    return alike and bool(np.allclose(a.coef, b.coef, rtol=1e-12, atol=1e-14))


def test_the_answer_does_not_depend_on_threads(solved_space: Any) -> None:
    X, y, solution = solved_space
    assert same(aucopt.maximize_auc(X, y, n_jobs=2), solution)


def test_the_answer_does_not_depend_on_the_order_of_rows(solved_space: Any) -> None:
    X, y, solution = solved_space
    order = np.random.default_rng(2).permutation(len(X))
    assert same(aucopt.maximize_auc(X[order], y[order], n_jobs=1), solution)


@pytest.mark.parametrize("signs", [None, 1])
@pytest.mark.parametrize("time_limit", [0, 0.002, 0.01])
def test_no_time_leaves_a_valid_bound(solved_space: Any, time_limit: float, signs: Any) -> None:
    X, y, solution = solved_space
    if signs:
        solution = aucopt.maximize_auc(X, y, signs=signs)
    early = aucopt.maximize_auc(X, y, time_limit=time_limit, signs=signs, n_jobs=1)
    assert early.status in ("time_limit", "optimal")
    assert early.auc_exact <= solution.bound_exact <= early.bound_exact
    assert Fraction(*naive.counts(X, y, early.coef)[::2]) <= early.auc_exact
    assert signs is None or early.coef.min() >= 0
    if time_limit == 0:
        assert early.status == "time_limit"


@pytest.mark.parametrize("max_gap", [0.001, 0.02, 0.5])
def test_a_gap_that_is_allowed_is_kept(solved_space: Any, max_gap: float) -> None:
    X, y, solution = solved_space
    early = aucopt.maximize_auc(X, y, max_gap=max_gap, n_jobs=1)
    assert early.status in ("optimal", "max_gap")
    assert 0 <= early.gap <= max_gap
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact
    assert (early.status == "optimal") <= (early.gap == 0.0)
    assert not any("thinner" in note for note in early.notes)
    assert sum(early.work.values()) <= sum(solution.work.values())


def test_progress_is_honest(solved_space: Any) -> None:
    X, y, solution = solved_space
    told: list[Progress] = []
    aucopt.maximize_auc(X, y, n_jobs=2, callback=told.append)
    bounds, found = ([getattr(progress, name) for progress in told] for name in ("bound", "auc"))
    assert all(progress.auc <= solution.auc <= progress.bound for progress in told)
    assert bounds == sorted(bounds, reverse=True)
    assert found == sorted(found)


@pytest.mark.parametrize("objective", ["auc", aucopt.Accuracy(), aucopt.Sensitivity(0.9)], ids=str)
@pytest.mark.parametrize("signs", [None, 1])
def test_the_last_progress_is_what_is_proved(objective: Any, signs: int | None) -> None:
    X = np.random.default_rng(5).normal(size=(24, 3))
    told: list[Progress] = []
    solution = aucopt.maximize(X, np.arange(24) % 3 == 0, objective, signs=signs, callback=told.append)
    assert solution.status == "optimal"
    assert (told[-1].value, told[-1].bound, told[-1].gap) == (solution.value, solution.bound, 0.0)


@pytest.mark.parametrize("when", [1, 2])
def test_an_interrupt_leaves_a_valid_bound(solved_space: Any, when: int) -> None:
    X, y, solution = solved_space
    calls = []

    def interrupt(progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == when:
            raise KeyboardInterrupt

    early = aucopt.maximize_auc(X, y, callback=interrupt, n_jobs=1)
    if len(calls) >= when:
        # The last call comes when all is proved.
        assert early.status == ("interrupted" if early.gap else "optimal")
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_interrupt_while_start_cones_are_bounded_leaves_a_valid_bound(
    solved_space: Any, monkeypatch: pytest.MonkeyPatch, n_jobs: int
) -> None:
    X, y, solution = solved_space
    calls = []

    def interrupted(true_bound: Any) -> Any:
        def bound(self: Any, start: Any, *stopped: Any) -> Any:
            calls.append(start)
            if len(calls) == 3:
                raise KeyboardInterrupt
            return true_bound(self, start, *stopped)

        return bound

    for explorer in (Explorer, BoxExplorer):
        monkeypatch.setattr(explorer, "bound", interrupted(explorer.bound))
    early = aucopt.maximize_auc(X, y, n_jobs=n_jobs, solver="cone")
    assert early.status == "interrupted"
    assert early.auc_exact <= solution.auc_exact <= early.bound_exact


def test_many_columns_keep_to_the_time_limit() -> None:
    """Sixteen columns have 65,536 start cones: they are bounded as far as time allows."""
    rng = np.random.default_rng(6)
    y = np.arange(200) % 2
    X = rng.normal(size=(200, 16)) + y[:, None] / 4
    problem = Problem.read(X, y).independent()
    start = (1,) * 16
    incumbent = (AUC().count(problem, start).right, start)
    before = time.monotonic()
    search = search_cone(problem, AUC(), incumbent, Options(signs=(0,) * 16, deadline=before + 0.3))
    assert time.monotonic() < before + 3
    assert search.status == "time_limit"
    assert not search.all_bounded
    assert search.bound == problem.total


@settings(deadline=None, max_examples=60)
@given(
    st.tuples(*[st.integers(-9, 9)] * 3).filter(any),
    st.tuples(*[st.sampled_from([-1, 0, 1])] * 3),
    st.tuples(*[st.integers(-9, 9)] * 3).filter(any),
)
def test_start_cones_hold_just_the_allowed_directions(
    towards: tuple[int, ...], signs: tuple[int, ...], w: tuple[int, ...]
) -> None:
    problem = Problem.read(*SPACE_TABLES["gaussian"])
    cones = list(start_cones(start_basis(problem, towards, signs), signs))
    assert len(cones) == 2 ** signs.count(0)
    held = [min(naive_cone.shares(cone, w)) >= 0 for cone in cones]
    assert any(held) == naive.is_allowed(w, signs)
    if not any(signs):
        # What is known so far lies in the middle of the first cone, at equal angles where whitened.
        assert min(naive_cone.shares(cones[0], towards)) > 0
        middle, *corners = (problem.within_factor.T @ np.array(v, float) for v in (towards, *cones[0]))
        cosines = [v @ middle / np.linalg.norm(v) / np.linalg.norm(middle) for v in corners]
        assert cosines == pytest.approx([3**-0.5] * 3, abs=1e-3)


def test_a_search_bounds_what_waits_and_what_is_closed() -> None:
    problem = Problem.read([[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1])
    search = ConeSearch(problem, limit=0, best=1, where=(1, 0))
    corners = ((1, 0), (0, 1))
    # As long as some start cones are not bounded every pair may be right.
    assert search.bound == 4
    search.all_bounded = True
    search.push(Cone(corners, upper=1, n_open=0))
    assert (search.bound, search.heap) == (1, [])
    search.push(Cone(corners, upper=2, n_open=1))
    search.push(Cone(corners, upper=3, n_open=2))
    assert (search.waiting, search.bound, len(search.heap)) == (3, 3, 2)


@pytest.mark.parametrize("d", [3, 5])
def test_nothing_is_explored_once_it_is_late(monkeypatch: pytest.MonkeyPatch, d: int) -> None:
    """The clock is asked before each piece of work, which the budget of a kernel keeps short."""
    X, y = gaussians(40, d)
    problem = Problem.read(X, y)
    asked, explored = count(), []
    late = False

    def is_late(options: Options) -> bool:
        nonlocal late
        late = next(asked) > 14
        return late

    def note(explore: Any) -> Any:
        return lambda *args: explored.append(late) or explore(*args)

    monkeypatch.setattr(Options, "is_late", is_late)
    monkeypatch.setattr(boxing, "explore_boxes", note(boxing.explore_boxes))
    monkeypatch.setattr(exploring, "explore", note(exploring.explore))
    monkeypatch.setattr(boxing, "_BUDGET", 1000)
    monkeypatch.setattr(exploring, "BUDGET", 1000)
    search = search_cone(problem, AUC(), (0, (1,) * d), Options(signs=(0,) * d))
    assert search.status == "time_limit"
    assert explored
    assert not any(explored)


def test_few_stuck_boxes_among_many_do_not_end_a_search_by_boxes() -> None:
    search = ConeSearch(Problem.read(*gaussians(10, 4)), 0, 0, (1, 1, 1, 1))
    for n_cones, n_stuck, expected in (
        (0, 64, False),
        (0, 65, True),
        (10**6, 200, False),
        (10**6, 300, True),
    ):
        search.n_cones, search.n_stuck = n_cones, n_stuck
        assert search.is_stuck == expected

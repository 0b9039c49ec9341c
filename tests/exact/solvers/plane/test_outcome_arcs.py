"""Arcs of outcomes with too many pairs to list: their bounds hold, and close in on the optimum."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import naive_ranking
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aucopt
from aucopt.exact.objective.concordance import Concordance
from aucopt.exact.posed import pose
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.solvers.plane import outcome_arcs, solver
from aucopt.exact.solvers.plane.outcome_arcs import OutcomeArcs


@st.composite
def outcomes(draw: st.DrawFn) -> dict[str, Any]:
    n = draw(st.integers(3, 12))
    row = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
    outcome = draw(st.sampled_from([st.integers(0, 3), st.tuples(st.integers(0, 1), st.integers(1, 4))]))
    few = st.integers(1, 3)
    return {
        "X": [(0, 1), (1, 0), *draw(st.lists(row, min_size=n, max_size=n))],
        "y": draw(st.lists(outcome, min_size=n + 2, max_size=n + 2)),
        "weight": draw(st.none() | st.lists(few, min_size=n + 2, max_size=n + 2)),
        "strata": draw(st.none() | st.lists(few, min_size=n + 2, max_size=n + 2)),
    }


def read(case: dict[str, Any]) -> ComparedProblem | None:
    """The problem, without room for pairs; None if none can be compared or not in two columns."""
    if not naive_ranking.compared(case["y"], case["weight"], case["strata"]):
        return None
    y = np.array(case["y"])
    posed = pose(np.array(case["X"]), y, Concordance(), case["weight"], case["strata"], "pairs", memory=0)
    assert isinstance(posed.problem, ComparedProblem)
    problem = posed.problem.independent()
    return problem if len(problem.columns) == 2 and isinstance(problem, ComparedProblem) else None


def steps(n: int) -> Callable[[], bool]:
    """Late after so many questions."""
    asked = count()
    return lambda: next(asked) >= n


def nothing() -> None:
    """Report nothing."""


@settings(max_examples=150, deadline=None)
@given(case=outcomes(), n_steps=st.sampled_from([0, 5, 16, 17, 60]))
def test_no_direction_exceeds_the_bound(case: dict[str, Any], n_steps: int) -> None:
    problem = read(case)
    if problem is None:
        return
    how = {"weight": case["weight"], "strata": case["strata"]}
    best = naive_ranking.best_concordance(case["X"], case["y"], **how)
    arcs = OutcomeArcs(problem, Concordance())
    assert arcs.can_count
    arcs.search(steps(n_steps), nothing)
    share = Concordance().share
    assert share(problem, arcs.value) <= best <= share(problem, arcs.bound)
    if arcs.best is not None:
        assert arcs.value == Concordance().count(problem, arcs.best.vector).value


@settings(max_examples=100, deadline=None)
@given(case=outcomes())
def test_a_bound_counts_the_pairs_that_are_right_at_one_of_the_ends(case: dict[str, Any]) -> None:
    problem = read(case)
    if problem is None:
        return
    pairs = naive_ranking.compared(case["y"], case["weight"], case["strata"])
    raw = np.array(case["X"], dtype=object)
    arcs = OutcomeArcs(problem, Concordance())
    arcs.search(steps(40), nothing)
    for upper, _, low, high in arcs._waiting:
        ends = [np.array(problem.coef_of(end.direction.vector), dtype=object) for end in (low, high)]
        either = sum(w for i, j, w in pairs if any((raw[i] - raw[j]) @ end > 0 for end in ends))
        # Ordered outcomes are counted exactly; of censored times more pairs may be counted, never fewer.
        bound = Concordance().value_of_cell(problem, int(either))
        assert bound <= -upper
        if not isinstance(case["y"][0], tuple):
            assert -upper == bound


def test_the_gap_closes_with_the_number_of_arcs() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 2))
    y = X @ [1.0, 0.6] + rng.normal(size=400)
    proved = aucopt.maximize(X, y, "concordance")
    problem = read({"X": X, "y": y, "weight": None, "strata": None})
    assert problem is not None
    gaps = []
    for n_steps in (16, 60, 400):
        arcs = OutcomeArcs(problem, Concordance())
        arcs.search(steps(n_steps), nothing)
        share = Concordance().share
        assert share(problem, arcs.value) <= proved.value_exact <= share(problem, arcs.bound)
        gaps.append(float(share(problem, arcs.bound - arcs.value)))
    assert gaps[0] > 4 * gaps[1] > 16 * gaps[2]
    assert gaps[2] < 1e-3


@pytest.mark.parametrize("signs", [None, (1, -1)])
def test_more_pairs_than_can_be_gone_through_have_a_bound(
    signs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(150, 2))
    y = X @ [1.0, 0.6] + rng.normal(size=150)
    proved = aucopt.maximize(X, y, "concordance", signs=signs)
    monkeypatch.setattr(solver, "_MOST_VISITED", 1)
    monkeypatch.setattr(outcome_arcs, "EXACT_SECONDS", 1.0)
    found = aucopt.maximize(X, y, "concordance", signs=signs, memory=0, max_gap=0.002)
    assert found.value <= proved.value <= found.bound < 0.9
    assert (found.status, found.gap <= 0.002) == ("max_gap", True)
    assert signs is None or all(s * w >= 0 for s, w in zip(signs, found.coef, strict=True))


def test_arcs_that_signs_forbid_are_left_out_and_what_an_ascent_finds_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither column alone is near the best blend of both."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 2))
    y = X @ [1.0, 1.0] + 0.3 * rng.normal(size=60)
    asked = [(1, 1), (-1, -1), (1, 0)]
    proved = [aucopt.maximize(X, y, "concordance", signs=signs).value_exact for signs in asked]
    monkeypatch.setattr(solver, "_MOST_VISITED", 1)
    monkeypatch.setattr(outcome_arcs, "EXACT_SECONDS", 1.0)
    for signs, best in zip(asked, proved, strict=True):
        found = aucopt.maximize(X, y, "concordance", signs=signs, memory=0, max_gap=0.005, solver="plane")
        assert found.status in ("max_gap", "optimal")
        assert best - Fraction(1, 200) <= found.value_exact <= best <= found.bound_exact
        assert all(s * w >= 0 for s, w in zip(signs, found.coef, strict=True))


def test_an_interrupted_search_returns_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 2))
    y = X @ [1.0, 0.6] + rng.normal(size=40)
    proved = aucopt.maximize(X, y, "concordance")
    monkeypatch.setattr(solver, "_MOST_VISITED", 1)
    look, asked = OutcomeArcs._look, count()

    def stop(self: OutcomeArcs, direction: Any) -> Any:
        if next(asked) == 12:
            raise KeyboardInterrupt
        return look(self, direction)

    monkeypatch.setattr(OutcomeArcs, "_look", stop)
    found = aucopt.maximize(X, y, "concordance", memory=0, solver="plane")
    assert found.status == "interrupted"
    assert found.value <= proved.value <= found.bound < 1


def test_weights_too_large_to_count_leave_the_bound_that_always_holds() -> None:
    problem = read({"X": [(0, 1), (1, 0), (2, 2)], "y": [0, 1, 2], "weight": [1, 1, 1], "strata": None})
    assert problem is not None
    arcs = OutcomeArcs(problem, Concordance())
    arcs._weight = arcs._weight << 31
    assert not arcs.can_count
    assert arcs.bound == Concordance().most(problem)

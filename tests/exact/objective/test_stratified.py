"""Partial areas within strata, against brute force in fractions."""

from fractions import Fraction
from typing import Any

import naive_objectives
import numpy as np
import pytest
from curve_objectives import objective_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive_objectives import Asked
from strategies import strata_cases

import aucopt
from aucopt.exact.objective.stratified import StratifiedPartialAUC

PARTS = [("max_fpr", "0.25"), ("min_tpr", "0.7"), ("max_fpr", "0.5"), ("max_fpr", "0.1"), ("min_tpr", "0.5")]

# All allowed directions but (0, -1), which lies in the middle of them, are optimal.
BETWEEN = (
    [[-1, -1], [0, 0], [0, 0], [0, 0], [0, -1], [0, 0], [-1, 0]],
    [1, 0, 0, 0, 0, 1, 0],
    [0, 0, 0, 0, 0, 1, 1],
    None,
)


def check(case: Any, asked: Asked, strata_weight: str, solvers: tuple[str, ...], signs: Any = None) -> None:
    X, y, strata, weight = case
    how = {"by_cases": strata_weight == "cases", "sample_weight": weight}
    best = naive_objectives.best_within(X, y, asked, strata, signs=signs, **how)
    for solver in solvers:
        found = aucopt.maximize(
            X, y, objective_of(asked), strata=strata, strata_weight=strata_weight, sample_weight=weight,
            solver=solver, signs=signs,
        )  # fmt: skip
        reached = naive_objectives.value_within(X, y, found.direction, asked, strata, **how)
        assert found.value_exact == reached
        if solver == "ascent":
            assert reached <= best <= found.bound_exact
        else:
            assert (found.value_exact, found.bound_exact, found.status) == (best, best, "optimal")


@settings(deadline=None, max_examples=10)
@given(strata_cases(2), st.sampled_from(PARTS), st.sampled_from(["pairs", "cases"]))
def test_two_columns(case: Any, part: tuple[str, str], strata_weight: str) -> None:
    check(case, Asked(*part), strata_weight, ("plane", "cone"))


@settings(deadline=None, max_examples=8)
@example(BETWEEN, PARTS[0], (0, -1))
@given(strata_cases(2), st.sampled_from(PARTS), st.sampled_from([(1, 0), (-1, 1), (0, -1)]))
def test_signs(case: Any, part: tuple[str, str], signs: tuple[int, int]) -> None:
    check(case, Asked(*part), "cases", ("auto", "cone"), signs)


@settings(deadline=None, max_examples=5)
@given(strata_cases(3), st.sampled_from(PARTS), st.sampled_from(["pairs", "cases"]))
def test_three_columns(case: Any, part: tuple[str, str], strata_weight: str) -> None:
    check(case, Asked(*part), strata_weight, ("cone",))


@settings(deadline=None, max_examples=8)
@given(strata_cases(2), st.sampled_from(PARTS), st.sampled_from(["pairs", "cases"]))
def test_the_ascent_claims_no_more_than_it_reaches(
    case: Any, part: tuple[str, str], strata_weight: str
) -> None:
    check(case, Asked(*part), strata_weight, ("ascent",))


def table(n: int, n_columns: int, n_strata: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows whose strata have different means, so that pairs across strata would mislead."""
    rng = np.random.default_rng(seed)
    strata = rng.integers(n_strata, size=n)
    y = rng.integers(2, size=n)
    X = rng.normal(size=(n, n_columns)) + np.outer(y, np.arange(1, n_columns + 1) / n_columns)
    return X + 3 * strata[:, None] * (1 - 2 * y.mean()), y, strata


@pytest.mark.parametrize("part", [{"max_fpr": 0.2}, {"min_tpr": 0.8}])
def test_solvers_agree_on_a_table_that_is_marched_around(part: dict[str, float]) -> None:
    X, y, strata = table(400, 2, 5)
    asked = aucopt.PartialAUC(**part)
    plane, cone, ascent = (
        aucopt.maximize(X, y, asked, strata=strata, solver=solver) for solver in ("plane", "cone", "ascent")
    )
    assert plane.status == cone.status == "optimal"
    assert plane.value_exact == cone.value_exact >= ascent.value_exact
    assert ascent.value > plane.value - 0.02
    scores = X @ plane.coef
    assert aucopt.partial_auc(y, scores, strata=strata, **part) == pytest.approx(plane.value)


def test_one_stratum_is_no_stratum() -> None:
    X, y, _ = table(60, 2, 1)
    asked = aucopt.PartialAUC(max_fpr=0.3)
    alone = aucopt.maximize(X, y, asked)
    for strata_weight in ("pairs", "cases"):
        found = aucopt.maximize(X, y, asked, strata=np.zeros(60), strata_weight=strata_weight)
        assert (found.value_exact, found.auc) == (alone.value_exact, alone.auc)


def test_the_whole_area_is_the_auc_within_strata() -> None:
    X, y, strata = table(60, 2, 4)
    whole = aucopt.maximize(X, y, aucopt.PartialAUC(max_fpr=1), strata=strata)
    assert whole.value_exact == aucopt.maximize(X, y, "auc", strata=strata).value_exact
    with pytest.raises(ValueError, match="an objective of its own"):
        StratifiedPartialAUC(max_fpr=1)


def test_strata_of_sizes_without_a_small_multiple_are_rounded() -> None:
    """All positives alike: the negatives of strata are coprime, so that weights have to be rounded."""
    rng = np.random.default_rng(1)
    primes = [41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89]
    strata = np.repeat(np.arange(len(primes)), [p + 4 for p in primes])
    y = np.concatenate([np.arange(p + 4) < 4 for p in primes]).astype(int)
    X = rng.normal(size=(len(y), 2)) + y[:, None]
    asked = aucopt.PartialAUC(max_fpr=0.1)
    found = aucopt.maximize(X, y, asked, strata=strata, strata_weight="cases")
    assert found.status == "max_gap"
    assert 0 <= found.gap < 1e-9
    assert any("rounded" in note for note in found.notes)
    value = naive_objectives.value_within(
        X.tolist(), y.tolist(), found.coef, Asked("max_fpr", "0.1"), strata.tolist(), by_cases=True
    )
    assert found.value_exact == value
    again = aucopt.maximize(X, y, asked, strata=strata, strata_weight="cases", solver="ascent")
    assert again.value_exact <= found.bound_exact


def test_what_a_solution_says_of_itself_can_be_asked_again() -> None:
    X, y, strata = table(60, 2, 4)
    found = aucopt.maximize(X, y, aucopt.PartialAUC(min_tpr=0.8), strata=strata, strata_weight="cases")
    assert found.objective == StratifiedPartialAUC(min_tpr=0.8, strata_weight="cases")
    assert found.objective.quantity.whole == (
        "partial AUC (true positive rate from 0.8, within strata, all positives alike)"
    )
    assert "mean over strata, by their positive rows" in found.objective.explained
    again = aucopt.maximize(X, y, found.objective, strata=strata)
    assert again.value_exact == found.value_exact
    for ask in (aucopt.maximize, lambda *table: aucopt.weight_ranges(*table[:2], 0, objective=table[2])):
        with pytest.raises(ValueError, match="needs strata"):
            ask(X, y, found.objective)


def test_columns_that_differ_by_a_constant_of_each_stratum_are_dependent() -> None:
    """Within strata they order all rows alike, so that only one of them is searched."""
    X, y, strata = table(60, 2, 4)
    X = np.rint(10 * X).astype(int)
    shifted = np.column_stack([X, X[:, 1] + np.array([5, 0, 2, -1])[strata]])
    asked = aucopt.PartialAUC(max_fpr=0.2)
    found = aucopt.maximize(shifted, y, asked, strata=strata)
    assert found.status == "optimal"
    assert found.value_exact == aucopt.maximize(X, y, asked, strata=strata).value_exact
    assert found.coef[2] == 0
    with pytest.raises(ValueError, match="drop some of: x2"):
        aucopt.weight_ranges(shifted, y, 0.01, objective=asked, strata=strata)


def test_too_many_digits_are_refused() -> None:
    X, y, strata = table(60, 2, 4)
    with pytest.raises(ValueError, match="leave 62 bits"):
        aucopt.maximize(
            X,
            y,
            aucopt.PartialAUC(max_fpr=0.123456789012345),
            strata=strata,
            sample_weight=np.arange(1, 61) * 1000 + 1,
        )


def test_strata_without_a_pair_are_left_out_and_counted() -> None:
    X, y = [[0, 1], [1, 0], [2, 2], [5, 5]], [0, 1, 1, 0]
    found = aucopt.maximize(X, y, aucopt.PartialAUC(max_fpr=0.5), strata=["a", "a", "b", "c"])
    assert found.notes[0] == "2 of 3 strata, with 2 rows, have no pair that counts and are left out."
    assert found.value_exact == Fraction(1)

"""Objectives of a part of the curve against their definitions in fractions, optima included."""

from fractions import Fraction
from typing import Any

import naive_objectives
import numpy as np
import pytest
from curve_objectives import ASKED, objective_of
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_objectives import Asked
from strategies import Rows, shaped_rows, small_integers

import aucopt
from aucopt.exact.objective.curve import CurveCounts, as_decimal
from aucopt.exact.objective.roc import AUC, Counts
from aucopt.exact.problem.problem import Problem

EXAMPLES = settings(deadline=None, max_examples=60)


@st.composite
def weighted_rows(draw: st.DrawFn, columns: tuple[int, ...] = (1, 2, 3)) -> Rows:
    """A few rows on a small grid, many of them alike, often with one positive, some with weights."""
    n, d = draw(st.integers(2, 7)), draw(st.sampled_from(columns))
    X = draw(st.lists(st.lists(small_integers, min_size=d, max_size=d), min_size=n, max_size=n))
    y = draw(
        st.permutations([1] + [0] * (n - 1))
        | st.lists(st.integers(0, 1), min_size=n, max_size=n).filter(lambda y: 0 < sum(y) < len(y))
    )
    weights = st.lists(st.sampled_from([1, 2, 3, 0.5]), min_size=n, max_size=n)
    return Rows(X, y, draw(st.none() | weights))


@EXAMPLES
@given(weighted_rows(), st.sampled_from(ASKED), st.lists(st.integers(-3, 3), min_size=3, max_size=3))
def test_every_way_of_counting_is_the_definition(data: Rows, asked: Asked, w: list[int]) -> None:
    w = w[: len(data.X[0])]
    problem, objective = Problem.read(*data), objective_of(asked)
    direction, floats = problem.direction_of(w), np.array(w, dtype=float)
    expected = naive_objectives.value(data.X, data.y, w, asked, data.weight)
    for counted in (
        objective.count(problem, direction),
        objective.recount(problem, direction),
        objective.count_rows(problem, floats),
        objective.count_scores(problem, problem.scores(floats)),
    ):
        assert counted.share == expected
        assert objective.share(problem, counted.value) == expected
        assert counted.pairs.share == AUC().count(problem, direction).share
    assert objective.count(problem, direction).value <= objective.most(problem) <= objective.whole(problem)
    assert objective.share(problem, objective.whole(problem)) == 1
    assert objective.refusal(problem) is None


@EXAMPLES
@given(weighted_rows(), st.sampled_from(ASKED), st.lists(st.integers(-3, 3), min_size=3, max_size=3))
def test_the_exchanged_objective_counts_the_same(data: Rows, asked: Asked, w: list[int]) -> None:
    problem, objective = Problem.read(*data), objective_of(asked)
    direction = problem.direction_of(w[: len(data.X[0])])
    turned = objective.exchanged
    assert (turned is None) == objective.by_positives
    if turned is not None:
        back = turned.count(problem.exchanged(), tuple(-v for v in direction))
        assert back.value == objective.count(problem, direction).value
        assert turned.worth(problem.exchanged()) == objective.worth(problem)


def check_optimum(data: Rows, asked: Asked, signs: Any, **options: Any) -> aucopt.Solution:
    """The optimum and its direction are those of brute force, and float weights are told truly."""
    solution = aucopt.maximize(
        data.X, data.y, objective_of(asked), sample_weight=data.weight, signs=signs, **options
    )
    truth = naive_objectives.best(data.X, data.y, asked, data.weight, signs)
    assert (solution.status, solution.bound_exact) == ("optimal", truth)
    assert naive_objectives.value(data.X, data.y, solution.direction, asked, data.weight) == truth
    coef = [Fraction(float(v)) for v in solution.coef]
    assert naive_objectives.value(data.X, data.y, coef, asked, data.weight) == solution.value_exact
    assert solution.value_exact == truth or any("thinner" in note for note in solution.notes)
    if signs is not None:
        assert all(s * c >= 0 for s, c in zip(signs, solution.coef, strict=True))
    return solution


@EXAMPLES
@given(st.data(), weighted_rows(), st.sampled_from(ASKED))
def test_the_optimum_is_that_of_brute_force(data: st.DataObject, rows: Rows, asked: Asked) -> None:
    d = len(rows.X[0])
    signs = data.draw(st.none() | st.lists(st.integers(-1, 1), min_size=d, max_size=d))
    check_optimum(rows, asked, signs)


@settings(deadline=None, max_examples=40)
@given(st.data(), shaped_rows(most=5), st.sampled_from(ASKED))
def test_the_optimum_of_awkward_columns(data: st.DataObject, rows: Rows, asked: Asked) -> None:
    d = len(rows.X[0])
    signs = data.draw(st.none() | st.lists(st.integers(-1, 1), min_size=d, max_size=d))
    check_optimum(rows, asked, signs, solver="cone")


@pytest.mark.parametrize("asked", ASKED)
def test_one_positive_and_coincident_rows(asked: Asked) -> None:
    check_optimum(Rows([[0, 0], [0, 0], [1, 0], [-1, 0]], [1, 0, 0, 0]), asked, None)
    check_optimum(Rows([[0, 0, 1], [0, 0, 1], [1, 0, 0]], [1, 0, 0], [3, 2, 2]), asked, [1, 0, -1])
    check_optimum(Rows([[1, 1], [1, 1]], [1, 0]), asked, None)


@pytest.mark.parametrize(
    ("share", "text"),
    [("0", "0"), ("1", "1"), ("19/20", "0.95"), ("1/3", "1/3"), ("1/1024", "0.0009765625")],
)
def test_limits_are_decimals_where_they_can_be(share: str, text: str) -> None:
    assert as_decimal(Fraction(share)) == text


def test_weights_of_many_digits_are_refused() -> None:
    X, y = [[0, 1], [1, 0], [2, 2]], [0, 1, 1]
    with pytest.raises(ValueError, match="too many digits for exact counts"):
        aucopt.maximize(X, y, aucopt.Sensitivity(0.9), sample_weight=[2**62, 1, 2**61 + 1])


def test_limits_of_many_digits_are_refused_where_counts_leave_62_bits() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(3000, 3)), np.arange(3000) % 2
    with pytest.raises(ValueError, match="leave 62 bits"):
        aucopt.maximize(X, y, aucopt.PartialAUC(max_fpr=0.1234567890123457))


def test_other_values_are_shares_of_their_own_whole() -> None:
    counts = CurveCounts(3, 4, Counts(1, 1, 2))
    assert (counts.share, counts.pairs.share) == (Fraction(3, 4), Fraction(3, 4))

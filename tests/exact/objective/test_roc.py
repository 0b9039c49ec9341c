"""Counts of the area under the ROC curve against a double loop over fractions."""

from fractions import Fraction
from typing import Any

import naive
import naive_cone
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Rows, small_integers

from aucopt.exact.objective.roc import (
    AUC,
    Counts,
    count_pairs,
    order_direction,
    order_raw_rows,
    order_scores,
)
from aucopt.exact.problem.problem import Problem

EXAMPLES = settings(deadline=None, max_examples=100)
WEIGHTS = {
    "none": [None],
    "integers": [1, 2, 3],
    "decimals": [0.1, 0.25, 1.7],
    "one unit": [2**40, 3 * 2**40],
    "huge": [1, 2**40, 2**40 + 1, 2**62],
    "all digits": [1 / 3, 0.1 + 0.2, 1e-5],
}


@st.composite
def weighted_rows(draw: st.DrawFn, weights: str | None = None) -> Rows:
    """A few rows, many of them alike, often with one positive, of one to three columns."""
    n, d = draw(st.integers(2, 8)), draw(st.integers(1, 3))
    X = draw(st.lists(st.lists(small_integers, min_size=d, max_size=d), min_size=n, max_size=n))
    y = draw(
        st.permutations([1] + [0] * (n - 1))
        | st.lists(st.integers(0, 1), min_size=n, max_size=n).filter(lambda y: 0 < sum(y) < len(y))
    )
    values = WEIGHTS[weights or draw(st.sampled_from(sorted(WEIGHTS)))]
    weight = draw(st.lists(st.sampled_from(values), min_size=n, max_size=n))
    return Rows(X, y, None if None in weight else weight)


def directions(d: int = 3) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(-3, 3), min_size=d, max_size=d)


def shares(counts: Any) -> tuple[Fraction, Fraction]:
    """Counts in no unit: weights are counted in whole numbers of one of their own."""
    right, tied, total = counts
    return Fraction(right) / Fraction(total), Fraction(tied) / Fraction(total)


def twin(data: Rows, w: list[int]) -> tuple[Fraction, Fraction]:
    weight = None if data.weight is None else naive.exact_column(data.weight)
    return shares(naive.counts(data.X, data.y, w, weight))


def own_twin(problem: Problem, direction: tuple[int, ...]) -> tuple[int, int]:
    """The counts of the problem's points by its own weights, rounded or not."""
    return naive_cone.counts_along(problem.integers(), *problem.weight.T.tolist(), direction)


@EXAMPLES
@given(weighted_rows(), directions())
def test_every_way_of_counting_is_the_double_loop(data: Rows, w: list[int]) -> None:
    w = w[: len(data.X[0])]
    problem, objective = Problem.read(*data), AUC()
    direction = problem.direction_of(w)
    expected = twin(data, w)
    assert shares(objective.recount(problem, direction)) == expected
    assert shares(objective.count_rows(problem, np.array(w, dtype=float))) == expected
    # Small integers have no rounding in their scores.
    assert shares(objective.count_scores(problem, problem.scores(np.array(w, dtype=float)))) == expected
    if problem.exact_weight is None:
        assert objective.count(problem, direction) == objective.recount(problem, direction)


@EXAMPLES
@given(weighted_rows("huge"), directions())
def test_counts_by_rounded_weights_are_off_by_no_more_than_is_said(data: Rows, w: list[int]) -> None:
    problem, objective = Problem.read(*data), AUC()
    direction = problem.direction_of(w[: len(data.X[0])])
    counts, (right, tied) = objective.count(problem, direction), twin(data, w[: len(data.X[0])])
    assert counts[:2] == own_twin(problem, direction)
    assert counts.total == problem.total
    off = abs(Fraction(counts.value, 2 * problem.nominal) - (right + tied / 2))
    assert off <= Fraction(problem.rounding, 2 * problem.nominal)


@EXAMPLES
@given(weighted_rows(), directions(), st.integers(-3, 3))
def test_values_of_cells_bounds_and_shares(data: Rows, w: list[int], more: int) -> None:
    problem, objective = Problem.read(*data), AUC()
    direction = problem.direction_of(w[: len(data.X[0])])
    counts, p, q = objective.count(problem, direction), *problem.weight.T.tolist()
    coincident = sum(a * b for a, b in zip(p, q, strict=True))
    assert counts.value <= objective.most(problem) == objective.whole(problem) - coincident
    if counts.tied == coincident:
        assert objective.value_of_cell(problem, counts.right) == counts.value
    beyond = objective.right_for(problem, counts.value)
    for right in (beyond + more, counts.right + more):
        assert (objective.value_of_cell(problem, right) > counts.value) == (right > beyond)
    assert objective.share(problem, objective.whole(problem)) == 1
    if problem.exact_weight is None:
        right, tied = twin(data, w[: len(data.X[0])])
        assert objective.share(problem, counts.value) == right + tied / 2


@pytest.mark.parametrize("weights", [[1, 1, 1], [0.1, 0.2, 0.3], [2**61, 1, 2**61 + 1]])
def test_one_positive_among_its_equals(weights: list[Any]) -> None:
    """The positive ties one negative whatever the weights, and beats the other one way."""
    data = Rows([[1, 2], [1, 2], [0, 0]], [1, 0, 0], weights)
    problem, objective = Problem.read(*data), AUC()
    tied = Fraction(str(weights[1])) / (Fraction(str(weights[1])) + Fraction(str(weights[2])))
    assert shares(objective.recount(problem, problem.direction_of([1, 0]))) == (1 - tied, tied)
    assert shares(objective.recount(problem, problem.direction_of([-1, 0]))) == (0, tied)


def test_brute_force_takes_arrays_and_float_weights() -> None:
    X, y = np.array([[0.3, 1.0], [0.1, 1.0], [0.2, 0.0]]), np.array([1, 0, 0])
    weighted = naive.counts(X, y, np.array([1.0, 0.0]), sample_weight=np.array([1.0, 0.5, 0.25]))
    assert weighted == (Fraction(3, 4), 0, Fraction(3, 4))
    assert naive.counts(X, y, [0, Fraction(1, 3)]) == (1, 1, 2)
    assert naive.best(X, y, signs=(0, 1)) == (4, 2)


@pytest.mark.parametrize(("right", "tied", "value"), [(0, 0, 0), (3, 1, 7), (2**80, 2**70, 2**81 + 2**70)])
def test_a_tie_counts_half(right: int, tied: int, value: int) -> None:
    counts = Counts(right, tied, right + tied)
    assert (counts.value, counts.pairs) == (value, counts)


X, Y = [[0, 1], [1, 0], [2, 2], [2, 2], [0, 1]], [0, 1, 1, 0, 1]


@pytest.mark.parametrize("weight", [None, [1, 2, 3, 4, 5], [2**62, 1, 2**61 + 1, 7, 2**60]])
def test_pairs_are_counted_alike_in_every_order(weight: list[int] | None) -> None:
    problem = Problem.read(X, Y, weight)
    w = np.array([1.0, 0.0])
    along = order_direction(problem, problem.direction_of(w))
    scores = order_scores(problem.scores(w), problem.weight, problem.exact_weight)
    assert (
        count_pairs(along).share == count_pairs(scores).share == count_pairs(order_raw_rows(problem, w)).share
    )


def test_heights_from_above_begin_where_those_from_below_end() -> None:
    ordered = order_scores(np.array([1.0, 3.0, 1.0, 2.0, 3.0, 3.0]), np.ones((6, 2), dtype=np.int64))
    assert ordered.rises.tolist() == [True, False, True, True, False, False]
    assert ordered.begins_from_above.tolist() == [True, False, False, True, True, False]

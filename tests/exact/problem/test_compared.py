"""Differences of compared rows as points beside the origin."""

from fractions import Fraction

import naive
import naive_ranking
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.exact.problem.compared import ComparedProblem, ComparedRows
from aucopt.exact.problem.reading import read_compared
from aucopt.outcomes import read_outcome

values = st.sampled_from([0, 1, 2, 0.1, 0.3, 1e-9, 1 / 3, 1e12])


def read(X, y, weight=None, strata=None):
    return read_compared(X, read_outcome(y, strata), weight, "pairs", 1 << 28)[0]


@settings(max_examples=40, deadline=None)
@given(
    X=st.lists(st.tuples(values, values), min_size=4, max_size=6),
    y=st.lists(st.integers(0, 2), min_size=6, max_size=6),
    coef=st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
)
def test_points_are_the_distinct_differences_and_the_origin(X, y, coef):
    y = y[: len(X)]
    pairs = naive_ranking.compared(y)
    if not pairs:
        return
    problem = read([list(map(float, x)) for x in X], y)
    exact = naive.exact_points([list(map(float, x)) for x in X])
    differences = [tuple(a - b for a, b in zip(exact[i], exact[j], strict=True)) for i, j, _ in pairs]
    assert problem.total == len(pairs)
    assert problem.coincident == sum(not any(d) for d in differences)
    expected = {tuple(d[j] for j in problem.columns) for d in differences} | {(0,) * len(problem.columns)}
    scaled = {tuple(v * s for v, s in zip(row, problem.scale, strict=True)) for row in problem.integers()}
    assert scaled == {tuple(map(Fraction, d)) for d in expected}
    assert problem.integers() == sorted(problem.integers())
    if any(problem.direction_of(coef)):
        right, tied = problem.compare(problem.direction_of(coef))
        heights = [naive.dot(tuple(map(Fraction, coef)), d) for d in differences]
        assert (right, tied) == (sum(h > 0 for h in heights), sum(h == 0 for h in heights))
        assert problem.compare_rows(np.array(coef, dtype=float)) == (right, tied, len(pairs))


def test_an_ascent_sees_all_pairs_or_a_sample():
    X = np.arange(20.0).reshape(10, 2)
    problem = read(X, np.arange(10))
    matrix, positive, weight = problem.ascent_rows()
    assert matrix.shape == (46, 2)
    assert positive.sum() == 45
    assert weight is None
    assert (matrix[:-1, 0] > 0).all()


def test_memory_decides_whether_pairs_are_listed():
    problem = read(np.arange(20.0).reshape(10, 2), np.arange(10))
    assert problem.refusal() is None
    small = ComparedProblem(problem.given, 100)
    assert isinstance(small.given, ComparedRows)
    assert "45 here" in small.refusal()


def test_rows_that_are_forgotten_leave_a_problem_of_two_classes():
    problem = read([[0, 1], [1, 0], [2, 2]], [0, 1, 2])
    plain = problem.without_rows()
    assert plain.total == problem.total == 3
    assert plain.columns == problem.columns
    with pytest.raises(AttributeError):
        plain.given  # noqa: B018

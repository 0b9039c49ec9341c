"""Sums of the hinge loss over pairs, against pairs listed one by one."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucopt.kernels.optimisers.hinge import sum_curvature, sum_slopes

quick = settings(deadline=None, max_examples=60)


@st.composite
def scored_rows(draw):
    """Labels, scores with many margins of exactly one, weights, and a width."""
    n = draw(st.integers(2, 12))
    positive = np.array([*draw(st.lists(st.booleans(), min_size=n - 2, max_size=n - 2)), True, False])
    kind = draw(st.sampled_from([st.integers(-3, 3).map(float), st.floats(-4, 4)]))
    scores = np.array(draw(st.lists(kind, min_size=n, max_size=n)))
    weights = np.array(draw(st.lists(st.sampled_from([0.25, 1.0, 3.0]), min_size=n, max_size=n)))
    return scores, positive, weights, draw(st.sampled_from([1e-3, 0.5, 2.0, 100.0]))


def kernel_sums(scores, positive, weights, width, values):
    """Loss, slopes and curvature of all rows, as the solver calls the kernels."""
    keys = np.where(positive, 1 - scores, scores)
    rows = np.argsort(keys, kind="stable")
    classes = rows[positive[rows]], rows[~positive[rows]]
    slopes, curvature = np.empty(scores.size), np.empty(scores.size)
    windows = np.empty((scores.size, 2), np.intp)
    losses = [
        sum_slopes(keys, weights, own, others, width, slopes, windows)
        for own, others in (classes, classes[::-1])
    ]
    for own, others in (classes, classes[::-1]):
        sum_curvature(values, weights, own, others, width, windows, curvature)
    return losses, slopes, curvature


@given(scored_rows())
@quick
def test_sums_over_pairs_are_those_of_all_pairs_listed(case):
    scores, positive, weights, width = case
    values = np.cos(np.arange(scores.size))
    losses, slopes, curvature = kernel_sums(scores, positive, weights, width, values)
    loss, expected = naive.pair_slopes(scores, positive, weights, width)
    np.testing.assert_allclose(losses, [loss, loss], atol=1e-12)
    np.testing.assert_allclose(slopes, expected, atol=1e-10)
    expected = naive.pair_curvature(values, scores, positive, weights, width)
    np.testing.assert_allclose(curvature, expected, atol=1e-8)


@pytest.mark.kernels
def test_the_most_violated_constraint():
    scores = np.array([2.0, 0.5, 0.0, 1.0, -1.0, 0.6])
    positive = np.array([True, True, False, False, False, True])
    weights = np.array([1.0, 2.0, 1.0, 3.0, 1.0, 1.0])
    # No margin lies within 1e-9 below one: slopes are the pairs with a margin below one, whole.
    losses, slopes, curvature = kernel_sums(scores, positive, weights, 1e-9, scores)
    in_constraint = [(1, 2), (1, 3), (5, 2), (5, 3)]  # (0, 3) has a margin of exactly one
    expected = np.zeros(6)
    for i, j in in_constraint:
        expected[[i, j]] += weights[i] * weights[j]
    np.testing.assert_array_equal(slopes, expected)
    np.testing.assert_array_equal(curvature, np.zeros(6))
    np.testing.assert_allclose(losses, naive.pair_slopes(scores, positive, weights, 1e-9)[0])
    _, slopes, curvature = kernel_sums(scores, positive, weights, 0.8, scores)
    np.testing.assert_allclose(slopes, naive.pair_slopes(scores, positive, weights, 0.8)[1])
    np.testing.assert_allclose(curvature, naive.pair_curvature(scores, scores, positive, weights, 0.8))

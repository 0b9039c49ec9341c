"""A problem is read once: what it restricts and weighs anew is what a fresh reading would give."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from strategies import FAMILIES, make_points

import aucopt
from aucopt.exact.objective.roc import AUC
from aucopt.exact.problem.columns import primitive_vector
from aucopt.exact.problem.problem import Problem

WEIGHTS = st.sampled_from([None, [1, 2, 3], [0.1, 0.25, 1.7], [2**40, 1, 2**39 + 1]])


def labelled(n: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).permutation(np.arange(n) % 2)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(FAMILIES), st.integers(0, 10**6), st.integers(3, 20), st.integers(2, 6), WEIGHTS)
def test_restricting_is_reading_fewer_columns(family, seed, n, side, weights):
    X, y = make_points(family, seed, n, side), labelled(n, seed)
    weight = None if weights is None else np.resize(weights, n)
    problem = Problem.read(X, y, weight)
    for columns in ([0], [1], [0, 1]):
        part, fresh = problem.restrict(columns), Problem.read(X[:, columns], y, weight)
        assert part.n_points == fresh.n_points
        assert part.columns == tuple(columns[j] for j in fresh.columns)
        for k, j in enumerate(part.columns):
            np.testing.assert_array_equal(part.values[j], fresh.values[fresh.columns[k]])
        np.testing.assert_array_equal(part.limbs, fresh.limbs)
        direction = tuple(range(1, len(part.columns) + 1))
        own, other = (AUC().recount(p, direction) for p in (part, fresh))
        assert own.value * other.total == other.value * own.total


def test_reweighted_points_are_those_of_repeated_rows():
    rng = np.random.default_rng(3)
    X, y = rng.integers(0, 4, (12, 2)).astype(float), np.arange(12) % 2
    problem = Problem.read(X, y)
    weight = problem.weight * rng.integers(0, 3, problem.weight.shape)
    rows = [(x, k) for x, w in zip(zip(*problem.values, strict=True), weight, strict=True) for k in (0, 1)
            for _ in range(w[k])]  # fmt: skip
    again = Problem.read([x for x, _ in rows], [1 - k for _, k in rows])
    new = problem.reweighted(weight)
    for direction in ((1, 2), (-3, 1), (0, 1)):
        assert AUC().count(new, direction) == AUC().count(again, again.direction_of(new.coef_of(direction)))


def test_weights_beyond_int64_are_weighed_anew_exactly():
    """Weights near 2^40 are rounded for the search, and the true ones must change with a resample."""
    X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [3.0, 1.0]], [0, 1, 0, 1]
    problem = Problem.read(X, y, [2**40, 2**40 + 1, 2**39 + 7, 2**40 - 1])
    assert problem.exact_weight is not None
    new = problem.reweighted(np.array([[0, 2**41], [2**40, 0], [0, 1], [5, 0]]))
    assert new.exact_weight.tolist() == [[0, 2**41], [2**40, 0], [0, 1], [5, 0]]
    counts = AUC().recount(new, new.direction_of([1.0, 0.0]))
    assert counts.right == 2**40 * 2**41 + 5 * (2**41 + 1)
    assert counts.total == (2**40 + 5) * (2**41 + 1)


def test_a_bootstrap_of_heavy_rows_varies():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 2)), np.arange(30) % 2
    # One heavy row of each class, and light ones that a resample may miss.
    weight = np.where(np.arange(30) < 2, 2**41, 1)
    found = aucopt.bootstrap_weights(X, y, sample_weight=weight, n_resamples=5)
    assert len(set(found.auc_samples.tolist())) > 1


@pytest.mark.parametrize("values", [[0.25, 1e308], [1e-308, 1e308], [0.1, 1e300]])
def test_columns_of_any_size_leak_no_warning(values):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solution = aucopt.maximize_auc([[v, k] for k, v in enumerate(values)], [0, 1])
    assert (solution.auc, solution.status) == (1.0, "optimal")


def test_a_sparse_table_is_the_dense_one():
    rng = np.random.default_rng(1)
    X = rng.integers(0, 3, (40, 3)) * (rng.random((40, 3)) < 0.5)
    y = np.arange(40) % 2
    weight = np.arange(40) % 3
    dense, thin = (
        aucopt.maximize_auc(make(X), y, sample_weight=weight) for make in (np.array, sparse.csr_matrix)
    )
    assert dense.bound_exact == thin.bound_exact
    assert dense.direction == thin.direction


@pytest.mark.parametrize("nearly", [0.0, 2.0**-40])
def test_full_rank_is_told_from_a_relation_by_exact_means(nearly):
    a = np.random.default_rng(0).normal(size=200)
    b = 2 * a
    b[7] += nearly
    problem = Problem.read(np.column_stack([a, b]), np.arange(200) % 2).independent()
    assert problem.columns == ((0, 1) if nearly else (0,))


def test_the_shortest_integers_of_a_direction() -> None:
    assert primitive_vector([Fraction(1, 2), Fraction(-1, 3)]) == (3, -2)
    assert primitive_vector([6, 0, 4]) == (3, 0, 2)
    assert primitive_vector([0, 0]) == (0, 0)

"""The exact order of rows without exact integers for all of them, against fractions."""

from fractions import Fraction
from typing import Any

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from strategies import FAMILIES, make_points

import aucopt
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.rows import SparseColumns, order_rows

WEIGHTS = st.sampled_from([0.0, 1.0, -1.0, 0.1, 1e-17, 1e17, -1e150, 1e-150, 1 / 3, 2.0**-1060])


def exact_ranks(X: np.ndarray, coef: np.ndarray) -> list[int]:
    """The rank of the score of each row, equal ones alike, columns taken as written."""
    points = naive.exact_points(X)
    scores = [sum(Fraction(float(w)) * v for w, v in zip(coef, row, strict=True)) for row in points]
    levels = sorted(set(scores))
    return [levels.index(score) for score in scores]


@settings(deadline=None, max_examples=120)
@given(
    st.sampled_from(FAMILIES), st.integers(0, 10**6), st.integers(1, 25), st.integers(2, 9), WEIGHTS, WEIGHTS
)
def test_rows_are_in_the_order_of_their_exact_scores(
    family: str, seed: int, n: int, side: int, first: float, second: float
) -> None:
    X, coef = make_points(family, seed, n, side), np.array([first, second])
    place, rises = order_rows(list(X.T), coef)
    ranks = exact_ranks(X, coef)
    assert sorted(place.tolist()) == list(range(n))
    assert (np.cumsum(rises) - 1).tolist() == [ranks[i] for i in place]


@pytest.mark.parametrize("make", [np.array, sparse.csr_matrix])
def test_a_difference_far_below_rounding_is_seen(make: Any) -> None:
    X = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, -1.0]])
    table = make(X)
    columns = SparseColumns(table) if sparse.issparse(table) else list(X.T)
    place, rises = order_rows(columns, np.array([1.0, 1e-30]))
    assert place.tolist() == [2, 0, 1]
    assert rises.all()


def test_columns_of_a_sparse_table_one_by_one() -> None:
    X = np.array([[0.0, -0.0, 2.5], [1.0, 0.0, 0.0]])
    columns = SparseColumns(sparse.csr_matrix(X))
    assert len(columns) == 3
    assert [columns[j].tolist() for j in range(3)] == X.T.tolist()
    assert columns[-1].tolist() == [2.5, 0.0]
    with pytest.raises(IndexError):
        columns[3]


@pytest.mark.parametrize(
    ("X", "trouble"),
    [
        (sparse.csr_matrix((0, 3)), "X has no rows"),
        (sparse.csr_matrix((2, 0)), "X has no columns"),
        (sparse.csr_matrix([[0.0, 1.0], [np.nan, 1.0]]), "Column 'x0' has 1 NaN values, the first in row 1"),
        (sparse.csr_matrix([[0.0, 1.0], [0.0, np.inf]]), "Column 'x1' has 1 infinite values"),
        (sparse.csr_matrix([[1j, 1.0], [0.0, 1.0]]), "must hold real numbers, not complex"),
        (sparse.coo_array(np.ones(3)), "X is one-dimensional"),
    ],
)
def test_bad_sparse_tables(X: Any, trouble: str) -> None:
    with pytest.raises(ValueError, match=trouble):
        Problem.read(X, [0, 1])


def test_long_integers_of_a_sparse_table_keep_their_digits() -> None:
    X = sparse.csr_matrix(np.array([[2**60 + 1], [2**60], [2**60 + 2], [2**60 + 3]]))
    y = [1, 0, 1, 1]
    solution = aucopt.maximize_auc(X, y, certify=True)
    assert solution.auc == 1
    assert aucopt.verify(solution.certificate, X, y)


def test_decimals_below_the_normal_numbers() -> None:
    """4.4e-323 stands for a float that is not quite that; a large weight makes the difference count."""
    X, y, coef = [[4.4e-323, 0], [0, 1], [5e-324, 0]], [1, 0, 0], [1e300, 4.42e-23]
    assert naive.counts(X, y, [Fraction(v) for v in coef])[0] == 1
    assert aucopt.auc_gap(X, y, coef) == 0.5


def test_rows_that_tie_in_tiny_decimals() -> None:
    columns = [np.array([3e-30, 1e-30, 2e-30, 2e-30]), np.array([1.0, 1.0, 2.0, 2.0])]
    place, rises = order_rows(columns, np.array([1.0, 0.0]))
    assert place.tolist() == [1, 2, 3, 0]
    assert rises.tolist() == [True, True, False, True]


@pytest.mark.parametrize("scale", [1, 2**40])
def test_tied_rows_of_small_and_of_long_integers(scale: int) -> None:
    rng = np.random.default_rng(0)
    X, coef = rng.integers(0, 4, (60, 3)) * scale, np.array([0.5, -0.25, 3.0])
    place, rises = order_rows(list(X.T), coef)
    ranks = exact_ranks(X, coef)
    assert (np.cumsum(rises) - 1).tolist() == [ranks[i] for i in place]

"""Rows as points on one side of a hyperplane."""

import numpy as np
import pytest
from scipy import sparse

from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.sides import INTERCEPT, rows_as_sides


def test_negative_rows_are_turned_and_the_origin_is_the_only_negative():
    posed = rows_as_sides(Problem.read([[1, 0.5], [2, 0.0], [3, 1.5]], [0, 1, 1], [1, 2, 1]), (3, 1))
    assert posed.feature_names == ("x0", "x1", INTERCEPT)
    assert posed.raw.matrix.tolist() == [[-1, -0.5, -1], [2, 0, 1], [3, 1.5, 1], [0, 0, 0]]
    assert posed.raw.weight.tolist() == [3, 2, 1, 1]
    assert posed.raw.positive.tolist() == [True, True, True, False]


def test_rows_that_cost_nothing_are_left_out():
    posed = rows_as_sides(Problem.read([[1], [2], [3]], [0, 1, 1]), (0, 1))
    assert posed.raw.matrix.tolist() == [[2, 1], [3, 1], [0, 0]]


@pytest.mark.parametrize("dtype", [bool, np.uint8, np.int32, np.float32])
def test_every_kind_of_number_can_be_turned(dtype):
    posed = rows_as_sides(Problem.read(np.array([[0], [1], [1]], dtype=dtype), [0, 0, 1]), (1, 1))
    assert posed.raw.matrix[:, 0].tolist() == [0, -1, 1, 0]


def test_sparse_tables_stay_sparse():
    X = sparse.csr_matrix([[0, 2.0], [1, 0]])
    posed = rows_as_sides(Problem.read(X, [0, 1]), (1, 1))
    assert posed.raw.sparse is not None
    assert posed.raw.matrix.toarray().tolist() == [[0, -2, -1], [1, 0, 1], [0, 0, 0]]


def test_integers_that_have_no_negative_are_refused():
    with pytest.raises(ValueError, match="2\\^62"):
        rows_as_sides(Problem.read(np.array([[0], [2**63]], dtype=np.uint64), [0, 1]), (1, 1))

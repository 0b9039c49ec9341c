"""Points in the order of directions, scores and rows."""

import numpy as np
import pytest

from aucopt.exact.objective.counting import count_pairs, order_direction, order_raw_rows, order_scores
from aucopt.exact.problem.problem import Problem

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

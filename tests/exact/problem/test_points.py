"""Directions over exact points: to raw weights and back without a rounding, and the order along them."""

from fractions import Fraction

import naive
import numpy as np
import pytest

from aucopt.exact.problem.points import primitive_vector
from aucopt.exact.problem.problem import Problem

_RNG = np.random.default_rng(4)
_THREE = np.column_stack([np.full(12, 3.0), _RNG.integers(0, 9, (12, 2))])
TABLES = {
    "decimals": _RNG.integers(-30, 30, (12, 2)) / 10,
    "scales": _RNG.normal(size=(12, 2)) * [1e-150, 1e150],
    "a constant and a sum": np.column_stack([_THREE, _THREE.sum(axis=1)]),
}


@pytest.mark.parametrize("name", TABLES)
def test_weights_and_directions_say_the_same(name: str) -> None:
    X = TABLES[name]
    problem = Problem.read(X, np.arange(12) % 2).independent()
    assert len(problem.columns) == 2
    exact = naive.exact_points(X.tolist())
    for direction in [(1, 0), (0, -1), (3, -7), (2**60, 1)]:
        coef = problem.coef_of(direction)
        assert problem.direction_of(coef) == direction
        assert primitive_vector(coef) == problem.raw_vectors([direction])[0]
        place, rises = problem.order(direction)
        points = list(zip(*(column[place].tolist() for column in problem.values), strict=True))
        scores = [naive.dot(coef, exact[X.tolist().index(list(x))]) for x in points]
        assert scores == sorted(scores)
        steps = [a != b for a, b in zip(scores[1:], scores, strict=False)]
        assert rises.tolist()[1:] == steps


def test_the_shortest_integers_of_a_direction() -> None:
    assert primitive_vector([Fraction(1, 2), Fraction(-1, 3)]) == (3, -2)
    assert primitive_vector([6, 0, 4]) == (3, 0, 2)
    assert primitive_vector([0, 0]) == (0, 0)

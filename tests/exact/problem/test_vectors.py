"""Directions as integer vectors."""

from fractions import Fraction

import numpy as np

from aucopt.exact.problem.vectors import primitive_vector, rounding_error


def test_the_shortest_integers_of_a_direction() -> None:
    assert primitive_vector([Fraction(1, 2), Fraction(-1, 3)]) == (3, -2)
    assert primitive_vector([6, 0, 4]) == (3, 0, 2)
    assert primitive_vector([0, 0]) == (0, 0)


def test_the_error_of_scores_grows_with_weights_and_columns() -> None:
    small, large = (rounding_error(np.ones(d), np.ones(d)) for d in (2, 20))
    assert 0 < 2 * small < large < 1e-10
    assert rounding_error(np.array([2.0, 2.0]), np.ones(2)) == 2 * small

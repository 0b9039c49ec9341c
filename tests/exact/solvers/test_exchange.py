"""Exchanging twice is doing nothing, and what is found is told as it was asked."""

import numpy as np
import pytest
from strategies import GAUSSIAN, Y

from aucopt.exact.problem.problem import Problem
from aucopt.exact.solvers.base import Found, Options
from aucopt.exact.solvers.exchange import exchange, turn, turn_back


def found_in(problem: Problem) -> Found:
    proof = ({"method": "cones", "columns": [0, 1], "basis": [[1, 0], ["0x40000000000000", -1]]},)
    cells = [((1, 2), (-1, 3))]
    return Found(problem, (1, 0), cells, 5, 7, "time_limit", {}, proof, chosen=cells[0])


def test_options_are_negated() -> None:
    options = Options((1, 0, -1), starts=(np.array([1.0, -2.0, 0.0]),))
    turned = exchange(options)
    assert (turned.signs, turned.turned) == ((-1, 0, 1), True)
    np.testing.assert_array_equal(turned.starts, [[-1.0, 2.0, 0.0]])
    assert exchange(turned).signs == options.signs


def test_turning_twice_gives_back_what_was_found() -> None:
    problem = Problem.read(GAUSSIAN, Y)
    once = turn(found_in(problem))
    np.testing.assert_array_equal(once.problem.weight, problem.weight[:, ::-1])
    assert (once.signs, once.cells, once.chosen) == ((-1, 0), [((-1, -2), (1, -3))], ((-1, -2), (1, -3)))
    again = turn(once)
    assert again._replace(problem=problem) == found_in(problem)


@pytest.mark.parametrize(
    ("searched", "basis"),
    [(None, [[1, 0], ["0x40000000000000", -1]]), ((0, 0), [[-1, 0], ["-0x40000000000000", 1]])],
)
def test_a_proof_follows_the_signs_that_it_is_about(
    searched: tuple[int, ...] | None, basis: list[list[int | str]]
) -> None:
    """Under signs cones start at the axes as asked; without them at a basis that is negated."""
    found = found_in(Problem.read(GAUSSIAN, Y))._replace(searched=searched)
    (record,) = turn_back(found, Options((1, 0))).proof
    assert record["basis"] == basis

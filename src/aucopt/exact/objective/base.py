"""What solvers, solutions and proofs may ask of an objective.

An objective has no data of its own: it is asked about a `Problem`. Values are integers, so that all decisions
are exact; `share` turns them into the number people know, between 0 and 1.

A solver asks for facts, never for a name, and refuses an objective whose facts it cannot use with a sentence
(`solvers/base.py`). Facts so far:

- ``by_pairs``: inside an open cell, where only coincident rows tie, the value depends on the weight of the
  right pairs alone (`value_of_cell`), and rises with it. The plane and the cones search for that weight.
- ``needs_faces``: a weight of exactly zero may beat both of its sides where signs forbid the better one, so
  each face of the allowed cone is a problem of its own.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np

from aucopt.exact.problem.problem import Problem


class Counts(NamedTuple):
    """Weight of the right, the tied and all pairs, and 2R + T."""

    right: int
    tied: int
    total: int

    @property
    def value(self) -> int:
        """2R + T."""
        return 2 * self.right + self.tied


class Objective(Protocol):
    """What is maximised over all directions."""

    by_pairs: bool
    needs_faces: bool

    def count(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count an integer direction in the problem's coordinates, by its integer weights."""

    def recount(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count by the true weights, where those of the problem had to be rounded."""

    def count_scores(self, problem: Problem, scores: np.ndarray) -> Counts:
        """Count float scores of the points by the true weights, as they are, equal ones tied."""

    def count_rows(self, problem: Problem, coef: np.ndarray) -> Counts:
        """Count float weights on the rows as they came, exactly; no points are merged for it."""

    def whole(self, problem: Problem) -> int:
        """The value of a share of 1."""

    def most(self, problem: Problem) -> int:
        """No direction has a higher value: coincident rows of both classes tie whatever the weights."""

    def value_of_cell(self, problem: Problem, right: int) -> int:
        """The value of an open cell with this weight of right pairs."""

    def right_for(self, problem: Problem, value: int) -> int:
        """The weight of right pairs beyond which a cell beats a value."""

    def share(self, problem: Problem, value: int) -> Fraction:
        """A value as the number people know."""

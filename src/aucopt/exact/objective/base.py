"""What solvers, solutions and proofs may ask of an objective.

An objective has no data of its own: it is asked about a `Problem`. Values are integers, so that all decisions
are exact; `share` turns them into the number people know, between 0 and 1.

A solver asks for facts, never for a name, and refuses an objective whose facts it cannot use with a sentence
(`solvers/base.py`). These are the facts:

- ``by_pairs``: inside an open cell, where only coincident rows tie, the value depends on the weight of the
  right pairs alone (`value_of_cell`), and rises with it. The plane and the cones search for that weight.
- ``by_positives``: the value is a sum over the positives, each worth the less the more negatives lie above
  it (`worth`). The plane and the cones count the negatives above each positive; what they search for is the
  value itself.
- ``exchanged``: the objective of the same problem with its classes exchanged and its directions negated, for
  one that is a sum over the negatives; None for others. Solvers are only asked for that one.
- ``needs_faces``: a weight of exactly zero may beat both of its sides where signs forbid the better one, so
  each face of the allowed cone is a problem of its own. Where ties count against a direction none is needed.

Analyses and reports ask for two more:

- ``is_auc``: the value is the AUC itself, so that nothing is to be said of the AUC beside it.
- ``classifies``: the outcome is two classes of which all pairs count, so that a score has a cut-off, and with
  it a sensitivity and a specificity. Ranking by another outcome, or within strata, knows none.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np

from aucopt.exact.objective.roc import Counts
from aucopt.exact.problem.problem import Problem
from aucopt.kernels.scores.curve import Worth
from aucopt.metrics.part import Part
from aucopt.words.quantity import Quantity


class Tally(Protocol):
    """What counting a direction tells."""

    @property
    def value(self) -> int:
        """The value of the objective."""

    @property
    def share(self) -> Fraction:
        """The value as the number people know."""

    @property
    def pairs(self) -> Counts:
        """Right, tied and all pairs."""


class CutOff(NamedTuple):
    """A cut-off for the rule score > cut-off, and the interval of all equivalent cut-offs.

    Attributes
    ----------
    value : float
        The cut-off.
    low, high : float
        All cut-offs from `low` (included) to `high` (excluded) predict the same rows positive.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt import Sensitivity
    >>> negatives, positives = [0, 0, 1, 1], [1, 1, 0, 0]
    >>> scores = np.array([4.0, 3.0, 2.0, 1.0])
    >>> Sensitivity(specificity=1).cut_off(scores, np.column_stack([positives, negatives]))
    CutOff(value=2.5, low=2.0, high=3.0)
    """

    value: float
    low: float
    high: float


class Objective(Protocol):
    """What is maximised over all directions."""

    @property
    def by_pairs(self) -> bool:
        """Whether the value of a cell depends on the weight of its right pairs alone, and rises with it."""

    @property
    def by_positives(self) -> bool:
        """Whether the value is a sum over positives of what the negatives above leave of each."""

    @property
    def exchanged(self) -> "Objective | None":
        """The objective of exchanged classes and negated directions, where that is the one to search."""

    @property
    def needs_faces(self) -> bool:
        """Whether the faces of the allowed cone are problems of their own."""

    @property
    def has_cut_off(self) -> bool:
        """Whether the value belongs to a cut-off."""

    @property
    def is_auc(self) -> bool:
        """Whether the value is the AUC of two classes."""

    @property
    def classifies(self) -> bool:
        """Whether rows have two classes and all their pairs count, so that scores have a cut-off."""

    @property
    def name(self) -> str:
        """What the value is called."""

    @property
    def condition(self) -> str:
        """Where on the curve, such as "at specificity 0.95"; empty if nowhere in particular."""

    @property
    def shortfall(self) -> str:
        """What the rest of the value to 1 is of a thousand rows; empty where people have no word for it."""

    @property
    def quantity(self) -> Quantity:
        """Its names for the narrator."""

    @property
    def explained(self) -> str:
        """What the value is, in a sentence or two."""

    @property
    def optimiser(self) -> str:
        """What the linear score with the best value is called among other methods."""

    @property
    def part(self) -> Part | None:
        """The part of the ROC curve that is measured; None if all pairs of rows count alike."""

    @property
    def stated(self) -> dict[str, str] | None:
        """What a certificate says of it: name and parameters as decimals; None for the AUC."""

    def refusal(self, problem: Problem) -> str | None:
        """Say why this objective of a problem cannot be counted; None if it can."""

    def count(self, problem: Problem, direction: Sequence[int]) -> Tally:
        """Count an integer direction in the problem's coordinates, by its integer weights."""

    def recount(self, problem: Problem, direction: Sequence[int]) -> Tally:
        """Count by the true weights, where those of the problem had to be rounded."""

    def count_scores(self, problem: Problem, scores: np.ndarray) -> Tally:
        """Count float scores of the points by the true weights, as they are, equal ones tied."""

    def count_rows(self, problem: Problem, coef: np.ndarray) -> Tally:
        """Count float weights on the rows as they came, exactly; no points are merged for it."""

    def whole(self, problem: Problem) -> int:
        """The value of a share of 1."""

    def most(self, problem: Problem) -> int:
        """No direction has a higher value: coincident rows of both classes tie whatever the weights."""

    def value_of_cell(self, problem: Problem, right: int) -> int:
        """The value of an open cell with what was counted in it: right pairs, or the value itself."""

    def right_for(self, problem: Problem, value: int) -> int:
        """The count beyond which a cell beats a value."""

    def worth(self, problem: Problem) -> Worth:
        """What a positive is worth by the negatives above it; for objectives `by_positives` only."""

    def handicaps(self, problem: Problem) -> np.ndarray:
        """What is above the positives of each stratum from the start, in the units of the worth."""

    def worth_among(self, weight_of_others: int) -> Worth:
        """The same if the negatives, wherever they are, weigh so much."""

    def share(self, problem: Problem, value: int) -> Fraction:
        """A value as the number people know."""

    def share_at_most(self, problem: Problem, value: int) -> Fraction:
        """The highest share that a value may stand for where weights are rounded."""

    def standardize(self, share: Fraction) -> Fraction | None:
        """McClish's form of a partial area: 1/2 for a score without information; None for others."""

    def measure(
        self,
        y: np.ndarray,
        scores: np.ndarray,
        weights: np.ndarray | None,
        strata: np.ndarray | None = None,
    ) -> float:
        """The value of any scores of some rows, which need not be linear, at their best cut-off if any.

        `y` is which rows are positive, or the outcome that a concordance ranks by.
        """

    def allows(self, fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
        """Which points of a curve a cut-off may have, for an objective without one of its own."""

    def cut_off(self, scores: np.ndarray, weight: np.ndarray) -> CutOff | None:
        """The cut-off that attains the value of scores with weights of both classes; None if none does."""

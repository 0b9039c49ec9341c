"""One point of the ROC curve: the sensitivity at a specificity, and the specificity at a sensitivity.

The rule is score > cut-off. Rows of both classes with equal scores cannot be told apart by any cut-off, so
that ties count against a direction.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite, isinf, nextafter

import numpy as np

from aucopt.exact.objective.base import CutOff
from aucopt.exact.objective.curve import CurveObjective, as_decimal
from aucopt.exact.objective.roc import order_scores
from aucopt.inputs import read_share
from aucopt.kernels.scores.curve import Worth

# A cut-off beyond all scores is at least so far away, as a part of the outermost.
_AWAY = 2.0**-20


class OperatingPoint(CurveObjective):
    """The share of one class on its side of a cut-off that leaves enough of the other on the other side."""

    needs_faces = False
    has_cut_off = True

    @property
    def _room(self) -> Fraction:
        """How much of the other class may be on the wrong side."""
        raise NotImplementedError

    def _worth(self, weight_of_others: int) -> Worth:
        """One, as long as not too much of the other class is on the wrong side."""
        return Worth(int(self._room * weight_of_others), 0, 1)

    def whole_among(self, mine: int, others: int) -> int:
        """The weight of the class that is summed over."""
        return mine

    def cut_off(self, scores: np.ndarray, weight: np.ndarray) -> CutOff | None:
        """The cut-off that attains the value of scores with weights of both classes; None if none does."""
        ordered = order_scores(scores, weight)
        place, begins, mine, others = self._from_best(ordered)
        # Going from the best place on, what of the other class has been met when a height is complete.
        heads = np.flatnonzero(begins)
        passed = np.cumsum(np.add.reduceat(others[place], heads))
        is_mine = np.add.reduceat(mine[place], heads) > 0
        within = np.flatnonzero(is_mine & (passed <= self.worth_among(self._totals(weight)[1]).cap))
        if len(within) == 0:
            return None
        heights = scores[place[heads]]
        last = int(within[-1])
        beyond = float(heights[last + 1]) if last + 1 < len(heights) else (inf if self.of_negatives else -inf)
        low, high = sorted((float(heights[last]), beyond))
        if isinf(low) or isinf(high):
            # Well away from the outermost score, whose last digits depend on how a user adds up.
            edge = high if isinf(low) else low
            away = max(float(heights.max()) - float(heights.min()), abs(edge) * _AWAY) or 1.0
            middle = edge + away if isinf(high) else edge - away
        else:
            middle = low / 2 + high / 2
        if isfinite(middle) and low <= middle < high:
            return CutOff(middle, low, high)
        return CutOff(nextafter(high, -inf) if isinf(low) else low, low, high)


@dataclass(frozen=True)
class Sensitivity(OperatingPoint):
    """The sensitivity of a score at a given specificity: the share of positives above the cut-off.

    Parameters
    ----------
    specificity : float
        The least share of negatives that must be at or below the cut-off, from 0 to 1. It is read as an exact
        decimal.

    Notes
    -----
    A row is predicted positive if its score is greater than the cut-off, so that rows with equal scores get
    the same prediction. The solution contains the cut-off (`Solution.cutoff`) and the interval of all
    equivalent cut-offs (`Solution.cutoff_interval`).

    Examples
    --------
    >>> import aucopt
    >>> X, y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]
    >>> aucopt.maximize(X, y, aucopt.Sensitivity(specificity=0.95)).value
    1.0
    """

    specificity: float

    def __post_init__(self) -> None:
        read_share(self.specificity, "specificity")

    of_negatives = False
    exchanged = None
    name = "sensitivity"
    shortfall = "misses per 1,000 positives"
    optimiser = "sensitivity-opt"

    @property
    def _room(self) -> Fraction:
        return 1 - read_share(self.specificity, "specificity")

    @property
    def explained(self) -> str:
        """What the value is."""
        return (
            "The sensitivity is the share of the positive rows above the cut-off, where at least "
            f"{float(self.specificity):g} of the negative rows are not above it. Rows with equal scores get "
            "the same prediction."
        )

    @property
    def _limits(self) -> dict[str, float | None]:
        return {"specificity": self.specificity}

    @property
    def stated(self) -> dict[str, str]:
        """What a certificate says."""
        return {"name": "Sensitivity", "specificity": as_decimal(1 - self._room)}

    @property
    def condition(self) -> str:
        """At which specificity."""
        return f"at specificity {float(self.specificity):g}"


@dataclass(frozen=True)
class Specificity(OperatingPoint):
    """The specificity of a score at a given sensitivity: the share of negatives at or below the cut-off.

    Parameters
    ----------
    sensitivity : float
        The least share of positives that must be above the cut-off, from 0 to 1. It is read as an exact
        decimal.

    Notes
    -----
    A row is predicted positive if its score is greater than the cut-off, so that rows with equal scores get
    the same prediction. The solution contains the cut-off (`Solution.cutoff`) and the interval of all
    equivalent cut-offs (`Solution.cutoff_interval`).

    Examples
    --------
    >>> import aucopt
    >>> X, y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]
    >>> aucopt.maximize(X, y, aucopt.Specificity(sensitivity=0.95)).value
    1.0
    """

    sensitivity: float

    def __post_init__(self) -> None:
        read_share(self.sensitivity, "sensitivity")

    of_negatives = True
    name = "specificity"
    shortfall = "false alarms per 1,000 negatives"
    optimiser = "specificity-opt"

    @property
    def _room(self) -> Fraction:
        return 1 - read_share(self.sensitivity, "sensitivity")

    @property
    def exchanged(self) -> Sensitivity:
        """The sensitivity of exchanged classes."""
        return Sensitivity(read_share(self.sensitivity, "sensitivity"))  # type: ignore[arg-type]

    @property
    def explained(self) -> str:
        """What the value is."""
        return (
            "The specificity is the share of the negative rows not above the cut-off, where at least "
            f"{float(self.sensitivity):g} of the positive rows are above it. Rows with equal scores get the "
            "same prediction."
        )

    @property
    def _limits(self) -> dict[str, float | None]:
        return {"sensitivity": self.sensitivity}

    @property
    def stated(self) -> dict[str, str]:
        """What a certificate says."""
        return {"name": "Specificity", "sensitivity": as_decimal(1 - self._room)}

    @property
    def condition(self) -> str:
        """At which sensitivity."""
        return f"at sensitivity {float(self.sensitivity):g}"

"""The part of the area under the ROC curve that one works with: few false alarms, or few misses."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from aucopt.exact.objective.curve import CurveCounts, CurveObjective, as_decimal
from aucopt.exact.objective.roc import Counts, Ordered
from aucopt.exact.problem.problem import Problem
from aucopt.inputs import read_share
from aucopt.kernels.scores.curve import Worth
from aucopt.metrics.auc import SAME_RATE
from aucopt.metrics.curve import partial_auc


@dataclass(frozen=True)
class PartialAUC(CurveObjective):
    """The area under a part of the ROC curve, divided by the largest possible area of this part.

    Parameters
    ----------
    max_fpr : float, optional
        The area under the curve up to this false positive rate, which is above 0 and at most 1.
    min_tpr : float, optional
        The area to the right of the curve above this true positive rate, which is at least 0 and below 1.
        Give either this or `max_fpr`.

    Notes
    -----
    Limits are read as exact decimals: 0.1 is one tenth. Ties count one half. The value is the area divided by
    the width of the part, from 0 to 1. `Solution.standardized` is McClish's standardised value, which
    scikit-learn's ``roc_auc_score(max_fpr=)`` returns.

    The area equals that of scikit-learn unless the limit falls within a group of tied rows of both classes.
    Scikit-learn then interpolates linearly within the group, which gives a larger area. For example, with a
    positive at (0, 0), negatives at (1, 0) and (-1, 0) and `max_fpr` 0.5, the weights (0, 1) tie all rows and
    get an area of 0.125 from scikit-learn, while all directions without ties have an area of 0.
    `Solution.bound` refers to the area in which ties count one half.

    Examples
    --------
    >>> import aucopt
    >>> X, y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]
    >>> aucopt.maximize(X, y, aucopt.PartialAUC(max_fpr=0.5)).value
    1.0
    """

    max_fpr: float | None = None
    min_tpr: float | None = None

    def __post_init__(self) -> None:
        if (self.max_fpr is None) == (self.min_tpr is None):
            raise ValueError("PartialAUC needs either max_fpr or min_tpr, one of the two.")
        if self.max_fpr is not None and not read_share(self.max_fpr, "max_fpr"):
            raise ValueError(f"max_fpr must be above 0 and at most 1, not {self.max_fpr!r}.")
        if self.min_tpr is not None and read_share(self.min_tpr, "min_tpr") == 1:
            raise ValueError(f"min_tpr must be at least 0 and below 1, not {self.min_tpr!r}.")

    needs_faces = True
    name = "partial AUC"
    optimiser = "pAUC-opt"

    @property
    def width(self) -> Fraction:
        """How much of the axis the part covers."""
        return _width(self.max_fpr, self.min_tpr)

    @property
    def by_pairs(self) -> bool:
        """The whole area counts right pairs, ties half."""
        return self.width == 1

    @property
    def of_negatives(self) -> bool:
        """Above a true positive rate the negatives are summed over; all of the area is either."""
        return self.min_tpr is not None and self.width < 1

    @property
    def exchanged(self) -> "PartialAUC | None":
        """Above a true positive rate: the same up to a false positive rate, the classes exchanged."""
        return PartialAUC(max_fpr=self.width) if self.of_negatives else None  # type: ignore[arg-type]

    @property
    def condition(self) -> str:
        """Which part of the curve."""
        if self.min_tpr is not None:
            return f"true positive rate from {float(self.min_tpr):g}"
        return f"false positive rate up to {float(self.width):g}"

    @property
    def stated(self) -> dict[str, str] | None:
        """What a certificate says; the whole area is the AUC."""
        if self.by_pairs:
            return None
        if self.min_tpr is not None:
            return {"name": "PartialAUC", "min_tpr": as_decimal(1 - self.width)}
        return {"name": "PartialAUC", "max_fpr": as_decimal(self.width)}

    def _worth(self, weight_of_others: int) -> Worth:
        return Worth(2 * self.width.numerator * weight_of_others, self.width.denominator, 2)

    def whole_among(self, mine: int, others: int) -> int:
        """The value of an area that fills the part."""
        return 2 * self.width.numerator * mine * others

    def value_of_cell(self, problem: Problem, right: int) -> int:
        """The value itself, or that of right pairs for the whole area."""
        return 2 * right + problem.coincident if self.by_pairs else right

    def right_for(self, problem: Problem, value: int) -> int:
        """What a cell must exceed to beat a value: the value, or right pairs for the whole area."""
        return (value - problem.coincident) // 2 if self.by_pairs else value

    @property
    def explained(self) -> str:
        """What the value is."""
        return (
            f"The partial AUC is the area of the ROC curve with {self.condition}, divided by the largest "
            f"possible area of this part. Ties count one half."
        )

    @property
    def _limits(self) -> dict[str, float | None]:
        return {"max_fpr": self.max_fpr, "min_tpr": self.min_tpr}

    def measure(
        self,
        y: np.ndarray,
        scores: np.ndarray,
        weights: np.ndarray | None,
        strata: np.ndarray | None = None,
    ) -> float:
        """The partial area of any scores, or the whole one."""
        return partial_auc(y, scores, max_fpr=self.max_fpr, min_tpr=self.min_tpr, sample_weight=weights)

    def allows(self, fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
        """A cut-off lies on the part of the curve that was asked for."""
        if self.min_tpr is not None:
            return tpr >= float(self.min_tpr) - SAME_RATE
        return fpr <= float(self.width) + SAME_RATE

    def standardize(self, share: Fraction) -> Fraction | None:
        """Return McClish's standardised value: 0.5 for an uninformative score, 1 for a perfect one."""
        return (1 + (share - self.width / 2) / (1 - self.width / 2)) / 2

    def _count(self, ordered: Ordered) -> CurveCounts | Counts:
        counted = super()._count(ordered)
        return counted.pairs if self.by_pairs else counted


@cache
def _width(max_fpr: float | None, min_tpr: float | None) -> Fraction:
    # Not kept in the objective: a parameter of an estimator must not change in a fit.
    return read_share(max_fpr, "max_fpr") if min_tpr is None else 1 - read_share(min_tpr, "min_tpr")

"""Partial areas within strata: each stratum has a curve of its own, and the limit holds on each.

For a limit a, k = a W- is the room of a stratum, and a positive with A of its stratum's negatives above it is
worth max(0, k - A). Strata differ in k, so that what is counted is above a common cap: the positives of a
stratum with less room have more above them from the start, their handicap.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from aucopt.exact.objective.curve import MOST, CurveCounts
from aucopt.exact.objective.partial_auc import PartialAUC
from aucopt.exact.objective.roc import Counts
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.kernels.scores.curve import Worth, tied_unit, weigh_strata, worth_of
from aucopt.metrics.curve import partial_auc


@dataclass(frozen=True)
class StratifiedPartialAUC(PartialAUC):
    """The partial AUC within strata: the mean of those of the strata, by their pairs or by their positives.

    Parameters
    ----------
    max_fpr, min_tpr : float, optional
        As in `PartialAUC`; the limit holds in each stratum.
    strata_weight : {"pairs", "cases"}
        Whether a stratum counts by its pairs, or by its positives.
    """

    strata_weight: str = "pairs"

    classifies = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.by_pairs:
            raise ValueError("The whole area within strata is their AUC: an objective of its own.")

    @property
    def exchanged(self) -> "StratifiedPartialAUC | None":
        """Above a true positive rate: the same up to a false positive rate, the classes exchanged."""
        if not self.of_negatives:
            return None
        return StratifiedPartialAUC(max_fpr=self.width, strata_weight=self.strata_weight)  # type: ignore[arg-type]

    @property
    def without_strata(self) -> PartialAUC:
        """What is asked of all rows where there are no strata."""
        return PartialAUC(self.max_fpr, self.min_tpr)

    @property
    def stated(self) -> dict[str, str] | None:
        """What a certificate says; strata are a part of the data."""
        stated = super().stated
        assert stated is not None
        return stated if self.strata_weight == "pairs" else {**stated, "strata_weight": "cases"}

    @property
    def condition(self) -> str:
        """Which part of the curve, and which pairs count."""
        alike = "" if self.strata_weight == "pairs" else ", all positives alike"
        return f"{super().condition}, within strata{alike}"

    @property
    def explained(self) -> str:
        """What the value is."""
        by = "pairs" if self.strata_weight == "pairs" else "positive rows"
        return (
            f"The partial AUC of a stratum is the area of its own ROC curve, {super().condition}, as a share "
            f"of the most that this part can have. The value is the mean over strata, by their {by}. A "
            "negative row that ties with a positive one counts as half above it."
        )

    def refusal(self, problem: Problem) -> str | None:
        """Say why counts leave 62 bits; None if they do not."""
        if 2 * self.width.denominator * problem.total < MOST:
            return None
        return (
            f"Counts of {self!r} on these rows leave 62 bits. Write its limit with fewer digits, or use "
            "smaller sample weights."
        )

    def worth(self, problem: Problem) -> Worth:
        """What a row is worth by the limit of the stratum with the most of the other class."""
        most = int(self._others(problem).max())
        return Worth(2 * self.width.numerator * most, 1, 2 * self.width.denominator)

    def handicaps(self, problem: Problem) -> np.ndarray:
        """What is above the rows of each stratum from the start, since it has less room than the largest."""
        others = self._others(problem)
        return 2 * self.width.numerator * (others.max() - others)

    def _others(self, problem: Problem) -> np.ndarray:
        """Weight of the class that is not summed over, of each stratum."""
        assert isinstance(problem, StratifiedProblem)
        return problem.stratum_weight[:, 0 if self.of_negatives else 1]

    def whole(self, problem: Problem) -> int:
        """The value of areas that fill the part in all strata."""
        return 2 * self.width.numerator * problem.total

    def share_at_most(self, problem: Problem, value: int) -> Fraction:
        """The share of a value that factors of strata may have been rounded for."""
        times = self.width.numerator
        return Fraction(value + times * problem.rounding, 2 * times * problem.nominal)

    def most(self, problem: Problem) -> int:
        """No direction has a higher value: rows of the other class at the same point tie for ever."""
        assert isinstance(problem, StratifiedProblem)
        worth = self.worth(problem)
        mine, others = problem.weight.T[:: -1 if self.of_negatives else 1]
        above = tied_unit(worth) * others + self.handicaps(problem)[problem.stratum]
        used = np.flatnonzero(mine)
        return sum(int(mine[i]) * int(worth_of(worth, above[i])) for i in used)

    def count(self, problem: Problem, direction: Sequence[int]) -> CurveCounts:
        """Count an integer direction in the problem's coordinates, by its integer weights."""
        assert isinstance(problem, StratifiedProblem)
        return self._count_strata(problem, *problem.order(direction), problem.weight)

    def recount(self, problem: Problem, direction: Sequence[int]) -> CurveCounts:
        """Count by the true factors of the strata."""
        assert isinstance(problem, StratifiedProblem)
        return self._count_strata(problem, *problem.order(direction), problem.weight, exactly=True)

    def count_scores(self, problem: Problem, scores: np.ndarray) -> CurveCounts:
        """Count float scores of the points, as they are, equal ones tied."""
        assert isinstance(problem, StratifiedProblem)
        return self._count_strata(problem, *problem.order_by(scores), problem.weight, exactly=True)

    def count_rows(self, problem: Problem, coef: np.ndarray) -> CurveCounts:
        """Count float weights on the rows as they came, exactly."""
        assert isinstance(problem, StratifiedProblem)
        return self._count_strata(problem, *problem.order_given(coef), problem.given.weight, exactly=True)

    def _count_strata(
        self,
        problem: StratifiedProblem,
        place: np.ndarray,
        rises: np.ndarray,
        weight: np.ndarray,
        *,
        exactly: bool = False,
    ) -> CurveCounts:
        """Values of all strata, of points or rows in order within each of them."""
        blocks, handicaps, worth = problem.blocks_of(weight), self.handicaps(problem), self.worth(problem)
        if self.of_negatives:
            values = weigh_strata(worth, handicaps, place, rises, blocks, weight[:, 1], weight[:, 0])
        else:
            # From the top, the last stratum first.
            turned = place[::-1].copy(), np.append(True, rises[:0:-1]), len(place) - blocks[::-1]
            values = weigh_strata(worth, handicaps[::-1].copy(), *turned, weight[:, 0], weight[:, 1])[::-1]
        value = problem.sum_strata(values // problem.given.factor, exactly=exactly)
        right, tied, total = problem.weigh_strata(problem.count_strata(place, rises, weight), exactly=exactly)
        return CurveCounts(value, 2 * self.width.numerator * total, Counts(right, tied, total))

    def measure(
        self,
        y: np.ndarray,
        scores: np.ndarray,
        weights: np.ndarray | None,
        strata: np.ndarray | None = None,
    ) -> float:
        """The mean of the partial areas of any scores within strata."""
        return partial_auc(
            y,
            scores,
            max_fpr=self.max_fpr,
            min_tpr=self.min_tpr,
            sample_weight=weights,
            strata=strata,
            strata_weight=self.strata_weight,
        )

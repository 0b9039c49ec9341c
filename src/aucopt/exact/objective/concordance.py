"""The share of right pairs, where an ordered or censored outcome, or strata, say which pairs count.

With N pairs that count, R right and T tied, concordance = (2R + T) / 2N, ties counted half. A search takes
the differences of these pairs for positives and the origin for the only negative: its value is the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aucopt.exact.objective.roc import AUC, Counts
from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import StratifiedProblem
from aucopt.metrics.concordance import concordance
from aucopt.words.quantity import Quantity


@dataclass(frozen=True)
class ComparedPairs(AUC):
    """The share of right pairs among those that a problem compares."""

    def count(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count an integer direction in the problem's coordinates."""
        if not isinstance(problem, ComparedProblem | StratifiedProblem):
            # Differences that have forgotten their rows.
            return super().count(problem, direction)
        return Counts(*problem.compare(direction), problem.total)

    def recount(self, problem: Problem, direction: Sequence[int]) -> Counts:
        """Count by the true weights, where those of the search had to be rounded."""
        if not isinstance(problem, ComparedProblem | StratifiedProblem):
            return super().recount(problem, direction)
        return Counts(*problem.recompare(direction))

    def count_scores(self, problem: Problem, scores: np.ndarray) -> Counts:
        """Count float scores of the rows, as they are, equal ones tied."""
        if not isinstance(problem, ComparedProblem | StratifiedProblem):
            return super().count_scores(problem, scores)
        return Counts(*problem.compare_scores(scores))

    def count_rows(self, problem: Problem, coef: np.ndarray) -> Counts:
        """Count float weights on the rows as they came, exactly."""
        if not isinstance(problem, ComparedProblem | StratifiedProblem):
            return super().count_rows(problem, coef)
        return Counts(*problem.compare_rows(coef))


@dataclass(frozen=True)
class Concordance(ComparedPairs):
    """The share of the comparable pairs that a score ranks correctly; ties count one half.

    It is for any outcome that can be ordered: counts, grades, continuous outcomes (Han's maximum rank
    correlation) and censored times (Harrell's C). A high score means a high outcome or an early event.

    Notes
    -----
    ``y`` is a column of numbers or, for censored times, a structured array of event and time as in
    scikit-survival, or two columns: event (0 or 1) and time. Two times are comparable if the earlier one is
    an event, or if they are equal and exactly one is an event. With `strata`, only rows of the same stratum
    are compared.

    Examples
    --------
    >>> import aucopt
    >>> X, grades = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 1, 2, 3]
    >>> aucopt.maximize(X, grades, aucopt.Concordance()).value
    1.0
    >>> events_and_times = [[1, 9.0], [0, 4.0], [1, 1.0], [1, 3.0]]
    >>> aucopt.maximize(X, events_and_times, aucopt.Concordance()).value
    1.0
    """

    is_auc = False
    classifies = False
    # How strata count; two classes alone have another way.
    strata_weight = "pairs"
    name = "concordance"
    optimiser = "concordance-opt"
    explained = "The share of pairs with a known order that are ranked correctly; ties count one half."
    quantity = Quantity("concordance")

    @property
    def stated(self) -> dict[str, Any]:  # type: ignore[override]
        """What a certificate says."""
        return {"name": "Concordance"}

    def measure(
        self,
        y: np.ndarray,
        scores: np.ndarray,
        weights: np.ndarray | None,
        strata: np.ndarray | None = None,
    ) -> float:
        """Return the concordance of scores."""
        return concordance(y, scores, sample_weight=weights, strata=strata, strata_weight=self.strata_weight)


@dataclass(frozen=True)
class StratifiedAUC(Concordance):
    """The AUC of pairs within strata.

    Parameters
    ----------
    strata_weight : {"pairs", "cases"}
        Whether all pairs count alike, or all positives: the pairs of a positive count one over the weight of
        the negatives of its stratum.
    """

    strata_weight: str = "pairs"

    name = "AUC"
    optimiser = "AUC-opt"
    explained = (
        "The share of pairs of a positive and a negative row of the same stratum that are ranked correctly; "
        "ties count one half."
    )

    @property
    def without_strata(self) -> AUC:
        """What is asked of all rows where there are no strata."""
        return AUC()

    @property
    def condition(self) -> str:  # type: ignore[override]
        """Which pairs count."""
        return "within strata" if self.strata_weight == "pairs" else "within strata, all positives alike"

    @property
    def quantity(self) -> Quantity:  # type: ignore[override]
        """Its names for the narrator."""
        return Quantity(self.name, self.condition)

    @property
    def stated(self) -> dict[str, Any]:  # type: ignore[override]
        """What a certificate says."""
        more = {} if self.strata_weight == "pairs" else {"strata_weight": self.strata_weight}
        return {"name": "Concordance", **more}

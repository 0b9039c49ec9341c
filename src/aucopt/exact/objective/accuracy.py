"""Weights and cut-off together: the share of the rows that a linear rule classifies right.

A row is right if its side of the hyperplane is that of its class: y (w.x + b) > 0 with y = +1 or -1. So the
points y (x, 1) take the place of the positives, and the origin that of a single negative. A row on the
hyperplane is wrong, whatever its class.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.objective.base import CutOff
from aucopt.exact.objective.curve import as_decimal
from aucopt.exact.objective.roc import (
    Counts,
    Ordered,
    count_pairs,
    order_direction,
    order_raw_rows,
    order_scores,
)
from aucopt.exact.problem.problem import Problem
from aucopt.kernels.scores.curve import Worth
from aucopt.words.quantity import Quantity


class RowCounts(NamedTuple):
    """Weight of the rows that are right, of those on the hyperplane, and of all."""

    right: int
    tied: int
    total: int

    @property
    def value(self) -> int:
        """What is right."""
        return self.right

    @property
    def share(self) -> Fraction:
        """The accuracy."""
        return Fraction(self.right, self.total)

    @property
    def pairs(self) -> Counts:
        """Rows as pairs with the origin."""
        return Counts(*self)


class SideObjective:
    """The weight of the points on the right side of a hyperplane; a point on it is on neither side."""

    by_pairs = True
    by_positives = False
    exchanged = None
    needs_faces = False
    has_cut_off = True
    is_auc = False
    classifies = True
    name = ""
    shortfall = ""

    @property
    def condition(self) -> str:
        """How the points count."""
        return ""

    @property
    def quantity(self) -> Quantity:
        """Its names for the narrator."""
        return Quantity(self.name, self.condition, self.shortfall)

    def refusal(self, problem: Problem) -> str | None:
        """Say why a problem cannot be counted: weights must be exact."""
        if problem.exact_weight is None:
            return None
        return (
            f"These sample weights have too many digits for exact counts, which the objective {self!r} "
            "needs; round them to integers or to a few decimals."
        )

    def count(self, problem: Problem, direction: Sequence[int]) -> RowCounts:
        """Count an integer direction in the problem's coordinates, the intercept its last."""
        return self._count(order_direction(problem, direction))

    def recount(self, problem: Problem, direction: Sequence[int]) -> RowCounts:
        """Count by the true weights; rounded ones are refused."""
        return self.count(problem, direction)

    def count_scores(self, problem: Problem, scores: np.ndarray) -> RowCounts:
        """Count float scores of the points, as they are, equal ones tied."""
        return self._count(order_scores(scores, problem.weight))

    def count_rows(self, problem: Problem, coef: np.ndarray) -> RowCounts:
        """Count float weights on the rows as they came, exactly."""
        return self._count(order_raw_rows(problem, coef))

    def _count(self, ordered: Ordered) -> RowCounts:
        return RowCounts(*count_pairs(ordered))

    def whole(self, problem: Problem) -> int:
        """The weight of all rows."""
        return problem.total

    def most(self, problem: Problem) -> int:
        """No direction has a higher value: a point at the origin is on every hyperplane."""
        return problem.total - problem.coincident

    def value_of_cell(self, problem: Problem, right: int) -> int:
        """What is right."""
        return right

    def right_for(self, problem: Problem, value: int) -> int:
        """The weight of right rows beyond which a cell beats a value."""
        return value

    def worth(self, problem: Problem) -> Worth:
        """A point is worth one if the origin is not above it."""
        return self.worth_among(1)

    def worth_among(self, weight_of_others: int) -> Worth:
        """The same, whatever the origin weighs."""
        return Worth(0, 0, 1)

    def handicaps(self, problem: Problem) -> np.ndarray:
        """Nothing is above the points from the start."""
        return np.zeros(1, dtype=np.int64)

    def share(self, problem: Problem, value: int) -> Fraction:
        """The accuracy of a value."""
        return Fraction(value, problem.total)

    def share_at_most(self, problem: Problem, value: int) -> Fraction:
        """The same: rounded weights are refused."""
        return self.share(problem, value)

    def standardize(self, share: Fraction) -> Fraction | None:
        """Nothing but areas has another form."""
        return None

    def allows(self, fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
        """The cut-off is found with the weights; every point of the curve may be best."""
        return np.ones(len(fpr), dtype=bool)

    def whole_costs(self, classes: Sequence[Any], weight_of_each: Sequence[int]) -> tuple[int, int]:
        """What a negative and a positive row costs, as integers."""
        raise NotImplementedError

    def cut_off(self, scores: np.ndarray, weight: np.ndarray) -> CutOff | None:
        """The best cut of scores, and the interval of those that accept the same rows."""
        positives, negatives = (int(total) for total in weight.sum(axis=0))
        costs = self.whole_costs((False, True), (negatives, positives))
        rows = weight[:, 0].astype(object) * costs[1] + weight[:, 1].astype(object) * costs[0]
        cut = best_cut(scores, weight[:, 0] > 0, rows).value
        accepted = scores > cut
        low, high = scores[~accepted].max(initial=-np.inf), scores[accepted].min(initial=np.inf)
        return CutOff(cut, float(low), float(high))


class RowCut(NamedTuple):
    """The best cut of some scores for the rule score > cut, and the weight that it classifies right."""

    value: float
    right: Any


def best_cut(scores: np.ndarray, is_positive: np.ndarray, weight: np.ndarray) -> RowCut:
    """The cut that classifies the most weight right: between two scores, or beyond all of them.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.exact.objective.accuracy import best_cut
    >>> best_cut(np.array([1.0, 2.0, 3.0]), np.array([False, True, True]), np.array([1, 1, 1])).value
    1.5
    """
    order = np.argsort(scores, kind="stable")
    # From the lowest score up: accept all, then ever fewer.
    gains = np.where(is_positive[order], -weight[order], weight[order])
    right = weight[is_positive].sum() + np.append(0, np.cumsum(gains))
    ordered = scores[order]
    cuts = np.concatenate([[ordered[0] - 1.0], (ordered[1:] + ordered[:-1]) / 2, [ordered[-1] + 1.0]])
    apart = np.concatenate([[True], ordered[1:] != ordered[:-1], [True]])
    best = int(np.argmax(np.where(apart, right, -1)))
    return RowCut(float(cuts[best]), right[best])


@dataclass(frozen=True)
class Accuracy(SideObjective):
    """The share of rows that the rule ``X @ coef + intercept > 0`` classifies correctly.

    Weights and intercept are optimised together. This is Manski's maximum score, or one minus the smallest
    0-1 loss. With ``class_weight="balanced"`` it is the mean of sensitivity and specificity, so that Youden's
    index is twice the value minus one.

    Parameters
    ----------
    class_weight : None, "balanced" or dict of label to cost
        The cost of an error for each class, by which the sample weights are multiplied. None gives all rows
        the same cost, "balanced" gives both classes the same total cost, and ``{0: 1, 1: 5}`` makes a missed
        positive five times as costly as a false alarm.

    Notes
    -----
    A row on the hyperplane counts as an error. `Solution.intercept` is the intercept for `Solution.coef`, and
    `Solution.cutoff` is the equivalent cut-off of the score ``X @ coef``. `signs` do not constrain the
    intercept. If no rule is better than predicting a single class, `coef` is zero, and the notes say so.

    Examples
    --------
    >>> import aucopt
    >>> X, y = [[0, 1], [1, 0], [2, 2], [3, 1]], [0, 0, 1, 1]
    >>> solution = aucopt.maximize(X, y, aucopt.Accuracy())
    >>> solution.value
    1.0
    >>> (X @ solution.coef + solution.intercept > 0).tolist()
    [False, False, True, True]
    """

    class_weight: Any = None

    name = "accuracy"
    optimiser = "accuracy-opt"
    part = None

    def __post_init__(self) -> None:
        given = self.class_weight
        if given is None or (isinstance(given, str) and given == "balanced"):
            return
        if not isinstance(given, dict):
            raise ValueError(
                f'class_weight must be None, "balanced" or a dict of the cost of each class, not {given!r}.'
            )
        for label, cost in given.items():
            if isinstance(cost, bool) or not isinstance(cost, Real) or not 0 <= float(cost) < float("inf"):
                raise ValueError(f"The cost of class {label!r} must be a number of at least 0, not {cost!r}.")

    @property
    def condition(self) -> str:
        """How the classes count."""
        if self.class_weight is None:
            return ""
        if not isinstance(self.class_weight, dict):
            return "both classes alike"
        costs = sorted(self.class_weight.items(), key=lambda item: str(item[0]), reverse=True)
        return f"costs {':'.join(f'{float(cost):g}' for _, cost in costs)}"

    @property
    def explained(self) -> str:
        """What is maximised, and what the rows of each class cost."""
        share = (
            "The accuracy is the share of the rows{} on the right side of the cut-off; a row on it is wrong."
        )
        if self.class_weight is None:
            return share.format("")
        by_costs = share.format(", weighted by their costs,")
        if not isinstance(self.class_weight, dict):
            return f"{by_costs} Both classes have the same total cost."
        costs = {label: f"{float(cost):g}" for label, cost in self.class_weight.items()}
        if costs.keys() == {False, True} and all(isinstance(label, bool) for label in costs):
            return f"{by_costs} A missed positive costs {costs[True]}, a false alarm {costs[False]}."
        each = ", ".join(f"a row of class {label} costs {cost}" for label, cost in costs.items())
        return f"{by_costs} {each[0].upper()}{each[1:]}."

    @property
    def shortfall(self) -> str:  # type: ignore[override]
        """Errors, where all count alike."""
        return "errors per 1,000 rows" if self.class_weight is None else ""

    @property
    def stated(self) -> dict[str, Any]:
        """What a certificate says, but for costs, which need the labels (`costs_as_decimals`)."""
        return {"name": "Accuracy", **({} if self.class_weight is None else {"class_weight": "balanced"})}

    def costs(self, classes: Sequence[Any]) -> tuple[Fraction, Fraction] | None:
        """What a negative and a positive row costs; None where that depends on how many there are."""
        if self.class_weight is None:
            return Fraction(1), Fraction(1)
        if not isinstance(self.class_weight, dict):
            return None
        found = []
        for label in classes:
            cost = [c for key, c in self.class_weight.items() if key == label]
            if not cost:
                raise ValueError(f"class_weight has no cost for class {label!r}.")
            value = cost[0]
            found.append(
                Fraction(value) if isinstance(value, int | Fraction) else Fraction(str(float(value)))
            )
        if not any(found):
            raise ValueError("class_weight must not be 0 for both classes.")
        return found[0], found[1]

    def whole_costs(self, classes: Sequence[Any], weight_of_each: Sequence[int]) -> tuple[int, int]:
        """The costs of a negative and of a positive row as integers without a common factor."""
        costs = self.costs(classes)
        if costs is None:
            negatives, positives = weight_of_each
            return positives // gcd(negatives, positives), negatives // gcd(negatives, positives)
        common = lcm(*(cost.denominator for cost in costs))
        whole = [int(cost * common) for cost in costs]
        return whole[0] // gcd(*whole), whole[1] // gcd(*whole)

    def of_booleans(self, classes: Sequence[Any]) -> "Accuracy":
        """The same with False and True in place of two labels."""
        if not isinstance(self.class_weight, dict):
            return self
        return Accuracy(dict(zip((False, True), self.costs(classes) or (), strict=True)))

    def row_weights(self, positive: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
        """What each row counts, by its class and its weight; together one."""
        rows = np.ones(len(positive)) if weights is None else weights / weights.max()
        costs = self.costs((False, True))
        for members, cost in zip((~positive, positive), costs or (None, None), strict=True):
            rows[members] *= 1 / max(rows[members].sum(), 1e-300) if cost is None else float(cost)
        return rows / rows.sum()

    def measure(
        self,
        y: np.ndarray,
        scores: np.ndarray,
        weights: np.ndarray | None,
        strata: np.ndarray | None = None,
    ) -> float:
        """Return the accuracy of scores at their best cut-off."""
        return min(float(best_cut(scores, y, self.row_weights(y, weights)).right), 1.0)

    def stated_for(self, classes: Sequence[Any]) -> dict[str, Any]:
        """What a certificate says: costs as decimals, that of the negatives first."""
        if not isinstance(self.class_weight, dict):
            return self.stated
        costs = self.costs(classes)
        assert costs is not None
        return {"name": "Accuracy", "class_weight": [as_decimal(cost) for cost in costs]}

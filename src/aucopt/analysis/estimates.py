"""What scores of rows that no fit has seen tell of an objective: its value, an interval, a curve.

Scores of different fits share no scale. Where all pairs count alike a row is compared with rows of its own
fold only, and DeLong's components of all folds together give the covariance. A part of the ROC curve cannot
be taken fold by fold: at a specificity of 0.95 a fold of 20 negatives has room for one. So the scores of a
fold are put on a scale that its training rows define: zero where the part of the curve ends on them, one
standard deviation of their scores. On this scale the rows of all folds make one curve.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from aucopt.analysis.shares import OutcomePairs, RightRows
from aucopt.analysis.stratum_areas import StratumAreas, quantile
from aucopt.delong import AUCComparison, AUCInterval, ROCComparison, ROCInterval
from aucopt.delong.comparison import comparison_of
from aucopt.delong.components import Components, Floats, place_rows
from aucopt.delong.interval import interval_of
from aucopt.delong.parts import PlacementSpread, place_part, spread_of
from aucopt.delong.roc_comparison import roc_comparison_of
from aucopt.delong.roc_interval import interval_of_part
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.metrics.curve import see_sides
from aucopt.metrics.part import Part
from aucopt.outcomes import Outcome

Rates = tuple[Floats, Floats]


class SeenRows(NamedTuple):
    """Rows of a fold, or those it was fitted to, with what each method makes of them.

    Attributes
    ----------
    positive : (n,) array of bool
        Their classes; empty if the outcome is another one.
    weights : (n,) array or None
        Their weights, if there are any.
    scores : sequence of (n,) arrays
        The scores of each method.
    outcome : Outcome or None
        Which of their pairs count, if not all of two classes.
    called : sequence of (n,) arrays of bool
        Which rows each method calls positive.
    """

    positive: np.ndarray
    weights: np.ndarray | None
    scores: Sequence[np.ndarray]
    outcome: Outcome | None = None
    called: Sequence[np.ndarray] = ()


Interval = AUCInterval | ROCInterval
Comparison = AUCComparison | ROCComparison


class Estimate(Protocol):
    """Collects what methods make of the rows of each fold, repeat by repeat."""

    @property
    def n_placed(self) -> int:
        """How many numbers `place` has for each row."""

    def place(self, train: SeenRows, test: SeenRows) -> Floats:
        """What is to be remembered of each test row, mostly a number for each method."""

    def add(self, placed: Floats, positive: np.ndarray, rows: Floats) -> None:
        """Add a cross-validation in which every row, of these weights, was placed once."""

    def intervals(self, confidence: float) -> Sequence[Interval]:
        """The value of each method, and what it lies between."""

    def comparison(self, names: tuple[str, ...], confidence: float) -> Comparison:
        """The methods against each other."""

    def curves(self) -> list[Rates]:
        """False and true positive rates of each method; none if there is no curve."""


def estimate_of(
    objective: Objective, n_methods: int, unit: np.ndarray | None = None, outcome: Outcome | None = None
) -> Estimate:
    """How an objective is estimated; `unit` numbers what folds keep together, if that is more than rows.

    A part of the curves of strata needs the `outcome` of all rows.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis.estimates import estimate_of
    >>> type(estimate_of(aucopt.Sensitivity(specificity=0.95), 2)).__name__
    'OneCurve'
    """
    if isinstance(objective, StratifiedPartialAUC):
        assert outcome is not None
        return StratumAreas(objective, n_methods, outcome, unit)
    if not objective.classifies:
        return OutcomePairs(objective, n_methods, unit)
    if isinstance(objective, Accuracy):
        return RightRows(objective, n_methods)
    part = objective.part
    return PairsOfFolds(n_methods) if part is None else OneCurve(part, n_methods)


class PairsOfFolds:
    """How well each row is placed among the rows of its fold, on average over the repeats."""

    def __init__(self, n_methods: int) -> None:
        self.n_placed = n_methods
        self._covariance = np.zeros((n_methods, n_methods))
        self._placed: list[Components] = []

    def place(self, train: SeenRows, test: SeenRows) -> Floats:
        """The share of the other class on the right side of each row."""
        found = place_rows(test.positive, list(test.scores), test.weights)
        placed = np.zeros((len(test.scores), len(test.positive)))
        placed[:, test.positive], placed[:, ~test.positive] = found.positives, found.negatives
        return placed

    def add(self, placed: Floats, positive: np.ndarray, rows: Floats) -> None:
        """Add a cross-validation."""
        components = Components(placed[:, positive], placed[:, ~positive], rows[positive], rows[~positive])
        covariance = components.covariance
        assert covariance is not None  # there are two rows of each class
        self._covariance += covariance
        self._placed.append(components)

    @property
    def _mean(self) -> Components:
        return self._placed[0]._replace(
            positives=np.mean([placed.positives for placed in self._placed], axis=0),
            negatives=np.mean([placed.negatives for placed in self._placed], axis=0),
        )

    def intervals(self, confidence: float) -> list[AUCInterval]:
        """The mean AUC of each method, with the covariance of a single split."""
        mean, covariance = self._mean, self._covariance / len(self._placed)
        return [
            interval_of(mean.only(k), covariance[[k]][:, [k]], confidence) for k in range(len(covariance))
        ]

    def comparison(self, names: tuple[str, ...], confidence: float) -> AUCComparison:
        """The methods against each other."""
        return comparison_of(names, self._mean.aucs, self._covariance / len(self._placed), confidence)

    def curves(self) -> list[Rates]:
        """The share of positives that at most a share of negatives outranks; the area below is the AUC."""
        mean = self._mean
        return [_steps(1 - placed, mean.positive_weights) for placed in mean.positives]


class OneCurve:
    """The curve of all rows, each scored by fits that have not seen it, on average over the repeats."""

    def __init__(self, part: Part, n_methods: int) -> None:
        self.part, self.n_placed = part, n_methods
        self._covariance = np.zeros((n_methods, n_methods))
        self._values: list[Floats] = []
        self._spreads: list[list[PlacementSpread]] = [[] for _ in range(n_methods)]
        self._beyond: list[list[Floats]] = [[] for _ in range(n_methods)]
        self._weights = np.ones(0)

    def place(self, train: SeenRows, test: SeenRows) -> Floats:
        """Scores on the scale of the training rows."""
        others = train.positive if self.part.exchanged else ~train.positive
        room = float(self.part.room)
        share = room if self.part.exchanged else 1 - room
        placed = []
        for seen, new in zip(train.scores, test.scores, strict=True):
            weights = None if train.weights is None else train.weights[others]
            zero = quantile(seen[others], weights, share)
            placed.append((new - zero) / (float(np.std(seen)) or 1.0))
        return np.array(placed)

    def add(self, placed: Floats, positive: np.ndarray, rows: Floats) -> None:
        """Add a cross-validation."""
        # Equal weights are counted in integers, so that limits are exact.
        weights = None if np.ptp(rows) == 0 else rows
        values, components = place_part(self.part, positive, list(placed), weights)
        covariance = components.covariance
        assert covariance is not None  # there are two rows of each class
        self._covariance += covariance
        self._values.append(values)
        for k, scores in enumerate(placed):
            spread = spread_of(components, k)
            assert spread is not None
            self._spreads[k].append(spread)
            sides = see_sides(self.part, positive, scores, weights)
            self._beyond[k].append((sides.above + sides.tied).astype(np.float64) / float(sides.of_others))
        self._weights = components.positive_weights

    def intervals(self, confidence: float) -> list[ROCInterval]:
        """The mean value of each method, with the variance of a single split."""
        return [
            interval_of_part(
                self.part, float(value), PlacementSpread(*np.mean(spreads, axis=0).tolist()), confidence
            )
            for value, spreads in zip(np.mean(self._values, axis=0), self._spreads, strict=True)
        ]

    def comparison(self, names: tuple[str, ...], confidence: float) -> ROCComparison:
        """The methods against each other."""
        covariance = self._covariance / len(self._values)
        return roc_comparison_of(self.part, names, np.mean(self._values, axis=0), covariance, confidence)

    def curves(self) -> list[Rates]:
        """Mean curves, on which the values of operating points can be read off."""
        found = []
        for beyond in self._beyond:
            x, y = _steps(np.concatenate(beyond), np.tile(self._weights, len(beyond)))
            # Seen from the negatives: the share of those kept, by the share of positives that are missed.
            found.append((1 - y[::-1], 1 - x[::-1]) if self.part.exchanged else (x, y))
        return found


def _steps(beyond: Floats, weights: Floats) -> Rates:
    """The share of rows with at most so much of the other class beyond them, as the corners of steps."""
    order = np.argsort(beyond)
    reached = np.append(0.0, np.cumsum(weights[order]))
    x = np.concatenate([[0.0], np.repeat(beyond[order], 2), [1.0]])
    return x, np.repeat(reached / reached[-1], 2)

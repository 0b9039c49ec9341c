"""Shares of what is right among rows that no fit has seen: of the pairs that count, or of the rows.

Both are ratios of sums, and each row, or each stratum that folds keep whole, has its part in them. With what
it is credited with, a, and its part of all, b, a ratio C has the variance of the sum of (a - C b), over the
square of the whole sum of b. For the AUC this is DeLong's variance.
"""

from typing import TYPE_CHECKING

import numpy as np

from aucopt.delong import AUCComparison, ROCInterval
from aucopt.delong.comparison import comparison_of
from aucopt.delong.components import Floats
from aucopt.delong.interval import logit_interval
from aucopt.exact.objective.accuracy import Accuracy
from aucopt.exact.objective.base import Objective
from aucopt.metrics.concordance import place_pairs, weigh_cases

if TYPE_CHECKING:
    from aucopt.analysis.estimates import Rates, SeenRows


class Shares:
    """Values of several methods and their covariance, repeat by repeat; a repeat adds one of each."""

    def __init__(self, name: str, n_methods: int) -> None:
        self._name = name
        self._values: list[Floats] = []
        self._covariance = np.zeros((n_methods, n_methods))

    def _add_repeat(self, values: Floats, parts: Floats) -> None:
        """Add the values of a cross-validation, and how much each unit moves each of them."""
        n = parts.shape[1]
        self._values.append(values)
        self._covariance += parts @ parts.T * (n / max(n - 1, 1))

    def intervals(self, confidence: float) -> list[ROCInterval]:
        """The mean value of each method, with the variance of a single split."""
        found = []
        errors = np.sqrt(np.diag(self._covariance) / len(self._values))
        for value, error in zip(np.mean(self._values, axis=0).tolist(), errors.tolist(), strict=True):
            if error == 0 or not 0 < value < 1:
                why = "no interval: all pairs are ranked correctly, or none, or all rows are equal"
                found.append(ROCInterval(self._name, value, np.nan, np.nan, error, confidence, why))
                continue
            ends = logit_interval(value, error, confidence)
            found.append(ROCInterval(self._name, value, *ends, error, confidence))
        return found

    def comparison(self, names: tuple[str, ...], confidence: float) -> AUCComparison:
        """The methods against each other."""
        covariance = self._covariance / len(self._values)
        return comparison_of(names, np.mean(self._values, axis=0), covariance, confidence)

    def curves(self) -> "list[Rates]":
        """A share of right pairs, or of right rows, has no curve."""
        return []


class OutcomePairs(Shares):
    """The share of right pairs of an outcome, each pair within a fold, and within a stratum if there are any.

    Parameters
    ----------
    objective : Concordance
        What is estimated.
    n_methods : int
        How many methods there are.
    unit : (n,) array of int, optional
        The strata that folds keep whole: they are then independent, and rows within them are not.
    """

    def __init__(self, objective: Objective, n_methods: int, unit: np.ndarray | None = None) -> None:
        super().__init__(objective.quantity.whole, n_methods)
        # What each method credits a row with, and its part of all pairs.
        self.n_placed = n_methods + 1
        self._unit = unit
        self._by_cases = getattr(objective, "strata_weight", "pairs") == "cases"

    def place(self, train: "SeenRows", test: "SeenRows") -> Floats:
        """What each method credits the rows with, and their part of all pairs."""
        outcome = test.outcome
        assert outcome is not None
        weights = np.ones(len(outcome.level)) if test.weights is None else test.weights.astype(np.float64)
        if self._by_cases:
            weights = weigh_cases(outcome, weights)
        placed = [place_pairs(outcome, scores, weights) for scores in test.scores]
        return np.array([*(credit for credit, _ in placed), placed[0][1]])

    def add(self, placed: Floats, positive: np.ndarray, rows: Floats) -> None:
        """Add a cross-validation."""
        # Each pair is counted twice, by either of its rows.
        sides = 2
        if self._unit is not None:
            # Both rows of a pair are in the same unit.
            placed, sides = np.array([np.bincount(self._unit, row) for row in placed]), 1
        credit, pairs = placed[:-1], placed[-1]
        whole = pairs.sum()
        if whole == 0:
            raise ValueError("No fold contains two comparable rows.")
        values = credit.sum(axis=1) / whole
        self._add_repeat(values, sides * (credit - np.outer(values, pairs)) / whole)


class RightRows(Shares):
    """The share of right rows, each row by its cost, as the rule of a fit that has not seen it calls it."""

    def __init__(self, objective: Accuracy, n_methods: int) -> None:
        super().__init__(objective.quantity.whole, n_methods)
        self.n_placed = n_methods
        self._objective = objective

    def place(self, train: "SeenRows", test: "SeenRows") -> Floats:
        """Which rows each method calls right."""
        return np.array([called == test.positive for called in test.called], dtype=np.float64)

    def add(self, placed: Floats, positive: np.ndarray, rows: Floats) -> None:
        """Add a cross-validation."""
        counts = self._objective.row_weights(positive, rows)
        values = placed @ counts
        # Where both classes count alike, whatever their sizes, each varies around a share of its own.
        centre = np.outer(values, np.ones(len(positive)))
        if self._objective.costs((False, True)) is None:
            for members in (positive, ~positive):
                shares = placed[:, members] @ counts[members] / counts[members].sum()
                centre[:, members] = shares[:, np.newaxis]
        self._add_repeat(values, (placed - centre) * counts)

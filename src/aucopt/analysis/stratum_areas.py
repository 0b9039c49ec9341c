"""Partial areas within strata, of rows that no fit has seen.

Each stratum has a curve of its own, of all its rows. Where folds keep strata whole, one fit scores a stratum,
and strata are independent. Where the rows of a stratum are spread over the folds, their scores are put on a
scale that the training rows of the same stratum define, as in `estimates.py`; rows are then independent.
"""

from typing import TYPE_CHECKING

import numpy as np

from aucopt.analysis.shares import Shares
from aucopt.delong.components import Floats
from aucopt.delong.parts import place_part
from aucopt.exact.objective.stratified import StratifiedPartialAUC
from aucopt.outcomes import Outcome, compared_strata

if TYPE_CHECKING:
    from aucopt.analysis.estimates import SeenRows


class StratumAreas(Shares):
    """The mean of the partial areas of strata, by their pairs or by their positives.

    Parameters
    ----------
    objective : StratifiedPartialAUC
        What is estimated.
    n_methods : int
        How many methods there are.
    outcome : Outcome
        The classes and strata of all rows.
    unit : (n,) array of int, optional
        The strata that folds keep whole.
    """

    def __init__(
        self,
        objective: StratifiedPartialAUC,
        n_methods: int,
        outcome: Outcome,
        unit: np.ndarray | None = None,
    ) -> None:
        super().__init__(objective.quantity.whole, n_methods)
        assert objective.part is not None
        self.n_placed, self._part = n_methods, objective.part
        self._by_cases = objective.strata_weight == "cases"
        self._outcome, self._keeps_strata = outcome, unit is not None

    def place(self, train: "SeenRows", test: "SeenRows") -> Floats:
        """Scores, on the scale of the training rows of the same stratum where folds divide strata."""
        placed = np.array(test.scores)
        if self._keeps_strata:
            return placed
        old, new = train.outcome, test.outcome
        assert old is not None
        assert new is not None
        others = old.wins == self._part.exchanged
        room = float(self._part.room)
        share = room if self._part.exchanged else 1 - room
        for row, seen in zip(placed, train.scores, strict=True):
            row /= float(np.std(seen)) or 1.0
            for stratum in np.unique(new.stratum):
                inside = others & (old.stratum == stratum)
                if inside.any():
                    weights = None if train.weights is None else train.weights[inside]
                    scale = float(np.std(seen)) or 1.0
                    row[new.stratum == stratum] -= quantile(seen[inside] / scale, weights, share)
        return placed

    def add(self, placed: Floats, positive: np.ndarray, rows: Floats) -> None:
        """Add a cross-validation."""
        outcome = self._outcome
        strata = np.flatnonzero(compared_strata(outcome))
        values, sizes, parts = [], [], np.zeros_like(placed)
        for stratum in strata:
            inside = np.flatnonzero(outcome.stratum == stratum)
            wins, weights = outcome.wins[inside], rows[inside]
            # Equal weights are counted in integers, so that limits are exact.
            found = place_part(
                self._part, wins, list(placed[:, inside]), None if np.ptp(rows) == 0 else weights
            )
            size = weights[wins].sum() * (1.0 if self._by_cases else weights[~wins].sum())
            values.append(found.values)
            sizes.append(size)
            mine = wins != self._part.exchanged
            for members, of_rows in (
                (mine, found.components.positives),
                (~mine, found.components.negatives),
            ):
                share = weights[members] / weights[members].sum()
                centred = of_rows - (of_rows @ share)[:, np.newaxis]
                parts[:, inside[members]] = size * share * centred
        whole = float(np.sum(sizes))
        of_strata, weight = np.array(values).T, np.array(sizes) / whole
        mean = of_strata @ weight
        if self._keeps_strata:
            self._add_repeat(mean, (of_strata - mean[:, np.newaxis]) * weight)
        else:
            self._add_repeat(mean, parts / whole)


def quantile(values: Floats, weights: Floats | None, share: float) -> float:
    """The value that a share of the weight does not exceed."""
    order = np.argsort(values)
    passed = np.cumsum(np.ones(len(values)) if weights is None else weights[order].astype(np.float64))
    place = np.searchsorted(passed, share * passed[-1])
    return float(values[order[min(int(place), len(values) - 1)]])

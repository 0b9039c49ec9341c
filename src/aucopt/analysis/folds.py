"""The fits of a cross-validation: every method without a fold, then on it, while there is time."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.pipeline import Pipeline

from aucopt.analysis.estimates import Estimate, SeenRows
from aucopt.estimators.cuts import cut_for
from aucopt.exact.objective.base import Objective
from aucopt.outcomes import Outcome


class NoTimeLeft(Exception):
    """The last resort: no time is left for this repeat."""


class FoldRows(NamedTuple):
    """All rows of a cross-validation.

    Attributes
    ----------
    X : (n, d) array
        Their values.
    y : array
        What methods are fitted to: which rows are positive, or another outcome.
    positive : (n,) array of bool
        Their classes; empty for another outcome.
    weights : (n,) array or None
        The weights of the rows.
    outcome : Outcome
        Which pairs count.
    strata : (n,) array or None
        Their strata.
    """

    X: np.ndarray
    y: np.ndarray
    positive: np.ndarray
    weights: np.ndarray | None
    outcome: Outcome
    strata: np.ndarray | None

    def pick(self, rows: np.ndarray) -> "FoldRows":
        """Some of the rows."""
        return FoldRows(
            self.X[rows],
            self.y[rows],
            self.positive[rows] if len(self.positive) else self.positive,
            None if self.weights is None else self.weights[rows],
            self.outcome.pick(rows),
            None if self.strata is None else self.strata[rows],
        )


class Fold(NamedTuple):
    """What all methods make of the rows of one fold: where they are placed, and which are called positive."""

    test: np.ndarray
    placed: np.ndarray
    called: Sequence[np.ndarray]
    statuses: dict[str, str]


class Folds:
    """Fits all methods without a fold and scores it, while there is time.

    Parameters
    ----------
    methods : mapping of str to estimator
        Unfitted. For two classes `decision_function` scores rows, for other outcomes `predict`.
    objective : Objective
        What is estimated.
    estimate : Estimate
        How.
    rows : FoldRows
        The rows.
    deadline : float or None
        When no fit may begin any more.
    """

    def __init__(
        self,
        methods: Mapping[str, BaseEstimator],
        objective: Objective,
        estimate: Estimate,
        rows: FoldRows,
        deadline: float | None,
    ) -> None:
        self.methods, self.rows = methods, rows
        self.objective, self.estimate, self.deadline = objective, estimate, deadline

    def run(self, splits: Iterator[tuple[np.ndarray, np.ndarray]]) -> Iterator[Fold]:
        """The folds of a split, one after the other."""
        for train, test in splits:
            seen, unseen = self.rows.pick(train), self.rows.pick(test)
            models = {name: self._fitted(method, seen) for name, method in self.methods.items()}
            new = self._seen(models.values(), unseen)
            if self.objective.part is None:
                # Pairs within the fold need no scale, and `predict` has a cut.
                if self.objective.classifies:
                    new = new._replace(called=[model.predict(unseen.X) for model in models.values()])
                placed = self.estimate.place(new, new)
            else:
                old = self._seen(models.values(), seen)
                placed = self.estimate.place(old, new)
                if self.objective.classifies:
                    new = new._replace(called=self._called(old, new))
            statuses = {name: model.status_ for name, model in models.items() if hasattr(model, "status_")}
            yield Fold(test, placed, new.called, statuses)

    def _seen(self, models: Iterable[Any], rows: FoldRows) -> SeenRows:
        scores = [
            (model.decision_function if self.objective.classifies else model.predict)(rows.X)
            for model in models
        ]
        return SeenRows(rows.positive, rows.weights, scores, rows.outcome)

    def _called(self, old: SeenRows, new: SeenRows) -> list[np.ndarray]:
        """Which rows each method calls positive by the cut-off of the rows it was fitted to."""
        cuts = [cut_for(self.objective, old.positive, scores, old.weights) for scores in old.scores]
        return [scores > cut for scores, cut in zip(new.scores, cuts, strict=True)]

    def _fitted(self, method: Any, rows: FoldRows) -> Any:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise NoTimeLeft
        model = clone(method)
        step = f"{model.steps[-1][0]}__" if isinstance(model, Pipeline) else ""
        more = {} if rows.weights is None else {f"{step}sample_weight": rows.weights}
        if rows.strata is not None:
            more["strata"] = rows.strata
        model.fit(rows.X, rows.y, **more)
        if getattr(model, "status_", None) == "interrupted":
            # A search that is interrupted hands over what it has; here nobody wants the next fold.
            raise KeyboardInterrupt
        return model

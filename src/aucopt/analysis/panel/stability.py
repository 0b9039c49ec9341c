"""How surely the same panel is chosen: the whole selection repeated on resamples, and its optimism.

A resample draws rows of each class with replacement. What its panel reaches on the resample, minus what it
reaches on all rows, is how much an apparent value promises too much (Efron's optimism).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from aucopt.estimators.panel import PanelClassifier
from aucopt.exact.objective.named import read_objective


@dataclass(frozen=True, eq=False)
class Stability:
    """How often columns and panels are chosen.

    Attributes
    ----------
    n_fits : int
        How often the selection was repeated.
    source : {"resamples", "folds"}
        On what.
    same : int
        How often exactly the same panel was chosen.
    columns : (p,) array of int
        How often each column was chosen.
    panels : list of (tuple of int, int)
        The panels that were chosen and how often, the most frequent first.
    """

    n_fits: int
    source: str
    same: int
    columns: np.ndarray
    panels: list[tuple[tuple[int, ...], int]]


@dataclass(frozen=True)
class Optimism:
    """The optimism of the apparent value, estimated by the bootstrap.

    Attributes
    ----------
    value : float
        The mean over the resamples of the value there minus the value on all rows.
    corrected : float
        The apparent value minus that.
    n_resamples : int
        How many were drawn.
    """

    value: float
    corrected: float
    n_resamples: int


class RecordedPanel(PanelClassifier):
    """A panel classifier whose clones tell what they chose: cross-validation clones what it fits."""

    chosen: list[tuple[int, ...]]

    def __sklearn_clone__(self) -> "RecordedPanel":
        twin = type(self)(**self.get_params(deep=False))
        twin.chosen = self.chosen
        return twin

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> "RecordedPanel":
        """Choose and fit as `PanelClassifier` does, and write the columns down."""
        super().fit(X, y, sample_weight)
        self.chosen.append(tuple(self.panel_.tolist()))
        return self


def record(model: PanelClassifier) -> RecordedPanel:
    """The same classifier, unfitted, that keeps the panels of its clones in `chosen`.

    Examples
    --------
    >>> from aucopt import PanelClassifier
    >>> from aucopt.analysis.panel.stability import record
    >>> from sklearn.base import clone
    >>> model = record(PanelClassifier(k=1))
    >>> _ = clone(model).fit([[0, 1], [1, 2], [1, 0], [0, 3]], [0, 1, 1, 0])
    >>> model.chosen
    [(0,)]
    """
    twin = RecordedPanel(**model.get_params(deep=False))
    twin.chosen = []
    return twin


def count_chosen(
    chosen: Iterable[Sequence[int]], best: Sequence[int], n_columns: int, source: str
) -> Stability:
    """Count how often the best panel and each column was chosen.

    Examples
    --------
    >>> from aucopt.analysis.panel.stability import count_chosen
    >>> found = count_chosen([(0, 1), (0, 2), (0, 1)], (0, 1), 3, "folds")
    >>> found.same, found.columns.tolist(), found.panels
    (2, [3, 2, 1], [((0, 1), 2), ((0, 2), 1)])
    """
    counts = Counter(tuple(panel) for panel in chosen)
    columns = np.zeros(n_columns, dtype=np.int64)
    for panel, n in counts.items():
        columns[list(panel)] += n
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Stability(counts.total(), source, counts[tuple(best)], columns, ranked)


def resample_selection(
    model: PanelClassifier,
    X: np.ndarray,
    positive: np.ndarray,
    weights: np.ndarray | None,
    *,
    apparent: float,
    n_resamples: int,
    seed: int,
    callback: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Optimism, list[tuple[int, ...]]]:
    """Repeat the whole selection on resamples; return the optimism and the panels chosen.

    Parameters
    ----------
    model : PanelClassifier
        The selection, unfitted.
    X, positive, weights
        The rows.
    apparent : float
        What the selection reaches on all rows.
    n_resamples, seed : int
        How many resamples, and their seed; the first ones are the same however many there are.
    callback : callable
        Called with the number of resamples done and of all.
    """
    recorded, measure = record(model), read_objective(model.objective).measure
    gaps = []
    whole = np.ones(len(positive), dtype=np.int64) if weights is None else weights
    for i, child in enumerate(np.random.SeedSequence(seed).spawn(n_resamples), start=1):
        rng = np.random.default_rng(child)
        times = np.zeros(len(positive), dtype=np.int64)
        for members in (np.flatnonzero(positive), np.flatnonzero(~positive)):
            times += np.bincount(rng.choice(members, len(members)), minlength=len(positive))
        drawn = times > 0
        fitted = clone(recorded)
        # Rows drawn twice count twice; so the search sees each row once.
        fitted.fit(X[drawn], positive[drawn], times[drawn] * whole[drawn])
        if fitted.status_ == "interrupted":
            raise KeyboardInterrupt
        scores = fitted.decision_function(X)
        there = measure(positive[drawn], scores[drawn], times[drawn] * whole[drawn])
        gaps.append(there - measure(positive, scores, weights))
        callback(i, n_resamples)
    value = float(np.mean(gaps))
    return Optimism(value, apparent - value, n_resamples), recorded.chosen

"""How surely the same panel is chosen: the whole selection repeated on resamples, and its optimism.

A resample draws rows with replacement: of each class, or of an outcome that is ranked all rows, or whole
strata. What its panel reaches on the resample, minus what it reaches on all rows, is how much an apparent
value promises too much (Efron's optimism).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from aucopt.analysis.panel.ranking import PanelRanker
from aucopt.analysis.rows import Rows
from aucopt.estimators.panel import PanelClassifier
from aucopt.exact.objective.named import read_objective
from aucopt.exact.solution.weights.refits import MANY_STRATA
from aucopt.outcomes import compared_strata


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


class _Recorded:
    """Clones tell what they chose: cross-validation clones what it fits."""

    chosen: list[tuple[int, ...]]

    def __sklearn_clone__(self) -> Any:
        own: Any = self
        twin = type(own)(**own.get_params(deep=False))
        twin.chosen = self.chosen
        return twin

    def _note(self, panel: np.ndarray) -> None:
        self.chosen.append(tuple(panel.tolist()))


class RecordedPanel(_Recorded, PanelClassifier):
    """A panel classifier whose clones tell what they chose."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> "RecordedPanel":
        """Choose and fit as `PanelClassifier` does, and write the columns down."""
        super().fit(X, y, sample_weight)
        self._note(self.panel_)
        return self


class RecordedRanker(_Recorded, PanelRanker):
    """A ranker whose clones tell what they chose."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None, strata: Any = None) -> "RecordedRanker":
        """Choose and fit as `PanelRanker` does, and write the columns down."""
        super().fit(X, y, sample_weight, strata)
        self._note(self.panel_)
        return self


def record(model: PanelClassifier | PanelRanker) -> RecordedPanel | RecordedRanker:
    """The same estimator, unfitted, that keeps the panels of its clones in `chosen`.

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
    kind = RecordedRanker if isinstance(model, PanelRanker) else RecordedPanel
    twin: RecordedPanel | RecordedRanker = kind(**model.get_params(deep=False))
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
    model: PanelClassifier | PanelRanker,
    rows: Rows,
    *,
    apparent: float,
    n_resamples: int,
    seed: int,
    callback: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[Optimism, list[tuple[int, ...]]]:
    """Repeat the whole selection on resamples; return the optimism and the panels chosen.

    Parameters
    ----------
    model : PanelClassifier or PanelRanker
        The selection, unfitted.
    rows : Rows
        The rows.
    apparent : float
        What the selection reaches on all rows.
    n_resamples, seed : int
        How many resamples, and their seed; the first ones are the same however many there are.
    callback : callable
        Called with the number of resamples done and of all.
    """
    recorded, measure = record(model), read_objective(model.objective).measure
    draw = _draw_ranked if isinstance(model, PanelRanker) else _draw_classes
    gaps = []
    for i, child in enumerate(np.random.SeedSequence(seed).spawn(n_resamples), start=1):
        drawn, more = draw(rows, np.random.default_rng(child))
        fitted: Any = clone(recorded)
        fitted.fit(rows.X[drawn], rows.y[drawn], *more)
        if fitted.status_ == "interrupted":
            raise KeyboardInterrupt
        score = fitted.predict if isinstance(model, PanelRanker) else fitted.decision_function
        scores = score(rows.X)
        there = measure(rows.y[drawn], scores[drawn], *more)
        gaps.append(there - measure(rows.y, scores, rows.weights, rows.strata))
        callback(i, n_resamples)
    value = float(np.mean(gaps))
    return Optimism(value, apparent - value, n_resamples), recorded.chosen


def _draw_classes(rows: Rows, rng: np.random.Generator) -> tuple[np.ndarray, tuple[np.ndarray]]:
    """Rows of each class, drawn with replacement, and their weights."""
    positive = rows.positive
    times = np.zeros(len(positive), dtype=np.int64)
    for members in (np.flatnonzero(positive), np.flatnonzero(~positive)):
        times += np.bincount(rng.choice(members, len(members)), minlength=len(positive))
    drawn = np.flatnonzero(times)
    # Rows drawn twice count twice; so the search sees each row once.
    whole = times if rows.weights is None else times * rows.weights
    return drawn, (whole[drawn],)


def _draw_ranked(rows: Rows, rng: np.random.Generator) -> tuple[np.ndarray, tuple[Any, Any]]:
    """Whole strata if there are many, else rows within each, of two classes each; weights and strata.

    A stratum drawn twice is two strata: its rows are not compared with their copies.
    """
    outcome = rows.pairs
    strata = np.unique(outcome.stratum)
    if np.count_nonzero(compared_strata(outcome)) >= MANY_STRATA:
        groups = [np.flatnonzero(outcome.stratum == g) for g in rng.choice(strata, len(strata))]
        drawn, stratum = np.concatenate(groups), np.repeat(np.arange(len(groups)), list(map(len, groups)))
    else:
        # Events and censored rows, or values of an ordered outcome, are drawn together.
        kind = 2 * outcome.stratum + (outcome.wins if outcome.kind == "classes" else 0)
        groups = [np.flatnonzero(kind == g) for g in np.unique(kind)]
        drawn = np.concatenate([rng.choice(group, len(group)) for group in groups])
        stratum = outcome.stratum[drawn]
    weights = None if rows.weights is None else rows.weights[drawn]
    return drawn, (weights, None if rows.strata is None else stratum)

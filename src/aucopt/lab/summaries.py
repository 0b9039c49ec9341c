"""Methods side by side over all data sets: means, variances, ranks, run times."""

from dataclasses import dataclass

import numpy as np

from aucopt.lab.outcomes import Floats, Outcomes, Part, ScoreName, known_method
from aucopt.stats import FriedmanTest, friedman_test, nemenyi_critical_difference


@dataclass(frozen=True)
class ScoreSummary:
    """A score of several methods over the data sets on which all of them have a result.

    Attributes
    ----------
    part : {"train", "test"}
        Whose rows.
    score : {"auc", "balanced_accuracy", "f1"}
        Which score.
    methods, datasets : tuple of str
        Columns and rows of the arrays.
    means, variances : ndarray of shape (n_datasets, n_methods)
        Over the trials that all methods finished; the variance of a single trial is NaN.
    """

    part: Part
    score: ScoreName
    methods: tuple[str, ...]
    datasets: tuple[str, ...]
    means: Floats
    variances: Floats

    @property
    def overall(self) -> Floats:
        """Mean of each method over the data sets."""
        return self.means.mean(axis=0)

    @property
    def friedman(self) -> FriedmanTest | None:
        """Ranks of the methods and Friedman's test, if there are two sets and two methods."""
        return friedman_test(self.means) if min(self.means.shape) >= 2 else None

    @property
    def critical_difference(self) -> float:
        """Nemenyi's critical difference of the ranks at 5%."""
        return nemenyi_critical_difference(len(self.methods), len(self.datasets))

    @property
    def best_standard(self) -> str | None:
        """The standard classifier with the highest overall mean, if there is one."""
        standard = [
            (mean, method)
            for mean, method in zip(self.overall, self.methods, strict=True)
            if (known := known_method(method)) and known.family == "standard"
        ]
        return max(standard, key=lambda pair: pair[0])[1] if standard else None


def mean_intervals(values: Floats, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Lower and upper ends of the t-intervals of the means of columns; a single row has none (NaN).

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.lab.summaries import mean_intervals
    >>> low, high = mean_intervals(np.array([[0.1], [0.2], [0.3]]))
    >>> round(float(low[0]), 3), round(float(high[0]), 3)
    (-0.048, 0.448)
    """
    from scipy.special import stdtrit

    n = len(values)
    if n < 2:
        return np.full(values.shape[1], np.nan), np.full(values.shape[1], np.nan)
    reach = stdtrit(n - 1, (1 + confidence) / 2) * values.std(axis=0, ddof=1) / np.sqrt(n)
    return values.mean(axis=0) - reach, values.mean(axis=0) + reach


def summarise_scores(outcomes: Outcomes, part: Part, score: ScoreName = "auc") -> ScoreSummary | None:
    """Average a score over trials, on the data sets and trials that all methods share.

    Parameters
    ----------
    outcomes : Outcomes
        Of one projection.
    part : {"train", "test"}
        Whose rows.
    score : {"auc", "balanced_accuracy", "f1"}
        Which score.

    Returns
    -------
    summary : ScoreSummary or None
        None if no data set has a result of every method.

    Examples
    --------
    >>> from aucopt.lab.outcomes import by_projection
    >>> from aucopt.lab.records import Record, Scores, Unit
    >>> def record(method, auc):
    ...     scores = Scores(auc, auc, auc)
    ...     unit = Unit("pima", "tsne2", 0, method)
    ...     return Record(unit, "done", train=scores, test=scores)
    >>> outcomes = by_projection([record("LR", 0.75), record("AUC-opt", 0.875)])["tsne2"]
    >>> from aucopt.lab.summaries import summarise_scores
    >>> summary = summarise_scores(outcomes, "test")
    >>> summary.overall, summary.best_standard
    (array([0.75 , 0.875]), 'LR')
    """
    datasets, means, variances = [], [], []
    for dataset in outcomes.datasets:
        table = outcomes.table(dataset, part, score)
        table = table[np.isfinite(table).all(axis=1)]
        if len(table):
            datasets.append(dataset)
            means.append(table.mean(axis=0))
            single = np.full(table.shape[1], np.nan)
            variances.append(table.var(axis=0, ddof=1) if len(table) > 1 else single)
    if not datasets:
        return None
    return ScoreSummary(part, score, outcomes.methods, tuple(datasets), np.array(means), np.array(variances))


@dataclass(frozen=True)
class RunTime:
    """Seconds of the last fit of a method, over its finished units."""

    method: str
    units: int
    median: float
    mean: float
    deviation: float
    longest: float


def summarise_times(outcomes: Outcomes) -> list[RunTime]:
    """Return the run times of all methods, a fit alone and without tuning."""
    times = []
    for method in outcomes.methods:
        seconds = np.array([r.seconds for r in outcomes.finished if r.unit.method == method])
        times.append(
            RunTime(
                method,
                len(seconds),
                float(np.median(seconds)),
                float(seconds.mean()),
                float(seconds.std()),
                float(seconds.max()),
            )
        )
    return times

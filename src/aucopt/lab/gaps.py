"""How far linear methods stay below the best possible training AUC, which only a proof can tell."""

from dataclasses import dataclass

import numpy as np

from aucopt.lab.outcomes import Outcomes, known_method

DatasetTrial = tuple[str, int]


@dataclass(frozen=True)
class OptimumGap:
    """The distance of a linear method's training AUC to the proved bound.

    Attributes
    ----------
    method : str
        A linear method.
    units, datasets : int
        Trials and data sets with a bound to compare with.
    mean, median, largest : float
        Of the gaps over these trials.
    reached : int
        Trials in which the method attains the bound.
    closest : int or None
        Trials in which no other method that proves nothing comes closer; None for one that proves a bound.
    """

    method: str
    units: int
    datasets: int
    mean: float
    median: float
    largest: float
    reached: int
    closest: int | None = None


@dataclass(frozen=True)
class OptimumGaps:
    """The distances of all linear methods, and how good the bounds are.

    Attributes
    ----------
    methods : tuple of OptimumGap
        Of the linear methods that share a trial with a bound.
    trials : int
        Trials with a bound.
    attained : int
        Those in which some linear method attains it, so that it is the optimum.
    exceeded : int
        Fits with a training AUC above the bound, which only rounded scores or other rows can give.
    """

    methods: tuple[OptimumGap, ...]
    trials: int
    attained: int
    exceeded: int = 0


def measure_gaps(outcomes: Outcomes) -> OptimumGaps | None:
    """Compare each linear method with the lowest bound proved on the same training rows.

    Parameters
    ----------
    outcomes : Outcomes
        Of one projection; methods that prove a bound left it in their records.

    Returns
    -------
    gaps : OptimumGaps or None
        None if no record has a bound.

    Examples
    --------
    >>> from aucopt.lab.outcomes import by_projection
    >>> from aucopt.lab.records import Record, Scores, Unit
    >>> def record(method, auc, bound=None):
    ...     scores = Scores(auc, auc, auc)
    ...     unit = Unit("pima", "tsne2", 0, method)
    ...     return Record(unit, "done", train=scores, test=scores, bound=bound, seconds=0.5)
    >>> outcomes = by_projection([record("LR", 0.75), record("AUC-opt", 0.875, 0.875)])["tsne2"]
    >>> from aucopt.lab.gaps import measure_gaps
    >>> [(gap.method, gap.mean) for gap in measure_gaps(outcomes).methods]
    [('LR', 0.125), ('AUC-opt', 0.0)]
    """
    bounds: dict[DatasetTrial, float] = {}
    provers = {record.unit.method for record in outcomes.finished if record.bound is not None}
    for record in outcomes.finished:
        if record.bound is not None:
            trial = record.unit.dataset, record.unit.trial
            bounds[trial] = min(record.bound, bounds.get(trial, record.bound))
    if not bounds:
        return None
    below: dict[str, dict[DatasetTrial, float]] = {}
    for record in outcomes.finished:
        known, trial = known_method(record.unit.method), (record.unit.dataset, record.unit.trial)
        if known and known.linear and record.train is not None and trial in bounds:
            below.setdefault(record.unit.method, {})[trial] = bounds[trial] - record.train.auc
    attained = {trial for gaps in below.values() for trial, gap in gaps.items() if gap <= 0}
    exceeded = sum(gap < 0 for gaps in below.values() for gap in gaps.values())
    nearest: dict[DatasetTrial, float] = {}
    for method in below.keys() - provers:
        for trial, gap in below[method].items():
            nearest[trial] = min(gap, nearest.get(trial, gap))
    methods = [
        _describe(method, below[method], None if method in provers else nearest)
        for method in outcomes.methods
        if method in below
    ]
    return OptimumGaps(tuple(methods), len(bounds), len(attained), exceeded)


def _describe(
    method: str, gaps: dict[DatasetTrial, float], nearest: dict[DatasetTrial, float] | None
) -> OptimumGap:
    values = np.array(list(gaps.values()))
    return OptimumGap(
        method,
        len(values),
        len({dataset for dataset, _ in gaps}),
        float(values.mean()),
        float(np.median(values)),
        float(values.max()),
        int((values <= 0).sum()),
        None if nearest is None else sum(gap == nearest[trial] for trial, gap in gaps.items()),
    )

"""How far linear methods stay below the best possible training AUC, which only a proof can tell."""

from dataclasses import dataclass

import numpy as np

from aucopt.lab.methods import METHODS
from aucopt.lab.outcomes import Outcomes


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
    """

    method: str
    units: int
    datasets: int
    mean: float
    median: float
    largest: float
    reached: int


def measure_gaps(outcomes: Outcomes) -> list[OptimumGap]:
    """Compare each linear method with the lowest bound proved on the same training rows.

    Parameters
    ----------
    outcomes : Outcomes
        Of one projection; methods that prove a bound left it in their records.

    Returns
    -------
    gaps : list of OptimumGap
        Of the linear methods that share a trial with a bound. A bound that is not attained overstates them.
    """
    bounds: dict[tuple[str, int], float] = {}
    for record in outcomes.finished:
        if record.bound is not None:
            key = record.unit.dataset, record.unit.trial
            bounds[key] = min(record.bound, bounds.get(key, record.bound))
    gaps = []
    for method in outcomes.methods:
        if method not in METHODS or not METHODS[method].linear:
            continue
        below, datasets = [], set()
        for record in outcomes.finished:
            key = record.unit.dataset, record.unit.trial
            if record.unit.method == method and record.train is not None and key in bounds:
                below.append(bounds[key] - record.train.auc)
                datasets.add(record.unit.dataset)
        if below:
            values = np.array(below)
            gaps.append(
                OptimumGap(
                    method,
                    len(values),
                    len(datasets),
                    float(values.mean()),
                    float(np.median(values)),
                    float(values.max()),
                    int((values <= 0).sum()),
                )
            )
    return gaps

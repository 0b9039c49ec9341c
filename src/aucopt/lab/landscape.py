"""What surrounds the best score: the AUC in other directions, and how far its weights can go.

An `Analysis` says how good a score is; this is what a report draws beside it, and it takes further counting.
"""

from dataclasses import dataclass

import numpy as np

from aucopt.exact.identify import WeightRanges, weight_ranges
from aucopt.exact.planes import Plane, best_planes
from aucopt.exact.solution import Profile
from aucopt.lab.analysis import BEST, Analysis
from aucopt.lab.rivals import SINGLE
from aucopt.metrics import roc_curve

Rates = tuple[np.ndarray, np.ndarray]

# What the AUC may lose before a weight has gone too far.
LOSS = 0.005
# Beyond so many pairs, or columns, the ranges of all weights take longer than a report may.
_MOST_PAIRS, _MOST_COLUMNS = 10_000_000, 3
# The directions of a circle: fewer where each takes a sort of many rows.
_WORK, _FEWEST_ANGLES, _MOST_ANGLES = 2e7, 72, 720


@dataclass(frozen=True, eq=False)
class Landscape:
    """The surroundings of a score.

    Attributes
    ----------
    profile : Profile or None
        The AUC of all directions; None unless two columns vary.
    planes : tuple of Plane
        The AUC in planes through the score, for more columns.
    ranges : WeightRanges or None
        How far each weight, per standard deviation of its column, can go while the AUC stays within 0.005 of
        the best; None for more than three columns, too many rows, or too little time.
    roc : dict of str to two arrays
        False and true positive rates of the score and of its rival: on rows they were not fitted to, if the
        analysis is honest.
    """

    profile: Profile | None
    planes: tuple[Plane, ...]
    ranges: WeightRanges | None
    roc: dict[str, Rates]


def survey(analysis: Analysis, *, seconds: float = 10.0) -> Landscape:
    """Look around the score of an analysis.

    Parameters
    ----------
    analysis : Analysis
        A score and its rival.
    seconds : float
        How long to look for ranges of the weights.

    Returns
    -------
    Landscape
    """
    rows, solution = analysis.rows, analysis.solution
    profile: Profile | None = None
    planes: tuple[Plane, ...] = ()
    if solution.geometry is not None:
        angles = min(max(_WORK / len(rows.positive), _FEWEST_ANGLES), _MOST_ANGLES)
        profile = solution.profile(2 * round(angles / 2))
    elif np.count_nonzero(solution.coef) > 1:
        planes = best_planes(
            rows.X,
            rows.positive,
            solution.coef,
            names=rows.columns,
            # The best column is among the columns already.
            others={} if analysis.rival == SINGLE else {analysis.rival: analysis.rival_coef},
            sample_weight=rows.weights,
        )
    ranges = None
    if (
        1 < len(rows.columns) <= _MOST_COLUMNS
        and rows.n_positive * rows.n_negative <= _MOST_PAIRS
        and seconds > 0
    ):
        try:
            ranges = weight_ranges(
                rows,
                rows.positive,
                LOSS,
                sample_weight=rows.weights,
                signs=analysis.signs,
                normalize="sd",
                time_limit=seconds,
            )
        except ValueError:
            # Dependent columns: no data tell their weights.
            ranges = None
        if ranges is not None and ranges.status == "time_limit":
            # They hold, but say nothing.
            ranges = None
    return Landscape(profile, planes, ranges, _roc_curves(analysis))


def _roc_curves(analysis: Analysis) -> dict[str, Rates]:
    if analysis.honest is not None:
        return {name: analysis.honest.roc(name) for name in analysis.honest.intervals}
    rows = analysis.rows
    curves = {}
    for name, coef in ((BEST, analysis.solution.coef), (analysis.rival, analysis.rival_coef)):
        fpr, tpr, _ = roc_curve(rows.positive, rows.X @ coef, sample_weight=rows.weights)
        curves[name] = (fpr, tpr)
    return curves

"""What surrounds the best score: the objective in other directions, and how far its weights can go.

An `Analysis` says how good a score is; this is what a report draws beside it, and it takes further counting.
"""

from dataclasses import dataclass

import numpy as np

from aucopt.analysis.answer import Analysis
from aucopt.analysis.estimates import Rates
from aucopt.exact.solution.parts import Profile
from aucopt.exact.solution.weights.planes import Plane, best_planes
from aucopt.exact.solution.weights.ranges import WeightRanges, weight_ranges
from aucopt.metrics import roc_curve
from aucopt.words.difference import BAND

# What the objective may lose before a weight has gone too far.
LOSS = BAND
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
        The value of all directions; None unless two columns vary.
    planes : tuple of Plane
        The value in planes through the score, for more columns.
    ranges : WeightRanges or None
        How far each weight, per standard deviation of its column, can go while the value stays within 0.005
        of the best; None for more than three columns, too many rows, or too little time.
    roc : dict of str to two arrays
        False and true positive rates of the score and of its rival: on rows they were not fitted to, if the
        analysis is honest. Empty if the objective is not about the ROC curve.
    """

    profile: Profile | None
    planes: tuple[Plane, ...]
    ranges: WeightRanges | None
    roc: dict[str, Rates]


def survey(analysis: Analysis, *, seconds: float = 10.0, n_jobs: int | None = None) -> Landscape:
    """Look around the score of an analysis.

    Parameters
    ----------
    analysis : Analysis
        A score and its rival.
    seconds : float
        How long to look for ranges of the weights.
    n_jobs : int, optional
        Number of threads. None means 1 and -1 means all processors, as in scikit-learn.

    Returns
    -------
    Landscape

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.analysis import Rows, analyse
    >>> from aucopt.analysis.landscape import survey
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> found = analyse(rows, aucopt.maximize_auc(rows, rows.positive), signs=(0, 0), seconds=0)
    >>> print(survey(found).ranges)
    column     weight        low       high
    first       0.838     0.7637     0.8943
    second     0.5456     0.4475     0.6455
    AUC 0.703760, within 0.005 of it (exact)
    """
    rows, solution = analysis.rows, analysis.solution
    profile: Profile | None = None
    planes: tuple[Plane, ...] = ()
    if solution.in_plane:
        angles = min(max(_WORK / len(rows.X), _FEWEST_ANGLES), _MOST_ANGLES)
        profile = solution.profile(2 * round(angles / 2))
    elif np.count_nonzero(solution.coef) > 1:
        planes = best_planes(
            rows.X,
            rows.y,
            solution.coef,
            names=rows.columns,
            objective=analysis.objective,
            # A rival of one column is among the columns already.
            others={analysis.rival: analysis.rival_coef} if np.count_nonzero(analysis.rival_coef) > 1 else {},
            sample_weight=rows.weights,
            strata=rows.strata,
        )
    return Landscape(profile, planes, _find_ranges(analysis, seconds, n_jobs), _roc_curves(analysis))


def _find_ranges(analysis: Analysis, seconds: float, n_jobs: int | None) -> WeightRanges | None:
    rows = analysis.rows
    too_many = len(rows.columns) > _MOST_COLUMNS or rows.n_pairs > _MOST_PAIRS
    if len(rows.columns) == 1 or too_many or seconds <= 0:
        return None
    try:
        ranges = weight_ranges(
            rows,
            rows.y,
            LOSS,
            objective=analysis.objective,
            sample_weight=rows.weights,
            strata=rows.strata,
            signs=analysis.signs,
            normalize="sd",
            n_jobs=n_jobs,
            time_limit=seconds,
            solution=analysis.solution,
        )
    except ValueError:
        # Dependent columns: no data tell their weights.
        return None
    # Out of time they still hold, but say nothing.
    return None if ranges.status == "time_limit" else ranges


def _roc_curves(analysis: Analysis) -> dict[str, Rates]:
    objective = analysis.objective
    if not objective.classifies or not (objective.is_auc or objective.part):
        # Neither a ranking nor a rule is about this curve, and strata have one each.
        return {}
    if analysis.honest is not None:
        return {name: analysis.honest.roc(name) for name in (analysis.best, analysis.rival)}
    rows = analysis.rows
    curves = {}
    for name, coef in ((analysis.best, analysis.solution.coef), (analysis.rival, analysis.rival_coef)):
        fpr, tpr, _ = roc_curve(rows.positive, rows.X @ coef, sample_weight=rows.weights)
        curves[name] = (fpr, tpr)
    return curves

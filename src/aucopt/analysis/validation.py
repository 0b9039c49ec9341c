"""A score on the rows of a second file, which had no part in its fit: its value, its cut-off, its risks."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aucopt.analysis.answer import Analysis
from aucopt.analysis.calibration import CalibratedRisk, Calibration, Share, assess, wilson
from aucopt.analysis.estimates import SeenRows, estimate_of
from aucopt.analysis.rows import Rows
from aucopt.delong import AUCComparison, AUCInterval, ROCComparison, ROCInterval
from aucopt.estimators.scoring import score_rows

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Validation:
    """What a score and its rival reach on rows of a second file.

    Attributes
    ----------
    name : str
        What the file is called.
    rows : Rows
        Its rows.
    best, rival : AUCInterval or ROCInterval
        The value of the objective, and what it lies between.
    comparison : AUCComparison or ROCComparison
        The two against each other.
    sensitivity, specificity : Share
        At the cut-off that was chosen on the first file.
    calibration : Calibration or None
        Of the risks that were fitted to the first file; None if there are none.
    """

    name: str
    rows: Rows
    best: AUCInterval | ROCInterval
    rival: AUCInterval | ROCInterval
    comparison: AUCComparison | ROCComparison
    sensitivity: Share
    specificity: Share
    calibration: Calibration | None


def validate(
    analysis: Analysis,
    rows: Rows,
    name: str,
    risk: CalibratedRisk | None = None,
    *,
    confidence: float = 0.95,
) -> Validation:
    """Apply the score of an analysis to other rows.

    Parameters
    ----------
    analysis : Analysis
        The score, its rival and its cut-off.
    rows : Rows
        Other rows with the same columns and classes.
    name : str
        What they are called.
    risk : CalibratedRisk, optional
        The risk that belongs to the score.
    confidence : float
        Coverage of the intervals.

    Returns
    -------
    Validation

    Raises
    ------
    ValueError
        If a class has fewer than two rows.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis import Rows, analyse
    >>> from aucopt.analysis.validation import validate
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> first, second = (
    ...     Rows(X[k::2], ("a", "b"), y[k::2] == 1, None, "y", (0, 1)) for k in range(2)
    ... )
    >>> found = analyse(first, aucopt.maximize_auc(first, first.positive), signs=(0, 0), seconds=0)
    >>> checked = validate(found, second, "the other half")
    >>> checked.best.low < checked.best.value < checked.best.high
    True
    """
    if analysis.cut is None:
        raise ValueError("A second file needs two classes, because other outcomes have no cut-off to check.")
    if min(rows.n_positive, rows.n_negative) < 2:
        raise ValueError(f"{name} needs at least two rows of each class.")
    objective = analysis.objective
    new, old = _see(analysis, rows), _see(analysis, analysis.rows)
    estimate = estimate_of(objective, 2)
    weights = np.ones(len(rows.positive)) if rows.weights is None else rows.weights / rows.weights.max()
    estimate.add(estimate.place(new if objective.part is None else old, new), rows.positive, weights)
    best, rival = estimate.intervals(confidence)
    above = new.scores[0] > analysis.cut.value
    return Validation(
        name=name,
        rows=rows,
        best=best,
        rival=rival,
        comparison=estimate.comparison((analysis.best, analysis.rival), confidence),
        sensitivity=_share(above[rows.positive], weights[rows.positive], confidence),
        specificity=_share(~above[~rows.positive], weights[~rows.positive], confidence),
        calibration=None
        if risk is None
        else assess(risk.curve.predict(new.scores[0]), rows.positive, weights),
    )


def _see(analysis: Analysis, rows: Rows) -> SeenRows:
    X = np.ascontiguousarray(rows.X)
    scores = [score_rows(X, coef) for coef in (analysis.solution.coef, analysis.rival_coef)]
    cuts = (analysis.cut, analysis.rival_cut)
    called = [own > cut.value for own, cut in zip(scores, cuts, strict=True) if cut is not None]
    return SeenRows(rows.positive, rows.weights, scores, called=called)


def _share(right: npt.NDArray[np.bool_], weights: Floats, confidence: float) -> Share:
    """A share with as many rows as have the same variance, if they have weights."""
    rows = float(weights.sum() ** 2 / np.sum(weights**2))
    return wilson(float(np.average(right, weights=weights)), rows, confidence)

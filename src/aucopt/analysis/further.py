"""What people ask after a fit: a calibrated risk, the rows of a second file, a card to add up points."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from aucopt.analysis.answer import Analysis
from aucopt.analysis.calibration import CalibratedRisk, calibrate
from aucopt.analysis.effort import plan_effort
from aucopt.analysis.fit import refit_like
from aucopt.analysis.rows import Rows
from aucopt.analysis.score_card import ScoreCard, make_card
from aucopt.analysis.validation import Validation, validate
from aucopt.estimators import LinearModel
from aucopt.estimators.scoring import score_rows


@dataclass(frozen=True, eq=False)
class Further:
    """What was found beside the score itself.

    Attributes
    ----------
    risk : CalibratedRisk or None
        If it was asked for, or a second file was given.
    validation : Validation or None
        If a second file was given.
    card : ScoreCard or None
        If there are simple weights.
    """

    risk: CalibratedRisk | None = None
    validation: Validation | None = None
    card: ScoreCard | None = None

    def model(self, analysis: Analysis) -> LinearModel:
        """The model with its risk."""
        return replace(analysis.model, risk=None if self.risk is None else self.risk.curve)


def look_further(
    analysis: Analysis,
    *,
    risk: str | None = None,
    other: tuple[str, Rows] | None = None,
    n_jobs: int | None = None,
    say: Callable[[str], object] = lambda line: None,
) -> Further:
    """Find out what was asked for.

    Parameters
    ----------
    analysis : Analysis
        The score.
    risk : {"logistic", "isotonic"}, optional
        The form of a calibrated risk; "logistic" where a second file needs one.
    other : tuple of str and Rows, optional
        The name and the rows of a second file.
    n_jobs : int, optional
        Threads of each fit.
    say : callable, optional
        Called with a text that says what is being done.

    Returns
    -------
    Further

    Raises
    ------
    ValueError
        If there are too few rows for it.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis import Rows, analyse
    >>> from aucopt.analysis.further import look_further
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> found = analyse(rows, aucopt.maximize_auc(rows, rows.positive), signs=(0, 0), seconds=0)
    >>> look_further(found, risk="logistic").risk.curve.method
    'logistic'
    """
    rows, calibrated, validation = analysis.rows, None, None
    if (risk is not None or other is not None) and not analysis.objective.classifies:
        raise ValueError("A risk and a second file need two classes and no strata.")
    if risk is not None or other is not None:
        say("calibrating the risk")
        effort = plan_effort(len(rows.X), len(rows.columns), rows.n_positive * rows.n_negative)
        calibrated = calibrate(
            rows,
            score_rows(np.ascontiguousarray(rows.X), analysis.solution.coef),
            refit_like(analysis.solution, effort, analysis.signs, n_jobs),
            how=risk or "logistic",
            n_folds=effort.n_folds,
            seed=analysis.seed,
        )
    if other is not None:
        name, second = other
        validation = validate(analysis, second, name, calibrated)
    simple = analysis.simple
    # A card says from which total on a row is positive; a rule that no column matters to has none.
    has_card = simple is not None and simple.within and analysis.objective.classifies and any(simple.weights)
    card = make_card(rows, simple) if has_card and simple is not None else None
    return Further(calibrated, validation, card)

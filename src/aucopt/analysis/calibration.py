"""A calibrated risk: what share of rows with a score is positive, and whether that holds on other rows.

The curve is fitted to out-of-fold scores. Scores of different fits share no scale, so each is centred and
divided by the standard deviation of the scores of the rows of its own fit. The risks that are judged come
from curves fitted to the other folds only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, clone
from sklearn.model_selection import StratifiedKFold

from aucopt.analysis.rows import Rows
from aucopt.delong.interval import quantile
from aucopt.estimators.risk import RiskCurve

Floats = npt.NDArray[np.float64]

_MOST_GROUPS, _FEWEST_ROWS = 10, 15
_CONFIDENCE = 0.95
_STEPS, _SMALL = 50, 1e-12


class Share(NamedTuple):
    """A share of rows and what it lies between (Wilson)."""

    value: float
    low: float
    high: float


class RiskGroup(NamedTuple):
    """Rows of similar risk: their number, mean risk, and the share of positives among them."""

    n: int
    predicted: float
    observed: Share


@dataclass(frozen=True)
class Calibration:
    """How well risks agree with what happened.

    Attributes
    ----------
    slope, intercept : Share
        Of a logistic regression of the outcome on the logit of the risk: 1 and, with the slope held at 1, 0
        if all is well. A slope below 1: risks are too extreme. An intercept above 0: they are too low.
    brier : float
        The mean squared difference between risk and outcome.
    groups : tuple of RiskGroup
        From the lowest risks to the highest.
    """

    slope: Share
    intercept: Share
    brier: float
    groups: tuple[RiskGroup, ...]


@dataclass(frozen=True, eq=False)
class CalibratedRisk:
    """A risk for each score, and its calibration on rows that had no part in it.

    Attributes
    ----------
    curve : RiskCurve
        For the scores of the model itself.
    calibration : Calibration
        Of risks from out-of-fold scores.
    n_folds : int
        Of the cross-validation.
    """

    curve: RiskCurve
    calibration: Calibration
    n_folds: int


def calibrate(
    rows: Rows,
    scores: Floats,
    method: BaseEstimator,
    *,
    how: str = "logistic",
    n_folds: int = 10,
    seed: int = 0,
) -> CalibratedRisk:
    """Fit a risk to out-of-fold scores.

    Parameters
    ----------
    rows : Rows
        The data.
    scores : (n,) array
        Those of the model that the risk is for, on these rows.
    method : estimator
        What is fitted in the folds, as the model was.
    how : {"logistic", "isotonic"}
        The form of the curve.
    n_folds, seed : int
        Of the cross-validation.

    Returns
    -------
    CalibratedRisk

    Raises
    ------
    ValueError
        If a class has fewer than four rows.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.analysis import Rows
    >>> from aucopt.analysis.calibration import calibrate
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> rows = Rows(X, ("first", "second"), y == 1, None, "y", (0, 1))
    >>> model = aucopt.AUCOptClassifier().fit(X, y)
    >>> risk = calibrate(rows, model.decision_function(X), aucopt.AUCOptClassifier(), n_folds=5)
    >>> bool(0 < risk.curve.predict([0.0])[0] < 1)
    True
    """
    fewest = min(rows.n_positive, rows.n_negative)
    if fewest < 4:
        raise ValueError("A calibrated risk needs at least four rows of each class.")
    n_folds = min(n_folds, fewest)
    methods, X = rows.in_folds({"score": method})
    placed, fold_of = np.zeros(len(rows.positive)), np.zeros(len(rows.positive), dtype=np.intp)
    splits = StratifiedKFold(n_folds, shuffle=True, random_state=seed).split(X, rows.positive)
    for k, (train, test) in enumerate(splits):
        model: Any = clone(methods["score"])
        given = {} if rows.weights is None else {"sample_weight": rows.weights[train]}
        model.fit(X[train], rows.positive[train], **given)
        if getattr(model, "status_", None) == "interrupted":
            raise KeyboardInterrupt
        centre, scale = _scale(model.decision_function(X[train]))
        placed[test] = (model.decision_function(X[test]) - centre) / scale
        fold_of[test] = k
    weights = None if rows.weights is None else rows.weights.astype(np.float64)
    risks = np.zeros(len(placed))
    for k in range(n_folds):
        others = fold_of != k
        curve = RiskCurve.fit(
            how, placed[others], rows.positive[others], None if weights is None else weights[others]
        )
        risks[~others] = curve.predict(placed[~others])
    centre, scale = _scale(scores)
    whole = RiskCurve.fit(how, placed, rows.positive, weights).rescale(centre, scale)
    return CalibratedRisk(whole, assess(risks, rows.positive, weights), n_folds)


def assess(risks: Floats, positive: npt.NDArray[np.bool_], weights: Floats | None = None) -> Calibration:
    """Compare risks with what happened.

    Examples
    --------
    >>> import numpy as np
    >>> from aucopt.analysis.calibration import assess
    >>> ill = np.arange(100) % 4 == 0
    >>> found = assess(np.full(100, 0.25), ill)
    >>> found.intercept.value, found.brier
    (0.0, 0.1875)
    """
    given = np.ones(len(risks)) if weights is None else weights * (len(weights) / weights.sum())
    bounded = np.clip(risks, 1e-6, 1 - 1e-6)
    logits = np.log(bounded / (1 - bounded))
    return Calibration(
        slope=_fit_logistic(np.column_stack([logits, np.ones(len(logits))]), positive, given, 0.0),
        intercept=_fit_logistic(np.ones((len(logits), 1)), positive, given, logits),
        brier=float(np.average((risks - positive) ** 2, weights=given)),
        groups=tuple(_groups(risks, positive, given)),
    )


def wilson(share: float, n: float, confidence: float = _CONFIDENCE) -> Share:
    """Wilson's interval of a share of n rows.

    Examples
    --------
    >>> from aucopt.analysis.calibration import wilson
    >>> print("{:.2f} [{:.2f}, {:.2f}]".format(*wilson(0.9, 50)))
    0.90 [0.79, 0.96]
    """
    z = quantile(confidence)
    centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return Share(share, float(max(centre - half, 0.0)), float(min(centre + half, 1.0)))


def _scale(scores: Floats) -> tuple[float, float]:
    return float(np.mean(scores)), float(np.std(scores)) or 1.0


def _groups(risks: Floats, positive: npt.NDArray[np.bool_], weights: Floats) -> Sequence[RiskGroup]:
    """Groups of about equally many rows; equal risks stay together."""
    n = max(min(_MOST_GROUPS, len(risks) // _FEWEST_ROWS), 1)
    edges = np.unique(np.quantile(risks, np.linspace(0, 1, n + 1)[1:-1]))
    places = np.searchsorted(edges, risks, side="left")
    found = []
    for k in np.unique(places):
        group = places == k
        share = float(np.average(positive[group], weights=weights[group]))
        predicted = float(np.average(risks[group], weights=weights[group]))
        found.append(RiskGroup(int(group.sum()), predicted, wilson(share, float(weights[group].sum()))))
    return found


def _fit_logistic(
    X: Floats, positive: npt.NDArray[np.bool_], weights: Floats, offset: Floats | float
) -> Share:
    """The first coefficient of a logistic regression, and its Wald interval."""
    beta = np.zeros(X.shape[1])
    information = np.eye(X.shape[1])
    for _ in range(_STEPS):
        fitted = 1 / (1 + np.exp(-np.clip(X @ beta + offset, -30, 30)))
        spread = weights * fitted * (1 - fitted)
        information = X.T @ (X * spread[:, None])
        if np.linalg.matrix_rank(information) < len(beta):
            return Share(np.nan, np.nan, np.nan)
        step = np.linalg.solve(information, X.T @ (weights * (positive - fitted)))
        beta += step
        if np.max(np.abs(step)) < _SMALL:
            break
    else:
        # It never settles where risks separate the classes.
        return Share(np.nan, np.nan, np.nan)
    half = quantile(_CONFIDENCE) * float(np.sqrt(np.linalg.inv(information)[0, 0]))
    return Share(float(beta[0]), float(beta[0] - half), float(beta[0] + half))

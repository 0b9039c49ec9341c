"""From a score to a risk: a curve that was fitted to scores of rows which no fit had seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

Floats = npt.NDArray[np.float64]

METHODS = ("logistic", "isotonic")
_PRICE = 1e4  # next to no penalty, but a finite slope where the scores separate the classes


@dataclass(frozen=True)
class RiskCurve:
    """The risk of a positive class, by the score.

    Attributes
    ----------
    method : {"logistic", "isotonic"}
        A logistic curve, or one that only rises.
    scores, risks : tuple of float
        Isotonic: the corners of the curve, with straight lines between. Logistic: intercept and slope are in
        `scores`, and `risks` is empty.

    Examples
    --------
    >>> from aucopt.estimators.risk import RiskCurve
    >>> RiskCurve("logistic", (0.0, 1.0)).predict([0.0, 100.0]).tolist()
    [0.5, 1.0]
    >>> RiskCurve("isotonic", (1.0, 3.0), (0.25, 0.75)).predict([0.0, 2.0, 9.0]).tolist()
    [0.25, 0.5, 0.75]
    """

    method: str
    scores: tuple[float, ...]
    risks: tuple[float, ...] = ()

    @classmethod
    def fit(
        cls, method: str, scores: Floats, positive: npt.NDArray[np.bool_], weights: Floats | None = None
    ) -> Self:
        """Fit the curve to scores and what became of the rows.

        Raises
        ------
        ValueError
            If the method is not known.
        """
        if method == "logistic":
            model = LogisticRegression(C=_PRICE).fit(scores[:, None], positive, sample_weight=weights)
            return cls(method, (float(model.intercept_[0]), float(model.coef_[0, 0])))
        if method == "isotonic":
            curve = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
            curve.fit(scores, positive.astype(np.float64), sample_weight=weights)
            return cls(method, tuple(curve.X_thresholds_.tolist()), tuple(curve.y_thresholds_.tolist()))
        raise ValueError(f"the risk must be {' or '.join(METHODS)}, not {method!r}.")

    def rescale(self, centre: float, scale: float) -> "RiskCurve":
        """The same curve for scores before they were centred and divided by a scale."""
        if self.method == "isotonic":
            return RiskCurve(self.method, tuple(centre + scale * score for score in self.scores), self.risks)
        intercept, slope = self.scores
        return RiskCurve(self.method, (intercept - slope * centre / scale, slope / scale))

    def predict(self, scores: npt.ArrayLike) -> Floats:
        """The risk of rows with these scores."""
        values = np.asarray(scores, dtype=np.float64)
        if self.method == "isotonic":
            return np.interp(values, self.scores, self.risks)
        intercept, slope = self.scores
        return 1 / (1 + np.exp(-np.clip(intercept + slope * values, -700, 700)))

    def to_dict(self) -> dict[str, Any]:
        """What a saved model holds."""
        if self.method == "logistic":
            return {"method": self.method, "intercept": self.scores[0], "slope": self.scores[1]}
        return {"method": self.method, "scores": list(self.scores), "risks": list(self.risks)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "RiskCurve":
        """The curve that `to_dict` describes.

        Examples
        --------
        >>> from aucopt.estimators.risk import RiskCurve
        >>> RiskCurve.from_dict({"method": "logistic", "intercept": 0.5, "slope": 2}).scores
        (0.5, 2.0)
        """
        if content["method"] == "logistic":
            return cls("logistic", (float(content["intercept"]), float(content["slope"])))
        return cls("isotonic", tuple(map(float, content["scores"])), tuple(map(float, content["risks"])))

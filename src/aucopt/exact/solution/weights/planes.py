"""An objective in planes through a direction: what a profile over angles is in more than two columns.

A plane is spanned by the weights w and other weights v. Its directions are cos(t) w + sin(t) u, where u lies
in the plane and scores by w and u have variance 1 and no correlation within the classes, both of which count
alike. So t is the whitened angle, as in the plane of two columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, pi
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.exact.objective.base import Objective
from aucopt.exact.objective.named import read_objective
from aucopt.inputs import encode_labels

# Curves of a million rows are smooth: so many scores are looked at, within these numbers of angles.
_WORK = 1e7
_FEWEST, _MOST = 36, 360
# Scores this much alike span no plane that floats resolve.
_PARALLEL = 1e-9


@dataclass(frozen=True, eq=False)
class PlaneProfile:
    """The AUC, or another objective, over the directions of a plane, up to 90 degrees from the first one.

    Attributes
    ----------
    angle : ndarray
        Angles after whitening, in radians, from -pi/2 to pi/2.
    value : ndarray
        The value at each angle, from float64 scores.
    other : float
        The angle of the second direction, or of its opposite if only that is within 90 degrees.
    other_value : float
        The value at `other`.
    is_opposite : bool
        Whether `other` is the angle of the opposite direction.
    """

    angle: npt.NDArray[np.float64]
    value: npt.NDArray[np.float64]
    other: float
    other_value: float
    is_opposite: bool


class Plane(NamedTuple):
    """A profile, and the name of the second direction of its plane."""

    name: str
    profile: PlaneProfile


def best_planes(
    X: npt.ArrayLike,
    y: Any,
    coef: npt.ArrayLike,
    *,
    names: Sequence[str],
    objective: str | Objective = "auc",
    others: Mapping[str, npt.ArrayLike] | None = None,
    sample_weight: Any = None,
    strata: Any = None,
    most: int = 6,
) -> tuple[Plane, ...]:
    """Return profiles in the planes that say most: through other scores, and through the heaviest columns.

    Parameters
    ----------
    X, y, coef, objective, sample_weight, strata
        As in `plane_profile`.
    names : sequence of str
        The names of the columns.
    others : mapping of str to array, optional
        Weights of other scores, such as those of a logistic regression.
    most : int
        How many planes to return. Columns come by the spread of their share in the score.

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.exact.solution.weights.planes import best_planes
    >>> [plane.name for plane in best_planes(*load_toy(), [0.8, 0.6], names=["a", "b"])]
    ['a alone', 'b alone']
    """
    rows, weights = np.asarray(X, dtype=np.float64), np.ravel(coef)
    shares = np.abs(weights) * rows.std(axis=0)
    spanning = dict(others or {})
    for j in np.argsort(-shares, kind="stable"):
        spanning[f"{names[j]} alone"] = np.eye(len(weights))[j]
    planes: list[Plane] = []
    for name, other in spanning.items():
        if len(planes) == most:
            break
        profile = plane_profile(
            rows, y, weights, other, objective=objective, sample_weight=sample_weight, strata=strata
        )
        if profile is not None:
            planes.append(Plane(name, profile))
    return tuple(planes)


def plane_profile(
    X: npt.ArrayLike,
    y: Any,
    coef: npt.ArrayLike,
    other: npt.ArrayLike,
    *,
    objective: str | Objective = "auc",
    sample_weight: Any = None,
    strata: Any = None,
) -> PlaneProfile | None:
    """Return the value of all directions in the plane of two, or None if they span none.

    Parameters
    ----------
    X : array of shape (n, d)
        The rows.
    y : array of shape (n,)
        Two classes; the larger in sorted order is the positive one. For a concordance an ordered outcome, or
        event and time.
    coef, other : array of d numbers
        The weights in the middle, and other ones.
    objective : "auc", PartialAUC, Sensitivity, Specificity, Accuracy or Concordance
        What the directions are measured by, at their best cut-off if they have one.
    sample_weight : array of shape (n,), optional
        A pair counts the product of its weights.
    strata : array of shape (n,), optional
        For a concordance: only pairs within a stratum count.

    Returns
    -------
    PlaneProfile or None

    Examples
    --------
    >>> from aucopt.datasets import load_toy
    >>> from aucopt.exact.solution.weights.planes import plane_profile
    >>> profile = plane_profile(*load_toy(), coef=[0.84, 0.55], other=[1, 0])
    >>> print(round(profile.value.max(), 2), round(profile.other_value, 2))
    0.7 0.63
    """
    rows = np.asarray(X, dtype=np.float64)
    measured = read_objective(objective)
    # Where rows have no two classes, angles are those of all rows together.
    positive = encode_labels(y)[0] if measured.classifies else np.zeros(len(rows), dtype=bool)
    outcome = positive if measured.classifies else np.asarray(y)
    share = np.ones(len(rows)) if sample_weight is None else np.array(sample_weight, dtype=np.float64)
    for mask in (positive, ~positive):
        if mask.any():
            share[mask] /= 2 * share[mask].sum()
    scores, others = (_within_unit(rows @ np.ravel(weights), positive, share) for weights in (coef, other))
    if scores is None or others is None:
        return None
    cosine = float(share @ (_centred(scores, positive, share) * _centred(others, positive, share)))
    if 1 - cosine**2 < _PARALLEL:
        return None
    across = (others - cosine * scores) / np.sqrt(1 - cosine**2)

    def value(angle: float) -> float:
        turned = np.cos(angle) * scores + np.sin(angle) * across
        return measured.measure(outcome, turned, sample_weight, strata)

    # An even number of steps, so that the first direction is one of them.
    steps = 2 * round(min(max(_WORK / len(rows), _FEWEST), _MOST) / 2)
    angles = np.linspace(-pi / 2, pi / 2, steps + 1)
    is_opposite = cosine < 0
    turn = atan2(np.sqrt(1 - cosine**2), cosine)
    return PlaneProfile(
        angle=angles,
        value=np.array([value(angle) for angle in angles]),
        other=turn - pi if is_opposite else turn,
        other_value=measured.measure(outcome, -others if is_opposite else others, sample_weight, strata),
        is_opposite=is_opposite,
    )


def _centred(
    scores: npt.NDArray[np.float64], positive: npt.NDArray[np.bool_], share: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Scores less the mean of their class."""
    means = [2 * share[mask] @ scores[mask] for mask in (~positive, positive)]
    return scores - np.where(positive, means[1], means[0])


def _within_unit(
    scores: npt.NDArray[np.float64], positive: npt.NDArray[np.bool_], share: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64] | None:
    """Scores with variance 1 within the classes, if they vary there."""
    spread = np.sqrt(share @ _centred(scores, positive, share) ** 2)
    return scores / spread if spread > 0 else None

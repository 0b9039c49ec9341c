"""Components of a part of the ROC curve: what each row adds to a partial AUC or to an operating point.

As in DeLong's covariance, a value is a mean over the rows of each class, to first order. Let S be the share
of positives above a score, A that of negatives, and q the score with A(q) = a.

    Partial AUC, false positive rate up to a.    positive x: max(0, a - A(x)) / a
                                                 negative z: S(max(z, q)) / a
    Sensitivity at specificity 1 - a.            positive x: [x > q]
                                                 negative z: -r [z > q], r the slope of the curve at a

The second lines hold what the cut-off adds, since q moves with the negatives. For the area the truncated
placements say it all. For the point the slope is that of the empirical curve over two standard errors of a
false positive rate to each side, or of the steeper side where the curve ends before. The other two parts
exchange the classes.
"""

from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from aucopt.delong.components import Components, Floats, covariance_of_means
from aucopt.metrics.curve import Sides, see_sides, share_of
from aucopt.metrics.part import Part

# The slope is taken over so many standard errors of a false positive rate to each side.
_ERRORS = 2.0


class PlacedPart(NamedTuple):
    """Values of a part of the curve for each of k scores, and the components behind their covariance.

    In `components` the class that is summed over takes the place of the positives.
    """

    values: Floats
    components: Components


class PlacementSpread(NamedTuple):
    """What each class adds to the variance of a value, and how many equal rows say as much as its own."""

    of_mine: float
    of_others: float
    mine: float
    others: float


def spread_of(components: Components, k: int = 0) -> PlacementSpread | None:
    """The spread of the k-th score; None if a class has one row."""
    sides = (
        (components.positives[[k]], components.positive_weights),
        (components.negatives[[k]], components.negative_weights),
    )
    if min(weights.size for _, weights in sides) < 2:
        return None
    variances = (float(covariance_of_means(*side)[0, 0]) for side in sides)
    rows = (float(weights.sum() ** 2 / (weights @ weights)) for _, weights in sides)
    return PlacementSpread(*variances, *rows)


def place_part(
    part: Part, positive: npt.NDArray[np.bool_], scores: list[Any], weights: npt.NDArray[Any] | None
) -> PlacedPart:
    """Place the rows by each score; rows of weight zero are left out."""
    if weights is not None:
        kept = weights > 0
        positive, scores, weights = positive[kept], [s[kept] for s in scores], weights[kept]
    other = part._replace(exchanged=not part.exchanged)
    values, mine, others = [], [], []
    for score in scores:
        here = see_sides(part, positive, score, weights)
        there = see_sides(other, positive, score, weights)
        values.append(float(share_of(part, here)))
        place = _place_area if part.is_area else _place_point
        of_mine, of_others = place(part, here, there, _own(other, positive, score, weights))
        mine.append(of_mine)
        others.append(of_others)
    sides = [side.weight.astype(np.float64) for side in (here, there)]
    return PlacedPart(
        np.array(values), Components(np.array(mine), np.array(others), *(w / w.max() for w in sides))
    )


def _own(
    other: Part, positive: npt.NDArray[np.bool_], score: Any, weights: npt.NDArray[Any] | None
) -> tuple[Floats, Floats]:
    """The share of its own class that is above each row of the other class, and level with it."""
    height = np.unique(score, return_inverse=True)[1].reshape(-1)
    mine = positive != other.exchanged
    # Seen from the class that is summed over, above is where its best rows are.
    from_best = height.max() - height if other.exchanged else height
    weights = np.ones(height.size) if weights is None else weights.astype(np.float64)
    of_level = np.bincount(from_best[mine], weights[mine], minlength=height.max() + 1)
    level: Floats = of_level / of_level.sum()
    return (np.cumsum(level) - level)[from_best[mine]], level[from_best[mine]]


def _place_area(part: Part, here: Sides, there: Sides, own: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    room = float(part.room)
    above = (here.above + here.tied / 2).astype(np.float64) / float(here.of_others)
    # Seen from the other side, what is above is what is not below.
    passed = 1 - (there.above + there.tied / 2).astype(np.float64) / float(there.of_others)
    # The next row beyond stands for the cut-off: the last one inside would make few rows vary too little.
    edge = passed[own[0] >= room].min(initial=1.0)
    return np.maximum(room - above, 0) / room, np.minimum(passed, edge) / room


def _place_point(part: Part, here: Sides, there: Sides, own: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    room = float(part.room)
    limit = part.room * int(here.of_others) if here.weight.dtype.kind != "f" else room * here.of_others
    accepted = here.above + here.tied <= limit
    # The rows level with the cut-off count for the part of them that makes the share whole.
    beyond = np.clip((room - own[0]) / own[1], 0.0, 1.0)
    return accepted.astype(np.float64), -_slope(part, here, there) * beyond


def _slope(part: Part, here: Sides, there: Sides) -> float:
    """The slope of the curve where the room for the other class is all used."""
    room = float(part.room)
    weights = there.weight.astype(np.float64)
    rows = float(weights.sum() ** 2 / (weights @ weights))
    step = max(_ERRORS * sqrt(room * (1 - room) / rows), 1 / rows)
    low, high = max(room - step, 0.0), min(room + step, 1.0)
    at_low, at_room, at_high = (
        float(share_of(part._replace(room=Fraction(r)), here)) for r in (low, room, high)
    )
    central = (at_high - at_low) / (high - low)
    if low > 0 and high < 1:
        return central
    sides = [(at_room - at_low) / (room - low) if room > low else 0.0]
    sides.append((at_high - at_room) / (high - room) if high > room else 0.0)
    return max(central, *sides)

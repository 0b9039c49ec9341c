"""Parts of an answer: arcs, the best column, values around the circle, the state of a search."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np


class DirectionArc(NamedTuple):
    """Directions of equal standing, from `low` counter-clockwise to `high`.

    Attributes
    ----------
    low, high : tuple of int
        The edges as exact weights on the columns, up to a positive factor. In an arc of positive width
        they tie a positive with a negative, or are edges of the allowed signs; they do not belong to
        it. Equal edges with width 0 are a single direction.
    start, stop : float
        Their angles in radians where the within-class covariance of the columns is the identity;
        start <= stop.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    start: float
    stop: float

    @property
    def width(self) -> float:
        """Whitened angle between the edges, in radians."""
        return self.stop - self.start


class BestColumn(NamedTuple):
    """A column by itself: its name, the sign of its weight, and what the objective makes of its values."""

    name: str
    sign: int
    value_exact: Fraction

    @property
    def value(self) -> float:
        """The objective of the column, turned by its sign."""
        return float(self.value_exact)

    @property
    def auc(self) -> float:
        """The same number by its name, where the objective is the AUC."""
        return self.value


class Profile(NamedTuple):
    """The AUC, or the value of another objective, as a function of the whitened angle, in radians.

    `auc` is the value by its name, where the objective is the AUC.
    """

    angle: np.ndarray
    value: np.ndarray

    @property
    def auc(self) -> np.ndarray:
        """The values."""
        return self.value


class Progress(NamedTuple):
    """What a callback is told: the best value so far, the bound on any value, their gap, and the time.

    `auc` is the value by its name, where the objective is the AUC.
    """

    value: float
    bound: float
    gap: float
    seconds: float

    @property
    def auc(self) -> float:
        """The best value so far."""
        return self.value

"""Parts of an answer: arcs, the best column, values around the circle, the state of a search."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np


class DirectionArc(NamedTuple):
    """An arc of equivalent directions, from `low` counter-clockwise to `high`.

    Attributes
    ----------
    low, high : tuple of int
        The ends of the arc as exact weights on the columns, up to a positive factor. An arc of positive width
        does not include its ends, where a positive row ties with a negative row or a sign constraint begins.
        An arc of width 0 is a single direction.
    start, stop : float
        The angles of the ends in radians, after whitening (where the within-class covariance of the columns
        is the identity); start <= stop.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    start: float
    stop: float

    @property
    def width(self) -> float:
        """Angle between the ends after whitening, in radians."""
        return self.stop - self.start


class BestColumn(NamedTuple):
    """The best single column: its name, the sign of its weight, and its value of the objective."""

    name: str
    sign: int
    value_exact: Fraction

    @property
    def value(self) -> float:
        """The value of the objective for this column with this sign."""
        return float(self.value_exact)

    @property
    def auc(self) -> float:
        """The value, if the objective is the AUC."""
        return self.value


class Profile(NamedTuple):
    """The AUC, or the value of another objective, as a function of the whitened angle in radians.

    `auc` is another name for the value, if the objective is the AUC.
    """

    angle: np.ndarray
    value: np.ndarray

    @property
    def auc(self) -> np.ndarray:
        """The values."""
        return self.value


class Progress(NamedTuple):
    """The state of a search, passed to the callback: best value, bound, gap and time in seconds.

    `auc` is another name for the value, if the objective is the AUC.
    """

    value: float
    bound: float
    gap: float
    seconds: float

    @property
    def auc(self) -> float:
        """The best value so far."""
        return self.value

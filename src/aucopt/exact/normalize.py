"""Weights that can be compared: of length one, or with a reference column that counts plus or minus one.

Ranges are searched on a bounded scale: the weight itself at length one; against a reference the angle whose
tangent the weight is, since such weights have no bound where the reference's own can vanish.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

_RIGHT_ANGLE = np.pi / 2


class Range(NamedTuple):
    """Lowest and highest value of each weight."""

    low: np.ndarray
    high: np.ndarray

    def join(self, other: "Range") -> "Range":
        """The smallest range that holds both."""
        return Range(np.fmin(self.low, other.low), np.fmax(self.high, other.high))


class Normalization(NamedTuple):
    """How weights are brought to one size; `reference` is a column, or None for length one."""

    reference: int | None

    def measure(self, w: np.ndarray) -> np.ndarray:
        """The weights of directions, in the last axis, on the bounded scale; NaN for zero by zero."""
        if self.reference is None:
            return w / np.linalg.norm(w, axis=-1, keepdims=True)
        theirs = np.abs(w[..., self.reference, None])
        return np.where((w == 0) & (theirs == 0), np.nan, np.arctan2(w, theirs))

    def size(self, w: np.ndarray, j: int) -> float:
        """The length of a direction as far as it matters to column j."""
        return float(np.linalg.norm(w if self.reference is None else w[[j, self.reference]]))

    def limits(self, corners: np.ndarray) -> Range:
        """The range of each weight over the cone that the rows span, exact or a little wider.

        Against a reference, whose own weight must not change its sign inside the cone, a weight is linear
        over linear, hence extreme at the corners.
        """
        measured = self.measure(corners)
        low, high = np.fmin.reduce(measured), np.fmax.reduce(measured)
        if self.reference is None:
            # |sum of a_k v_k| is at least (sum of a_k) times this, for unit vectors v_k and any unit vector.
            middle = measured.sum(axis=0)
            length = np.linalg.norm(middle)
            shortest = max(float((measured @ middle).min() / length), 0.0) if length > 0 else 0.0
            with np.errstate(divide="ignore", invalid="ignore"):
                low = np.where(low < 0, np.maximum(low / shortest, -1.0), low)
                high = np.where(high > 0, np.minimum(high / shortest, 1.0), high)
        return Range(low, high)

    def show(self, measured: np.ndarray) -> np.ndarray:
        """Weights from the bounded scale."""
        if self.reference is None:
            return measured
        vertical = np.abs(measured) >= _RIGHT_ANGLE - 1e-12
        return np.where(vertical, np.copysign(np.inf, measured), np.tan(measured))


def read_normalization(normalize: Any, names: Sequence[str]) -> Normalization:
    """The normalisation by "norm", or by the name or number of a reference column.

    Raises
    ------
    ValueError
        If there is no such column.
    """
    if isinstance(normalize, str):
        if normalize in names:
            return Normalization(names.index(normalize))
        if normalize == "norm":
            return Normalization(None)
    elif isinstance(normalize, int | np.integer) and 0 <= normalize < len(names):
        return Normalization(int(normalize))
    raise ValueError(
        f"normalize must be 'norm', or the name or number of a column ({', '.join(names)}), "
        f"not {normalize!r}."
    )


def unit_floats(direction: Sequence[Any]) -> np.ndarray:
    """An exact direction in floats, its largest entry plus or minus one."""
    largest = max(abs(v) for v in direction) or 1
    return np.array([float(Fraction(v) / largest) for v in direction])

"""Distinct points with weights, exactly and as floats, and what directions make of them.

Directions are integer vectors over the columns kept. They come from weights on the raw columns and go back to
such weights without a rounding, and they order the points exactly.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

import numpy as np

from aucopt.exact.problem.columns import Points, ScaledPoints, digits_of, exact_points
from aucopt.exact.problem.rank import Relation
from aucopt.kernels.integers.points import BASE_BITS, order_along

_UNIT_ROUNDOFF = 2.0**-53


class PointSet:
    """Points and directions.

    Attributes
    ----------
    n_features : int
        Number of raw columns.
    values : list of arrays
        All columns at the points, as they came.
    weight : (m, 2) int64 array
        Weight of the positives and of the negatives at each point.
    exact_weight : (m, 2) array of Python integers, or None
        The true weights in units of their own, where `weight` had to be rounded.
    columns : tuple of int
        The columns of `x` and `limbs`; the others are constant, set aside or left out.
    relations : dict of int to tuple of Fraction
        What each column set aside is made of: its raw values are the kept ones times these, plus a constant.
    x : (m, d) float64 array
        Images of the points, within [-1, 1], centred.
    limbs : (m, d, size) int32 array
        The points as exact fixed-point integers, for signs only.
    scale : tuple of Fraction
        Raw weight times scale = weight of the fixed-point column.
    """

    n_features: int
    relations: dict[int, Relation]

    @cached_property
    def _points(self) -> Points:
        raise NotImplementedError

    @cached_property
    def values(self) -> Sequence[np.ndarray]:
        """All columns at the points."""
        return self._points.values

    @cached_property
    def weight(self) -> np.ndarray:
        """Weight of both classes at the points."""
        return self._points.weight

    @cached_property
    def exact_weight(self) -> np.ndarray | None:
        """True weights, where those are rounded."""
        return self._points.exact_weight

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Columns that vary."""
        return self._points.varying

    @cached_property
    def n_points(self) -> int:
        """Number of distinct points."""
        return len(self.weight)

    @cached_property
    def _exact(self) -> ScaledPoints:
        return exact_points([self.values[j] for j in self.columns])

    @cached_property
    def x(self) -> np.ndarray:
        """Images of the points."""
        return self._exact.x

    @cached_property
    def limbs(self) -> np.ndarray:
        """The points as digits."""
        return self._exact.limbs

    @cached_property
    def scale(self) -> tuple[Fraction, ...]:
        """What makes raw weights weights on the digits."""
        return self._exact.scale

    @cached_property
    def reach(self) -> np.ndarray:
        """Largest absolute image of each column."""
        return np.abs(self.x).max(axis=0)

    @cached_property
    def within_factor(self) -> np.ndarray:
        """Cholesky factor of the within-class covariance of the images: angles are measured by it."""
        # A class of one point, or points on a line, has no spread: lean on the range of the columns.
        within = 1e-12 * np.diag(self.reach**2)
        for weight in (self.weight / self.weight.sum(axis=0)).T:
            centred = self.x - weight @ self.x
            within += weight * centred.T @ centred
        return np.linalg.cholesky(within)

    def integers(self) -> list[tuple[int, ...]]:
        """The points as tuples of Python integers, on the scale of the limbs."""
        powers = [1 << (BASE_BITS * k) for k in range(self.limbs.shape[2])]
        return [tuple(int(v) for v in row) for row in self.limbs.astype(object) @ powers]

    def order(self, direction: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Rows of the points in the exact order of an integer direction, and where their height rises."""
        if len(direction) == 1 and direction[0]:
            # Distinct points are listed by their first column.
            n = self.n_points
            place = np.arange(n) if direction[0] > 0 else np.arange(n - 1, -1, -1)
            return place, np.ones(n, dtype=np.bool_)
        size = max(abs(v) for v in direction).bit_length()
        c = np.array([v / (1 << size) for v in direction])
        key = self.x @ c
        place = np.argsort(key)
        return place, order_along(key, place, self.limbs, digits_of([direction])[0], self.error_along(c))

    def error_along(self, c: np.ndarray) -> float:
        """How far differences of float scores along a direction are off at most."""
        # Images, weights, products and sums are rounded, and there is a margin.
        return (24 + 8 * len(c)) * _UNIT_ROUNDOFF * float(np.abs(c) @ self.reach)

    def direction_of(self, coef: Sequence[Any] | np.ndarray) -> tuple[int, ...]:
        """The integer direction of weights on the raw columns, exactly; of any kind of numbers."""
        parts = [Fraction(coef[j]) for j in self.columns]
        for j, relation in self.relations.items():
            parts = [w + Fraction(coef[j]) * c for w, c in zip(parts, relation, strict=True)]
        return primitive_vector([w * s for w, s in zip(parts, self.scale, strict=True)])

    def towards(self, w: np.ndarray) -> tuple[int, ...]:
        """The integer direction of float weights on the images."""
        return primitive_vector([Fraction(float(v)) for v in w])

    def coef_of(self, direction: Sequence[int]) -> tuple[Fraction, ...]:
        """Exact weights on all raw columns of an integer direction."""
        coef = [Fraction(0)] * self.n_features
        for j, s, v in zip(self.columns, self.scale, direction, strict=True):
            coef[j] = v / s
        return tuple(coef)

    def raw_vectors(self, directions: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """The shortest integer weights on all raw columns of integer directions."""
        return [primitive_vector(self.coef_of(direction)) for direction in directions]

    def pick(self, of_all: Sequence[int]) -> tuple[int, ...]:
        """Of something that every raw column has, such as a sign, what belongs to the columns kept."""
        return tuple(of_all[j] for j in self.columns)

    def scores(self, coef: np.ndarray) -> np.ndarray:
        """Float scores of the points, summed column by column so that equal rows score equally."""
        with np.errstate(over="ignore", invalid="ignore"):
            return sum(w * values.astype(np.float64) for w, values in zip(coef, self.values, strict=True))


def primitive_vector(parts: Sequence[Fraction] | Sequence[int]) -> tuple[int, ...]:
    """The shortest integer vector of the same direction."""
    common = lcm(*(part.denominator for part in parts))
    whole = [part.numerator * (common // part.denominator) for part in parts]
    divisor = gcd(*whole) or 1
    return tuple(v // divisor for v in whole)

"""Weights that can be compared: of length one, or with a reference column that counts plus or minus one.

Length one may also be that of the weights per standard deviation of their columns. Ranges are searched on a
bounded scale: the weight itself at length one; against a reference the angle whose
tangent the weight is on columns of one range, since such weights have no bound where the reference's own can
vanish.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.compared import ComparedProblem
from aucopt.exact.problem.problem import Problem
from aucopt.exact.problem.stratified import StratifiedProblem

_RIGHT_ANGLE = np.pi / 2
# Round numbers between powers of ten.
_STEPS = (1, 2, 5, 10)


class Range(NamedTuple):
    """Lowest and highest value of each weight."""

    low: np.ndarray
    high: np.ndarray

    def join(self, other: "Range") -> "Range":
        """The smallest range that holds both."""
        return Range(np.fmin(self.low, other.low), np.fmax(self.high, other.high))

    def negated(self) -> "Range":
        """The range of the opposite directions."""
        return Range(-self.high, -self.low)


class Normalization(NamedTuple):
    """How weights are brought to one size.

    `reference` is a column, or None for length one; `spread` the range of each column in that of the
    reference, or what weights are multiplied by before they get their length.
    """

    reference: int | None
    spread: np.ndarray

    def measure(self, w: np.ndarray) -> np.ndarray:
        """The weights of directions, in the last axis, on the bounded scale; NaN for zero by zero."""
        if self.reference is None:
            w = w * self.spread
            w = w / np.abs(w).max(axis=-1, keepdims=True)  # squares of tiny weights would vanish
            return w / np.linalg.norm(w, axis=-1, keepdims=True)
        theirs = np.abs(w[..., self.reference, None])
        return np.where((w == 0) & (theirs == 0), np.nan, np.arctan2(w * self.spread, theirs))

    def size(self, w: np.ndarray, j: int) -> float:
        """The length of a direction as far as it matters to column j."""
        w = w * self.spread
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
        return np.where(vertical, np.copysign(np.inf, measured), np.tan(measured) / self.spread)


def read_normalization(normalize: Any, problem: Problem) -> Normalization:
    """The normalisation by "norm" or "sd", or by the name or number of a reference column.

    Raises
    ------
    ValueError
        If there is no such column.
    """
    names = problem.feature_names
    if isinstance(normalize, str) and normalize in names:
        reference = names.index(normalize)
    elif isinstance(normalize, str) and normalize == "norm":
        return Normalization(None, np.ones(len(names)))
    elif isinstance(normalize, str) and normalize == "sd":
        if isinstance(problem, ComparedProblem | StratifiedProblem):
            # Those of the rows, not of the differences that are searched, nor by the weights of strata.
            found = [float(np.std(column.astype(np.float64))) for column in problem.given.columns]
            return Normalization(None, np.array([d / found[problem.columns[0]] if d else 1.0 for d in found]))
        weight = problem.weight.sum(axis=1)
        share = weight / weight.sum()
        deviation = np.sqrt(share @ (problem.x - share @ problem.x) ** 2)
        return Normalization(None, _on_all_columns(problem, deviation, of=0))
    elif isinstance(normalize, int | np.integer) and 0 <= normalize < len(names):
        reference = int(normalize)
    else:
        raise ValueError(
            f"normalize must be 'norm' or 'sd', or the name or number of a column ({', '.join(names)}), "
            f"not {normalize!r}."
        )
    if reference not in problem.columns:
        raise ValueError(f"The reference column {names[reference]!r} is constant.")
    ranges = np.ptp(problem.x, axis=0)
    return Normalization(reference, _on_all_columns(problem, ranges, of=problem.columns.index(reference)))


def given_columns(problem: Problem) -> Sequence[np.ndarray]:
    """The columns of the rows as they came."""
    if isinstance(problem, ComparedProblem | StratifiedProblem):
        return problem.given.columns
    assert problem.raw is not None
    return problem.raw.columns


def _on_all_columns(problem: Problem, lengths: np.ndarray, of: int) -> np.ndarray:
    """Lengths along the images as ratios of raw ones to that of one column; 1 for columns set aside."""
    ratios = np.ones(problem.n_features)
    for k, j in enumerate(problem.columns):
        ratios[j] = float(problem.scale[k] / problem.scale[of]) * lengths[k] / lengths[of]
    return ratios


def unit_floats(direction: Sequence[Any]) -> np.ndarray:
    """An exact direction in floats, its largest entry plus or minus one."""
    largest = max(abs(v) for v in direction) or 1
    return np.array([float(Fraction(v) / largest) for v in direction])


def read_units(units: Any, problem: Problem) -> tuple[Fraction, ...]:
    """What each column is divided by."""
    n = problem.n_features
    if units is None:
        return (Fraction(1),) * n
    if isinstance(units, str) and units == "auto":
        columns = given_columns(problem)
        return tuple(_round_number(float(np.std(column.astype(np.float64)))) for column in columns)
    given = None if isinstance(units, str) else np.asarray(units)
    if given is None or given.shape != (n,) or given.dtype.kind not in "iuf":
        raise ValueError(f"units must be 'auto' or {n} numbers, one a column; got {units!r}.")
    if not np.all(np.isfinite(given) & (given > 0)):
        raise ValueError(f"units must be finite and above 0; got {units!r}.")
    return tuple(Fraction(str(float(unit))) for unit in given)


def _round_number(value: float) -> Fraction:
    """The nearest of 1, 2 and 5 times a power of ten, by ratio; 1 for a constant column."""
    if value == 0:
        return Fraction(1)
    power = floor(log10(value))
    step = min(_STEPS, key=lambda step: abs(log10(value) - power - log10(step)))
    return step * Fraction(10) ** power

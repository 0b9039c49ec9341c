"""How sure are the weights? The range of each over all directions that are nearly as good as the best.

The optimal cell is thinner than anybody cares for. What the data say about a weight is how far it can go
before the AUC, or another objective, falls by more than delta.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from aucopt.exact.maximize import read_options
from aucopt.exact.objective.base import Objective
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.geometry import PlaneGeometry
from aucopt.exact.solution.parts import DirectionArc
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solution.weights.known import known_or_searched, read_judged
from aucopt.exact.solution.weights.normalize import (
    Normalization,
    Range,
    read_normalization,
    unit_floats,
)
from aucopt.exact.solution.weights.region import Face, Reach, search_reach
from aucopt.exact.solvers.faces import needed_faces
from aucopt.inputs import read_share
from aucopt.typing import TableLike
from aucopt.words.weights import range_lines

MOST_COLUMNS = 8
_AXES = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, eq=False)
class WeightRanges:
    """The range of each weight over all allowed weights whose value is within delta of the best.

    Attributes
    ----------
    feature_names : tuple of str
        The names of the columns.
    weight, low, high : (n_features,) arrays
        The weights of the solution, and the lowest and highest weights within delta of the best value, all
        normalised in the same way. No allowed weights within delta lie outside this range. It is infinite if
        the weight of the reference column can be zero, and NaN if both are always zero.
    certain_low, certain_high : (n_features,) arrays
        Limits that are certainly reached by weights within delta: equal to `low` and `high` if the status is
        "exact", and within the tolerance of them if it is "tolerance".
    status : {"exact", "tolerance", "time_limit"}
        How accurate the ranges are.
    delta : float
        The accepted loss of the objective.
    solution : Solution
        The optimum.
    """

    feature_names: tuple[str, ...]
    weight: np.ndarray
    low: np.ndarray
    high: np.ndarray
    certain_low: np.ndarray
    certain_high: np.ndarray
    status: str
    delta: float
    solution: Solution

    def __str__(self) -> str:
        rows = range_lines(self.feature_names, self.weight, self.low, self.high)
        value = f"{self.solution.objective.name} {self.solution.value:.6f}"
        return "\n".join([*rows, f"{value}, within {self.delta:g} of it ({self.status})"])

    __repr__ = __str__


def weight_ranges(
    X: TableLike,
    y: npt.ArrayLike,
    delta: float,
    *,
    objective: str | Objective = "auc",
    sample_weight: npt.ArrayLike | None = None,
    strata: npt.ArrayLike | None = None,
    signs: int | Sequence[int] | None = None,
    normalize: str | int = "norm",
    tolerance: float = 0.001,
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    solution: Solution | None = None,
) -> WeightRanges:
    """Find the range of each weight while the AUC (or other objective) stays within delta of the best.

    Parameters
    ----------
    X, y, sample_weight, strata, signs, n_jobs
        See `maximize`. At most 8 columns may be non-constant; constant columns have weight 0.
    delta : float
        The accepted loss of the objective, such as 0.005.
    objective : "auc", PartialAUC, Sensitivity, Specificity or Concordance
        What to maximise, as in `maximize`.
    normalize : "norm", "sd", or the name or number of a column
        How weights are normalised: to length 1 ("norm"), to length 1 per standard deviation of the columns
        ("sd"), or so that the weight of a reference column is +1 or -1.
    tolerance : float
        Accuracy of the ranges where they are not exact, that is with three or more columns, or with two if
        the objective is not the AUC. It is in units of the normalised weight; with a reference column it is
        in radians of the angle whose tangent is the weight, on columns scaled to equal range.
    time_limit : float, optional
        Time limit in seconds. The ranges then still contain all weights within delta, but may be too wide;
        expect this with four or more columns. If the optimum is not proved in time, delta is measured from
        the best value found.
    solution : Solution, optional
        The optimum of these data with these signs, if it is already known; otherwise it is computed first, in
        at most half the time.

    Returns
    -------
    WeightRanges
        Exact for one column and for the AUC of two columns, otherwise within the tolerance if time allows.

    Examples
    --------
    >>> import aucopt
    >>> from aucopt.datasets import load_toy
    >>> X, y = load_toy()
    >>> print(aucopt.weight_ranges(X, y, delta=0.01))
    column     weight        low       high
    x0          0.838     0.7181     0.9221
    x1         0.5456      0.387     0.6959
    AUC 0.703760, within 0.01 of it (exact)
    """
    started = time.monotonic()
    exact_delta = read_share(delta, "delta")
    if not isinstance(tolerance, Real) or not tolerance > 0:
        raise ValueError(f"tolerance must be a number above 0, not {tolerance!r}.")
    problem, objective = read_judged(X, y, objective, sample_weight, strata)
    problem = problem.independent()
    check_identified(problem)
    norm = read_normalization(normalize, problem)
    if len(problem.columns) > MOST_COLUMNS:
        raise ValueError(f"Ranges need at most {MOST_COLUMNS} columns, not {len(problem.columns)}.")
    options = read_options(
        problem,
        signs=signs,
        n_jobs=n_jobs,
        # Something must be left for the ranges.
        time_limit=None if time_limit is None else time_limit / 2,
        started=started,
    )
    solution = known_or_searched(problem, objective, options, solution)
    level = value_within(problem, objective, solution, exact_delta)
    every, direction, turn = options.signs, solution.direction, 1
    if objective.exchanged is not None:
        # Searched with the classes exchanged, all directions are negated.
        problem, objective, turn = problem.exchanged(), objective.exchanged, -1
        every, direction = tuple(-s for s in every), tuple(-v for v in direction)
    found = _range_of(norm, [direction])
    reach = Reach(found, found)
    finished = True
    in_plane = len(problem.columns) == 2 and objective.by_pairs
    if in_plane:
        for arc in PlaneGeometry(problem, objective, level, problem.pick(every)).near(Fraction(0)):
            reach.add(range_over_arc(norm, arc, problem.columns))
    else:
        faces = []
        for columns in needed_faces(problem, objective, replace(options, signs=every)):
            if not set(columns) <= set(problem.columns):
                continue
            face = problem if columns == problem.columns else problem.restrict(columns)
            mine = face.pick(every)
            if len(columns) > 1:
                faces.append(Face(face, objective, mine, Fraction(level), norm))
                continue
            for sign in (1, -1):
                if mine[0] in (0, sign) and objective.count(face, (sign,)).value >= level:
                    reach.add(_range_of(norm, [face.coef_of((sign,))]))
        finished = search_reach(
            faces,
            [face.problem.direction_of(turn * solution.coef) for face in faces],
            reach,
            tolerance=float(tolerance),
            deadline=None if time_limit is None else started + time_limit,
            n_threads=options.n_threads,
        )
    status = "exact" if in_plane or len(problem.columns) == 1 else "tolerance"
    possible, certain = (part if turn > 0 else part.negated() for part in (reach.possible, reach.certain))
    return WeightRanges(
        feature_names=problem.feature_names,
        weight=norm.show(norm.measure(unit_floats(solution.direction))),
        low=norm.show(possible.low),
        high=norm.show(possible.high),
        certain_low=norm.show(certain.low),
        certain_high=norm.show(certain.high),
        status=status if finished else "time_limit",
        delta=float(delta),
        solution=solution,
    )


def check_identified(problem: Problem) -> None:
    """Refuse data that do not determine weights: no column varies, or some are combinations of others.

    Raises
    ------
    ValueError
        If so.
    """
    if problem.n_points == 1:
        raise ValueError("All rows of X are equal: there is nothing to weigh.")
    if problem.relations:
        names = ", ".join(problem.feature_names[j] for j in problem.relations)
        raise ValueError(
            f"The data do not determine the weights of linearly dependent columns; drop some of: {names}."
        )


def value_within(problem: Problem, objective: Objective, solution: Solution, delta: Fraction) -> int:
    """The value that every direction within delta of the best reaches."""
    best = solution.bound_exact if solution.status == "optimal" else solution.value_exact
    # The least value that may stand for so much, where weights are rounded.
    nothing, one = (objective.share_at_most(problem, value) for value in (0, 1))
    level = (best - delta - nothing) / (one - nothing)
    return max(-(-level.numerator // level.denominator), 0)


def range_over_arc(norm: Normalization, arc: DirectionArc, columns: tuple[int, ...]) -> Range:
    """The range of each weight over an arc of directions of two columns.

    Between the axes, and up to the edges of the arc, normalised weights only rise or fall.
    """
    low, high = ((v[columns[0]], v[columns[1]]) for v in (arc.low, arc.high))
    points = [arc.low, arc.high]
    for axis in _AXES:
        if _turns_past(axis, low, high, arc.width > 0):
            point = [0] * len(arc.low)
            point[columns[0]], point[columns[1]] = axis
            points.append(tuple(point))
    return _range_of(norm, points)


def _range_of(norm: Normalization, directions: Sequence[Sequence[Any]]) -> Range:
    measured = np.array([norm.measure(unit_floats(direction)) for direction in directions])
    return Range(np.fmin.reduce(measured), np.fmax.reduce(measured))


def _turns_past(c: tuple[int, int], low: tuple[int, int], high: tuple[int, int], is_wide: bool) -> bool:
    """Whether c lies strictly inside the arc from low counter-clockwise to high, of any width."""

    def cross(a: tuple[int, int], b: tuple[int, int]) -> int:
        return a[0] * b[1] - a[1] * b[0]

    turn = cross(low, high)
    if turn > 0:
        return cross(low, c) > 0 and cross(c, high) > 0
    if turn < 0:
        return not (cross(high, c) >= 0 and cross(c, low) >= 0)
    is_same = low[0] * high[0] + low[1] * high[1] > 0
    return is_wide if is_same else cross(low, c) > 0

"""From what a solver found to what people get: weights in float64 that really attain the proved AUC.

Three AUCs can differ: the proved optimum, the exact one of the float weights, and the one that float scores
give. The weights are chosen so that they agree; where they cannot, the solution says so.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from aucopt.exact.problem.counting import Counts, best_column, count, recount
from aucopt.exact.problem.problem import Problem, primitive_vector
from aucopt.exact.problem.table import read_columns
from aucopt.exact.proof.record import FaceRecord
from aucopt.exact.solution.centre import central_direction
from aucopt.exact.solution.geometry import PlaneGeometry
from aucopt.exact.solution.solution import DirectionArc, Solution
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.plane.direction import Direction, Whitening, same_vector, simplest_between
from aucopt.metrics import pair_counts

# Bits of whole weights that read well as they are.
_SHORT = 32

Vector = tuple[int, ...]
Weights = tuple[Fraction, ...]


class Found(NamedTuple):
    """What a solver found on one face: cells (low, high) in its coordinates, values and bounds of 2R + T.

    In three columns and more a cell is a single direction, given twice. `proof` holds the parts of a
    certificate, if one is asked for.
    """

    problem: Problem
    signs: tuple[int, ...]
    cells: Sequence[tuple[Vector, Vector]]
    value: int
    bound: int
    status: str
    work: Mapping[str, int]
    proof: tuple[FaceRecord, ...] = ()


def as_auc(problem: Problem, value: int) -> Fraction:
    """The AUC of a value 2R + T."""
    return Fraction(value, 2 * problem.total)


def build_solution(
    problem: Problem,
    found: Found,
    signs: Sequence[int],
    X: Any,
    y: Any,
    sample_weight: Any,
    started: float,
) -> Solution:
    """Choose the direction to return, recount it exactly, and say what is known about it."""
    plane, arcs = None, []
    n_columns = len(found.problem.columns)
    if n_columns == 2:
        geometry = PlaneGeometry(found.problem, found.value, found.signs)
        arcs = [geometry.arc(Direction(*a), Direction(*b)) for a, b in found.cells]
        # The widest, and of equally wide ones the first in angle: for any order of rows.
        index = max(range(len(arcs)), key=lambda i: (arcs[i].width, -arcs[i].start))
        candidates: Iterable[Weights] = _candidates(
            found.problem, *(Direction(*v) for v in found.cells[index])
        )
        if len(problem.columns) == 2:
            plane = geometry
    elif n_columns == 1:
        lines = [found.problem.coef_of(low) for low, _ in found.cells]
        arcs = [DirectionArc(v, v, 0.0, 0.0) for v in map(primitive_vector, lines)]
        candidates = lines[:1]
    else:
        candidates = _candidates_in_space(found)
    coef, exact, (right, tied, total), notes = _choose(problem, found, candidates, X, y, sample_weight)
    bound, status = as_auc(problem, found.bound), found.status
    if problem.exact_weight is not None:
        status = "max_gap" if status == "optimal" else status
        bound = min(Fraction(found.bound + problem.rounding, 2 * problem.nominal), Fraction(1))
        notes.append("The sample weights had to be rounded for the search; the bound allows for that.")
    aside = [problem.feature_names[j] for j in range(problem.n_features) if j not in problem.columns]
    if aside and any(coef):
        notes.append(f"Constant or dependent, hence not needed: {', '.join(aside)}.")
    return Solution(
        coef=coef,
        status=status,
        right=right,
        tied=tied,
        total=total,
        bound_exact=bound,
        direction=primitive_vector(exact),
        arcs=tuple(arcs),
        notes=tuple(notes),
        feature_names=problem.feature_names,
        classes=problem.classes,
        work=dict(found.work),
        seconds=time.monotonic() - started,
        geometry=plane,
        best_column=best_column(problem, signs),
    )


def _candidates(problem: Problem, low: Direction, high: Direction) -> Iterator[Weights]:
    """Exact raw weights inside a cell: its centre, then the simplest integers where floats are too coarse."""
    if same_vector(low, high):
        yield problem.coef_of(low.vector)
        return
    yield problem.coef_of(Whitening(problem).between(low, high, 0.5).vector)
    raw = [
        primitive_vector([v / s for v, s in zip(d.vector, problem.scale, strict=True)]) for d in (low, high)
    ]
    simplest = [Fraction(0)] * problem.n_features
    for j, v in zip(problem.columns, simplest_between(*(Direction(*v) for v in raw)).vector, strict=True):
        simplest[j] = Fraction(v)
    yield tuple(simplest)


def _candidates_in_space(found: Found) -> Iterator[Weights]:
    """The centre of a cell, the direction found in it, and where floats miss both what an ascent reaches."""
    problem, where = found.problem, found.cells[0][0]
    centre = central_direction(problem, where, found.signs)
    if count(problem, centre).value >= found.value:
        yield problem.coef_of(centre)
    yield problem.coef_of(where)
    x, positive, weight = problem.rows()
    start = _unit_length([Fraction(v) for v in where])
    yield problem.coef_of(problem.towards(ascend(x, positive, weight, signs=found.signs, starts=start).coef))


def _choose(
    problem: Problem,
    found: Found,
    candidates: Iterable[Weights],
    X: Any,
    y: Any,
    sample_weight: Any,
) -> tuple[np.ndarray, Weights, Counts, list[str]]:
    """The first candidate whose float weights and float scores attain what is proved, else the best."""
    columns, _ = read_columns(X)
    tried: list[tuple[bool, bool, int, np.ndarray, Weights, Counts, float]] = []
    for exact in candidates:
        coef = np.array([float(v) for v in _small(exact)]) if tried else _unit_length(exact)
        counts = recount(problem, problem.direction_of(coef))
        attained = problem.exact_weight is not None or counts.value >= found.value
        by_floats = _auc_of_scores(columns, coef, y, sample_weight)
        agree = abs(by_floats - counts.value / (2 * counts.total)) < 1e-12
        tried.append((attained, agree, counts.value, coef, exact, counts, by_floats))
        if attained and agree:
            break
    attained, agree, _, coef, exact, counts, by_floats = max(tried, key=lambda t: t[:3])
    notes = []
    if not attained:
        exact = tried[0][4]
        notes.append(
            "The optimal cell is thinner than float64 weights resolve: `direction` attains the bound, "
            "`coef` comes close."
        )
    if not agree:
        notes.append(f"Scores rounded to float64 give AUC {by_floats:.9g}: they tie or swap close pairs.")
    return coef, exact, counts, notes


def _small(exact: Weights) -> list[Fraction]:
    """Scale long weights to about 1 by a power of two; short ones are best as they are."""
    length = int(max(abs(v) for v in exact)).bit_length()
    return [v / (1 << length) for v in exact] if length > _SHORT else list(exact)


def _unit_length(exact: Sequence[Fraction]) -> np.ndarray:
    largest = max(abs(v) for v in exact)
    if largest == 0:
        return np.zeros(len(exact))
    scaled = np.array([float(v / largest) for v in exact])
    return scaled / np.linalg.norm(scaled)


def _auc_of_scores(columns: list[np.ndarray], coef: np.ndarray, y: Any, sample_weight: Any) -> float:
    """AUC of float scores, summed column by column so that equal rows score equally."""
    with np.errstate(over="ignore", invalid="ignore"):
        scores = sum(w * column.astype(np.float64) for w, column in zip(coef, columns, strict=True))
    if not np.all(np.isfinite(scores)):
        return float("nan")
    return float(pair_counts(y, scores, sample_weight=sample_weight).auc)

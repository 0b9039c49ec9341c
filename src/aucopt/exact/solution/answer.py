"""From what a solver found to what people get: weights in float64 that really attain the proved value.

Three AUCs can differ: the proved optimum, the exact one of the float weights, and the one that float scores
give. The weights are chosen so that they agree; where they cannot, the solution says so.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import Counts, Objective
from aucopt.exact.problem.problem import Problem, primitive_vector
from aucopt.exact.solution.centre import central_direction
from aucopt.exact.solution.geometry import PlaneGeometry
from aucopt.exact.solution.solution import BestColumn, DirectionArc, Solution
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.base import Found, Options
from aucopt.exact.solvers.plane.direction import Direction, arcs_between, middle, simplest_between

# Bits of whole weights that read well as they are.
_SHORT = 32
_ROUNDED = "The sample weights had to be rounded for the search; the bound allows for that."
# With more columns the best single one is not looked for.
_FEW_COLUMNS = 100

# An answer counts its direction and its neighbours about so often.
_COUNTS = 10

Weights = Sequence[Fraction]


class Choice(NamedTuple):
    """Float weights, whether they and their float scores attain what is proved, and what is behind them."""

    attained: bool
    agree: bool
    counts: Counts
    coef: np.ndarray
    exact: Weights
    by_floats: Counts | None


def build_solution(problem: Problem, objective: Objective, options: Options, found: Found) -> Solution:
    """Choose the direction to return, recount it exactly, and say what is known about it."""
    arcs: list[DirectionArc] = []
    geometry, notes = None, list(found.notes)
    if found.coef is not None:
        exact: Weights = [Fraction(float(v)) for v in found.coef]
        counts, coef = objective.count_rows(problem, found.coef), found.coef
    else:
        n_columns = len(found.problem.columns)
        if n_columns == 2:
            arcs = arcs_between(found.problem, found.cells)
            if len(problem.columns) == 2:
                geometry = PlaneGeometry(found.problem.without_rows(), objective, found.value, found.signs)
        elif n_columns == 1:
            lines = [primitive_vector(found.problem.coef_of(low)) for low, _ in found.cells]
            arcs = [DirectionArc(v, v, 0.0, 0.0) for v in lines]
        chosen = _choose(problem, objective, found, _candidates(found, objective, arcs))
        coef, exact, counts = chosen.coef, chosen.exact, chosen.counts
        notes += _notes_on(chosen)
        aside = [name for j, name in enumerate(problem.feature_names) if j not in problem.columns]
        if aside and any(coef):
            notes.append(f"Constant or dependent, hence not needed: {', '.join(aside)}.")
    bound, status, alone = Fraction(1), found.status, None
    if found.bound is not None:
        bound = objective.share(problem, found.bound)
        if problem.exact_weight is not None:
            status = "max_gap" if status == "optimal" else status
            bound = min(Fraction(found.bound + problem.rounding, 2 * problem.nominal), Fraction(1))
            if found.coef is None:
                notes.append(_ROUNDED)
        if problem.n_features <= _FEW_COLUMNS:
            alone = best_column(problem, objective, options.signs)
    if found.coef is not None and Fraction(counts.value, 2 * counts.total) == bound:
        status = "optimal"
    return Solution(
        coef=coef,
        status=status,
        right=counts.right,
        tied=counts.tied,
        total=counts.total,
        bound_exact=bound,
        direction=primitive_vector(exact),
        arcs=tuple(arcs),
        notes=tuple(notes),
        feature_names=problem.feature_names,
        classes=problem.classes,
        work=dict(found.work),
        seconds=time.monotonic() - options.started,
        in_plane=geometry is not None,
        geometry=geometry,
        best_column=alone,
    )


def seconds_of_answer(problem: Problem, objective: Objective) -> float:
    """What the exact counts of an answer take: of its direction and of each column."""
    began = time.monotonic()
    objective.count(problem, (1,) * len(problem.columns))
    return (_COUNTS + problem.n_features) * (time.monotonic() - began)


def best_column(problem: Problem, objective: Objective, signs: Sequence[int]) -> BestColumn | None:
    """The column that does best by itself, in an allowed direction; None unless two or more vary."""
    varying = sorted([*problem.columns, *problem.relations])
    if len(varying) < 2 or problem.n_points < 2:
        return None
    found = []
    for j in varying:
        if j in problem.columns:
            direction = tuple(int(k == j) for k in problem.columns)
        else:
            direction = problem.direction_of([int(k == j) for k in range(problem.n_features)])
        up = objective.recount(problem, direction)
        value = 2 * up.right + up.tied
        for sign, value_there in ((1, value), (-1, 2 * up.total - value)):
            if signs[j] in (0, sign):
                auc = Fraction(value_there, 2 * up.total)
                found.append(BestColumn(problem.feature_names[j], sign, auc))
    return max(found, key=lambda column: column.auc_exact)


def _candidates(found: Found, objective: Objective, arcs: Sequence[DirectionArc]) -> Iterator[Weights]:
    """Exact raw weights that should attain the value found, the best to have first."""
    problem = found.problem
    if len(problem.columns) == 1:
        yield problem.coef_of(found.cells[0][0])
    elif len(problem.columns) == 2:
        # The widest, and of equally wide ones the first in angle: for any order of rows.
        index = max(range(len(arcs)), key=lambda i: (arcs[i].stop - arcs[i].start, -arcs[i].start))
        yield from _candidates_in_cell(problem, *(Direction(v[0], v[1]) for v in found.cells[index]))
    else:
        yield from _candidates_in_space(found, objective)


def _candidates_in_cell(problem: Problem, low: Direction, high: Direction) -> Iterator[Weights]:
    """The centre of a cell, then the simplest integers inside where floats are too coarse for that."""
    centre = middle(problem, low, high)
    yield problem.coef_of(centre.vector)
    if centre == low:
        return
    raw = [
        primitive_vector([v / s for v, s in zip(d.vector, problem.scale, strict=True)]) for d in (low, high)
    ]
    simplest = [Fraction(0)] * problem.n_features
    for j, v in zip(problem.columns, simplest_between(*(Direction(*v) for v in raw)).vector, strict=True):
        simplest[j] = Fraction(v)
    yield simplest


def _candidates_in_space(found: Found, objective: Objective) -> Iterator[Weights]:
    """The centre of a cell, the direction found in it, and where floats miss both what an ascent reaches."""
    problem, where = found.problem, found.cells[0][0]
    centre = central_direction(problem, where, found.signs)
    if objective.count(problem, centre).value >= found.value:
        yield problem.coef_of(centre)
    yield problem.coef_of(where)
    x, positive, weight = problem.rows()
    start = _unit_length([Fraction(v) for v in where])
    near = ascend(x, positive, weight, signs=found.signs, starts=start, n_restarts=0)
    yield problem.coef_of(problem.towards(near.coef))


def _choose(problem: Problem, objective: Objective, found: Found, candidates: Iterable[Weights]) -> Choice:
    """The first candidate whose float weights and float scores attain what is proved, else the best."""
    tried: list[Choice] = []
    for exact in candidates:
        coef = np.array([float(v) for v in _small(exact)]) if tried else _unit_length(exact)
        counts = objective.recount(problem, problem.direction_of(coef))
        attained = problem.exact_weight is not None or 2 * counts.right + counts.tied >= found.value
        scores = problem.scores(coef)
        by_floats = objective.count_scores(problem, scores) if np.isfinite(scores).all() else None
        tried.append(Choice(attained, by_floats == counts, counts, coef, exact, by_floats))
        if attained and by_floats == counts:
            return tried[-1]
    best = max(tried, key=lambda choice: (choice.attained, choice.agree, choice.counts.value))
    return best if best.attained else best._replace(exact=tried[0].exact)


def _notes_on(chosen: Choice) -> list[str]:
    notes = []
    if not chosen.attained:
        notes.append(
            "The optimal cell is thinner than float64 weights resolve: `direction` attains the bound, "
            "`coef` comes close."
        )
    if not chosen.agree:
        counts = chosen.by_floats
        auc = "nan" if counts is None else f"{counts.value / (2 * counts.total):.9g}"
        notes.append(f"Scores rounded to float64 give AUC {auc}: they tie or swap close pairs.")
    return notes


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

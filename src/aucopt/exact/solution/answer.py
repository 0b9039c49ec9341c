"""From what a solver found to what people get: weights in float64 that really attain the proved value.

Three AUCs can differ: the proved optimum, the exact one of the float weights, and the one that float scores
give. The weights are chosen so that they agree; where they cannot, the solution says so.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from aucopt.exact.objective.base import CutOff, Objective, Tally
from aucopt.exact.problem.columns import primitive_vector
from aucopt.exact.problem.problem import Problem
from aucopt.exact.solution.centre import central_direction
from aucopt.exact.solution.geometry import PlaneGeometry
from aucopt.exact.solution.parts import BestColumn, DirectionArc
from aucopt.exact.solution.solution import Solution
from aucopt.exact.solvers.ascent.ascend import ascend
from aucopt.exact.solvers.ascent.positives import PositiveRows, polish
from aucopt.exact.solvers.base import Found, Options
from aucopt.exact.solvers.exchange import turn
from aucopt.exact.solvers.plane.direction import Direction, arcs_between, middle, simplest_between

# Bits of whole weights that read well as they are.
_SHORT = 32
_ROUNDED = "The sample weights had to be rounded for the search; the bound allows for that."
# How the note on columns without a weight of their own begins.
ASIDE = "Left out because they are constant or depend on other columns"
# With more columns the best single one is not looked for.
_FEW_COLUMNS = 100

# An answer counts its direction and its neighbours about so often.
_COUNTS = 10
# Where time ran out, a direction of more points is returned as it is, not from the middle of its cell.
_FEW_POINTS = 20_000

Weights = Sequence[Fraction]


class Choice(NamedTuple):
    """Float weights, whether they and their float scores attain what is proved, and what is behind them."""

    attained: bool
    agree: bool
    counts: Tally
    coef: np.ndarray
    exact: Weights
    by_floats: Tally | None


def build_solution(problem: Problem, objective: Objective, options: Options, found: Found) -> Solution:
    """Choose the direction to return, recount it exactly, and say what is known about it."""
    arcs: list[DirectionArc] = []
    geometry, notes = None, list(found.notes)
    if found.coef is not None:
        exact: Weights = [Fraction(float(v)) for v in found.coef]
        counts: Tally = objective.count_rows(problem, found.coef)
        coef = found.coef
    else:
        n_columns = len(found.problem.columns)
        if n_columns == 2:
            arcs = arcs_between(found.problem, found.cells)
            if len(problem.columns) == 2 and problem.refusal() is None:
                # As it was asked, also where the classes were exchanged for the search.
                asked = found.problem if objective.by_pairs else problem
                geometry = PlaneGeometry(asked.without_rows(), objective, found.value, found.signs)
        elif n_columns == 1:
            lines = [primitive_vector(found.problem.coef_of(low)) for low, _ in found.cells]
            arcs = [DirectionArc(v, v, 0.0, 0.0) for v in lines]
        chosen = _choose(problem, objective, found, _candidates(found, objective, arcs))
        coef, exact, counts = chosen.coef, chosen.exact, chosen.counts
        notes += _notes_on(chosen, objective)
        aside = [name for j, name in enumerate(problem.feature_names) if j not in problem.columns]
        if aside and any(coef):
            notes.append(f"{ASIDE}: {', '.join(aside)}.")
    bound, status, alone = Fraction(1), found.status, None
    if found.bound is not None:
        bound = objective.share(problem, found.bound)
        if problem.exact_weight is not None:
            bound = min(objective.share_at_most(problem, found.bound), Fraction(1))
            status = "max_gap" if status == "optimal" and counts.share < bound else status
            if found.coef is None:
                notes.append(_ROUNDED)
        if problem.n_features <= _FEW_COLUMNS:
            alone = best_column(problem, objective, options.signs)
    if found.coef is not None and counts.share == bound:
        status = "optimal"
    pairs = counts.pairs
    return Solution(
        coef=coef,
        status=status,
        right=pairs.right,
        tied=pairs.tied,
        total=pairs.total,
        objective=objective,
        value_exact=counts.share,
        bound_exact=bound,
        cut=None if objective.by_pairs else _cut_off(problem, objective, coef),
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
        name, values = problem.feature_names[j], problem.values[j]
        up = objective.count_scores(problem, values).share
        down = 1 - up if objective.by_pairs else objective.count_scores(problem, _opposite(values)).share
        found += [BestColumn(name, sign, v) for sign, v in ((1, up), (-1, down)) if signs[j] in (0, sign)]
    return max(found, key=lambda column: column.value_exact)


def _opposite(values: np.ndarray) -> np.ndarray:
    """Numbers in the opposite order."""
    # By rank where not every number of the type has a negative.
    return -(values if values.dtype.kind == "f" else np.unique(values, return_inverse=True)[1])


def _cut_off(problem: Problem, objective: Objective, coef: np.ndarray) -> CutOff | None:
    """The cut-off on float scores, as users will have them."""
    scores = problem.scores(coef)
    return objective.cut_off(scores, problem.weight) if np.isfinite(scores).all() else None


def _candidates(found: Found, objective: Objective, arcs: Sequence[DirectionArc]) -> Iterator[Weights]:
    """Exact raw weights that should attain the value found, the best to have first."""
    problem = found.problem
    if len(problem.columns) == 1:
        yield problem.coef_of(found.cells[0][0])
    elif found.chosen is not None:
        yield from _candidates_in_cell(problem, *(Direction(v[0], v[1]) for v in found.chosen))
    elif len(problem.columns) == 2 and (objective.by_pairs or found.cells[0][0] != found.cells[0][1]):
        # The widest, and of equally wide ones the first in angle: for any order of rows.
        index = max(range(len(arcs)), key=lambda i: (arcs[i].stop - arcs[i].start, -arcs[i].start))
        yield from _candidates_in_cell(problem, *(Direction(v[0], v[1]) for v in found.cells[index]))
    elif objective.by_pairs:
        yield from _candidates_in_space(found, objective)
    elif objective.exchanged is not None:
        for coef in _candidates_by_positives(turn(found), objective.exchanged):
            yield [-v for v in coef]
    else:
        yield from _candidates_by_positives(found, objective)


def _candidates_in_cell(problem: Problem, low: Direction, high: Direction) -> Iterator[Weights]:
    """The centre of a cell, then the simplest integers inside where floats are too coarse for that."""
    centre = middle(problem, low, high)
    yield problem.coef_of(centre[:2])
    if centre == low:
        return
    raw = [
        primitive_vector([v / s for v, s in zip(d.vector, problem.scale, strict=True)]) for d in (low, high)
    ]
    simplest = [Fraction(0)] * problem.n_features
    for j, v in zip(problem.columns, simplest_between(*(Direction(*v) for v in raw)).vector, strict=True):
        simplest[j] = Fraction(v)
    yield simplest


def _central(found: Found, direction: Sequence[int]) -> tuple[int, ...]:
    """The middle of the cell of a direction, or the direction itself if there is no time for that."""
    if _has_time(found):
        return central_direction(found.problem, direction, found.signs)
    return tuple(direction)


def _has_time(found: Found) -> bool:
    """Whether a better answer may be looked for beside the direction found: that sorts points often."""
    return found.status != "time_limit" or found.problem.n_points <= _FEW_POINTS


def _candidates_in_space(found: Found, objective: Objective) -> Iterator[Weights]:
    """The centre of a cell, the direction found in it, and where floats miss both what an ascent reaches."""
    problem, where = found.problem, found.cells[0][0]
    centre = _central(found, where)
    if objective.count(problem, centre).value >= found.value:
        yield problem.coef_of(centre)
    yield problem.coef_of(where)
    if not _has_time(found):
        return
    x, positive, weight = problem.rows()
    start = _unit_length([Fraction(v) for v in where])
    near = ascend(x, positive, weight, signs=found.signs, starts=start, n_restarts=0)
    yield problem.coef_of(problem.towards(near.coef))


def _candidates_by_positives(found: Found, objective: Objective) -> Iterator[Weights]:
    """The direction found and the centre of its cell.

    Very many directions attain an operating point: before these one of them with a high AUC.
    """
    problem, where = found.problem, found.cells[0][0]
    directions = [where]
    if objective.has_cut_off and _has_time(found):
        x, positive, weight = problem.rows()
        rows = PositiveRows(positive, weight, objective.worth(problem))
        start = _unit_length([Fraction(v) for v in where])
        polished = polish(x, rows, found.signs, problem.within_factor, start)
        directions.insert(0, problem.towards(polished))
    for direction in directions:
        centre = _central(found, direction)
        for vector in (centre, direction):
            if objective.count(problem, vector).value >= found.value:
                yield problem.coef_of(vector)


def _choose(problem: Problem, objective: Objective, found: Found, candidates: Iterable[Weights]) -> Choice:
    """The first candidate whose float weights and float scores attain what is proved, else the best."""
    tried: list[Choice] = []
    for exact in candidates:
        coef = np.array([float(v) for v in _small(exact)]) if tried else _unit_length(exact)
        counts = objective.recount(problem, problem.direction_of(coef))
        attained = problem.exact_weight is not None or counts.value >= found.value
        scores = problem.scores(coef)
        by_floats = objective.count_scores(problem, scores) if np.isfinite(scores).all() else None
        agree = by_floats == counts
        if by_floats is not None and not objective.by_pairs:
            # Pairs far from the part of the curve that counts may swap.
            agree = by_floats.value == counts.value
        tried.append(Choice(attained, agree, counts, coef, exact, by_floats))
        if attained and agree:
            return tried[-1]
    best = max(tried, key=lambda choice: (choice.attained, choice.agree, choice.counts.value))
    return best if best.attained else best._replace(exact=tried[0].exact)


def _notes_on(chosen: Choice, objective: Objective) -> list[str]:
    notes = []
    if not chosen.attained:
        notes.append(
            "The optimal cell is thinner than float64 weights resolve: `direction` attains the bound, "
            "`coef` comes close."
        )
    if not chosen.agree:
        counts = chosen.by_floats
        value = "nan" if counts is None else f"{float(counts.share):.9g}"
        notes.append(
            f"Scores rounded to float64 give {objective.name} {value}: they tie or swap close pairs."
        )
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

"""Objectives of other pairs, or of rows, as the AUC of other data: differences or sides, and the origin.

Parts of the ROC curve keep their rows; with strata, rows are measured from the first one of their stratum.

A direction ranks a pair of rows right if it has a positive product with their difference. It classifies a row
x right if it has one with (x, 1), or, for a negative row, with -(x, 1). So differences and sides take the
place of the positives, each with its weight, and the origin, with weight one, that of the only negative.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from aucopt.verifier.clock import Clock
from aucopt.verifier.objectives import Asked
from aucopt.verifier.reading import ExactData, Numbers
from aucopt.verifier.statement import FailedError, UncheckedError

_MOST_PAIRS = 1 << 26
_FITS = 1 << 62


def pose_data(asked: Asked, numbers: Numbers, data: ExactData, clock: Clock) -> ExactData:
    """The data whose AUC, or whose right pairs alone, are what is asked for; or the rows within strata."""
    if asked.of_pairs:
        return _pose_pairs(asked, numbers, data, clock)
    if asked.rule is not None and numbers.n_strata > 1:
        return _pose_strata(asked, numbers, data, clock)
    return _pose_rows(asked, data) if asked.of_rows else data


def _pose_strata(asked: Asked, numbers: Numbers, data: ExactData, clock: Clock) -> ExactData:
    """The rows of strata that have both classes, less the first row of their stratum.

    What is constant within strata changes no order within them, so that such a column becomes constant.
    """
    assert asked.rule is not None
    rows_of = _rows_of(numbers)
    factor = _case_factors(numbers, rows_of)
    used = {g: rows for g, rows in rows_of.items() if factor[g]}
    if not used:
        raise FailedError("No stratum has both classes.")
    clock.check()
    order = [i for rows in used.values() for i in rows]
    first = {i: rows[0] for rows in used.values() for i in rows}
    columns = [[column[i] - column[first[i]] for i in order] for column in data.columns]
    strata = [g for g, rows in used.items() for _ in rows]
    sides = [[side[i] for i in order] for side in (data.positive, data.negative)]
    if asked.by_cases:
        summed = sides[1 if asked.rule.of_negatives else 0]
        summed[:] = [factor[g] * w for g, w in zip(strata, summed, strict=True)]
    return ExactData(columns, data.units, sides[0], sides[1], strata)


def _rows_of(numbers: Numbers) -> dict[int, list[int]]:
    """The rows of each stratum."""
    rows_of: dict[int, list[int]] = {}
    for i, stratum in enumerate(numbers.strata or [0] * len(numbers.outcome)):
        rows_of.setdefault(stratum, []).append(i)
    return rows_of


def _case_factors(numbers: Numbers, rows_of: dict[int, list[int]]) -> dict[int, int]:
    """One over the weight of the negatives of each stratum, as integers; none where a class is missing."""
    whole, outcome = numbers.whole, numbers.outcome
    lost = {g: sum(whole[i] for i in rows if not outcome[i]) for g, rows in rows_of.items()}
    won = {g: sum(whole[i] for i in rows if outcome[i]) for g, rows in rows_of.items()}
    common = lcm(*(lost[g] for g in rows_of if lost[g] and won[g]))
    return {g: common // lost[g] if lost[g] and won[g] else 0 for g in rows_of}


def _pose_pairs(asked: Asked, numbers: Numbers, data: ExactData, clock: Clock) -> ExactData:
    """The differences of all pairs that count."""
    outcome = numbers.outcome
    whole, strata = numbers.whole, numbers.strata or [0] * len(outcome)
    rows_of = _rows_of(numbers)
    factor = _case_factors(numbers, rows_of) if asked.by_cases else dict.fromkeys(rows_of, 1)
    high, low, size = [], [], 0
    for rows in rows_of.values():
        clock.check()
        for winners, losers in _ranks(outcome, numbers.events, rows):
            size += len(winners) * len(losers)
            if size > _MOST_PAIRS:
                raise UncheckedError(f"more than {_MOST_PAIRS:,} pairs")
            high.append(np.repeat(np.array(winners, dtype=np.int64), len(losers)))
            low.append(np.tile(np.array(losers, dtype=np.int64), len(winners)))
    upper, lower = (np.concatenate(part or [np.empty(0, dtype=np.int64)]) for part in (high, low))
    clock.check()
    weighed = [factor[g] * whole[i] for i, g in enumerate(strata)]
    weight = _exact(weighed, 1, max(whole))[upper] * _exact(whole, 1, max(weighed))[lower]
    columns = []
    for column in data.columns:
        values = _exact(column, 2)
        columns.append([*(values[upper] - values[lower]).tolist(), 0])
    return ExactData(columns, data.units, [*weight.tolist(), 0], [*[0] * len(weight), 1])


def _ranks(
    outcome: list[int], events: list[int] | None, rows: list[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Rows that should score higher than others, and these others, for each value of the outcome.

    In the order in which they should score (high outcomes first, or early times, and of equal times events
    before others) a row beats all that come after those with its own outcome.
    """
    keys = {i: (-outcome[i], False) if events is None else (outcome[i], not events[i]) for i in rows}
    ordered = sorted(rows, key=keys.__getitem__)
    first = 0
    while first < len(ordered):
        last = first
        while last < len(ordered) and keys[ordered[last]] == keys[ordered[first]]:
            last += 1
        # Nobody knows what comes after the time of one who is censored.
        if events is None or events[ordered[first]]:
            yield ordered[first:last], ordered[last:]
        first = last


def _exact(values: Sequence[int], *factors: int) -> np.ndarray:
    """Integers of 64 bits if these and their products with the factors fit, else those of Python."""
    largest = max(map(abs, values), default=0)
    for factor in factors:
        largest *= max(abs(factor), 1)
    return np.array(values, dtype=np.int64 if largest < _FITS else object)


def _pose_rows(asked: Asked, data: ExactData) -> ExactData:
    """The sides of all rows; the last column is that of the intercept."""
    costs = asked.costs or (Fraction(sum(data.positive)), Fraction(sum(data.negative)))
    common = lcm(costs[0].denominator, costs[1].denominator)
    negative, positive = (int(cost * common) for cost in costs)
    divisor = gcd(negative, positive)
    weight = [
        (p * positive + q * negative) // divisor for p, q in zip(data.positive, data.negative, strict=True)
    ]
    side = [1 if p else -1 for p in data.positive]
    columns = [[*(s * v for s, v in zip(side, column, strict=True)), 0] for column in data.columns]
    used = [k for k, w in enumerate(weight) if w]
    columns = [[column[k] for k in (*used, -1)] for column in (*columns, [*side, 0])]
    kept = [weight[k] for k in used]
    return ExactData(columns, [*data.units, Fraction(1)], [*kept, 0], [*[0] * len(kept), 1])

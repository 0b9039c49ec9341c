"""Objectives of other pairs, or of rows, as the AUC of other data: differences or sides, and the origin.

A direction ranks a pair of rows right if it has a positive product with their difference. It classifies a row
x right if it has one with (x, 1), or, for a negative row, with -(x, 1). So differences and sides take the
place of the positives, each with its weight, and the origin, with weight one, that of the only negative.
"""

from fractions import Fraction
from math import gcd, lcm

from aucopt.verifier.clock import Clock
from aucopt.verifier.objectives import Asked
from aucopt.verifier.reading import ExactData, Numbers
from aucopt.verifier.statement import UncheckedError

_MOST_PAIRS = 1 << 26


def pose_data(asked: Asked, numbers: Numbers, data: ExactData, clock: Clock) -> ExactData:
    """The data whose AUC, or whose right pairs alone, are what is asked for."""
    if asked.of_pairs:
        return _pose_pairs(asked, numbers, data, clock)
    return _pose_rows(asked, data) if asked.of_rows else data


def _pose_pairs(asked: Asked, numbers: Numbers, data: ExactData, clock: Clock) -> ExactData:
    """The differences of all pairs that count."""
    whole, strata = numbers.whole, numbers.strata or [0] * len(numbers.outcome)
    rows_of: dict[int, list[int]] = {}
    for i, stratum in enumerate(strata):
        rows_of.setdefault(stratum, []).append(i)
    factor = dict.fromkeys(rows_of, 1)
    if asked.by_cases:
        lost = {g: sum(whole[i] for i in rows if not numbers.outcome[i]) for g, rows in rows_of.items()}
        won = {g: sum(whole[i] for i in rows if numbers.outcome[i]) for g, rows in rows_of.items()}
        common = lcm(*(lost[g] for g in rows_of if lost[g] and won[g]))
        factor = {g: common // lost[g] if lost[g] and won[g] else 0 for g in rows_of}
    high, low, weight = [], [], []
    for g, rows in rows_of.items():
        for i in rows:
            clock.check()
            beaten = [j for j in rows if _comes_first(numbers, i, j)]
            high += [i] * len(beaten)
            low += beaten
            weight += [factor[g] * whole[i] * whole[j] for j in beaten]
        if len(high) > _MOST_PAIRS:
            raise UncheckedError(f"more than {_MOST_PAIRS:,} pairs")
    columns = [
        [*(column[i] - column[j] for i, j in zip(high, low, strict=True)), 0] for column in data.columns
    ]
    return ExactData(columns, data.units, [*weight, 0], [*[0] * len(weight), 1])


def _comes_first(numbers: Numbers, i: int, j: int) -> bool:
    """Whether row i should score higher than row j."""
    mine, other = numbers.outcome[i], numbers.outcome[j]
    if numbers.events is None:
        return mine > other
    return bool(numbers.events[i]) and (mine < other or (mine == other and not numbers.events[j]))


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

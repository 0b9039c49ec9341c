"""The positives of strata in a cone: each stratum by its own pairs, with its handicap."""

import naive_objectives
import numpy as np
import pytest
from kernel_runs import scores_of
from strategies import ConeCase, fixed_cone_cases

from aucopt.kernels.cone.cone import Hyperplanes, Open
from aucopt.kernels.cone.positives import Positives, value_between
from aucopt.kernels.cone.strata import bound_strata, list_strata
from aucopt.kernels.scores.curve import Worth

HANDICAPS = np.array([0, 3])


def strata_of(case: ConeCase) -> tuple[list[ConeCase], int]:
    cut = len(case.points) // 2
    return [
        ConeCase(case.points[rows], case.p[rows], case.q[rows], case.cone)
        for rows in (slice(0, cut), slice(cut, None))
    ], cut


def bound_by_definition(case: ConeCase, worth: Worth) -> int:
    """What the negatives of each stratum that are above its positives in all of the cone leave of these."""
    total = 0
    for part, handicap in zip(strata_of(case)[0], HANDICAPS.tolist(), strict=True):
        above = naive_objectives.certain_above(part.points, part.p, part.q, part.cone, worth)
        lower = Worth(worth.cap - handicap * worth.slope, worth.slope, worth.unit)
        total += naive_objectives.bound_of(part.p, above, lower)
    return total


@pytest.mark.kernels
@pytest.mark.parametrize("room", [500, 1])
@fixed_cone_cases
def test_strata_are_bounded_and_listed_by_themselves(case: ConeCase, room: int) -> None:
    cut = strata_of(case)[1]
    worth = Worth(2 * sum(case.q), 1, 2)
    vertices = case.vertices(0)
    high, low, above, below = scores_of(case, vertices)
    highs, lows = (np.searchsorted(rows, [0, cut, len(case.points)]) for rows in (high, low))
    weight = case.weight
    upper, n_open = bound_strata(
        above, below, vertices.error, weight[high, 0], weight[low, 1], weight[high, 1], worth, HANDICAPS,
        highs, lows,
    )  # fmt: skip
    exact = bound_by_definition(case, worth)
    assert upper >= exact
    n = len(case.cone)
    planes = Hyperplanes(
        *(np.full(room, -1, dtype=np.int32) for _ in range(2)),
        *(np.full(room, -1, dtype=np.int64) for _ in range(2)),
    )
    sides = (np.zeros(24 * room, dtype=np.uint8) for _ in range(2))
    pairs = Open(np.full((n, 6 * room), np.nan), *sides, np.zeros(6 * room, dtype=np.int32))
    positives = Positives(*(np.zeros(32 * max(len(high), 1), dtype=np.int64) for _ in range(3)))
    scores = vertices.w[:n] @ case.x.T
    found, n_listed, settled = list_strata(
        scores, vertices.error, high, low, weight, case.x, vertices.digits, case.limbs, worth, HANDICAPS,
        highs, lows, planes, pairs, positives, (0, 0),
    )  # fmt: skip
    if found < 0:
        assert n_open > room
        return
    assert found <= n_open
    assert settled + value_between(worth, positives, (0, n_listed)) == exact
    stratum = np.arange(len(case.points)) >= cut
    for k in range(found):
        assert stratum[planes.high[k]] == stratum[planes.low[k]]

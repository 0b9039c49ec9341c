"""Pairs of several positives on one hyperplane become one; the rest is tested with `positives.py`."""

import numpy as np
import pytest
from kernel_runs import lines_of

from aucopt.kernels.cone.cone import Hyperplanes, Open
from aucopt.kernels.cone.gather import gather_alive
from aucopt.kernels.cone.positives import Positives
from aucopt.kernels.scores.curve import Worth

LEFT = (50, 60)


@pytest.mark.kernels
@pytest.mark.parametrize(("gains", "masses"), [((3, 4), (2, 1)), ((1, 4), (2, 1)), ((2, 4), (2, 1))])
@pytest.mark.parametrize("slope", [1, 3])
def test_of_pairs_that_point_against_each_other_the_lighter_are_lost(gains, masses, slope):
    """Differences (-1, 1) and (1, -1): where one is right the other is wrong."""
    planes = Hyperplanes(
        np.array([0, 1, -1, -1], dtype=np.int32), np.array([2, 3, -1, -1], dtype=np.int32),
        np.array([*gains, -1, -1]), np.array([0, 0, -1, -1]),
    )  # fmt: skip
    pairs = Open(
        np.array([[-1.0, 1.0, 0, 0], [1.0, -1.0, 0, 0]]), np.array([2, 1, 0, 0], dtype=np.uint8),
        np.array([1, 2, 0, 0], dtype=np.uint8), np.array([0, 1, -1, -1], dtype=np.int32),
    )  # fmt: skip
    positives = Positives(*(np.array([*column, 0, 0]) for column in ((1, 2), LEFT, masses)))
    lines = lines_of(1, 2, np.array([1, -1, 0, 0]))
    n_rows, n_left, settled = gather_alive(
        (0, 0), Worth(100, slope, 2), planes, pairs, positives, lines, (0, 2), 0, 0, 2, 2
    )
    plus, minus = (gain * mass for gain, mass in zip(gains, masses, strict=True))
    left = sum(mass * amount for mass, amount in zip(masses, LEFT, strict=True)) - slope * min(plus, minus)
    assert not lines.plus.any()
    assert not lines.minus.any()
    if plus == minus:
        assert (n_rows, n_left, settled) == (0, 0, left)
        return
    assert (n_rows, n_left, settled) == (1, 1, 0)
    assert [column[2] for column in positives] == [1, left, 1]
    heavier = 0 if plus > minus else 1
    # The first pair stands for both.
    assert (planes.high[2], planes.low[2]) == ((0, 2), (2, 0))[heavier]
    assert (planes.gain[2], planes.loss[2], pairs.plane[2]) == (abs(plus - minus), 0, 2)
    assert pairs.d[:, 2].tolist() == pairs.d[:, heavier].tolist()
    assert (pairs.up[0], pairs.down[0]) == ((2, 1), (1, 2))[heavier]
    assert lines.number[2] == (1, -1)[heavier]

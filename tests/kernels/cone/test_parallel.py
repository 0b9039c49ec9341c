"""Pairs with parallel differences become one hyperplane."""

from itertools import product

import naive
import naive_cone
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive_cone import Vector
from strategies import quick

from aucopt.kernels.cone.cone import Hyperplanes
from aucopt.kernels.cone.parallel import merge_lines


def check_merged(points: list[Vector], rows: list[tuple[int, int, int]]) -> None:
    """Pairs (high, low, weight) against their lines one by one."""
    rows = [row for row in rows if points[row[0]] != points[row[1]]]
    high, low = (np.array([row[k] for row in rows], dtype=np.int32) for k in (0, 1))
    planes = Hyperplanes(
        high, low, np.array([row[2] for row in rows], dtype=np.int64), np.full(len(rows), -1)
    )
    kept = np.full(len(rows), -1)
    m = merge_lines(np.array(points, dtype=np.int64), planes, len(rows), kept)
    expected = naive_cone.merge_lines([(naive.minus(points[i], points[j]), weight) for i, j, weight in rows])
    found = zip(kept[:m].tolist(), planes.gain[:m].tolist(), planes.loss[:m].tolist(), strict=True)
    assert list(found) == expected
    stands = [(int(planes.high[k]), int(planes.low[k])) for k in range(m)]
    assert stands == [rows[t][:2] for t, _, _ in expected]


@pytest.mark.kernels
@pytest.mark.parametrize("n", [2, 3, 4])
def test_parallel_pairs_are_merged(n: int) -> None:
    rng = np.random.default_rng(n)
    points = [tuple(row) for row in rng.integers(-3, 4, (30, n)).tolist()]
    check_merged(points, [(i, j, 1 + (i + j) % 3) for i, j in product(range(30), repeat=2)])


coordinate = st.integers(-3, 3) | st.integers(-(1 << 52) + 1, (1 << 52) - 1)


@quick
@example([(0, 0), (1 << 51, (1 << 51) - 1), ((1 << 51) - 1, (1 << 51) - 2)])
@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.tuples(*[coordinate] * n), min_size=2, max_size=8)))
def test_lines_are_told_apart_where_floats_cannot(points: list[Vector]) -> None:
    everyone = range(len(points))
    check_merged(points, [(i, j, 1) for i, j in product(everyone, repeat=2)])

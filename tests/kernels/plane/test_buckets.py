"""Swaps of a point with many others at once: listed, and counted in buckets along the arc."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import quick

from aucopt.kernels.plane.buckets import FALLS, RISES, Above, bin_swaps, list_swaps, new_above, put_above

N_BUCKETS = 8
TOLERANCE = 1e-9


def held(scores: list[tuple[float, float]], weights: list[int], first: int) -> Above:
    above = new_above(first + len(scores) + 1)
    score = np.array(scores).reshape(-1, 2)
    for a, weight in enumerate(weights):
        put_above(above, first + a, score, a, weight)
    return above


@pytest.mark.kernels
def test_swaps_are_listed_while_there_is_room() -> None:
    above = held([(0.0, 1.0)] * 3, [1, 1, 1], first=2)
    pairs = np.full((4, 2), -1, dtype=np.int32)
    list_swaps(pairs, 0, above, 2, 4, 7, RISES)
    list_swaps(pairs, 2, above, 2, 5, 8, FALLS)
    assert pairs.tolist() == [[0, 7], [1, 7], [8, 0], [8, 1]]


def check_bins(others: list[tuple[int, int]], weights: list[int], point: tuple[int, int], mine: int) -> None:
    """Scores at the start and the end are in 64ths, so that floats hold them exactly."""
    above = held([(start / 64, end / 64) for start, end in others], weights, first=1)
    counts, glued = np.zeros(N_BUCKETS, dtype=np.int64), np.zeros(N_BUCKETS, dtype=np.bool_)
    start, end = (v / 64 for v in point)
    bin_swaps(counts, glued, above, 1, 1 + len(others), start, end, mine, TOLERANCE)
    expected = np.zeros(N_BUCKETS, dtype=np.int64)
    must_glue = set()
    for (start_a, end_a), weight in zip(others, weights, strict=True):
        before, after = point[0] - start_a, end_a - point[1]
        k = 0
        if before + after > 0:
            moment = Fraction(N_BUCKETS * before, before + after)
            k = min(int(moment), N_BUCKETS - 1)
            if moment.denominator == 1:
                must_glue |= {k, min(k + 1, N_BUCKETS - 1)}
        else:
            must_glue |= set(range(N_BUCKETS))
        expected[k] += mine * weight
    assert counts.tolist() == expected.tolist()
    assert must_glue <= set(np.flatnonzero(glued).tolist())
    assert must_glue or not glued.any()


@pytest.mark.kernels
def test_swaps_are_counted_where_they_happen() -> None:
    check_bins([(10, 33), (11, 40), (20, 60)], [1, 2, 3], (31, 15), 2)
    check_bins([(0, 32)], [1], (32, 0), 1)  # half way: floats cannot tell the bucket for sure
    check_bins([(5, 5), (1, 40)], [1, 1], (5, 5), 1)  # both ends tie


@quick
@given(
    st.lists(st.tuples(st.integers(0, 32), st.integers(32, 64)), min_size=1, max_size=20),
    st.tuples(st.integers(32, 64), st.integers(0, 32)),
    st.integers(1, 5),
    st.data(),
)
def test_swaps_of_any_scores(
    others: list[tuple[int, int]], point: tuple[int, int], mine: int, data: st.DataObject
) -> None:
    weights = [data.draw(st.integers(1, 9)) for _ in others]
    check_bins(others, weights, point, mine)

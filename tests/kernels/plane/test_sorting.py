"""A float sort settled exactly, against the order in integers."""

from itertools import product

import naive
import numpy as np
import pytest
from hypothesis import given
from strategies import PlaneCase, fixed_plane_cases, plane_cases, quick

from aucopt.kernels.plane.order import exactly_above
from aucopt.kernels.plane.sorting import sort_exactly


def check_order(case: PlaneCase) -> None:
    """Which of two is above, and a float sort settled exactly; where most tie it may give up instead."""
    for side in (1, -1):
        axis, order = case.axis(case.w, side), naive.order_along(case.points, case.w, side)
        rank = {i: k for k, i in enumerate(order)}
        some = range(min(len(order), 12))
        for i, j in product(some, repeat=2):
            assert exactly_above(case.limbs, i, j, axis.exact) == (rank[i] > rank[j])
        key = case.xy @ axis.c
        place = sort_exactly(
            key, np.array([0, len(order)]), np.arange(len(order), dtype=np.int32), case.limbs, axis
        )
        if place is not None:
            assert place.tolist() == order
        else:
            clear = np.sort(key)
            assert np.any(np.diff(clear) <= axis.error)


@pytest.mark.kernels
@fixed_plane_cases
def test_order_is_exact(case: PlaneCase) -> None:
    check_order(case)


@quick
@given(plane_cases())
def test_order_is_exact_for_any_points(case: PlaneCase) -> None:
    check_order(case)


@pytest.mark.kernels
def test_it_gives_up_when_most_points_tie() -> None:
    n = 30
    case = PlaneCase([(0, -i) for i in range(n)], (1, 0), [1] * n, [0] * n)
    assert (
        sort_exactly(
            np.zeros(n), np.array([0, n]), np.arange(n, dtype=np.int32), case.limbs, case.axis((1, 0), 1)
        )
        is None
    )


@pytest.mark.kernels
def test_scores_that_differ_in_their_last_bits_are_told_apart() -> None:
    # Sixteen scores give up five bits to places; these differ in three.
    n = 16
    below, above = (-1 + 2.0**-53 * np.array([3, 1, 2, 0])), 1 + 2.0**-52 * np.array([2, 0, 3, 1])
    key = np.concatenate([below, above, np.arange(4) - 2.5, [-0.0, 0.5, 2.5, 3.0]])
    case = PlaneCase([(i, i) for i in range(n)], (1, 0), [1] * n, [0] * n)
    axis = case.axis((1, 0), 1)._replace(error=0.0)
    place = sort_exactly(key, np.array([0, n]), np.arange(n, dtype=np.int32), case.limbs, axis)
    assert key[place].tolist() == sorted(key.tolist())


@pytest.mark.kernels
def test_it_gives_up_where_places_hide_most_of_the_scores() -> None:
    n = 16
    key = 1 - 2.0**-53 * np.arange(n)
    case = PlaneCase([(-i, 0) for i in range(n)], (1, 0), [1] * n, [0] * n)
    axis = case.axis((1, 0), 1)._replace(error=0.0)
    assert sort_exactly(key, np.array([0, n]), np.arange(n, dtype=np.int32), case.limbs, axis) is None
